//! Alpha-beta: principal variation search with forced answers, wins by fours at the leaves, and late moves reduced.

use std::sync::LazyLock;

use super::patterns::Class;
use super::position::Cell;
use super::table::{Bound, TranspositionEntry};
use super::threats::Reach;
use super::worker::{LOST, MAX_PLY, MAX_STATIC, SURE, WIN, Worker};

/// How far wins by fours are looked for at leaves, and further up.
const AT_LEAVES: Reach = Reach { depth: 10, nodes: 80 };
const INSIDE: Reach = Reach { depth: 14, nodes: 300 };
/// A quiet position that is this much better, for each ply left, needs no search.
const FUTILE: i32 = 90;
/// Moves looked at in a quiet position: at least, and more for each ply left.
const MIN_WIDTH: usize = 10;
const WIDTH_PER_PLY: usize = 4;
const MAX_WIDTH: usize = 48;
/// From this many plies on it is tried whether the mover could do without its move, and how much less deep.
const PASS_DEPTH: i32 = 3;
const PASS_LESS: i32 = 2;
/// Positions are futile up to this many plies left.
const FUTILE_DEPTH: i32 = 4;
/// From this many plies on, a position without a known best move is searched less deep.
const KNOWN_BEST_DEPTH: i32 = 5;
/// Late moves are searched less deep: by this, and by a part of the product of logarithms of depth and place.
const LEAST_REDUCTION: f64 = 0.4;
const REDUCTION_PART: f64 = 2.0;
/// Takes a loss that was found but not proven out of the range of proven ones.
const UNPROVEN: i32 = WIN - SURE + 100;
/// How early the best known moves are tried.
const KILLER_ORDER: i32 = 24;
const HISTORY_PART: i32 = 256;

/// Logarithms of small numbers; that of 0 is never asked for.
static LOGARITHMS: LazyLock<[f64; 64]> =
    LazyLock::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));

impl Worker<'_, '_> {
    /// The value for the mover, at least this deep, if it lies between alpha and beta; else a bound on that side.
    pub(super) fn search(&mut self, alpha: i32, beta: i32, depth: i32, ply: i32) -> i32 {
        if !self.enter() || self.position.is_full() {
            return 0;
        }
        let (us, them) = (self.position.mover(), 1 - self.position.mover());
        if self.position.count(us, Class::Five) > 0 {
            return WIN - ply - 1;
        }
        match self.position.count(them, Class::Five) {
            0 => {}
            1 => {
                let Some(only) = self.position.first(them, Class::Five) else { return 0 };
                if ply >= MAX_PLY {
                    return self.static_value();
                }
                self.position.place(only);
                let value = -self.search(-beta, -alpha, depth, ply + 1);
                self.position.take_back();
                return value;
            }
            _ => return -(WIN - ply - 2),
        }
        if self.position.count(us, Class::OpenFour) > 0 {
            return WIN - ply - 3;
        }
        // Nothing better than a five in five plies, nothing worse than losing to an open four.
        let (alpha, beta) = (alpha.max(-(WIN - ply - 4)), beta.min(WIN - ply - 5));
        if alpha >= beta {
            return alpha;
        }
        let defends = self.position.count(them, Class::OpenFour) > 0;
        let depth = if defends { depth.max(1) } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(beta, ply);
        }
        self.inside(alpha, beta, depth, ply, defends)
    }

    fn static_value(&self) -> i32 {
        self.position.value().clamp(-MAX_STATIC, MAX_STATIC)
    }

    fn leaf(&mut self, beta: i32, ply: i32) -> i32 {
        let still = self.static_value();
        if still >= beta {
            // A win would say no more.
            return still;
        }
        self.fours(AT_LEAVES).map_or(still, |win| WIN - ply - win.plies)
    }

    /// The value if the mover does nothing: the opponent moves twice.
    fn value_of_passing(&mut self, beta: i32, depth: i32, ply: i32) -> i32 {
        let less = PASS_LESS + depth / 4;
        self.passed = true;
        self.position.pass();
        let value = -self.search(-beta, 1 - beta, depth - 1 - less, ply + 1);
        self.position.pass();
        self.passed = false;
        value
    }

    fn inside(&mut self, mut alpha: i32, beta: i32, depth: i32, ply: i32, defends: bool) -> i32 {
        let (us, them) = (self.position.mover(), 1 - self.position.mover());
        let wide = beta - alpha > 1;
        let key = self.position.hash();
        let known = self.table.get(key);
        if let Some(entry) = known
            && !wide
            && i32::from(entry.depth) >= depth
        {
            let value = from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let still = self.static_value();
        // Who stands well without a move stands well with one, unless a threat must be answered.
        if !wide && !defends && beta.abs() < SURE {
            if depth <= FUTILE_DEPTH
                && still - FUTILE * depth >= beta
                && self.position.count_from(them, Class::DoubleThree) == 0
            {
                return still;
            }
            if depth >= PASS_DEPTH && still >= beta && !self.passed {
                let value = self.value_of_passing(beta, depth, ply);
                if self.is_stopped() {
                    return 0;
                }
                if value >= beta {
                    return value.min(MAX_STATIC);
                }
            }
        }
        if let Some(win) = self.fours(INSIDE) {
            let value = WIN - ply - win.plies;
            let entry = TranspositionEntry {
                value: to_table(value, ply),
                depth: i8::MAX,
                bound: Bound::AtLeast,
                best: win.first,
            };
            self.table.put(key, entry);
            return value;
        }
        let first = known.map(|entry| entry.best).filter(|best| *best != 0 && self.position.is_free(*best));
        // Without a move to try first a shallower search finds one.
        let depth = if first.is_none() && depth >= KNOWN_BEST_DEPTH { depth - 1 } else { depth };
        let start = self.moves.len();
        self.push_moves(first, ply, defends);
        let count = self.moves.len() - start;
        let width = if defends {
            count
        } else {
            (MIN_WIDTH + WIDTH_PER_PLY * depth as usize).min(MAX_WIDTH).min(count)
        };
        let (mut best, mut best_move, mut bound) = (-WIN, 0, Bound::AtMost);
        for tried in 0..width {
            // Only as much is put in order as is tried.
            let rest = start + tried..self.moves.len();
            let Some(next) =
                rest.max_by_key(|index| (self.moves[*index].0, std::cmp::Reverse(self.moves[*index].1)))
            else {
                break;
            };
            self.moves.swap(start + tried, next);
            let cell = self.moves[start + tried].1;
            let (builds, blocks) = (self.position.info(cell, us).class, self.position.info(cell, them).class);
            let quiet = builds < Class::Three && blocks < Class::Three;
            if quiet
                && !wide
                && !defends
                && tried > 0
                && best > -SURE
                && depth < FUTILE_DEPTH
                && still + FUTILE * (depth + 1) <= alpha
            {
                continue;
            }
            let reduced =
                if defends || depth < 3 || tried < 3 { 0 } else { reduction(depth, tried, quiet, wide) };
            self.position.place(cell);
            let mut value = 0;
            let mut full = tried == 0;
            if !full {
                value = -self.search(-alpha - 1, -alpha, depth - 1 - reduced, ply + 1);
                if reduced > 0 && value > alpha {
                    value = -self.search(-alpha - 1, -alpha, depth - 1, ply + 1);
                }
                full = value > alpha && wide;
            }
            if full {
                value = -self.search(-beta, -alpha, depth - 1, ply + 1);
            }
            self.position.take_back();
            if self.is_stopped() {
                self.moves.truncate(start);
                return best.max(alpha);
            }
            if value > best {
                (best, best_move) = (value, cell);
            }
            if value > alpha {
                (alpha, bound) = (value, Bound::Exact);
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                self.learn(cell, start..start + tried, depth, ply);
                break;
            }
        }
        self.moves.truncate(start);
        // Only the answers to an open three are all tried: elsewhere a move that was not may be better.
        if !defends && best <= LOST {
            best += UNPROVEN;
        }
        let entry = TranspositionEntry {
            value: to_table(best, ply),
            depth: depth.min(100) as i8,
            bound,
            best: best_move,
        };
        self.table.put(key, entry);
        best
    }

    /// Adds the moves to try. Against an open three only those that can stop it, and own fours.
    pub(super) fn push_moves(&mut self, first: Option<Cell>, ply: i32, defends: bool) {
        let (us, them) = (self.position.mover(), 1 - self.position.mover());
        let (position, history, killers) = (&self.position, &self.history[us], self.killers[ply as usize]);
        let moves = &mut self.moves;
        let order = |cell: Cell| {
            let known = if Some(cell) == first { 1 << 20 } else { 0 };
            let killer = if killers.contains(&cell) { KILLER_ORDER } else { 0 };
            known
                + i32::from(position.info(cell, us).builds)
                + i32::from(position.info(cell, them).blocks)
                + killer
                + history[usize::from(cell)] / HISTORY_PART
        };
        if defends {
            position.each([Some(Class::Four); 2], |cell| moves.push((order(cell), cell)));
        } else {
            position.each_near(|cell| moves.push((order(cell), cell)));
        }
    }
}

/// Plies less for moves that come late.
fn reduction(depth: i32, tried: usize, quiet: bool, wide: bool) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[tried.min(63)];
    let plies = (LEAST_REDUCTION + product / REDUCTION_PART) as i32;
    let plies = if wide { plies - 1 } else { plies };
    let plies = if quiet { plies } else { plies - 1 };
    plies.clamp(0, depth - 2)
}

/// Wins are kept as seen from the position itself.
pub(super) fn to_table(value: i32, ply: i32) -> i16 {
    let value = match value {
        SURE.. => value + ply,
        ..=LOST => value - ply,
        _ => value,
    };
    value as i16
}

pub(super) fn from_table(value: i16, ply: i32) -> i32 {
    match i32::from(value) {
        value @ SURE.. => value - ply,
        value @ ..=LOST => value + ply,
        value => value,
    }
}

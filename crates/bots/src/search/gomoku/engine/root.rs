//! The move to make: wins by force first, then deeper and deeper.

use super::patterns::Class;
use super::position::Cell;
use super::threats::Reach;
use super::worker::{LOST, SURE, WIN, Worker};

/// The window around the last value that the next depth is searched in first.
const ASPIRATION: i32 = 30;
/// Of the positions for threats this part goes into looking at what each answer allows the opponent.
const PART_PER_ANSWER: u32 = 16;

/// From this depth on the best move is tried against the opponent's threats.
const DOUBTED_DEPTH: i32 = 3;
/// Moves that advice looks at besides the best, and how deep.
const ADVISED: usize = 12;
const ADVICE_DEPTH: i32 = 6;

/// How far the search for one move goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootLimits {
    pub(super) depth: i32,
    pub(super) threats: u32,
    pub(super) width: usize,
}

/// A move with its value for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) cell: Cell,
    pub(super) value: i32,
    pub(super) depth: i32,
}

impl Worker<'_, '_> {
    /// The best move, or none on a full board.
    pub(super) fn best_move(&mut self, limits: RootLimits, helper: u32) -> Option<Found> {
        let (us, them) = (self.position.mover(), 1 - self.position.mover());
        if self.position.is_full() {
            return None;
        }
        if let Some(cell) = self.position.first(us, Class::Five) {
            return Some(Found { cell, value: WIN - 1, depth: 1 });
        }
        let answers = self.position.count(them, Class::Five);
        if let Some(cell) = self.position.first(them, Class::Five) {
            let value = if answers > 1 { -(WIN - 2) } else { self.position.value() };
            return Some(Found { cell, value, depth: 1 });
        }
        // One thread looks for wins by force: the others would only do the same again.
        if limits.threats > 0
            && helper == 0
            && let Some(win) = self.forced_win(limits.threats)
        {
            return Some(Found { cell: win.first, value: WIN - win.plies, depth: win.plies });
        }
        let mut moves = self.root_moves();
        moves.truncate(limits.width);
        let &first = moves.first()?;
        let mut best = Found { cell: first, value: self.position.value(), depth: 0 };
        if moves.len() == 1 {
            return Some(best);
        }
        let lost = if limits.threats > 0 && helper == 0 {
            self.losing_answers(&moves, limits.threats)
        } else {
            Vec::new()
        };
        if lost.len() == moves.len() {
            // All lose against best play: the one that takes longest may not.
            return lost.into_iter().max_by_key(|found| found.value);
        }
        moves.retain(|cell| lost.iter().all(|found| found.cell != *cell));
        if !lost.is_empty() {
            best.cell = moves[0];
        }
        // Moves after which the opponent has no win by force that is found in the same time.
        let mut sound: Vec<Cell> = Vec::new();
        let mut depth = 1 + (helper % 3) as i32;
        while depth <= limits.depth && !self.is_stopped() {
            match self.aspire(&mut moves, depth, best) {
                Some(found) => best = found,
                None => break,
            }
            if best.value.abs() >= SURE && WIN - best.value.abs() <= depth {
                break;
            }
            let doubted = helper == 0 && depth >= DOUBTED_DEPTH && best.value > LOST && moves.len() > 1;
            if doubted && !sound.contains(&best.cell) {
                self.position.place(best.cell);
                let refuted = self.threes(Reach { depth: 10, nodes: limits.threats / 2 }).is_some();
                self.position.take_back();
                if refuted {
                    moves.retain(|cell| *cell != best.cell);
                    best.cell = moves[0];
                    continue;
                }
                sound.push(best.cell);
            }
            depth += 1;
        }
        Some(best)
    }

    /// A win by fours and open threes, within this many nodes.
    fn forced_win(&mut self, nodes: u32) -> Option<super::threats::ForcedWin> {
        let fours = self.fours(Reach { depth: 40, nodes: nodes / 4 });
        fours.or_else(|| self.threes(Reach { depth: 10, nodes }))
    }

    /// Of the moves those that allow the opponent a win by force. Looked for only where there is one if nothing were done.
    fn losing_answers(&mut self, moves: &[Cell], nodes: u32) -> Vec<Found> {
        self.position.pass();
        let danger = self.threes(Reach { depth: 8, nodes: nodes / 2 }).is_some();
        self.position.pass();
        if !danger {
            return Vec::new();
        }
        let mut lost = Vec::new();
        for &cell in moves {
            self.position.place(cell);
            let win = self.threes(Reach { depth: 8, nodes: nodes / PART_PER_ANSWER });
            self.position.take_back();
            if let Some(win) = win {
                lost.push(Found { cell, value: -(WIN - win.plies - 1), depth: win.plies });
            }
        }
        lost
    }

    /// The moves worth looking at, the most promising first.
    pub(super) fn root_moves(&mut self) -> Vec<Cell> {
        let (start, them) = (self.moves.len(), 1 - self.position.mover());
        self.push_moves(None, 0, self.position.count(them, Class::OpenFour) > 0);
        let mut moves = self.moves.split_off(start);
        moves.sort_unstable_by_key(|(order, cell)| (std::cmp::Reverse(*order), *cell));
        if moves.is_empty() {
            let middle = self.position.cell(self.position.lines / 2, self.position.lines / 2);
            let free = self.position.board_cells().find(|cell| self.position.is_free(*cell));
            return if self.position.is_free(middle) { vec![middle] } else { free.into_iter().collect() };
        }
        moves.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Searches all moves to this depth, first in a window around the value of the depth before. The best comes first in the
    /// list then. Nothing if it was stopped before it knew more.
    fn aspire(&mut self, moves: &mut [Cell], depth: i32, before: Found) -> Option<Found> {
        let mut margin = ASPIRATION;
        loop {
            let narrow = depth >= 4 && before.value.abs() < SURE && margin < 1_000;
            let (alpha, beta) =
                if narrow { (before.value - margin, before.value + margin) } else { (-WIN, WIN) };
            let (found, whole) = self.search_root(moves, depth, alpha, beta);
            if let Some(found) = found
                && let Some(place) = moves.iter().position(|cell| *cell == found.cell)
            {
                moves[..=place].rotate_right(1);
            }
            if !whole {
                // A depth that was broken off counts if it found something better than the move it began with.
                return found.filter(|found| found.value > alpha);
            }
            match found {
                Some(found) if found.value > alpha && found.value < beta => return Some(found),
                _ => margin *= 4,
            }
        }
    }

    /// The best of these moves, and whether all were searched.
    fn search_root(
        &mut self,
        moves: &[Cell],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> (Option<Found>, bool) {
        let mut best: Option<Found> = None;
        for (tried, &cell) in moves.iter().enumerate() {
            self.position.place(cell);
            let mut value = 0;
            let mut full = tried == 0;
            if !full {
                let reduced = if depth >= 3 && tried > 8 { 1 + i32::from(tried > 24) } else { 0 };
                value = -self.search(-alpha - 1, -alpha, depth - 1 - reduced, 1);
                if reduced > 0 && value > alpha {
                    value = -self.search(-alpha - 1, -alpha, depth - 1, 1);
                }
                full = value > alpha;
            }
            if full {
                value = -self.search(-beta, -alpha, depth - 1, 1);
            }
            self.position.take_back();
            if self.is_stopped() {
                return (best, false);
            }
            if best.is_none_or(|best| value > best.value) {
                best = Some(Found { cell, value, depth });
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                return (best, true);
            }
        }
        (best, true)
    }

    /// The values of the most promising moves and of one that is asked about, the best first: each searched by itself as deep
    /// as the nodes allow. Without a value if there was no time for it.
    pub(super) fn values(&mut self, limits: RootLimits, asked: Option<Cell>) -> Vec<(Cell, Option<i32>)> {
        // Half of the nodes for the best, a quarter for the one that is asked about.
        let nodes = self.allow(u64::MAX);
        self.allow(nodes / 2);
        let best = self.best_move(RootLimits { width: ADVISED, ..limits }, 0);
        let Some(best) = best else { return Vec::new() };
        let best_value = if best.depth <= 1 && best.value.abs() < SURE {
            // The only move was not searched yet, and its value is a static one.
            self.allow(nodes / 4 * 3);
            self.value_after(best.cell, limits)
        } else {
            Some(best.value)
        };
        let mut moves: Vec<Cell> = self.root_moves();
        moves.retain(|cell| *cell != best.cell && Some(*cell) != asked);
        moves.truncate(ADVISED);
        let asked = asked.filter(|cell| *cell != best.cell && self.position.is_free(*cell));
        let mut values = vec![(best.cell, best_value)];
        for cell in asked.into_iter().chain(moves) {
            self.allow(if Some(cell) == asked { nodes / 8 * 7 } else { nodes });
            // Nothing is better than the best: it was searched deeper.
            let value = self.value_after(cell, limits).zip(best_value).map(|(value, best)| value.min(best));
            values.push((cell, value));
        }
        values
    }

    /// The value of a move searched by itself; `None` if it was stopped before it knew any.
    fn value_after(&mut self, cell: Cell, limits: RootLimits) -> Option<i32> {
        self.position.place(cell);
        let win = if limits.threats > 0 {
            self.threes(Reach { depth: 8, nodes: limits.threats / 4 })
        } else {
            None
        };
        let mut value = win.map(|win| -(WIN - win.plies - 1));
        for depth in 0..ADVICE_DEPTH {
            if win.is_some() || self.is_stopped() {
                break;
            }
            let found = -self.search(-WIN, WIN, depth, 1);
            value = if self.is_stopped() { value } else { Some(found) };
        }
        self.position.take_back();
        value
    }
}

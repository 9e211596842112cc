//! Two players: alpha-beta, deeper and deeper, with forced answers and wins by fours looked up on the way.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Board, Cell};
use super::threats::{Fuel, answers_to_fork, by_fours};

pub(super) const WON: i32 = 1_000_000;
/// A value beyond this is a win or a loss.
pub(super) const SURE: i32 = WON - 1_000;
/// Having the move is worth so much.
const TEMPO: i32 = 60;
/// Forced answers are followed to this depth at most.
const DEEPEST: i32 = 60;
/// Wins by fours are looked for so deep at the leaves.
const FOURS_AT_LEAVES: u32 = 8;
const MAX_ENTRIES: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct TranspositionEntry {
    depth: i32,
    value: i32,
    bound: Bound,
    best: Cell,
}

/// How wide and how deep to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    pub(super) depth: i32,
    pub(super) width: usize,
}

pub(super) struct Search<'a, 'b> {
    pub(super) board: &'a mut Board,
    pub(super) fuel: Fuel<'b>,
    pub(super) width: usize,
    seen: HashMap<u64, TranspositionEntry, BuildHasherDefault<AsItIs>>,
}

/// The keys are hashes already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a, 'b> Search<'a, 'b> {
    pub(super) fn new(board: &'a mut Board, fuel: Fuel<'b>, width: usize) -> Self {
        Self { board, fuel, width, seen: HashMap::default() }
    }

    /// The value of each of these moves for the seat, as deep as the fuel allows; the best move of the last depth
    /// that was finished comes first.
    pub(super) fn evaluate(&mut self, own: usize, moves: Vec<Cell>, depth: i32) -> Vec<(Cell, i32)> {
        let mut weighed: Vec<(Cell, i32)> = moves.into_iter().map(|cell| (cell, 0)).collect();
        for depth in 1..=depth {
            let mut alpha = -WON;
            let mut now = Vec::with_capacity(weighed.len());
            for &(cell, _) in &weighed {
                self.board.place(cell, own);
                let value = if now.is_empty() {
                    -self.value(1 - own, depth - 1, -WON, -alpha, 1)
                } else {
                    let scout = -self.value(1 - own, depth - 1, -alpha - 1, -alpha, 1);
                    if scout > alpha {
                        -self.value(1 - own, depth - 1, -WON, -alpha, 1)
                    } else {
                        // Only known to be no better: that must not look like a tie.
                        scout.min(alpha - 1)
                    }
                };
                self.board.take_back(cell, own);
                if self.fuel.left == 0 {
                    break;
                }
                alpha = alpha.max(value);
                now.push((cell, value));
            }
            // A depth that was broken off counts if it has looked at the best move of the one before and more.
            let whole = now.len() == weighed.len();
            if !whole && now.len() < 2 {
                break;
            }
            let rest = weighed.iter().filter(|(cell, _)| !now.iter().any(|(seen, _)| seen == cell)).copied();
            let rest: Vec<_> = rest.map(|(cell, value)| (cell, value.min(alpha - 1))).collect();
            now.extend(rest);
            // Stable: of moves that are only known to be no better, the order of the depth before stays.
            now.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
            weighed = now;
            if !whole || weighed.first().is_some_and(|(_, value)| value.abs() > SURE) {
                break;
            }
        }
        weighed
    }

    /// The value for whoever is to move.
    fn value(&mut self, mover: usize, depth: i32, mut alpha: i32, beta: i32, ply: i32) -> i32 {
        let other = 1 - mover;
        if self.board.completions(mover).len() > 0 {
            return WON - ply;
        }
        if self.board.is_full() {
            return 0;
        }
        let must = self.board.completions(other);
        if must.len() > 1 {
            return -(WON - ply - 1);
        }
        if !self.fuel.burn() || ply >= DEEPEST {
            return self.still(mover);
        }
        if let [only] = must.all() {
            let only = *only;
            self.board.place(only, mover);
            let value = -self.value(other, depth, -beta, -alpha, ply + 1);
            self.board.take_back(only, mover);
            return value;
        }
        if depth <= 0 {
            let deep = by_fours(self.board, mover, FOURS_AT_LEAVES, &mut self.fuel);
            return if deep.is_some() { WON - ply - 2 } else { self.still(mover) };
        }
        // The same pebbles are another position when the other is to move.
        let key = if mover == 0 { self.board.hash } else { !self.board.hash };
        let known = self.seen.get(&key).copied();
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast if entry.value >= beta => return entry.value,
                Bound::AtMost if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let moves = self.moves(mover, known.map(|entry| entry.best));
        let (mut best, mut best_cell, from) = (-WON, moves.first().copied().unwrap_or_default(), alpha);
        for (index, &cell) in moves.iter().enumerate() {
            self.board.place(cell, mover);
            let value = if index == 0 {
                -self.value(other, depth - 1, -beta, -alpha, ply + 1)
            } else {
                let scout = -self.value(other, depth - 1, -alpha - 1, -alpha, ply + 1);
                if scout > alpha && scout < beta {
                    -self.value(other, depth - 1, -beta, -alpha, ply + 1)
                } else {
                    scout
                }
            };
            self.board.take_back(cell, mover);
            if value > best {
                (best, best_cell) = (value, cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if self.fuel.left > 0 && self.seen.len() < MAX_ENTRIES {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > from {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.seen.insert(key, TranspositionEntry { depth, value: best, bound, best: best_cell });
        }
        best
    }

    /// What the board looks like, without looking further.
    fn still(&self, mover: usize) -> i32 {
        self.board.total(mover) - self.board.total(1 - mover) + TEMPO
    }

    /// The moves worth trying, the best first.
    fn moves(&mut self, mover: usize, known: Option<Cell>) -> Vec<Cell> {
        let mut moves = candidates(self.board, mover, self.width);
        if let Some(place) = known.and_then(|known| moves.iter().position(|cell| *cell == known)) {
            moves[..=place].rotate_right(1);
        }
        moves
    }
}

/// The moves worth trying, the best first: where the other threatens to fork, only what stops that, and own fours.
pub(super) fn candidates(board: &mut Board, mover: usize, width: usize) -> Vec<Cell> {
    match answers_to_fork(board, 1 - mover) {
        Some(mut answers) => {
            let fours: Vec<Cell> = board.four_makers(mover).filter(|cell| !answers.contains(cell)).collect();
            answers.extend(fours);
            if answers.is_empty() {
                // Lost against best play; still the fork itself is the crossing to take.
                answers.extend(board.four_makers(1 - mover));
            }
            board.most_interesting(answers.into_iter(), mover, width)
        }
        None => board.most_interesting(board.cells(), mover, width),
    }
}

//! Two players: wins by force, one threat after another.
//!
//! A four must be answered on the one crossing that stops it. An open three (a pebble that makes it four would win
//! on two crossings) must be answered on one of a few, or by a four. So the tree of threats is thin, and a win many
//! moves deep is found quickly.

use super::board::{Board, Cell};
use crate::meter::Meter;

/// How many boards may still be looked at.
pub(super) struct Fuel<'a> {
    pub(super) left: u32,
    /// What it costs to look at one.
    pub(super) board_work: u32,
    pub(super) meter: &'a Meter<'a>,
}

impl Fuel<'_> {
    /// Whether to go on; asked once a board.
    pub(super) fn burn(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if !self.meter.charge(self.board_work) {
            self.left = 0;
        }
        self.left > 0
    }
}

/// The first move of a win by fours alone, if there is one.
pub(super) fn by_fours(board: &mut Board, own: usize, depth: u32, fuel: &mut Fuel<'_>) -> Option<Cell> {
    let other = 1 - own;
    if let Some(&wins) = board.completions(own).all().first() {
        return Some(wins);
    }
    if depth == 0 || !fuel.burn() {
        return None;
    }
    let must = board.completions(other);
    if must.len() > 1 {
        return None;
    }
    let mut makers: Vec<Cell> = match must.all() {
        [only] if board.makes_four(*only, own) => vec![*only],
        [_] => return None,
        _ => board.four_makers(own).collect(),
    };
    makers.sort_by_key(|cell| std::cmp::Reverse(board.builds(*cell, own)));
    for maker in makers {
        board.place(maker, own);
        let wins = board.completions(own);
        let found = match wins.all() {
            [] => false,
            [answer] => {
                let answer = *answer;
                board.place(answer, other);
                let found = by_fours(board, own, depth - 1, fuel).is_some();
                board.take_back(answer, other);
                found
            }
            _ => true,
        };
        board.take_back(maker, own);
        if found {
            return Some(maker);
        }
    }
    None
}

/// The first move of a win by fours and open threes, if there is one that is not too long.
pub(super) fn by_threats(board: &mut Board, own: usize, depth: u32, fuel: &mut Fuel<'_>) -> Option<Cell> {
    let other = 1 - own;
    if let Some(win) = by_fours(board, own, 2 * depth + 6, fuel) {
        return Some(win);
    }
    if depth == 0 || !fuel.burn() {
        return None;
    }
    // Threes are too slow while the other has a four.
    let must = board.completions(other);
    let mut candidates: Vec<Cell> = match must.all() {
        [] => board
            .cells()
            .filter(|cell| board.is_free(*cell) && is_worth_a_threat(board, *cell, own))
            .collect(),
        [only] => vec![*only],
        _ => return None,
    };
    candidates.sort_by_key(|cell| std::cmp::Reverse(board.builds(*cell, own)));
    candidates.truncate(MAX_THREATS);
    candidates.into_iter().find(|&cell| {
        board.place(cell, own);
        let wins = after_threat(board, own, depth, fuel);
        board.take_back(cell, own);
        wins
    })
}

/// Only so many threats are tried at each step, the most promising first.
const MAX_THREATS: usize = 16;
/// What a pebble must build to be the third of something.
const WORTH_A_THREAT: i32 = 60;

fn is_worth_a_threat(board: &Board, cell: Cell, own: usize) -> bool {
    board.makes_four(cell, own) || board.builds(cell, own) >= WORTH_A_THREAT
}

/// Whether every answer to the own last pebble loses.
fn after_threat(board: &mut Board, own: usize, depth: u32, fuel: &mut Fuel<'_>) -> bool {
    let other = 1 - own;
    if board.completions(other).len() > 0 {
        return false;
    }
    let wins = board.completions(own);
    match wins.all() {
        [] => {}
        [answer] => {
            let answer = *answer;
            board.place(answer, other);
            let found = by_threats(board, own, depth - 1, fuel).is_some();
            board.take_back(answer, other);
            return found;
        }
        _ => return true,
    }
    let Some(answers) = answers_to_fork(board, own) else { return false };
    // A win by fours of the other comes before any three.
    if by_fours(board, other, 6, fuel).is_some() {
        return false;
    }
    let counters: Vec<Cell> = board.four_makers(other).filter(|cell| !answers.contains(cell)).collect();
    for answer in answers.into_iter().chain(counters) {
        if !fuel.burn() {
            return false;
        }
        board.place(answer, other);
        let found = by_threats(board, own, depth - 1, fuel).is_some();
        board.take_back(answer, other);
        if !found {
            return false;
        }
    }
    true
}

/// If the seat threatens to make more wins than one pebble can stop: all crossings where a pebble that makes no
/// four could stop that. Nothing if there is no such threat.
pub(super) fn answers_to_fork(board: &mut Board, own: usize) -> Option<Vec<Cell>> {
    let makers: Vec<Cell> = board.four_makers(own).collect();
    let mut answers: Option<Vec<Cell>> = None;
    for maker in makers {
        board.place(maker, own);
        let wins = board.completions(own);
        board.take_back(maker, own);
        if wins.len() < 2 {
            continue;
        }
        let stops = |cell: &Cell| *cell == maker || (wins.len() == 2 && wins.all().contains(cell));
        answers = Some(match answers {
            None => std::iter::once(maker).chain(wins.all().iter().copied()).filter(stops).collect(),
            Some(before) => before.into_iter().filter(stops).collect(),
        });
    }
    answers
}

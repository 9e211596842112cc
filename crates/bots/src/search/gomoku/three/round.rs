//! Three players: nobody wins against two who pay attention, unless one pebble makes more rows of four than they
//! can stop.
//!
//! So the order is: complete the own five; stop the next player's, then that of the player after; make a fork that
//! the two cannot close; take such forks from the others; else look a round ahead, everybody playing for himself,
//! and build where a fork can grow.

use super::super::board::{Board, Cell, next};
use crate::meter::Meter;

/// How many boards may still be looked at.
pub(super) struct Fuel<'a> {
    pub(super) left: u32,
    /// What it costs to look at one.
    pub(super) board_work: u32,
    pub(super) meter: &'a Meter<'a>,
}

impl Fuel<'_> {
    /// Whether to go on; asked once per board.
    fn burn(&mut self) -> bool {
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

/// A fork that cannot be stopped, in the unit of windows' weights.
pub(super) const FORK: i32 = 50_000;
/// What another's strength takes from the own value.
const ENVY: f64 = 0.45;

/// The value of each of these moves for the seat.
pub(super) fn evaluate(
    board: &mut Board,
    own: usize,
    moves: &[Cell],
    depth: i32,
    width: usize,
    fuel: &mut Fuel<'_>,
) -> Vec<i32> {
    let value = |cell: &Cell| {
        board.place(*cell, own);
        let value = if forks(board, own) {
            FORK
        } else {
            let values = play_on(board, next(own, board.seats), depth - 1, width, fuel);
            values[own]
        };
        board.take_back(*cell, own);
        value
    };
    moves.iter().map(value).collect()
}

/// Where the seat must put its pebble: its own five, or one that it has to stop.
pub(super) fn forced(board: &Board, mover: usize) -> Vec<Cell> {
    let mut seat = mover;
    for _ in 0..board.seats {
        let cells = board.completions(seat);
        if cells.len() > 0 {
            return cells.all().to_vec();
        }
        seat = next(seat, board.seats);
    }
    Vec::new()
}

/// Whether the seat has more ways to win than the others have pebbles before its next turn.
pub(super) fn forks(board: &Board, seat: usize) -> bool {
    board.completions(seat).len() >= board.seats
}

/// The crossings where a pebble of the seat makes such a fork.
pub(super) fn fork_makers(board: &mut Board, seat: usize) -> Vec<Cell> {
    let makers: Vec<Cell> = board.four_makers(seat).collect();
    let makes = |cell: &Cell| {
        board.place(*cell, seat);
        let makes = forks(board, seat);
        board.take_back(*cell, seat);
        makes
    };
    makers.into_iter().filter(makes).collect()
}

/// What everybody will have if each plays for himself from here.
fn play_on(board: &mut Board, mover: usize, depth: i32, width: usize, fuel: &mut Fuel<'_>) -> [i32; 3] {
    if board.is_full() || !fuel.burn() {
        return estimate_shares(board);
    }
    let own_five = board.completions(mover);
    if own_five.len() > 0 {
        let mut values = [-2 * FORK; 3];
        values[mover] = 2 * FORK;
        return values;
    }
    let moves = match forced(board, mover) {
        cells if !cells.is_empty() => cells,
        _ if depth <= 0 => return estimate_shares(board),
        _ => {
            let forks = fork_makers(board, mover);
            if let Some(&cell) = forks.first() { vec![cell] } else { interesting(board, mover, width) }
        }
    };
    let mut best: Option<[i32; 3]> = None;
    for cell in moves {
        board.place(cell, mover);
        let values = if forks(board, mover) && nobody_else_completes(board, mover) {
            let mut values = [-FORK; 3];
            values[mover] = FORK;
            values
        } else {
            play_on(board, next(mover, board.seats), depth - 1, width, fuel)
        };
        board.take_back(cell, mover);
        if best.is_none_or(|best| values[mover] > best[mover]) {
            best = Some(values);
        }
    }
    best.unwrap_or_else(|| estimate_shares(board))
}

fn nobody_else_completes(board: &Board, seat: usize) -> bool {
    (0..board.seats).all(|other| other == seat || board.completions(other).len() == 0)
}

/// Everybody's own windows less a part of the others'.
fn estimate_shares(board: &Board) -> [i32; 3] {
    let totals: [i32; 3] = std::array::from_fn(|seat| if seat < board.seats { board.total(seat) } else { 0 });
    let sum: i32 = totals.iter().sum();
    totals.map(|total| total - (ENVY * f64::from(sum - total)) as i32)
}

/// The free crossings that matter most to the seat.
pub(super) fn interesting(board: &Board, mover: usize, width: usize) -> Vec<Cell> {
    board.most_interesting(board.cells(), mover, width)
}

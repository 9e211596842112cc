//! Whether anybody can still make five in a row.

use super::Crossing;
use super::board::{Board, Direction};

/// The first window of five crossings, in a fixed order, that is open: it does not hold pebbles of two colours.
///
/// Pebbles stay, so a dead window never opens again: it is enough to look at one window after each pebble and to
/// go on when it has died. A whole game costs no more looks than there are pebbles and windows, and the same
/// pebbles give the same window in whatever order they came.
///
/// A row of five or more contains a window of one colour. So when no window is open nobody can win, on a board
/// of any size, and also where exactly five are needed. There the converse fails: a window can be open though
/// its five would be a six, and a six that lies on the board keeps windows open for ever. Such a game is played
/// on until the board is full: the draw comes late, never too early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FirstOpenWindow {
    /// Index into [`Direction::ALL`]; beyond it when every window is dead.
    direction: u8,
    start: Crossing,
}

impl FirstOpenWindow {
    /// On an empty board the first window of all is open.
    pub(super) const START: Self = Self { direction: 0, start: Crossing::new(0, 0) };

    /// Whether every window is dead.
    #[inline]
    pub(super) const fn is_past_the_last(self) -> bool {
        self.direction as usize >= Direction::ALL.len()
    }

    /// Goes on to the first window that is open.
    #[inline]
    pub(super) fn advance(&mut self, board: &Board, lines: u8) {
        while let Some(&direction) = Direction::ALL.get(usize::from(self.direction)) {
            if !board.is_dead(self.start, direction) {
                return;
            }
            self.step(direction, lines as i8);
        }
    }

    /// The next window in order: across, down, falling, rising; in each direction by row, then by column.
    fn step(&mut self, direction: Direction, lines: i8) {
        let (across, down) = direction.delta();
        let most_x = if across > 0 { lines - 5 } else { lines - 1 };
        let most_y = if down > 0 { lines - 5 } else { lines - 1 };
        self.start.x += 1;
        if self.start.x > most_x {
            self.start = Crossing::new(least_x(direction), self.start.y + 1);
        }
        if self.start.y > most_y {
            self.direction += 1;
            let next = Direction::ALL.get(usize::from(self.direction));
            self.start = Crossing::new(next.map_or(0, |&next| least_x(next)), 0);
        }
    }
}

/// The first column where a window can start.
const fn least_x(direction: Direction) -> i8 {
    match direction {
        Direction::Rising => 4,
        Direction::Across | Direction::Down | Direction::Falling => 0,
    }
}

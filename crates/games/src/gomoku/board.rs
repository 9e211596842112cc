//! The pebbles on the board, and the rows they make.

use std::cmp::Ordering;

use game::Seat;
use serde::{Deserialize, Serialize};

use super::{Crossing, MAX_LINES};

/// Pebbles that win in a row.
const FIVE: usize = 5;

/// From one row of the board to the next. One empty column lies between the end of a row and the start of the
/// next, and one empty row above and below, so that a walk along pebbles always stops at the edge.
const STRIDE: usize = MAX_LINES + 1;

/// The padded board, a little longer so that the last diagonal step stays inside.
const CELLS: usize = STRIDE * (MAX_LINES + 2) + 2;

/// A whole line of the largest board, in a number of cells that machines like.
const LINE: usize = 32;
const _: () = assert!(MAX_LINES <= LINE && STRIDE * MAX_LINES + 1 + LINE <= CELLS);

/// The four ways a row can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Across,
    Down,
    /// To the right and down.
    Falling,
    /// To the left and down.
    Rising,
}

impl Direction {
    pub(super) const ALL: [Self; 4] = [Self::Across, Self::Down, Self::Falling, Self::Rising];

    /// How far apart neighbours in this direction lie in memory.
    const fn step(self) -> usize {
        match self {
            Self::Across => 1,
            Self::Down => STRIDE,
            Self::Falling => STRIDE + 1,
            Self::Rising => STRIDE - 1,
        }
    }

    /// How x and y change from one crossing to the next.
    pub(super) const fn delta(self) -> (i8, i8) {
        match self {
            Self::Across => (1, 0),
            Self::Down => (0, 1),
            Self::Falling => (1, 1),
            Self::Rising => (-1, 1),
        }
    }
}

/// A row of pebbles, from end to end.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The end that lies further up, or to the left in a row that runs across.
    pub from: Crossing,
    /// The other end.
    pub to: Crossing,
}

impl Row {
    /// How many crossings it has.
    #[must_use]
    pub fn length(self) -> usize {
        let across = self.to.x.abs_diff(self.from.x);
        usize::from(across.max(self.to.y.abs_diff(self.from.y))) + 1
    }

    /// Its crossings, from end to end.
    pub fn crossings(self) -> impl Iterator<Item = Crossing> {
        // Rows can come from JSON, with any numbers: nothing here may overflow.
        let toward = |from: i8, to: i8, steps: usize| match to.cmp(&from) {
            Ordering::Less => from.wrapping_sub(steps as i8),
            Ordering::Equal => from,
            Ordering::Greater => from.wrapping_add(steps as i8),
        };
        (0..self.length()).map(move |steps| {
            Crossing::new(toward(self.from.x, self.to.x, steps), toward(self.from.y, self.to.y, steps))
        })
    }
}

/// Whose pebble lies where: one bit a seat, nothing for a free crossing or one beside the board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board([u8; CELLS]);

impl Board {
    pub(super) const EMPTY: Self = Self([0; CELLS]);

    /// Only for crossings of the largest board.
    #[inline]
    const fn cell(crossing: Crossing) -> usize {
        (crossing.y as usize + 1) * STRIDE + crossing.x as usize + 1
    }

    #[inline]
    pub(super) fn put(&mut self, crossing: Crossing, seat: Seat) {
        // Tables have three seats at the most: another number is nobody's and must not overflow.
        self.0[Self::cell(crossing)] = 1 << (seat.number() & 3);
    }

    /// How the crossings of a row are drawn, from the left: `.` if one is free, else the number of the seat, counted from 1.
    pub(super) fn letters(&self, y: i8, lines: u8) -> impl Iterator<Item = u8> {
        const LETTERS: [u8; 16] = *b".12.3...4.......";
        let first = Self::cell(Crossing::new(0, y));
        self.0[first..first + usize::from(lines)].iter().map(|pebble| LETTERS[usize::from(pebble & 0xF)])
    }

    #[inline]
    pub(super) fn owner(&self, crossing: Crossing) -> Option<Seat> {
        match self.0[Self::cell(crossing)] {
            0 => None,
            bit => Some(Seat::of(bit.trailing_zeros() as u8)),
        }
    }

    /// Whether the window of five that starts here holds pebbles of two colours, so that nobody can fill it.
    #[inline]
    pub(super) fn is_dead(&self, start: Crossing, direction: Direction) -> bool {
        let (first, step) = (Self::cell(start), direction.step());
        let colours = (0..FIVE).fold(0, |colours, index| colours | self.0[first + index * step]);
        colours & colours.wrapping_sub(1) != 0
    }

    /// How many pebbles of one colour lie beyond this cell, on each side, without a gap.
    #[inline]
    fn reach(&self, cell: usize, step: usize) -> (usize, usize) {
        let colour = self.0[cell];
        let mut before = 0;
        while self.0[cell - (before + 1) * step] == colour {
            before += 1;
        }
        let mut after = 0;
        while self.0[cell + (after + 1) * step] == colour {
            after += 1;
        }
        (before, after)
    }

    /// Whether the pebble that lies here completes a row that wins.
    #[inline]
    pub(super) fn wins(&self, crossing: Crossing, exact_five: bool) -> bool {
        let cell = Self::cell(crossing);
        if self.0[cell] == 0 {
            return false;
        }
        Direction::ALL.into_iter().any(|direction| {
            let (before, after) = self.reach(cell, direction.step());
            is_winning(before + 1 + after, exact_five)
        })
    }

    /// The rows through this pebble that win, from end to end.
    pub(super) fn winning_rows(&self, crossing: Crossing, exact_five: bool) -> Vec<Row> {
        let cell = Self::cell(crossing);
        let mut rows = Vec::new();
        for direction in Direction::ALL {
            let (before, after) = self.reach(cell, direction.step());
            if is_winning(before + 1 + after, exact_five) {
                let (across, down) = direction.delta();
                let along = |steps: i8| Crossing::new(crossing.x + across * steps, crossing.y + down * steps);
                rows.push(Row { from: along(-(before as i8)), to: along(after as i8) });
            }
        }
        rows
    }
}

const fn is_winning(length: usize, exact_five: bool) -> bool {
    length == FIVE || length > FIVE && !exact_five
}

//! Which free cells lie close enough to a stone to be worth looking at: found for a whole row at a time, when it is asked for.

use super::position::MAX_LINES;

/// Rows above and below the board that hold nothing.
const FAR: usize = 3;

/// A bit for each stone of a row.
#[derive(Clone)]
pub(super) struct Occupied {
    rows: [u32; MAX_LINES + 2 * FAR],
    lines: usize,
}

impl Occupied {
    pub(super) const fn none(lines: usize) -> Self {
        Self { rows: [0; MAX_LINES + 2 * FAR], lines }
    }

    /// A stone is put there, or taken away.
    #[inline]
    pub(super) const fn toggle(&mut self, x: usize, y: usize) {
        self.rows[y + FAR] ^= 1 << x;
    }

    /// Calls `take` for the column and row of every free cell up to two cells from a stone, or three along a line.
    pub(super) fn each_near(&self, mut take: impl FnMut(usize, usize)) {
        let board = (1_u32 << self.lines) - 1;
        for y in 0..self.lines {
            let at = |down: usize| self.rows[y + down];
            let close = (FAR - 2..=FAR + 2).fold(0, |rows, down| rows | at(down));
            let ends = at(0) | at(2 * FAR);
            let along = at(FAR) | ends;
            let mut near = close | close << 1 | close << 2 | close >> 1 | close >> 2 | ends;
            near |= along << 3 | along >> 3;
            near &= board & !at(FAR);
            while near != 0 {
                take(near.trailing_zeros() as usize, y);
                near &= near - 1;
            }
        }
    }
}

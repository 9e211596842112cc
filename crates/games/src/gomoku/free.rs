//! The free crossings, always listed: players are asked for the list at every turn.

use super::{Action, Crossing, MAX_LINES};

const MAX_CROSSINGS: usize = MAX_LINES * MAX_LINES;

/// The free crossings in order, ready to be copied out.
///
/// Taking one moves those behind it up. Its place in the list is found without a search: the rows before it are
/// counted all the time, and the bits of its own row are counted on the spot.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Free {
    /// The first `count` are free, row by row, each row from the left. The others are [`Action::TOP_LEFT`].
    actions: [Action; MAX_CROSSINGS],
    count: u16,
    /// For each row of the largest board, how many crossings are free in the rows above it.
    above: [u16; MAX_LINES],
    /// For each row, one bit a free crossing.
    rows: [u32; MAX_LINES],
}

impl Free {
    /// All crossings of a board of the given number of lines.
    pub(super) fn all(lines: u8) -> Self {
        let mut free = Self {
            actions: [Action::TOP_LEFT; MAX_CROSSINGS],
            count: u16::from(lines) * u16::from(lines),
            above: [u16::from(lines) * u16::from(lines); MAX_LINES],
            rows: [0; MAX_LINES],
        };
        for (slot, crossing) in free.actions.iter_mut().zip(Crossing::all(lines)) {
            *slot = Action::Place(crossing);
        }
        for row in 0..usize::from(lines) {
            free.above[row] = row as u16 * u16::from(lines);
            free.rows[row] = (1 << lines) - 1;
        }
        free
    }

    #[inline]
    pub(super) const fn count(&self) -> u16 {
        self.count
    }

    /// The free crossings as actions, row by row, each row from the left.
    #[inline]
    pub(super) fn actions(&self) -> &[Action] {
        &self.actions[..usize::from(self.count)]
    }

    /// Takes a crossing of the largest board; false, and nothing changes, if it is not free.
    #[inline]
    pub(super) fn take(&mut self, crossing: Crossing) -> bool {
        let row = crossing.y as usize;
        let bit = 1 << crossing.x;
        if self.rows[row] & bit == 0 {
            return false;
        }
        let left_of_it = (self.rows[row] & (bit - 1)).count_ones() as usize;
        let place = usize::from(self.above[row]) + left_of_it;
        self.rows[row] &= !bit;
        for (other, above) in self.above.iter_mut().enumerate() {
            *above -= u16::from(other > row);
        }
        let count = usize::from(self.count);
        self.actions.copy_within(place + 1..count, place);
        self.actions[count - 1] = Action::TOP_LEFT;
        self.count -= 1;
        true
    }

    /// The free crossing nearest to the centre; of equals the highest, then the leftmost.
    pub(super) fn nearest_to_the_centre(&self, lines: u8) -> Option<Action> {
        // The list is in order of rows, and of equals the first is kept.
        self.actions().iter().copied().min_by_key(|action| action.crossing().from_centre(lines))
    }
}

//! What can be set for a table.

use game::Seat;
use game::options::BoundedInt;

game::options! {
    /// The settings of a table.
    pub struct GomokuOptions {
        /// Lines of the board each way
        size: BoundedInt<10, 25> = BoundedInt::new(15),
        /// Only exactly five in a row win; six or more do not
        exact_five: bool = false,
        /// A draw as soon as nobody can make five in a row any more
        dead_draw: bool = true,
        /// In a rematch the next player begins
        rotate_first: bool = false,
        /// The player who begins
        first: BoundedInt<1, 3> = BoundedInt::new(1),
    }
}

impl GomokuOptions {
    /// The seat that begins.
    #[must_use]
    pub const fn opener(&self) -> Seat {
        Seat::of(self.first.get() as u8 - 1)
    }

    /// The settings of the next game of the same people.
    ///
    /// A position does not know how many games came before it, so the turn to begin is handed on here: with
    /// `rotate_first` the next player begins, and otherwise nothing changes.
    #[must_use]
    pub fn for_rematch(self, seats: u8) -> Self {
        if !self.rotate_first {
            return self;
        }
        let next = self.opener().next(seats);
        Self { first: BoundedInt::new(u32::from(next.number()) + 1), ..self }
    }
}

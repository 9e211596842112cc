//! Why a pebble cannot go there.

use std::fmt;

use game::Seat;

use super::Crossing;

/// The rules that forbid an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GomokuRefusal {
    /// The board has no such crossing.
    OffBoard {
        /// What was asked for.
        crossing: Crossing,
        /// Lines of the board each way.
        lines: u8,
    },
    /// A pebble lies there already.
    Occupied {
        /// What was asked for.
        crossing: Crossing,
        /// Whose pebble it is.
        owner: Seat,
    },
}

impl fmt::Display for GomokuRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { crossing, lines } => {
                let last = Crossing::new(*lines as i8 - 1, *lines as i8 - 1);
                write!(f, "The board has no crossing {crossing}: its crossings run from A1 to {last}.")
            }
            Self::Occupied { crossing, owner } => write!(
                f,
                "The crossing {crossing} is taken: a pebble of player {} lies there, and pebbles stay.",
                owner.number() + 1
            ),
        }
    }
}

game::refusal_codes!(GomokuRefusal {
    Self::OffBoard { .. } => "off_board",
    Self::Occupied { .. } => "occupied",
});

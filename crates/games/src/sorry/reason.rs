//! Why a choice is a good one, in words.

use game::{Seat, Voice};
use serde::{Deserialize, Serialize};

/// What speaks for a choice.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The pawn reaches Home.
    ReachesHome {},
    /// A pawn is sent to Start.
    Bumps {
        /// The seat it concerns.
        seat: Seat,
        /// How many steps it had to Home.
        left: u8,
    },
    /// The pawn leaves Start.
    LeavesStart {},
    /// The pawns change places.
    Switches {
        /// With whom.
        seat: Seat,
        /// By how many steps the own pawn comes nearer to Home.
        gained: i8,
    },
    /// The pawn comes nearer to Home.
    Advances {
        /// By how many steps.
        steps: u8,
        /// How many are left.
        left: u8,
    },
    /// The pawn gets farther from Home.
    FallsBack {
        /// By how many steps.
        steps: u8,
        /// How many are left.
        left: u8,
    },
    /// The pawn stays where it is.
    Stays {
        /// How many steps are left.
        left: u8,
    },
}

impl Reason {
    /// As one sentence for people.
    #[must_use]
    pub fn sentence(&self, voice: &Voice) -> String {
        match *self {
            Self::ReachesHome {} => "It brings your pawn Home.".to_owned(),
            Self::Bumps { seat, left } => format!(
                "It sends {} pawn back to Start, which had {} to Home.",
                voice.possessive(seat),
                steps_words(left)
            ),
            Self::LeavesStart {} => "It brings your pawn out of Start.".to_owned(),
            Self::Switches { seat, gained: gained @ 0.. } => format!(
                "Changing places with {} brings you {} nearer to Home.",
                voice.inner_name(seat),
                steps_words(gained as u8)
            ),
            Self::Switches { seat, gained } => format!(
                "Changing places with {} costs you {}.",
                voice.inner_name(seat),
                steps_words(gained.unsigned_abs())
            ),
            Self::Advances { steps, left } => {
                format!("It brings you {} nearer to Home: {left} are left.", steps_words(steps))
            }
            Self::FallsBack { steps, left } => {
                format!("It costs {}, and {left} are left to Home.", steps_words(steps))
            }
            Self::Stays { left } => format!("Your pawn stays where it is, {} from Home.", steps_words(left)),
        }
    }
}

fn steps_words(steps: u8) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

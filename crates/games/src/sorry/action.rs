//! What a player can do.

use std::fmt;

use game::Seat;
use serde::{Deserialize, Serialize};

/// What a player can do: draw a card, then use it.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Draw a card.
    Roll,
    /// Go Home with the exact count.
    Home,
    /// Put the pawn from Start on its exit square.
    Leave,
    /// Go forward as far as the card says.
    Forward,
    /// Go backward as far as the card says.
    Backward,
    /// Change places with this opponent.
    Switch(Seat),
    /// Take this opponent's square and send that pawn to its Start: what an 11 does in the dialect `unity`.
    Take(Seat),
    /// Send this opponent's pawn to its Start.
    Sorry(Seat),
    /// Let the card go unused.
    Forfeit,
}

impl Action {
    /// The opponent it is done to.
    #[must_use]
    pub const fn opponent(self) -> Option<Seat> {
        match self {
            Self::Switch(seat) | Self::Take(seat) | Self::Sorry(seat) => Some(seat),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Home => f.write_str("home"),
            Self::Leave => f.write_str("leave Start"),
            Self::Forward => f.write_str("forward"),
            Self::Backward => f.write_str("backward"),
            Self::Switch(seat) => write!(f, "change places with seat {seat}"),
            Self::Take(seat) => write!(f, "take the square of seat {seat}"),
            Self::Sorry(seat) => write!(f, "Sorry! to seat {seat}"),
            Self::Forfeit => f.write_str("forfeit"),
        }
    }
}

//! Whether a game goes on.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// Who is to act, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// These seats are to act. If they are several, they act in any order, and each choice is seen when it is made.
    ToAct(SeatSet),
    /// These seats choose at the same time. What one chooses is not seen by anybody else before all have chosen; only that
    /// it has chosen is.
    Sealed(SeatSet),
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    /// The seats to act; none when the game is over.
    #[must_use]
    pub const fn to_act(self) -> SeatSet {
        match self {
            Self::ToAct(seats) | Self::Sealed(seats) => seats,
            Self::Over(_) => SeatSet::EMPTY,
        }
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::ToAct(_) | Self::Sealed(_) => None,
            Self::Over(outcome) => Some(outcome),
        }
    }

    /// Whether the game has ended.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }
}

/// How a game ended: its winners. Nobody = a draw; several = they share the win.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won.
    pub winners: SeatSet,
}

impl Outcome {
    /// Nobody won.
    pub const DRAW: Self = Self { winners: SeatSet::EMPTY };

    /// One seat won.
    #[must_use]
    pub const fn won_by(seat: Seat) -> Self {
        Self { winners: SeatSet::only(seat) }
    }

    /// These seats share the win.
    #[must_use]
    pub const fn shared_by(winners: SeatSet) -> Self {
        Self { winners }
    }
}

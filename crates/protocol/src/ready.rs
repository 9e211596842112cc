//! People who would play: what they want, and what the server proposes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Clock, Commitment, TableId};

/// How fast a game is played.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// 20 seconds for a decision.
    #[default]
    Quick,
    /// 90 seconds for a decision.
    Calm,
    /// A day for a decision.
    Days,
}

impl Pace {
    /// Whether it is what a wish without a pace means.
    const fn is_quick(&self) -> bool {
        matches!(self, Self::Quick)
    }

    /// The time limit of a decision.
    #[must_use]
    pub const fn clock(self) -> Clock {
        Clock::Seconds(match self {
            Self::Quick => 20,
            Self::Calm => 90,
            Self::Days => Clock::DAY_SECONDS,
        })
    }
}

/// What somebody would play.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadyWish {
    /// Names of the games, the one they like best first.
    pub games: Vec<String>,
    /// Fewest seats at the table, bots included.
    pub min_seats: u8,
    /// Most seats at the table, bots included.
    pub max_seats: u8,
    /// How fast.
    #[serde(default, skip_serializing_if = "Pace::is_quick")]
    #[ts(optional, as = "Option<Pace>")]
    pub pace: Pace,
    /// Seconds after which bots may fill the seats that are left; never if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots_after_seconds: Option<u32>,
    /// How many minutes to stay on the list, 1 to 120; 120 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub minutes: Option<u16>,
    /// Whether to stay on the list without a connection, and to be called when there is a table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub call: bool,
}

/// People who would play the same game.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ReadyGroup {
    /// Name of the game.
    pub game: String,
    /// How fast.
    pub pace: Pace,
    /// Their names, the one who waits longest first.
    pub people: Vec<String>,
    /// How many seats a table needs that suits all of them.
    pub needed: u8,
}

/// A table that is opened if everybody accepts.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Proposal {
    /// Number of the proposal.
    pub proposal: u32,
    /// Name of the game.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// How fast.
    pub pace: Pace,
    /// Everybody who is asked, in the order of the seats.
    pub people: Vec<String>,
    /// Those of them who are away and are called: that takes longer. Missing if nobody is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub called: Vec<String>,
    /// Number of bots on the other seats.
    pub bots: u8,
    /// Milliseconds left to accept.
    pub expires_in_ms: u32,
    /// Commitment for the first game at the table.
    pub commitment: Commitment,
}

/// A proposal is over.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ProposalEnded {
    /// Number of the proposal.
    pub proposal: u32,
    /// The table where you are seated now: `join` it. Missing if not everybody accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// Whether you are still on the list of those who would play.
    pub waiting: bool,
}

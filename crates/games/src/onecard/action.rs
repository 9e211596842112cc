//! What a player can do.

use std::fmt;

use cards::Card;
use serde::{Deserialize, Serialize};

/// What a player can do.
///
/// Copies of the same card from different packs are one and the same action.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Lay a card, the only one or the last one of this turn.
    Play(Card),
    /// Lay a card and go on with another one of its rank, where the option `multi` is on.
    Lay(Card),
    /// Draw: the cards of the attack, or one card.
    Draw,
    /// Keep the card just drawn, where the option `play_drawn` is on.
    Keep,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {card}"),
            Self::Lay(card) => write!(f, "lay {card}"),
            Self::Draw => f.write_str("draw"),
            Self::Keep => f.write_str("keep"),
        }
    }
}

//! What a seat can do.

use std::fmt;

use cards::{Card, CardSet};
use serde::{Deserialize, Serialize};

/// What a seat can do.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Changes these cards; none keeps the hand.
    Change(CardSet),
    /// Takes the card that lies face up.
    TakeOpen,
    /// Leaves the card that lies face up and draws the next one unseen.
    DrawUnseen,
    /// Says Chicago: all five tricks will be mine.
    CallChicago,
    /// Does not say Chicago.
    NoChicago,
    /// Plays a card to the trick.
    Play(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Change(cards) if cards.is_empty() => f.write_str("keep all"),
            Self::Change(cards) => {
                f.write_str("change")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Self::TakeOpen => f.write_str("take the open card"),
            Self::DrawUnseen => f.write_str("draw unseen"),
            Self::CallChicago => f.write_str("call Chicago"),
            Self::NoChicago => f.write_str("no Chicago"),
            Self::Play(card) => write!(f, "play {card}"),
        }
    }
}

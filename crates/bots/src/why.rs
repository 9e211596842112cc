//! Why a choice is a good one: facts about it that can be counted from what the seat sees. A search knows what a choice is
//! worth, but not why; these are what a player would say of it, and no number is a guess.

mod chicago;
mod golf;
mod gomoku;
mod onecard;
mod sorry;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(crate) use chicago::why as chicago;
pub(crate) use golf::why as golf;
pub(crate) use gomoku::why as gomoku;
pub(crate) use onecard::why as onecard;
pub(crate) use sorry::why as sorry;

/// What speaks for a choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Why {
    /// As the game writes it.
    pub reason: Box<RawValue>,
    /// The same as a sentence for people.
    pub text: String,
}

impl Why {
    /// A reason of a game with its sentence.
    pub(crate) fn new(reason: &impl Serialize, text: String) -> Option<Self> {
        Some(Self { reason: serde_json::value::to_raw_value(reason).ok()?, text })
    }
}

/// A share in whole per cent.
fn percent(part: u64, whole: u64) -> u8 {
    if whole == 0 { 0 } else { ((200 * part + whole) / (2 * whole)) as u8 }
}

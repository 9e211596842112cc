//! Why a choice is a good one, in words.

use cards::Card;
use game::{Seat, Voice};
use serde::{Deserialize, Serialize};

/// What speaks for a choice. What is expected is the mean of the cards that the player has not seen.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Two cards are turned.
    Reveals {
        /// Whether they lie in one column.
        one_column: bool,
    },
    /// The card makes a pair, which counts nothing.
    MakesPair {
        /// The card.
        card: Card,
    },
    /// The last hidden card goes, and the round ends soon.
    GoesOut {
        /// What the own cards count then.
        points: i32,
        /// What the cards of the best other player count, those that lie hidden at their mean.
        next: f64,
    },
    /// An open card is replaced.
    Swaps {
        /// What the cards of the player count before.
        before: i32,
        /// What they count then.
        after: i32,
    },
    /// A hidden card is replaced.
    SwapsHidden {
        /// What the new card counts.
        points: i32,
        /// What a hidden card counts on average.
        expected: f64,
    },
    /// The open card of the pile is taken.
    TakesDiscard {
        /// What it counts.
        points: i32,
        /// What a card of the stock counts on average.
        expected: f64,
    },
    /// A card of the stock is taken.
    TakesStock {
        /// What the open card of the pile counts.
        points: i32,
        /// What a card of the stock counts on average.
        expected: f64,
    },
    /// The held card is thrown away.
    ThrowsAway {
        /// What it counts.
        points: i32,
        /// What a hidden card counts on average.
        expected: f64,
    },
    /// A hidden card is turned.
    Turns {
        /// What it counts on average.
        expected: f64,
    },
    /// A card of another player is taken.
    Steals {
        /// The seat it concerns.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether it makes a pair.
        pair: bool,
    },
}

impl Reason {
    /// As one sentence for people.
    #[must_use]
    pub fn sentence(&self, voice: &Voice) -> String {
        match *self {
            Self::Reveals { one_column: true } => "Two cards of one column may be a pair already.".to_owned(),
            Self::Reveals { one_column: false } => {
                "Two columns with one open card each can be paired by more cards.".to_owned()
            }
            Self::MakesPair { card } => {
                format!("{card} makes a pair in its column, and a pair counts nothing.")
            }
            Self::GoesOut { points, next } => format!(
                "All your cards are open then, with {}; the best of the others has about {next:.1}.",
                points_words(points)
            ),
            Self::Swaps { before, after } => {
                format!("Your open cards count {after} then instead of {before}.")
            }
            Self::SwapsHidden { points, expected } | Self::ThrowsAway { points, expected } => {
                format!("The card counts {points}, a hidden one {expected:.1} on average.")
            }
            Self::TakesDiscard { points, expected } | Self::TakesStock { points, expected } => {
                format!("The open card counts {points}, one of the stock {expected:.1} on average.")
            }
            Self::Turns { expected } => format!("A hidden card counts {expected:.1} on average."),
            Self::Steals { seat, card, pair: true } => {
                format!("{card} of {} makes a pair in your column.", voice.inner_name(seat))
            }
            Self::Steals { seat, card, pair: false } => {
                format!("It takes {card} from {}, who gets a hidden card for it.", voice.inner_name(seat))
            }
        }
    }
}

fn points_words(points: i32) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

//! Why a choice is a good one, in words.

use cards::Card;
use game::{Seat, Voice};
use serde::{Deserialize, Serialize};

/// What speaks for a choice.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The last card of the hand is played.
    EmptiesHand {},
    /// The attack falls on somebody else.
    PassesAttack {
        /// On whom.
        seat: Seat,
        /// How many cards they must draw or pass on.
        cards: u16,
    },
    /// A seven ends the attack.
    Parries {
        /// How many cards nobody draws.
        cards: u16,
    },
    /// The cards of an attack are drawn though it could be answered.
    TakesAttack {
        /// The number of cards.
        cards: u16,
    },
    /// Somebody must draw or answer.
    Attacks {
        /// The player it is about.
        seat: Seat,
        /// How many cards.
        cards: u16,
    },
    /// Somebody is skipped.
    Skips {
        /// The player it is about.
        seat: Seat,
        /// How many cards they hold.
        held: u16,
    },
    /// Play turns round.
    TurnsRound {
        /// Whose turn it is next.
        seat: Seat,
        /// How many cards they hold.
        held: u16,
    },
    /// A card that does something stays in the hand.
    KeepsSpecial {
        /// The card.
        card: Card,
        /// How many cards are left.
        left: u16,
        /// How many of them fit on the card that is played.
        fit: u16,
    },
    /// The next card is easy to play.
    Leaves {
        /// How many cards are left.
        left: u16,
        /// How many of them fit on the card that is played.
        fit: u16,
    },
    /// One of several cards of one rank is laid.
    LaysMore {
        /// How many cards of its rank are left.
        more: u16,
    },
    /// A card is drawn though one could be played.
    DrawsOne {},
    /// The card just drawn is kept.
    KeepsDrawn {},
}

impl Reason {
    /// As one sentence for people.
    #[must_use]
    pub fn sentence(&self, voice: &Voice) -> String {
        match *self {
            Self::EmptiesHand {} => "It is your last card: you win the round.".to_owned(),
            Self::PassesAttack { seat, cards } => {
                format!("It passes the attack on to {}: {}.", voice.inner_name(seat), cards_words(cards))
            }
            Self::Parries { cards } => {
                format!("It parries the attack: nobody draws the {}.", cards_words(cards))
            }
            Self::TakesAttack { cards } => {
                format!("It takes the {} and keeps the cards that could answer.", cards_words(cards))
            }
            Self::Attacks { seat, cards } => {
                format!("{} must answer or draw {}.", capital(&voice.inner_name(seat)), cards_words(cards))
            }
            Self::Skips { seat, held } => {
                format!("It skips {}, who has {} left.", voice.inner_name(seat), cards_words(held))
            }
            Self::TurnsRound { seat, held } => {
                let next = if voice.is_you(seat) { "you".to_owned() } else { voice.inner_name(seat) };
                format!("It turns play round to {next}, with {} in hand.", cards_words(held))
            }
            Self::KeepsSpecial { card, left, fit } => {
                format!("It keeps {card} for later; {}.", fit_words(left, fit))
            }
            Self::Leaves { left, fit } => format!("It leaves {}.", left_words(left, fit)),
            Self::LaysMore { more } => {
                format!("You can lay {} of the same rank in this turn.", more_words(more))
            }
            Self::DrawsOne {} => "It draws a card and keeps what you could play.".to_owned(),
            Self::KeepsDrawn {} => "It keeps the drawn card for a better moment.".to_owned(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn cards_words(count: u16) -> String {
    super::sentence::counted(count)
}

fn more_words(count: u16) -> String {
    if count == 1 { "one more card".to_owned() } else { format!("{count} more cards") }
}

fn left_words(left: u16, fit: u16) -> String {
    format!("{}, and {fit} of them {} on it", cards_words(left), if fit == 1 { "fits" } else { "fit" })
}

fn fit_words(left: u16, fit: u16) -> String {
    format!("{fit} of {} {} on this one", cards_words(left), if fit == 1 { "fits" } else { "fit" })
}

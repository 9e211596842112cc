//! Why an action can be refused.

use std::fmt;

use cards::{Card, Suit};

use super::Phase;

/// Why an action was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Something else is to be decided now.
    NotNow(Phase),
    /// The card is not in the hand.
    NotYourCard(Card),
    /// A card of the led suit must be played.
    MustFollowSuit(Suit),
    /// The player who has this many points may not change cards.
    BuyStop(i8),
}

game::refusal_codes!(Refusal {
    Self::NotNow(_) => "not_now",
    Self::NotYourCard(_) => "not_your_card",
    Self::MustFollowSuit(_) => "must_follow_suit",
    Self::BuyStop(_) => "buy_stop",
});

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNow(Phase::Exchange) => f.write_str("Now is the time to change cards, or to keep them."),
            Self::NotNow(Phase::OpenCard) => {
                f.write_str("Now is the time to take the open card, or to draw the next one.")
            }
            Self::NotNow(Phase::Call) => f.write_str("Now is the time to call Chicago, or not."),
            Self::NotNow(Phase::Tricks) => f.write_str("Now is the time to play a card."),
            Self::NotNow(Phase::Over) => f.write_str("The game is over."),
            Self::NotYourCard(card) => write!(f, "You do not hold {card}."),
            Self::MustFollowSuit(suit) => {
                write!(f, "You must follow suit: {} were led.", suit.name().to_lowercase())
            }
            Self::BuyStop(total) => {
                write!(f, "You may not change cards: whoever has {total} points or more keeps the hand.")
            }
        }
    }
}

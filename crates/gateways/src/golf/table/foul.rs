//! What no honest player does.

use std::fmt;

use games::cards::Card;

/// What is wrong with a message that was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Foul {
    /// A card is in the deck once.
    CardTwice(Card),
    /// Everybody has six cards.
    TooManyCards(String),
    /// Cards are missing.
    NotAllCards(usize),
    /// There is one stock.
    SecondStock,
    /// Nobody of that name plays.
    NoSuchPlayer(String),
    /// Somebody does something for somebody else.
    InAnothersName(String),
    /// Cards are numbered 0 to 5.
    NoSuchCard(i64),
    /// Two cards are turned before play.
    ThirdReveal,
    /// A rule of the game forbids it.
    Rule(String),
    /// There are hidden cards, and turns are left.
    RoundIsNotOver,
    /// Nine rounds are played.
    EndsTooEarly(u8),
    /// Nine rounds are played.
    TooManyRounds,
    /// The dealer never ends the round.
    Endless,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CardTwice(card) => write!(f, "{card} is in the deck twice"),
            Self::TooManyCards(name) => write!(f, "{name} was dealt more than six cards"),
            Self::NotAllCards(count) => write!(f, "{count} cards were dealt, not the 52 of a pack"),
            Self::SecondStock => f.write_str("the stock was laid twice"),
            Self::NoSuchPlayer(name) => write!(f, "nobody called {name:?} plays"),
            Self::InAnothersName(name) => write!(f, "that was done in the name of {name:?}"),
            Self::NoSuchCard(number) => write!(f, "there is no card {number}: they are numbered 0 to 5"),
            Self::ThirdReveal => f.write_str("exactly two cards are turned before play"),
            Self::Rule(sentence) => f.write_str(sentence),
            Self::RoundIsNotOver => f.write_str("the round was ended with cards hidden and turns left"),
            Self::EndsTooEarly(round) => write!(f, "the game was ended in round {round} of 9"),
            Self::TooManyRounds => f.write_str("a tenth round was begun"),
            Self::Endless => f.write_str("the round was never ended"),
        }
    }
}

impl std::error::Error for Foul {}

//! A playing card.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A suit, in the order in which people sort a hand here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// The English plural, as in "Spades 10".
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Spades", "Hearts", "Diamonds", "Clubs"][self as usize]
    }

    /// The letter that stands for it in records and on wires.
    #[must_use]
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// The sign on the card.
    #[must_use]
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// A rank; the ace is the highest. Games in which it counts as one handle that themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen, from two to ace.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// What stands in the corner of the card.
    #[must_use]
    pub const fn index(self) -> &'static str {
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][self as usize]
    }

    /// The rank in words: "seven", "queen".
    #[must_use]
    pub const fn word(self) -> &'static str {
        [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
            "ace",
        ][self as usize]
    }
}

/// One of the 52 cards. Ordered by suit, then by rank with the ace high.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many there are in a pack.
    pub const COUNT: usize = 52;

    /// The card of this suit and rank.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * 13 + rank as u8)
    }

    /// The card with this [`number`](Self::number).
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number < 52 { Some(Self(number)) } else { None }
    }

    /// Its place in the order, 0 to 51: 13 times the suit plus the rank.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in the order, as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize % 4]
    }

    /// The rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 13) as usize]
    }

    /// A whole pack in order.
    #[must_use]
    pub fn pack() -> [Self; 52] {
        std::array::from_fn(|number| Self(number as u8))
    }
}

impl fmt::Display for Card {
    /// As people write it: `10♠`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` so that boards can align cards in columns.
        f.pad(&format!("{}{}", self.rank().index(), self.suit().sign()))
    }
}

impl fmt::Debug for Card {
    /// As it stands in records: `S10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().index())
    }
}

/// Why a text is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardError;

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is written as its suit (S, H, D, C) and its rank (2 to 10, J, Q, K, A): S10")
    }
}

impl std::error::Error for CardError {}

impl FromStr for Card {
    type Err = CardError;

    /// Reads `S10`, as records have it.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut rest = text.chars();
        let letter = rest.next().ok_or(CardError)?;
        let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter).ok_or(CardError)?;
        let rank = Rank::ALL.into_iter().find(|rank| rank.index() == rest.as_str()).ok_or(CardError)?;
        Ok(Self::new(rank, suit))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:?}"))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(Card, "Card", {
    "description": "A playing card: the letter of its suit and its rank, such as SA, D10 or H7.",
    "type": "string",
    "pattern": "^[SHDC]([2-9]|10|[JQKA])$"
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_and_read_again() {
        for (number, card) in Card::pack().into_iter().enumerate() {
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(Card::from_number(number as u8), Some(card));
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
        let ten: Card = "S10".parse().unwrap();
        assert_eq!((ten.rank(), ten.suit(), ten.to_string()), (Rank::Ten, Suit::Spades, "10♠".into()));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "S", "S1", "S11", "10S", "s10", "X2", "S10 ", "é", "♠10"] {
            assert_eq!(text.parse::<Card>(), Err(CardError), "{text}");
        }
        assert_eq!(Card::from_number(52), None);
    }
}

//! Sets of cards of one pack.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Card, Rank, Suit};

/// A set of cards of one pack: bit n is the card with number n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The whole pack.
    pub const PACK: Self = Self((1 << 52) - 1);

    /// The set with just this card.
    #[must_use]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.number())
    }

    /// The thirteen cards of a suit.
    #[must_use]
    pub const fn suit(suit: Suit) -> Self {
        Self(0x1FFF << (13 * suit as u8))
    }

    /// The four cards of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank as u8)
    }

    /// The bits: bit n is the card with number n.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with these bits; those above 51 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::PACK.0)
    }

    /// Whether the card is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.number()) != 0
    }

    /// Whether every card of the other set is in this one.
    #[must_use]
    pub const fn includes(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether there is no card in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Puts a card in.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.number();
    }

    /// Takes a card out.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.number());
    }

    /// The lowest card: spades before hearts before diamonds before clubs, twos before aces.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Card::from_number(self.0.trailing_zeros() as u8) }
    }

    /// The cards in order.
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The cards of a set, in order.
#[derive(Clone, Debug)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::PACK - self
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for CardSet {
    /// Reads a list of cards in any order; a card that is named twice is refused.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::EMPTY;
        for card in Vec::<Card>::deserialize(deserializer)? {
            if set.contains(card) {
                return Err(serde::de::Error::custom(format_args!("{card:?} is named twice")));
            }
            set.insert(card);
        }
        Ok(set)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CardSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CardSet".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Cards of one pack, each once, in any order.",
            "type": "array",
            "items": generator.subschema_for::<Card>(),
            "uniqueItems": true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_and_ranks_cut_the_pack() {
        assert_eq!(
            Suit::ALL.map(CardSet::suit).into_iter().fold(CardSet::EMPTY, |a, b| a | b),
            CardSet::PACK
        );
        assert_eq!(
            Rank::ALL.map(CardSet::rank).into_iter().fold(CardSet::EMPTY, |a, b| a | b),
            CardSet::PACK
        );
        for card in CardSet::PACK {
            assert_eq!(CardSet::suit(card.suit()) & CardSet::rank(card.rank()), CardSet::only(card));
        }
    }

    #[test]
    fn a_set_is_written_as_a_list_and_refuses_a_card_named_twice() {
        let set: CardSet = ["SA", "C2"].map(|text| text.parse().unwrap()).into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), r#"["SA","C2"]"#);
        assert_eq!(serde_json::from_str::<CardSet>(r#"["C2","SA"]"#).unwrap(), set);
        assert!(serde_json::from_str::<CardSet>(r#"["C2","C2"]"#).is_err());
        assert_eq!((!set).len(), 50);
    }
}

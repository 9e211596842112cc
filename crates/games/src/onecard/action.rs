//! What a player can do.

use std::fmt;

use cards::{Card, CardSet, Suit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bag::MAX_COPIES;

/// What a player can do.
///
/// Copies of the same card from different packs are one and the same action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Lay one card.
    Play(Card),
    /// Lay several cards of one rank, where the option `multi` is on.
    PlaySeveral(Several),
    /// Draw: the cards of the attack, or one card.
    Draw,
    /// Keep the card just drawn, where the option `play_drawn` is on.
    Keep,
}

/// Two or more cards of one rank that are laid in one turn.
///
/// Only the last card laid matters for what follows: it is the new top. The others are a bag, laid so that the
/// first one fits. As JSON it is the list of the cards, the others in display order and the top last; a list with
/// the others in any order is read as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Several {
    top: Card,
    /// How many of each suit lie under the top.
    under: [u8; 4],
}

impl Several {
    /// These cards, the last of which becomes the top; nothing if they are not two or more of one rank.
    #[must_use]
    pub fn new(cards: &[Card]) -> Option<Self> {
        let (&top, others) = cards.split_last()?;
        let mut under = [0; 4];
        for card in others {
            let count = &mut under[card.suit() as usize];
            if card.rank() != top.rank() || u32::from(*count) == MAX_COPIES {
                return None;
            }
            *count += 1;
        }
        (!others.is_empty()).then_some(Self { top, under })
    }

    /// The card with so many of each suit under it. The caller sees to it that there is one.
    pub(super) const fn of(top: Card, under: [u8; 4]) -> Self {
        Self { top, under }
    }

    /// The card that will lie on top.
    #[must_use]
    pub const fn top(self) -> Card {
        self.top
    }

    /// How many cards are laid.
    #[must_use]
    pub fn count(self) -> u8 {
        1 + self.under.iter().sum::<u8>()
    }

    /// How many copies of the card of this suit are laid.
    pub(super) fn copies(self, suit: Suit) -> u32 {
        u32::from(self.under[suit as usize]) + u32::from(self.top.suit() == suit)
    }

    /// The card of this rank and the given suit.
    pub(super) const fn card(self, suit: Suit) -> Card {
        Card::new(self.top.rank(), suit)
    }

    /// The different cards that lie under the top.
    pub(super) fn under(self) -> CardSet {
        Suit::ALL
            .into_iter()
            .filter(|suit| self.under[*suit as usize] > 0)
            .map(|suit| self.card(suit))
            .collect()
    }

    /// The cards as they are laid: a first one, the rest in display order, the top last.
    pub(super) fn laid(self, first: Option<Card>) -> impl Iterator<Item = Card> {
        let mut rest = self.under;
        if let Some(first) = first {
            let count = &mut rest[first.suit() as usize];
            *count = count.saturating_sub(1);
        }
        let rest = Suit::ALL
            .into_iter()
            .flat_map(move |suit| std::iter::repeat_n(self.card(suit), rest[suit as usize].into()));
        first.into_iter().chain(rest).chain([self.top])
    }

    /// The cards in display order, the top last.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.laid(None)
    }
}

impl fmt::Debug for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl Serialize for Several {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        Self::new(&cards)
            .ok_or_else(|| serde::de::Error::custom("several cards are two or more of the same rank"))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {card}"),
            Self::PlaySeveral(several) => {
                f.write_str("play")?;
                several.cards().try_for_each(|card| write!(f, " {card}"))
            }
            Self::Draw => f.write_str("draw"),
            Self::Keep => f.write_str("keep"),
        }
    }
}

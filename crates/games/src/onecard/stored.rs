//! Actions as older programs wrote them.

use cards::{Card, CardSet, Suit};
use serde::{Deserialize, Deserializer};

use super::Action;
use super::bag::MAX_COPIES;

/// An action of a record, a replay or a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoredAction {
    /// As it is written now.
    Now(Action),
    /// Several cards in one action: the steps of a turn, before they were written one by one.
    PlaySeveral(Several),
}

impl<'de> Deserialize<'de> for StoredAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// All actions that were ever written, so that an unknown one is refused with the whole list.
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Ever {
            Play(Card),
            Lay(Card),
            PlaySeveral(Several),
            Draw,
            Keep,
        }
        Ok(match Ever::deserialize(deserializer)? {
            Ever::Play(card) => Self::Now(Action::Play(card)),
            Ever::Lay(card) => Self::Now(Action::Lay(card)),
            Ever::PlaySeveral(several) => Self::PlaySeveral(several),
            Ever::Draw => Self::Now(Action::Draw),
            Ever::Keep => Self::Now(Action::Keep),
        })
    }
}

/// Two or more cards of one rank that were laid as one action.
///
/// The last one becomes the top. The others are a bag, laid so that the first one follows; the rest in display order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Several {
    top: Card,
    /// How many of each suit lie under the top.
    under: [u8; 4],
}

impl Several {
    /// These cards, the last of which becomes the top; `None` if they are not two or more of one rank.
    fn new(cards: &[Card]) -> Option<Self> {
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

    /// The card of this rank and the given suit.
    const fn card(self, suit: Suit) -> Card {
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
}

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        Self::new(&cards)
            .ok_or_else(|| serde::de::Error::custom("several cards are two or more of the same rank"))
    }
}

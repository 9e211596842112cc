//! Five places for cards.

use cards::poker::HandValue;
use cards::{Card, CardSet, Rank, Suit};

use super::HAND_SIZE;

/// Stands in places that were never filled.
const ANY_CARD: Card = Card::new(Rank::Two, Suit::Spades);

/// A hand. Each card keeps its place: a new card takes the place of the one it replaces, and a card that was
/// played leaves its place empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hand {
    /// The cards, also those that are gone: the hand is paid after the tricks.
    pub(super) slots: [Card; HAND_SIZE],
    /// Bit n is set when the card in place n is no longer held.
    pub(super) gone: u8,
}

impl Default for Hand {
    fn default() -> Self {
        Self { slots: [ANY_CARD; HAND_SIZE], gone: 0 }
    }
}

impl Hand {
    /// The cards still held, in their places.
    pub(super) fn held_slots(&self) -> [Option<Card>; HAND_SIZE] {
        std::array::from_fn(|slot| (self.gone & 1 << slot == 0).then_some(self.slots[slot]))
    }

    /// The cards still held.
    #[inline]
    pub(super) fn held(&self) -> CardSet {
        let mut held = CardSet::EMPTY;
        for (slot, &card) in self.slots.iter().enumerate() {
            if self.gone & 1 << slot == 0 {
                held.insert(card);
            }
        }
        held
    }

    /// The place of a card that is still held.
    #[inline]
    pub(super) fn slot_of(&self, card: Card) -> Option<usize> {
        (0..HAND_SIZE).find(|&slot| self.slots[slot] == card && self.gone & 1 << slot == 0)
    }

    /// What the five cards are worth, whether or not they have been played.
    pub(super) fn value(&self) -> HandValue {
        HandValue::of(self.slots)
    }

    /// Whether the five cards are ten to ace of one suit.
    pub(super) fn is_royal(&self) -> bool {
        const ROYAL_RANKS: u64 = 0b1_1111 << Rank::Ten as u8;
        let cards: CardSet = self.slots.into_iter().collect();
        (0..4).any(|suit| cards.bits() == ROYAL_RANKS << (13 * suit))
    }
}

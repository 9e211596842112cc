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
    /// The cards still held.
    pub(super) held: CardSet,
}

impl Default for Hand {
    fn default() -> Self {
        Self { slots: [ANY_CARD; HAND_SIZE], held: CardSet::EMPTY }
    }
}

impl Hand {
    /// The cards still held, in their places.
    pub(super) fn held_slots(&self) -> [Option<Card>; HAND_SIZE] {
        self.slots.map(|card| self.held.contains(card).then_some(card))
    }

    /// Puts a new card in the place of one that is given back.
    pub(super) fn replace(&mut self, slot: usize, card: Card) {
        self.held.remove(self.slots[slot]);
        self.held.insert(card);
        self.slots[slot] = card;
    }

    /// The place of a card that was given back and not replaced yet.
    pub(super) fn empty_slot(&self) -> Option<usize> {
        (0..HAND_SIZE).find(|&slot| !self.held.contains(self.slots[slot]))
    }

    /// What the five cards are worth, whether or not they have been played.
    pub(super) fn value(&self) -> HandValue {
        HandValue::of(self.slots)
    }

    /// Whether ten to ace of one suit are held.
    pub(super) fn is_royal(&self) -> bool {
        const ROYAL_RANKS: u64 = 0b1_1111 << Rank::Ten as u8;
        (0..4).any(|suit| self.held.bits() == ROYAL_RANKS << (13 * suit))
    }
}

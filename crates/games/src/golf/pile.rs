//! A pile of cards.

use std::fmt;

use cards::{Card, Rank, Suit};

/// Room for two packs.
pub(super) const MAX_CARDS: usize = 2 * Card::COUNT;

/// A pile without heap memory; its last card is the top.
#[derive(Clone, Copy)]
pub(super) struct Pile {
    cards: [Card; MAX_CARDS],
    len: u8,
}

impl Pile {
    pub(super) const EMPTY: Self = Self { cards: [Card::new(Rank::Two, Suit::Spades); MAX_CARDS], len: 0 };

    /// So many packs, in order.
    pub(super) fn packs(packs: usize) -> Self {
        let mut pile = Self::EMPTY;
        let pack = Card::pack();
        for chunk in pile.cards.chunks_exact_mut(Card::COUNT).take(packs) {
            chunk.copy_from_slice(&pack);
            pile.len += Card::COUNT as u8;
        }
        pile
    }

    /// From the bottom to the top.
    pub(super) fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// From the top to the bottom.
    pub(super) fn top_first(&self) -> impl Iterator<Item = Card> {
        self.as_slice().iter().rev().copied()
    }

    /// From the bottom to the top, to be shuffled.
    pub(super) fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..self.len as usize]
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Lays a card on top. A pile holds two packs; there are never more cards at a table.
    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        if let Some(slot) = self.cards.get_mut(self.len as usize) {
            *slot = card;
            self.len += 1;
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Card> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.cards.get(last as usize).copied()
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

impl PartialEq for Pile {
    /// What was popped is not part of the pile any more.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Pile {}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

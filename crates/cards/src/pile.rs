//! A pile of cards.

use std::fmt;

use crate::{Card, Rank, Suit};

/// A pile of at most `MAX` cards without heap memory; its last card is the top.
#[derive(Clone, Copy)]
pub struct Pile<const MAX: usize> {
    cards: [Card; MAX],
    len: u16,
}

impl<const MAX: usize> Pile<MAX> {
    /// No cards.
    pub const EMPTY: Self = Self { cards: [Card::new(Rank::Two, Suit::Spades); MAX], len: 0 };

    /// This number of packs, in order, as far as there is room.
    #[must_use]
    pub fn packs(packs: usize) -> Self {
        let mut pile = Self::EMPTY;
        let pack = Card::pack();
        for chunk in pile.cards.chunks_exact_mut(Card::COUNT).take(packs) {
            chunk.copy_from_slice(&pack);
            pile.len += Card::COUNT as u16;
        }
        pile
    }

    /// From the bottom to the top.
    #[must_use]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// From the top to the bottom.
    pub fn top_first(&self) -> impl Iterator<Item = Card> {
        self.as_slice().iter().rev().copied()
    }

    /// From the bottom to the top, to be shuffled.
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// How many cards it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it has no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Lays a card on top, if there is room.
    #[inline]
    pub fn push(&mut self, card: Card) {
        if let Some(slot) = self.cards.get_mut(usize::from(self.len)) {
            *slot = card;
            self.len += 1;
        }
    }

    /// Puts the card with this many above it on top.
    pub fn bring_to_top(&mut self, above: usize) {
        if let Some(place) = self.len().checked_sub(above + 1) {
            self.as_mut_slice()[place..].rotate_left(1);
        }
    }

    /// Takes the card on top.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.cards.get(usize::from(last)).copied()
    }
}

impl<const MAX: usize> FromIterator<Card> for Pile<MAX> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

impl<const MAX: usize> PartialEq for Pile<MAX> {
    /// What was taken off is not part of the pile any more.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const MAX: usize> Eq for Pile<MAX> {}

impl<const MAX: usize> fmt::Debug for Pile<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_laid_is_the_first_taken_and_a_full_pile_takes_no_more() {
        let pack = Card::pack();
        let mut pile: Pile<3> = pack[..5].iter().copied().collect();
        assert_eq!((pile.len(), pile.as_slice()), (3, &pack[..3]));
        assert_eq!(pile.pop(), Some(pack[2]));
        assert_eq!(pile, pack[..2].iter().copied().collect(), "what was taken off does not count");
        assert!(pile.top_first().eq([pack[1], pack[0]]));
        assert_eq!((pile.pop(), pile.pop(), pile.pop()), (Some(pack[1]), Some(pack[0]), None));
        assert!(pile.is_empty());
        assert_eq!(Pile::<104>::packs(2).len(), 104);
        let mut pile: Pile<3> = pack[..3].iter().copied().collect();
        pile.bring_to_top(1);
        pile.bring_to_top(3);
        assert!(pile.top_first().eq([pack[1], pack[2], pack[0]]));
    }
}

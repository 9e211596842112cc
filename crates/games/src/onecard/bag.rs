//! Cards of several packs: the same card may be there more than once.

use cards::{Card, CardSet};

/// How many packs there are at the most, and so how many copies of one card.
pub(super) const MAX_COPIES: u32 = 8;

/// A bag of cards of up to eight packs.
///
/// One set says which cards are there at all, which is what almost every question is about; three more hold, bit
/// by bit, how many further copies there are of each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Bag {
    any: CardSet,
    more: [u64; 3],
}

impl Bag {
    /// Which cards are there, whatever the number of copies.
    #[inline]
    pub(super) const fn any(&self) -> CardSet {
        self.any
    }

    /// How many copies of the card there are.
    pub(super) fn count(&self, card: Card) -> u32 {
        if !self.any.contains(card) {
            return 0;
        }
        let bit = |plane: u64| (plane >> card.number() & 1) as u32;
        1 + bit(self.more[0]) + 2 * bit(self.more[1]) + 4 * bit(self.more[2])
    }

    /// Puts a card in. There is room for eight copies.
    #[inline]
    pub(super) fn insert(&mut self, card: Card) {
        let mut carry = CardSet::only(card).bits();
        if self.any.contains(card) {
            for plane in &mut self.more {
                let next = *plane & carry;
                *plane ^= carry;
                carry = next;
            }
        } else {
            self.any.insert(card);
        }
    }

    /// Takes one copy of the card out; nothing happens if there is none.
    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        let mut borrow = CardSet::only(card).bits();
        if (self.more[0] | self.more[1] | self.more[2]) & borrow != 0 {
            for plane in &mut self.more {
                let next = !*plane & borrow;
                *plane ^= borrow;
                borrow = next;
            }
        } else {
            self.any.remove(card);
        }
    }

    /// The cards in display order, each as often as it is there.
    pub(super) fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.any.iter().flat_map(|card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut bag = Self::default();
        cards.into_iter().for_each(|card| bag.insert(card));
        bag
    }
}

impl std::fmt::Debug for Bag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_bag_counts_as_a_list_does(steps in proptest::collection::vec((0u8..4, any::<bool>()), 0..200)) {
            let (mut bag, mut list) = (Bag::default(), Vec::new());
            for (number, put) in steps {
                let card = Card::from_number(number * 17).unwrap();
                let held = list.iter().filter(|other| **other == card).count();
                if put && held < MAX_COPIES as usize {
                    bag.insert(card);
                    list.push(card);
                } else if !put {
                    bag.remove(card);
                    if let Some(place) = list.iter().position(|other| *other == card) {
                        list.swap_remove(place);
                    }
                }
                list.sort();
                prop_assert_eq!(bag.iter().collect::<Vec<_>>(), list.clone());
                prop_assert_eq!(list.iter().copied().collect::<Bag>(), bag);
            }
        }
    }
}

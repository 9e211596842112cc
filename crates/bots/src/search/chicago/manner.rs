//! How another player may play.
//!
//! Not everybody plays by the same rules of thumb. Each imagined world has a manner for every other player, drawn again for
//! every candidate history of the exchanges: manners whose histories agree with what the table saw are the likelier ones.

use game::{FastRng, below};
use games::cards::poker::Class;
use games::cards::{Card, CardSet, Rank};

use super::exchange::thrown_by_thumb;
use crate::heuristics::chicago::exchange::value_of;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Manner {
    /// By the rules of thumb.
    #[default]
    Casual,
    /// Keeps kings and aces beside what pays, and calls hardly ever.
    Careful,
    /// In the last exchange keeps high cards alone, calls soon, and takes every trick that can be taken.
    Wild,
}

impl Manner {
    const ALL: [Self; 3] = [Self::Casual, Self::Careful, Self::Wild];

    pub(super) fn any(dice: &mut FastRng) -> Self {
        Self::ALL[below(dice, Self::ALL.len() as u32) as usize]
    }

    /// What is thrown of this hand in this exchange, from 1.
    pub(super) fn thrown(self, hand: CardSet, exchange: usize) -> CardSet {
        const LAST: usize = 3;
        let high = || hand.iter().filter(|card: &Card| card.rank() >= Rank::King).collect::<CardSet>();
        let below_two_pairs = || value_of(hand).is_some_and(|value| value.class() < Class::TwoPairs);
        match self {
            Self::Careful => thrown_by_thumb(hand) - high(),
            Self::Wild if exchange == LAST && below_two_pairs() => hand - high(),
            Self::Casual | Self::Wild => thrown_by_thumb(hand),
        }
    }

    /// Calls if all tricks look this likely.
    pub(super) const fn calls_from(self) -> f64 {
        match self {
            Self::Casual => 0.6,
            Self::Careful => 0.85,
            Self::Wild => 0.35,
        }
    }

    /// Whether low cards are played first, and high ones are saved for the last tricks.
    pub(super) const fn saves(self) -> bool {
        !matches!(self, Self::Wild)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &str) -> CardSet {
        let card = |card: &str| -> Card { serde_json::from_value(card.into()).unwrap() };
        cards.split(' ').map(card).collect()
    }

    #[test]
    fn manners_differ_in_what_they_keep() {
        let held = hand("S4 H4 CK D9 S2");
        assert_eq!(Manner::Casual.thrown(held, 1), hand("CK D9 S2"));
        assert_eq!(Manner::Careful.thrown(held, 1), hand("D9 S2"));
        assert_eq!(Manner::Wild.thrown(held, 1), hand("CK D9 S2"));
        assert_eq!(Manner::Wild.thrown(held, 3), hand("S4 H4 D9 S2"));
    }

    #[test]
    fn nobody_breaks_two_pairs() {
        let held = hand("S4 H4 C9 D9 SA");
        for (manner, thrown) in [(Manner::Casual, "SA"), (Manner::Wild, "SA")] {
            assert_eq!(manner.thrown(held, 3), hand(thrown), "{manner:?}");
        }
        assert_eq!(Manner::Careful.thrown(held, 3), CardSet::EMPTY);
    }
}

//! What five cards are worth, and which of two hands is better.

use serde::{Deserialize, Serialize};

use crate::{Card, Rank};

/// The kinds of hand, from nothing to the best.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Class {
    /// No two cards alike, no row, no common suit.
    HighCard,
    /// Two of one rank.
    Pair,
    /// Two of one rank and two of another.
    TwoPairs,
    /// Three of one rank.
    ThreeOfAKind,
    /// Five ranks in a row; the ace may be the lowest or the highest.
    Straight,
    /// Five of one suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of one rank.
    FourOfAKind,
    /// A straight in one suit.
    StraightFlush,
    /// The straight from ten to ace in one suit.
    RoyalFlush,
}

impl Class {
    /// All ten, from nothing to the best.
    pub const ALL: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// As one says what somebody holds: "two pairs", "a straight".
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        [
            "a high card",
            "a pair",
            "two pairs",
            "three of a kind",
            "a straight",
            "a flush",
            "a full house",
            "four of a kind",
            "a straight flush",
            "a royal flush",
        ][self as usize]
    }
}

/// The worth of a hand. Equal values are equal hands: suits never break a tie.
///
/// The class stands in the top bits; below it the ranks, those that occur most often first and then from high to
/// low, so that comparing two numbers compares two hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandValue(u32);

impl HandValue {
    /// What these five different cards are worth.
    #[must_use]
    pub fn of(hand: [Card; 5]) -> Self {
        // A nibble for each rank counts how often it occurs.
        let (mut counts, mut ranks) = (0u64, 0u16);
        for card in hand {
            counts += 1 << (4 * card.rank() as u64);
            ranks |= 1 << card.rank() as u16;
        }
        let suit = hand[0].suit();
        let flush = hand[1..].iter().all(|card| card.suit() == suit);
        match ranks.count_ones() {
            5 => Self::of_five_ranks(ranks, flush),
            4 => Self::grouped(Class::Pair, counts, [2, 1, 1, 1]),
            3 if has_count(counts, 3) => Self::grouped(Class::ThreeOfAKind, counts, [3, 1, 1, 0]),
            3 => Self::grouped(Class::TwoPairs, counts, [2, 2, 1, 0]),
            _ if has_count(counts, 4) => Self::grouped(Class::FourOfAKind, counts, [4, 1, 0, 0]),
            _ => Self::grouped(Class::FullHouse, counts, [3, 2, 0, 0]),
        }
    }

    fn of_five_ranks(ranks: u16, flush: bool) -> Self {
        const WHEEL: u16 = 1 << Rank::Ace as u16 | 0b1111;
        let lowest = ranks.trailing_zeros();
        let top = if ranks >> lowest == 0b1_1111 {
            Some(lowest + 4)
        } else if ranks == WHEEL {
            Some(Rank::Five as u32)
        } else {
            None
        };
        match (top, flush) {
            (Some(top), true) if top == Rank::Ace as u32 => Self::new(Class::RoyalFlush, 0),
            (Some(top), true) => Self::new(Class::StraightFlush, top),
            (Some(top), false) => Self::new(Class::Straight, top),
            // A set of ranks compares as its highest differing rank does.
            (None, true) => Self::new(Class::Flush, u32::from(ranks)),
            (None, false) => Self::new(Class::HighCard, u32::from(ranks)),
        }
    }

    /// Ranks that occur so often, in this order, each from high to low.
    fn grouped(class: Class, counts: u64, groups: [u64; 4]) -> Self {
        let mut key = 0;
        let mut last_group = 0;
        for group in groups.into_iter().filter(|&group| group > 0) {
            if group == last_group {
                continue;
            }
            last_group = group;
            for rank in (0..13).rev().filter(|rank| counts >> (4 * rank) & 0xF == group) {
                key = key << 4 | rank;
            }
        }
        Self::new(class, key)
    }

    const fn new(class: Class, key: u32) -> Self {
        Self((class as u32) << 24 | key)
    }

    /// The kind of hand.
    #[must_use]
    pub const fn class(self) -> Class {
        Class::ALL[(self.0 >> 24) as usize]
    }
}

const fn has_count(counts: u64, wanted: u64) -> bool {
    // A nibble equals `wanted` where the exclusive or is zero; the count is never above four.
    let mut rest = counts;
    while rest != 0 {
        if rest & 0xF == wanted {
            return true;
        }
        rest >>= 4;
    }
    false
}

#[cfg(test)]
mod tests;

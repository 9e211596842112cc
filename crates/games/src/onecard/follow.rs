//! Which cards may be laid on which.

use cards::{Card, CardSet, Rank};

use super::options::Redirect;

const ATTACK_CARDS: u64 = ranks(&[Rank::Two, Rank::Three, Rank::Seven]);
const COURT_CARDS: u64 = ranks(&[Rank::Jack, Rank::Queen]);

/// For each top card, the cards that match it by suit or by rank.
static MATCHES: [CardSet; 52] = table(u64::MAX, u64::MAX);
/// The cards that answer an attack where queens and jacks need the suit of the top card.
static ANSWERS: [CardSet; 52] = table(ATTACK_CARDS | COURT_CARDS, ATTACK_CARDS);
/// The cards that answer an attack where queens and jacks may match by rank too.
static WIDE_ANSWERS: [CardSet; 52] = table(ATTACK_CARDS | COURT_CARDS, ATTACK_CARDS | COURT_CARDS);

/// Which cards may be laid on this one.
#[inline]
pub(super) fn follow(top: Card, under_attack: bool, redirect: Redirect) -> CardSet {
    match (under_attack, redirect) {
        (false, _) => MATCHES[top.index()],
        (true, Redirect::SameSuit) => ANSWERS[top.index()],
        (true, Redirect::SuitOrRank) => WIDE_ANSWERS[top.index()],
    }
}

/// The cards that match this one by suit or by rank.
pub(super) fn matching(top: Card) -> CardSet {
    MATCHES[top.index()]
}

/// Whether cards of this rank can answer an attack at all.
pub(super) const fn is_answer(rank: Rank) -> bool {
    matches!(rank, Rank::Two | Rank::Three | Rank::Seven | Rank::Jack | Rank::Queen)
}

const fn ranks(ranks: &[Rank]) -> u64 {
    let mut bits = 0;
    let mut index = 0;
    while index < ranks.len() {
        bits |= CardSet::rank(ranks[index]).bits();
        index += 1;
    }
    bits
}

/// For each top card: of those of its suit the first set, of those of its rank the second.
const fn table(by_suit: u64, by_rank: u64) -> [CardSet; 52] {
    let mut table = [CardSet::EMPTY; 52];
    let mut number = 0;
    while number < 52 {
        if let Some(top) = Card::from_number(number) {
            let suit = CardSet::suit(top.suit()).bits() & by_suit;
            let rank = CardSet::rank(top.rank()).bits() & by_rank;
            table[number as usize] = CardSet::from_bits(suit | rank);
        }
        number += 1;
    }
    table
}

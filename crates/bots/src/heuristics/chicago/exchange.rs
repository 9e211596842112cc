//! Which cards to keep.

use games::cards::poker::{Class, HandValue};
use games::cards::{CardSet, Rank, Suit};
use games::chicago::{Action, Seen};

use super::hand;

/// Throws what adds nothing to the hand.
pub(crate) fn change(view: &Seen) -> Option<Action> {
    let held = hand(view);
    Some(Action::Change(held - kept(held, value_of(held)?)))
}

/// What five cards are worth; `None` if they are not five.
pub(crate) fn value_of(held: CardSet) -> Option<HandValue> {
    let mut cards = held.iter();
    let mut next = || cards.next();
    Some(HandValue::of([next()?, next()?, next()?, next()?, next()?]))
}

/// Which of five cards to keep.
pub(crate) fn kept(held: CardSet, value: HandValue) -> CardSet {
    match value.class() {
        Class::HighCard => chances(held),
        Class::Pair | Class::TwoPairs | Class::ThreeOfAKind => groups(held),
        _ => held,
    }
}

/// Cards whose rank occurs more than once.
pub(crate) fn groups(held: CardSet) -> CardSet {
    held.iter().filter(|card| (held & CardSet::rank(card.rank())).len() > 1).collect()
}

/// Four of a suit, four in a row that are open at both ends, or at most two high cards.
fn chances(held: CardSet) -> CardSet {
    let suits = Suit::ALL.map(|suit| held & CardSet::suit(suit));
    if let Some(four) = suits.into_iter().find(|cards| cards.len() == 4) {
        return four;
    }
    // The rows from 2 3 4 5 to 10 J Q K. One with an ace in it is open at one end only.
    for lowest in (0..=Rank::Ten as usize).rev() {
        let row = Rank::ALL[lowest..lowest + 4].iter().map(|&rank| held & CardSet::rank(rank));
        let row = row.fold(CardSet::EMPTY, |row, cards| row | cards);
        if row.len() == 4 {
            return row;
        }
    }
    let mut high: Vec<_> = held.iter().filter(|card| card.rank() >= Rank::Queen).collect();
    high.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    high.into_iter().take(2).collect()
}

/// Takes the open card if it makes a hand that pays more, or is high enough for the tricks.
pub(crate) fn open_card(view: &Seen) -> Option<Action> {
    let open = view.open_cards.iter().find(|open| open.taken.is_none())?.card;
    let kept = hand(view);
    let mut five: Vec<_> = kept.iter().collect();
    five.push(open);
    let class = HandValue::of(five.try_into().ok()?).class();
    let take = class > worth_of_four(kept) || open.rank() >= Rank::King;
    Some(if take { Action::TakeOpen } else { Action::DrawUnseen })
}

/// What four kept cards are worth without a fifth.
fn worth_of_four(kept: CardSet) -> Class {
    let alike = kept.iter().map(|card| (kept & CardSet::rank(card.rank())).len()).max();
    match (alike, groups(kept).len()) {
        (Some(4), _) => Class::FourOfAKind,
        (Some(3), _) => Class::ThreeOfAKind,
        (Some(2), 4) => Class::TwoPairs,
        (Some(2), _) => Class::Pair,
        _ => Class::HighCard,
    }
}

//! What a hand may still become, and what a card does in a trick; counted over the cards that the player has not seen.

use games::cards::poker::{Class, HandValue};
use games::cards::{Card, CardSet};
use games::chicago::{Action, Chicago, Reason, TrickView, View, points_for};

use super::percent;
use crate::BotInput;

pub(crate) fn why(input: BotInput<'_, Chicago>, action: Action) -> Option<Reason> {
    let hand: CardSet = input.view.hand?.into_iter().flatten().collect();
    match action {
        Action::Change(cards) => changed(input, hand, cards),
        Action::TakeOpen => {
            let (class, unseen_percent) = open_card(input, hand)?;
            Some(Reason::TakesOpen { class, unseen_percent })
        }
        Action::DrawUnseen => {
            let (class, unseen_percent) = open_card(input, hand)?;
            Some(Reason::DrawsUnseen { class, unseen_percent })
        }
        Action::CallChicago => Some(Reason::CallsChicago { beatable: beatable(input.view, hand) }),
        Action::NoChicago => Some(Reason::StaysSilent { beatable: beatable(input.view, hand) }),
        Action::Play(card) => Some(played(input, hand, card)),
    }
}

/// What is out of play, as far as the player knows: own throws and cards that were turned up and left, unless they were
/// shuffled into the deck again.
fn gone(view: &View) -> CardSet {
    let is_back = |exchange: usize| view.reshuffled.is_some_and(|at| usize::from(at) > exchange);
    let thrown = view.thrown.iter().enumerate().filter(|(index, _)| !is_back(index + 1));
    let thrown = thrown.flat_map(|(_, cards)| cards.iter());
    let left = view.open_cards.iter().filter(|open| open.taken == Some(false));
    let left = left.filter(|open| !is_back(usize::from(open.exchange))).map(|open| open.card);
    thrown.chain(left).collect()
}

/// The cards that may come when one is drawn.
fn unseen(input: BotInput<'_, Chicago>, hand: CardSet) -> CardSet {
    let others = input.view.open_cards.iter().filter(|open| open.taken != Some(false)).map(|open| open.card);
    CardSet::PACK - hand - gone(input.view) - others.collect::<CardSet>()
}

/// The cards that another player may hold when tricks are played.
fn others_may_hold(view: &View, hand: CardSet) -> CardSet {
    let played: CardSet = view.tricks.iter().flat_map(|trick| trick.cards.iter().copied()).collect();
    CardSet::PACK - hand - gone(view) - played
}

fn class_of(cards: CardSet) -> Option<Class> {
    let five: Vec<Card> = cards.iter().collect();
    Some(HandValue::of(five.try_into().ok()?).class())
}

/// What the kept cards are together, without what five make.
fn kept_class(kept: CardSet) -> Class {
    let mut counts = [0u8; 13];
    for card in kept {
        counts[card.rank() as usize] += 1;
    }
    let pairs = counts.iter().filter(|count| **count == 2).count();
    match counts.iter().max() {
        Some(4) => Class::FourOfAKind,
        Some(3) => Class::ThreeOfAKind,
        _ if pairs == 2 => Class::TwoPairs,
        _ if pairs == 1 => Class::Pair,
        _ => Class::HighCard,
    }
}

fn changed(input: BotInput<'_, Chicago>, hand: CardSet, cards: CardSet) -> Option<Reason> {
    let now = class_of(hand)?;
    if cards.is_empty() {
        return Some(Reason::Stands { class: now });
    }
    let kept = hand - cards;
    let pool: Vec<Card> = unseen(input, hand).iter().collect();
    let mut counts = [0u64; Class::ALL.len()];
    count(&kept.iter().collect::<Vec<_>>(), &pool, &mut counts);
    let all: u64 = counts.iter().sum();
    // Who changes one card and may leave it has two tries where that is played.
    let tries = if input.options.one_up && cards.len() == 1 { 2 } else { 1 };
    let share = |hits: u64| match (tries, all) {
        (2, 2..) => percent(all * (all - 1) - (all - hits) * (all - hits).saturating_sub(1), all * (all - 1)),
        _ => percent(hits, all),
    };
    let better = &counts[now as usize + 1..];
    // A rare hand that pays much is worth more hope than a pair.
    let hope = |class: &&Class| counts[**class as usize] * u64::from(points_for(**class, input.options));
    let aim = *Class::ALL[now as usize + 1..].iter().max_by_key(hope)?;
    Some(Reason::Draws {
        kept: kept_class(kept),
        cards: kept.len() as u8,
        better_percent: share(better.iter().sum()),
        aim,
        aim_percent: share(counts[aim as usize]),
    })
}

/// Counts what the hand becomes with every choice of cards from the pool that fills it.
fn count(kept: &[Card], pool: &[Card], counts: &mut [u64; Class::ALL.len()]) {
    if let Ok(five) = <[Card; 5]>::try_from(kept) {
        counts[HandValue::of(five).class() as usize] += 1;
        return;
    }
    let mut hand = kept.to_vec();
    for (index, card) in pool.iter().enumerate() {
        hand.push(*card);
        count(&hand, &pool[index + 1..], counts);
        hand.pop();
    }
}

/// What the hand is with the card that lies open, and how often an unseen card makes a better one.
fn open_card(input: BotInput<'_, Chicago>, hand: CardSet) -> Option<(Class, u8)> {
    let open =
        input.view.open_cards.iter().rev().find(|open| open.seat == input.seat && open.taken.is_none())?;
    let value = |card: Card| {
        let mut five: Vec<Card> = hand.iter().collect();
        five.push(card);
        Some(HandValue::of(five.try_into().ok()?))
    };
    let with_open = value(open.card)?;
    let pool = unseen(input, hand);
    let better = pool.iter().filter(|card| value(*card) > Some(with_open)).count();
    Some((with_open.class(), percent(better as u64, pool.len() as u64)))
}

/// How many cards of `held` beat this one in its suit.
fn higher(card: Card, held: CardSet) -> u8 {
    (held & CardSet::suit(card.suit())).iter().filter(|other| other.rank() > card.rank()).count() as u8
}

fn beatable(view: &View, hand: CardSet) -> u8 {
    let others = others_may_hold(view, hand);
    hand.iter().filter(|card| higher(*card, others) > 0).count() as u8
}

fn played(input: BotInput<'_, Chicago>, hand: CardSet, card: Card) -> Reason {
    let others = others_may_hold(input.view, hand);
    let trick = input.view.tricks.last().filter(|trick| trick.winner.is_none());
    let Some((led, best)) = trick.and_then(leading) else {
        return Reason::Leads { higher: higher(card, others) };
    };
    let beats = |card: Card| card.suit() == led.suit() && card.rank() > best.rank();
    if beats(card) {
        let played = trick.map_or(0, |trick| trick.cards.len());
        let is_last = played + 1 == usize::from(input.view.seats);
        return if is_last {
            Reason::WinsTrick {}
        } else {
            Reason::HighestSoFar { higher: higher(card, others) }
        };
    }
    if card.suit() != led.suit() {
        return Reason::ThrowsAway { led };
    }
    match hand.iter().filter(|other| beats(*other)).max_by_key(|other| other.rank()) {
        Some(card) => Reason::Saves { card },
        None => Reason::CannotWin {},
    }
}

/// The card that was led, and the one that wins the trick so far.
fn leading(trick: &TrickView) -> Option<(Card, Card)> {
    let led = *trick.cards.first()?;
    let best = trick.cards.iter().filter(|card| card.suit() == led.suit()).max_by_key(|card| card.rank())?;
    Some((led, *best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> CardSet {
        let all = Card::pack();
        cards.split(' ').map(|name| *all.iter().find(|card| format!("{card:?}") == name).unwrap()).collect()
    }

    #[test]
    fn a_draw_is_counted_over_every_card_that_may_come() {
        let hand = set("S2 S5 S9 SJ");
        let pool: Vec<Card> = (CardSet::PACK - hand - set("H3")).iter().collect();
        let mut counts = [0; Class::ALL.len()];
        count(&hand.iter().collect::<Vec<_>>(), &pool, &mut counts);
        // Nine spades make a flush, three cards of each of four ranks a pair.
        assert_eq!((counts[Class::Flush as usize], counts[Class::Pair as usize]), (9, 12));
        assert_eq!(counts.iter().sum::<u64>(), 47);
        assert_eq!(percent(9, 47), 19);
    }

    #[test]
    fn kept_cards_are_named_by_what_they_are() {
        assert_eq!(kept_class(set("S2 H2")), Class::Pair);
        assert_eq!(kept_class(set("S2 H2 S3 H3")), Class::TwoPairs);
        assert_eq!(kept_class(set("S2 H2 D2")), Class::ThreeOfAKind);
        assert_eq!(kept_class(set("S2 H5")), Class::HighCard);
        assert_eq!(higher(set("SQ").first().unwrap(), set("SK SA HA S2")), 2);
    }
}

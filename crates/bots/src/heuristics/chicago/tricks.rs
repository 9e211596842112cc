//! When to call, and which card to play.

use game::{Seat, SeatSet};
use games::cards::{Card, CardSet, Suit};
use games::chicago::{Action, ChicagoOptions, HAND_SIZE, Seen};

use super::hand;

/// A Chicago is called when all five tricks look at least this likely. The estimate is careful: of the Chicagos
/// so called four in five succeed.
const SURE_ENOUGH: f64 = 0.55;

/// The same at a table where nobody wins without a Chicago, for a player who has made none.
const NEEDED: f64 = 0.3;

pub(crate) fn call(view: &Seen, options: &ChicagoOptions) -> Option<Action> {
    let chance = all_tricks(hand(view), unseen(view), view.seats);
    let needed = options.must_chicago && !view.you.is_some_and(|you| view.made_chicago.contains(you));
    Some(if chance >= if needed { NEEDED } else { SURE_ENOUGH } {
        Action::CallChicago
    } else {
        Action::NoChicago
    })
}

/// How likely it is that these cards win all tricks, led from the top.
pub(crate) fn all_tricks(held: CardSet, unseen: CardSet, seats: u8) -> f64 {
    held.iter().map(|card| 1.0 - beaten(card, held, unseen, seats)).product()
}

/// How likely it is that one of the others beats this card when the suit is led from the top.
pub(crate) fn beaten(card: Card, held: CardSet, unseen: CardSet, seats: u8) -> f64 {
    let suit = CardSet::suit(card.suit());
    let higher = above(card, unseen).len() as i32;
    let led_before = above(card, held).len();
    let others = (unseen & suit).len();
    // Each unseen card is in the hand of a given player with this chance.
    let in_hand = HAND_SIZE as f64 / unseen.len().max(1) as f64;
    let has_higher = 1.0 - (1.0 - in_hand).powi(higher);
    let has_enough = at_least(led_before, others.saturating_sub(1), in_hand);
    (f64::from(seats - 1) * has_higher * has_enough).min(1.0)
}

/// The chance of at least `wanted` hits in this many tries.
fn at_least(wanted: usize, tries: usize, chance: f64) -> f64 {
    let mut exactly = (1.0 - chance).powi(tries as i32);
    let mut fewer = 0.0;
    for hits in 0..wanted.min(tries + 1) {
        fewer += exactly;
        exactly *= (tries - hits) as f64 / (hits + 1) as f64 * chance / (1.0 - chance);
    }
    (1.0 - fewer).max(0.0)
}

/// The cards of the same suit that beat this one.
pub(crate) fn above(card: Card, cards: CardSet) -> CardSet {
    (cards & CardSet::suit(card.suit())).iter().filter(|other| other.rank() > card.rank()).collect()
}

/// What others may hold: neither held now nor thrown nor played.
pub(crate) fn unseen(view: &Seen) -> CardSet {
    let mut seen = hand(view);
    // What was thrown before a reshuffle can be anywhere again.
    let still_out = usize::from(view.reshuffled.unwrap_or(1)) - 1;
    for &thrown in view.thrown.iter().skip(still_out) {
        seen = seen | thrown;
    }
    let played = view.tricks.iter().flat_map(|trick| trick.cards.iter().copied());
    !(seen | played.collect())
}

pub(crate) fn play(view: &Seen) -> Option<Action> {
    let you = view.you?;
    let legal: CardSet = view
        .legal
        .iter()
        .filter_map(|action| match action {
            Action::Play(card) => Some(*card),
            _ => None,
        })
        .collect();
    let trick = view.tricks.last()?;
    let lead = trick.cards.is_empty();
    let best = best_card(trick.leader, &trick.cards, view.seats);
    let chicago = view.caller.filter(|&caller| usize::from(view.tricks_won[caller]) + 1 == view.tricks.len());
    let card = match (chicago, best) {
        (Some(caller), None) if caller == you => safest_lead(legal, view),
        // Any card that beats the caller's ruins the Chicago; the lowest is enough.
        (Some(caller), Some((winner, best))) if winner == caller => {
            lowest(above(best, legal)).or_else(|| lowest(legal))
        }
        _ if lead => lead_for_the_last_trick(legal, view),
        _ => follow_for_the_last_trick(legal, best.map(|(_, card)| card)?, view),
    };
    card.map(Action::Play)
}

pub(crate) fn best_card(leader: Seat, cards: &[Card], seats: u8) -> Option<(Seat, Card)> {
    let mut played = leader.round(seats).zip(cards.iter().copied());
    let first = played.next()?;
    Some(played.fold(first, |best, (seat, card)| {
        if card.suit() == best.1.suit() && card.rank() > best.1.rank() { (seat, card) } else { best }
    }))
}

pub(crate) fn lowest(cards: CardSet) -> Option<Card> {
    cards.iter().min_by_key(|card| card.rank())
}

pub(crate) fn highest(cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| card.rank())
}

/// The card that is hardest to beat when it is led.
fn safest_lead(cards: CardSet, view: &Seen) -> Option<Card> {
    let unseen = unseen(view);
    let risk = |card: Card| {
        let players = SeatSet::all(view.seats).iter().filter(|&seat| Some(seat) != view.you);
        players.map(|seat| (above(card, unseen) - void_of(seat, view)).len()).sum::<usize>()
    };
    cards.iter().min_by_key(|&card| (risk(card), std::cmp::Reverse(card.rank())))
}

/// The cards that a seat cannot hold: of suits it did not follow.
fn void_of(seat: Seat, view: &Seen) -> CardSet {
    let mut void = CardSet::EMPTY;
    for trick in &view.tricks {
        let led: Option<Suit> = trick.cards.first().map(|card| card.suit());
        let played = trick.played(view.seats).find(|(player, _)| *player == seat);
        if let (Some(led), Some((_, card))) = (led, played)
            && card.suit() != led
        {
            void = void | CardSet::suit(led);
        }
    }
    void
}

/// The easiest card to beat goes first; the last two are played from the top.
fn lead_for_the_last_trick(cards: CardSet, view: &Seen) -> Option<Card> {
    if cards.len() <= 2 {
        return safest_lead(cards, view);
    }
    let unseen = unseen(view);
    cards.iter().max_by_key(|&card| (above(card, unseen).len(), std::cmp::Reverse(card.rank())))
}

/// Low cards first; the third trick is taken if that is cheap, because a player who leads late leads last.
fn follow_for_the_last_trick(cards: CardSet, best: Card, view: &Seen) -> Option<Card> {
    let winning = above(best, cards);
    let taken = match view.tricks.len() {
        1 | 2 => None,
        3 => lowest(winning),
        _ => highest(winning),
    };
    taken.or_else(|| lowest(cards))
}

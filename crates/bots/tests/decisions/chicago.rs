//! Exchanges that throw away what pays, and last tricks in which one card is better against every hand.

use bots::{BotInput, Heuristic};
use game::{Chance, DiscardEvents, Game, Seat, Seed, SeenOf, Viewer, dice};
use games::cards::poker::{Class, HandValue};
use games::cards::{Card, CardSet};
use games::chicago::{Action, Chicago, ChicagoOptions, Phase};

use super::Decision;

fn hand(view: &SeenOf<Chicago>) -> CardSet {
    view.hand.iter().flatten().flatten().copied().collect()
}

/// First exchanges of a hand that pays: to keep it is better than to throw it away.
pub(super) fn exchanges() -> impl Iterator<Item = Decision<Chicago>> {
    let options = ChicagoOptions::default();
    (0..100_000).filter_map(move |game| {
        let chance = Chance::new(Seed::from_number(31).nth(game));
        let position = Chicago::start(&options, 2, chance, &mut DiscardEvents).expect("it is legal");
        let seat = position.status().to_act().first()?;
        let view = position.seen(Viewer::Seat(seat));
        let held = hand(&view);
        let cards: Vec<Card> = held.iter().collect();
        let class = HandValue::of(cards.try_into().ok()?).class();
        let alike: CardSet =
            held.iter().filter(|card| (held & CardSet::rank(card.rank())).len() >= 3).collect();
        let (kept, thrown) = match class {
            Class::ThreeOfAKind => (alike, alike),
            Class::Straight | Class::Flush | Class::FullHouse | Class::StraightFlush => (held, held),
            _ => return None,
        };
        let (good, bad) = (Action::Change(held - kept), Action::Change(thrown));
        Some(Decision { options, position, seat, good, bad })
    })
}

/// The last two tricks of a first round for two, after the other has led and without a Chicago: whatever the other's last card is.
pub(super) fn last_tricks() -> impl Iterator<Item = Decision<Chicago>> {
    let options = ChicagoOptions::default();
    let mut rng = dice(4);
    (0..20_000).filter_map(move |game| {
        let chance = Chance::new(Seed::from_number(41).nth(game));
        let mut position = Chicago::start(&options, 2, chance, &mut DiscardEvents).expect("it is legal");
        loop {
            let seat = position.status().to_act().first()?;
            let view = position.seen(Viewer::Seat(seat));
            // In later rounds the last trick may decide nothing any more.
            if view.round > 1 {
                return None;
            }
            if view.phase == Phase::Tricks && view.caller.is_none() && hand(&view).len() == 2 {
                let found = answer(&view, seat);
                if let Some((good, bad)) = found {
                    return Some(Decision { options, position, seat, good, bad });
                }
            }
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let action = Chicago::heuristic(input, &mut rng);
            position.play(seat, action, &mut DiscardEvents).expect("it is legal");
        }
    })
}

/// The card that wins the last trick against more hands than the other one, and against each hand against which that wins.
fn answer(view: &SeenOf<Chicago>, seat: Seat) -> Option<(Action, Action)> {
    /// Of ten hands it must win against at least this many more.
    const MORE_OF_TEN: usize = 3;
    let trick = view.tricks.last()?;
    let [led] = trick.cards[..] else { return None };
    let [Action::Play(one), Action::Play(other)] = view.legal[..] else { return None };
    let other_seat = seat.next(2);
    let played = view.tricks.iter().flat_map(|trick| trick.played(2)).map(|(_, card)| card);
    let gone: CardSet =
        played.chain(hand(view).iter()).chain(view.thrown.iter().flat_map(|thrown| thrown.iter())).collect();
    // What the other did not follow it does not have.
    let lacks = |card: Card| {
        view.tricks.iter().any(|trick| {
            let led = trick.cards.first().map(|card| card.suit());
            let theirs = trick.played(2).find(|(player, _)| *player == other_seat);
            trick.leader == seat
                && led == Some(card.suit())
                && theirs.is_some_and(|(_, card)| Some(card.suit()) != led)
        })
    };
    let last: Vec<Card> =
        Card::pack().into_iter().filter(|card| !gone.contains(*card) && !lacks(*card)).collect();
    let beats = |card: Card, best: Card| card.suit() == best.suit() && card.rank() > best.rank();
    // Whether the seat wins the last trick if it plays the first card now and keeps the second.
    let wins = |now: Card, kept: Card, theirs: Card| {
        if beats(now, led) { !beats(theirs, kept) } else { beats(kept, theirs) }
    };
    let count = |now: Card, kept: Card| last.iter().filter(|theirs| wins(now, kept, **theirs)).count();
    let (ahead, behind) = if count(one, other) > count(other, one) { (one, other) } else { (other, one) };
    let never_worse = last.iter().all(|theirs| wins(ahead, behind, *theirs) || !wins(behind, ahead, *theirs));
    let more = count(ahead, behind) - count(behind, ahead);
    let clearly = 10 * more >= MORE_OF_TEN * last.len();
    (never_worse && clearly).then_some((Action::Play(ahead), Action::Play(behind)))
}

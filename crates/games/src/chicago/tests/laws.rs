//! The laws of every game, at every kind of table.

use cards::{Card, CardSet};
use game::laws::Laws;
use game::{FastRng, Seat, SeatSet, Viewer, below};

use super::super::*;
use crate::testing::law_games;

/// Moves every card that the viewer has not seen to another place, and changes the sealed choices.
///
/// Unseen are: the deck, what others hold and have not played or taken face up, and what others gave back. A hand
/// never gets a card of a suit that it did not follow.
pub(super) fn scramble(position: &Chicago, viewer: Viewer, dice: &mut FastRng) -> Chicago {
    let mut world = position.clone();
    let hidden = unseen(position, viewer);
    let mut image = Card::pack();
    for _ in 0..120 {
        let pick = |dice: &mut FastRng| below(dice, 52) as usize;
        let (a, b) = (pick(dice), pick(dice));
        let both_hidden = [a, b].iter().all(|&card| hidden.contains(Card::pack()[card]));
        let swap_fits = |from: usize, to: usize| may_stand_for(position, Card::pack()[from], image[to]);
        if both_hidden && swap_fits(a, b) && swap_fits(b, a) {
            image.swap(a, b);
        }
    }
    let map = |card: Card| image[card.index()];
    let map_set = |cards: CardSet| cards.iter().map(map).collect::<CardSet>();
    world.deck = position.deck.as_slice().iter().copied().map(map).collect();
    world.returned = map_set(position.returned);
    for seat in Seat::all(position.seats).filter(|&seat| !viewer.knows_secrets_of(seat)) {
        world.hands[seat].slots = position.hands[seat].slots.map(map);
        world.hands[seat].held = map_set(position.hands[seat].held);
        for exchange in 0..3 {
            world.thrown[exchange][seat] = map_set(position.thrown[exchange][seat]);
        }
        seal_else(&mut world, position, seat, dice);
    }
    world
}

/// Another sealed choice for a seat that has chosen while others still think.
fn seal_else(world: &mut Chicago, position: &Chicago, seat: Seat, dice: &mut FastRng) {
    if position.waiting.contains(seat) {
        return;
    }
    let exchange = usize::from(position.exchange) - 1;
    let stop = position.options.buy_stop.total().is_some_and(|stop| position.totals[seat] >= stop);
    if position.phase == Phase::Exchange && !stop {
        let slots = world.hands[seat].slots;
        world.thrown[exchange][seat] = slots.into_iter().filter(|_| below(dice, 2) == 0).collect();
    }
    if position.phase == Phase::Call {
        let call = below(dice, 2) == 0;
        world.callers = if call { world.callers.with(seat) } else { world.callers.without(seat) };
    }
}

/// The cards whose places the viewer does not know.
fn unseen(position: &Chicago, viewer: Viewer) -> CardSet {
    let mut seen = CardSet::EMPTY;
    for seat in Seat::all(position.seats) {
        let hand = position.hands[seat];
        for card in hand.slots {
            let played = !hand.held.contains(card) && matches!(position.phase, Phase::Tricks | Phase::Over);
            if played || viewer.knows_secrets_of(seat) {
                seen.insert(card);
            }
        }
        for exchange in 0..3 {
            if viewer.knows_secrets_of(seat) {
                seen = seen | position.thrown[exchange][seat];
            }
            if let Some(opened) = position.opened[exchange][seat] {
                seen.insert(opened.card);
            }
        }
    }
    !seen
}

/// Whether everybody who holds the first card could hold the second: that suit was followed whenever it was led.
fn may_stand_for(position: &Chicago, held: Card, other: Card) -> bool {
    let holder = Seat::all(position.seats).find(|&seat| position.hands[seat].slots.contains(&held));
    let Some(holder) = holder else { return true };
    position.tricks.iter().all(|trick| {
        let Some(led) = trick.cards[0] else { return true };
        let steps = (holder.number() + position.seats - trick.leader.number()) % position.seats;
        match trick.cards[usize::from(steps)] {
            Some(played) => played.suit() == led.suit() || other.suit() != led.suit(),
            None => true,
        }
    })
}

/// Random players who call Chicago every other time lose what they win, and play for thousands of actions.
fn patient() -> Laws<Chicago> {
    Laws::new(scramble)
        .with_worlds()
        .reluctant(|action| *action == Action::CallChicago)
        .games(law_games())
        .thorough_every(1_500)
}

#[test]
fn the_laws_hold_for_two_three_and_four_players() {
    let report = patient().table("", 2).table("", 3).table("", 4).hold();
    assert_eq!(report.games, 3 * law_games());
    assert!(report.thorough > law_games() / 2, "{report:?}");
}

#[test]
fn the_laws_hold_where_everybody_calls_chicago_every_other_time() {
    let laws = Laws::<Chicago>::new(scramble).with_worlds().table("", 2).table("", 3).table("", 4).games(16);
    let report = laws.thorough_every(400).hold();
    assert!(report.actions > 100_000, "{report:?}");
}

#[test]
fn the_laws_hold_with_each_option() {
    let report = patient()
        .table("straight_flush=8", 2)
        .table("chicago_plus_last=on", 2)
        .table("buy_stop=42", 2)
        .table("buy_stop=46", 3)
        .table("buy_stop=47", 4)
        .table("four_resets=on", 3)
        .table("must_chicago=on", 2)
        .table("pause=60", 2)
        .hold();
    assert_eq!(report.games, 8 * law_games());
}

#[test]
fn the_laws_hold_where_a_single_card_is_drawn_face_up() {
    let report = patient().table("one_up=on", 2).table("one_up=on", 3).table("one_up=on", 4).hold();
    assert_eq!(report.games, 3 * law_games());
}

#[test]
fn the_laws_hold_with_all_options_at_once() {
    let everything = "straight_flush=8,chicago_plus_last=on,buy_stop=42,one_up=on,four_resets=on,pause=0";
    let report = patient().table(everything, 4).table(&format!("{everything},must_chicago=on"), 2).hold();
    assert_eq!(report.games, 2 * law_games());
}

#[test]
fn a_world_scrambled_for_nobody_in_particular_is_still_a_pack() {
    let position = Chicago::deal(
        1,
        &ChicagoOptions::default(),
        4,
        Chance::new(game::Seed::from_number(3)),
        &mut game::DiscardEvents,
    );
    let world = scramble(&position, Viewer::Watcher, &mut game::dice(1));
    assert_ne!(world, position);
    let mut all: CardSet = world.deck.as_slice().iter().copied().collect();
    for seat in SeatSet::all(4).iter() {
        all = all | world.hands[seat].held;
    }
    assert_eq!(all, CardSet::PACK);
}

#[test]
fn the_laws_hold_at_the_extremes_of_every_option() {
    let laws = patient().extremes();
    let report = laws.games(10).thorough_every(1500).stop_after(20000).hold();
    assert!(report.games > 100, "{report:?}");
}

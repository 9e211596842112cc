//! Every card is in exactly one place, at all times.

use cards::{Card, CardSet};
use game::playthrough::random_record;
use game::{DiscardEvents, Game, Record, Replay, Seat, Seed, below, dice};
use proptest::prelude::*;

use super::super::*;
use super::table::dealt;

/// All cards of the position, wherever they are; a card in two places stands twice.
fn all_cards(position: &Chicago) -> Vec<Card> {
    let mut all = position.deck.as_slice().to_vec();
    all.extend(position.returned);
    let under_way = position.phase == Phase::OpenCard;
    let exchange = usize::from(position.exchange) - 1;
    for seat in Seat::all(position.seats) {
        if under_way {
            all.extend(position.hands[seat].held);
            all.extend(position.thrown[exchange][seat]);
            all.extend(
                position.opened[exchange][seat].filter(|opened| !opened.taken).map(|opened| opened.card),
            );
        } else {
            all.extend(position.hands[seat].slots);
        }
    }
    all
}

fn is_a_pack(position: &Chicago) -> bool {
    let all = all_cards(position);
    all.len() == 52 && all.into_iter().collect::<CardSet>() == CardSet::PACK
}

#[test]
fn cht21_four_players_who_change_five_cards_three_times_never_see_a_card_twice() {
    for seed in 0..50 {
        let mut position = dealt("", 4, seed);
        for _ in 0..3 {
            for seat in Seat::all(4) {
                let all_five = Action::Change(position.hands[seat].held);
                assert!(is_a_pack(&position));
                position.play(seat, all_five, &mut DiscardEvents).unwrap();
            }
        }
        assert!(is_a_pack(&position));
        assert!(matches!(position.phase, Phase::Call | Phase::Over));
    }
}

#[test]
fn imagined_worlds_are_packs_too_and_respect_what_was_not_followed() {
    let mut choices = dice(4);
    for seed in 0..60 {
        let settings = if seed % 2 == 0 { "one_up=on" } else { "" };
        let mut position = dealt(settings, 2 + (seed % 3) as u8, seed);
        for _ in 0..120 {
            let Some(seat) = position.status().to_act().first() else { break };
            let viewer = Seat::of(below(&mut choices, u32::from(position.seats)) as u8);
            let view = position.seen(game::Viewer::Seat(viewer));
            let world = Chicago::imagine(1, &position.options, viewer, &view, &mut choices);
            assert!(is_a_pack(&world), "{view:?}");
            assert!(nobody_could_have_followed(&world), "{view:?}");
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            let action = legal[below(&mut choices, legal.len() as u32) as usize];
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
    }
}

/// The player who did not follow a suit has no card of it left.
fn nobody_could_have_followed(world: &Chicago) -> bool {
    world.tricks.iter().all(|trick| {
        let players = trick.leader.round(world.seats).zip(trick.cards.iter().flatten());
        let Some(led) = trick.led_suit() else { return true };
        players
            .filter(|(_, card)| card.suit() != led)
            .all(|(seat, _)| (world.hands[seat].held & CardSet::suit(led)).is_empty())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_card_is_in_one_place_after_every_action(seed: u64, seats in 2u8..=4, one_up: bool) {
        let options = ChicagoOptions { one_up, ..ChicagoOptions::default() };
        let record = random_record::<Chicago>(&options, seats, Seed::from_number(seed), seed, 20_000).unwrap();
        let replay = Replay::<Chicago>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
        for step in replay.steps() {
            prop_assert!(is_a_pack(&step.position), "step {}", step.number);
        }
    }

    #[test]
    fn totals_change_by_what_is_told_and_by_nothing_else(seed: u64, seats in 2u8..=4) {
        let options = ChicagoOptions::default();
        let record = random_record::<Chicago>(&options, seats, Seed::from_number(seed), seed, 20_000).unwrap();
        let replay = Replay::<Chicago>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
        let mut totals = vec![0i32; usize::from(seats)];
        for step in replay.steps() {
            for (_, event) in &step.emitted.0 {
                let (seat, points) = match event {
                    Event::HandPaid { award: Award::Paid { seat, points, .. }, .. } => (seat, i32::from(*points)),
                    Event::ChicagoMade { seat } => (seat, 15),
                    Event::ChicagoFailed { seat } => (seat, -15),
                    Event::LastTrickPaid { seat } => (seat, 5),
                    _ => continue,
                };
                let total = &mut totals[seat.index()];
                *total = (*total + points).clamp(-128, 127);
            }
            prop_assert_eq!(step.position.scores().as_slice().to_vec(), totals.clone());
        }
    }
}

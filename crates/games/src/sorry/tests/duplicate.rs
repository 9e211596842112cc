//! Duplicate deals: the same cards for everybody who plays one.

use game::laws::{Laws, Met};
use game::{Chance, DiscardEvents, EventLog, Game, Record, Redraw, Replay, Seat, Seed, below, dice};

use super::super::{Action, Event, Sorry};
use super::laws::scramble;
use crate::testing::law_games;

/// A seat's cards are its own, however long the game: nothing is dealt and nothing is shared.
fn met(_: &Sorry, event: &Event) -> Option<Met> {
    match event {
        Event::Rolled { seat, card, .. } => Some(Met::Drew { seat: *seat, cards: vec![*card as u32] }),
        _ => None,
    }
}

#[test]
fn every_seat_draws_the_same_cards_to_the_end_whatever_anybody_does() {
    Laws::<Sorry>::new(scramble)
        .with_worlds()
        .with_duplicates(met)
        .table("", 2)
        .table("", 4)
        .table("deck=uniform", 3)
        .games(law_games())
        .thorough_every(64)
        .hold();
}

#[test]
fn each_pack_of_a_seat_is_used_up_before_the_next_and_goldens_hold() {
    let chance = Chance::duplicate(Seed::from_number(5));
    let mut table = Sorry::start(&Default::default(), 2, chance, &mut DiscardEvents).unwrap();
    let (mut dice, mut drawn, mut legal) = (dice(1), [Vec::new(), Vec::new()], Vec::new());
    while !table.status().is_over() && drawn[1].len() < 100 {
        let seat = table.mover;
        legal.clear();
        table.legal_actions(seat, &mut legal);
        // Nobody gets Home in this test: all packs are to be seen.
        legal.retain(|action| *action != Action::Home || legal_is_only(&table, seat));
        let action = legal[below(&mut dice, legal.len() as u32) as usize];
        let mut log = EventLog::new();
        table.apply(seat, action, &mut log);
        for (_, event) in &log.0 {
            if let Event::Rolled { seat, card, .. } = event {
                drawn[seat.index()].push(*card);
            }
        }
    }
    for drawn in &drawn {
        for pack in drawn.chunks_exact(45) {
            for card in super::super::Card::ALL {
                let count = pack.iter().filter(|other| **other == card).count();
                assert_eq!(count, usize::from(card.in_pack()));
            }
        }
    }
    let first: Vec<u32> = drawn[0][..8].iter().map(|card| *card as u32).collect();
    assert_eq!(first, GOLDEN_FIRST, "pinned: records of duplicate deals must replay");
}

const GOLDEN_FIRST: [u32; 8] = [5, 1, 2, 7, 2, 2, 4, 8];

fn legal_is_only(table: &Sorry, seat: Seat) -> bool {
    let mut legal = Vec::new();
    table.legal_actions(seat, &mut legal);
    legal.len() == 1
}

#[test]
fn a_record_of_a_duplicate_deal_says_so_and_replays() {
    let chance = Chance::duplicate(Seed::from_number(8));
    let mut table = Sorry::start(&Default::default(), 3, chance, &mut DiscardEvents).unwrap();
    let mut record =
        Record { duplicate: true, ..Record::new::<Sorry>(&Default::default(), 3, Seed::from_number(8)) };
    while !table.status().is_over() {
        let (seat, action) = (table.mover, table.default_action(table.mover));
        table.apply(seat, action, &mut DiscardEvents);
        record.push(seat, action);
    }
    let line = record.to_line();
    assert!(line.starts_with(r#"{"duplicate":true,"game":"sorry""#));
    let replay = Replay::<Sorry>::read(&line).unwrap();
    assert_eq!(replay.steps().last().unwrap().position, table);
    // The same seed, dealt as usual, is another game.
    assert!(Replay::<Sorry>::read(&line.replace(r#""duplicate":true,"#, "")).is_err());
}

#[test]
fn luck_is_measured_by_the_pack_of_the_player_in_turn() {
    let chance = Chance::duplicate(Seed::from_number(3));
    let mut table = Sorry::start(&Default::default(), 2, chance, &mut DiscardEvents).unwrap();
    for _ in 0..30 {
        table.apply(table.mover, table.default_action(table.mover), &mut DiscardEvents);
    }
    let seen = table.seen(game::Viewer::Watcher);
    let ways = table.next_draws();
    assert!((ways.iter().map(|(share, _)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    for (_, way) in ways.iter().chain([&(1.0, table.redrawn(&mut dice(1)))]) {
        assert_eq!(way.seen(game::Viewer::Watcher), seen);
    }
}

//! Games between peers written down.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Chance, DiscardEvents, Game, Played, Record, Seed};
use games::golf::{Action, Event, Golf};

use super::super::peer_deals::{PeerDeals, PeerOptions};
use super::super::standing::Standing;
use super::{PeerReplay, record};

/// Plays a game between peers at random, as a record.
fn recorded(steal: bool, seats: u8, rounds: u8) -> Record<Action> {
    let mut chosen = PeerOptions { steal, deals: PeerDeals::default() };
    let mut golf =
        Golf::start(&chosen.golf(), seats, Chance::new(Seed::from_number(5)), &mut DiscardEvents).unwrap();
    let mut actions = Vec::new();
    let mut legal = Vec::new();
    let mut chance = Chance::new(Seed::from_number(6));
    while let Some(seat) = golf.status().to_act().first() {
        if let Some(deck) = golf.deck_to_deal() {
            let round = Standing::of(&golf).round;
            if round > rounds {
                break;
            }
            chosen.deals.set_deck(round, deck);
        }
        legal.clear();
        golf.legal_actions(seat, &mut legal);
        let action = legal[chance.below(legal.len() as u32) as usize];
        golf.play(seat, action, &mut DiscardEvents).unwrap();
        actions.push(Played { seat, action });
    }
    record(&chosen, seats, actions)
}

#[test]
fn a_game_between_peers_is_written_down_with_its_decks_and_replays_without_a_seed() {
    for (steal, seats) in [(false, 2), (true, 3), (true, 4)] {
        let record = recorded(steal, seats, 9);
        let replay = PeerReplay::read(&record.to_line()).unwrap();
        assert!(replay.unveiled().is_some(), "it runs to the end");
        assert_eq!((replay.seats(), replay.actions()), (seats, record.actions.as_slice()));
        let deals = replay
            .steps()
            .flat_map(|step| step.emitted.0)
            .filter(|(_, event)| matches!(event, Event::Dealt { .. }));
        assert_eq!(deals.count(), 9, "each round is dealt once");
    }
    // A game that was broken off has the decks it came to.
    let record = recorded(false, 2, 3);
    assert!(PeerReplay::read(&record.to_line()).unwrap().unveiled().is_none());
}

#[test]
fn a_record_between_peers_whose_decks_are_wrong_is_refused_with_the_reason() {
    let good = recorded(false, 2, 1).to_line();
    let line = |from: &str, to: &str| PeerReplay::read(&good.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(line("deck_1", "deck_2").contains("deck_1 is missing"));
    assert!(line("deck_1", "deck_10").contains("no option \"deck_10\""));
    assert!(line("\"deck_1\":\"", "\"deck_1\":\"S99 ").contains("52 cards"));
    assert!(line("\"steal\":\"off\"", "\"steal\":\"perhaps\"").contains("on or off"));
    assert!(line("golf_peers", "golf").contains("record of \"golf\""));
    assert!(line("\"rules\":1", "\"rules\":2").contains("rules 2"));
    assert!(line("\"seat\":0", "\"seat\":3").contains("Step "));
    assert!(line("}", "").contains("not a record"));
}

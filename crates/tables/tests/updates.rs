//! What a player is sent after each action leads from what they saw to what they see.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::face::{ChosenBy, LiveGame};
use game::options::RawOptions;
use game::{Chance, Seat, Seed, Viewer, Voice};
use games::Kind;
use protocol::{Change, apply_changes};
use serde_json::{Value, json};

/// More than a round of every game.
const ACTIONS: usize = 300;

fn viewers(seats: u8) -> Vec<Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Watcher]).collect()
}

fn seen(game: &dyn LiveGame, viewer: Viewer) -> Value {
    let mut written = Vec::new();
    game.write_seen(viewer, &mut written).unwrap();
    serde_json::from_slice(&written).unwrap()
}

fn events_are_written_as_they_are_listed(game: &dyn LiveGame, viewer: Viewer, voice: &Voice) {
    let mut written = Vec::new();
    game.write_last_events(viewer, voice, &mut written).unwrap();
    let listed: Vec<Value> = game
        .last_events(viewer, voice)
        .into_iter()
        .map(|listed| {
            let event: Value = serde_json::from_str(listed.event.get()).unwrap();
            json!({"event": event, "text": listed.text})
        })
        .collect();
    assert_eq!(serde_json::from_slice::<Value>(&written).unwrap(), Value::from(listed));
}

#[test]
fn changes_lead_every_viewer_of_every_game_to_what_they_see() {
    for kind in Kind::ALL {
        let (face, seats) = (kind.face(), kind.spec().default_seats);
        let chance = Chance::new(Seed::from_number(7));
        let mut game = face.deal(*face.rules().end(), &RawOptions::default(), seats, chance).unwrap();
        let viewers = viewers(seats);
        let voice = Voice::new(vec!["Ann \"A\"".to_owned(), "Bo".to_owned()]);
        for number in 0..ACTIONS {
            let Some(seat) = game.status().to_act().iter().next() else { break };
            let before: Vec<Value> = viewers.iter().map(|viewer| seen(game.as_ref(), *viewer)).collect();
            let legal = game.legal_actions(seat);
            let tried = game.attempt(seat, legal[number % legal.len()].get()).unwrap();
            game.accept(tried, ChosenBy::Person);
            for (viewer, mut saw) in viewers.iter().zip(before) {
                let mut changes = Vec::new();
                assert!(game.write_changes(*viewer, &mut changes).unwrap());
                let changes: Vec<Change> = serde_json::from_slice(&changes).unwrap();
                apply_changes(&mut saw, &changes).unwrap();
                assert_eq!(saw, seen(game.as_ref(), *viewer), "{kind:?}, action {number}, {viewer:?}");
                events_are_written_as_they_are_listed(game.as_ref(), *viewer, &voice);
            }
            game.forget_before();
        }
    }
}

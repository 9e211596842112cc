//! Finished games on the screen.

use games::Kind;
use serde_json::json;

use super::table_fixture::{app, played, screen, snapshot};
use crate::play::app::App;
use crate::play::connections::FetchPurpose;
use crate::play::core::Effect;
use crate::play::keys::Key;

/// The frames of the first steps of a game, as the server sends them.
pub(super) fn frames(kind: Kind, steps: usize) -> String {
    let frame = |step: usize| {
        let seen = snapshot(kind, &*played(kind, 2, step, false), Some(0))["table"]["seen"].clone();
        json!({"step": step, "seat": null, "events": [{"event": {}, "text": format!("Step {step} happens.")}], "seen": seen})
    };
    let frames: Vec<_> = (0..=steps).map(frame).collect();
    json!({"game": kind.name(), "options": {}, "names": ["Ann", "Bo"], "steps": steps, "everything": true, "scores": [],
        "frames": frames})
    .to_string()
}

/// The list of one finished game, as the server sends it.
pub(super) fn games(kind: Kind) -> String {
    json!({"games": [{"replay_id": "ss439rrzy0-1", "game": kind.name(), "ended_at": 0, "public": true,
        "seats": [{"name": "Ann", "is_person": true, "won": true, "score": 3}, {"name": "Bo", "is_person": false, "won": false, "score": 1}]}]})
    .to_string()
}

/// Opens a finished game of six steps from the list; nobody asked for its review yet.
pub(super) fn open(app: &mut App, kind: Kind) {
    let effects = app.key(Key::Char('g'));
    let [Effect::Fetch(wanted, path)] = &*effects else { panic!("{effects:?}") };
    assert_eq!(path, "/api/people/Ann/games");
    app.fetched(wanted, Ok(games(kind)));
    let list = screen(app, 80, 24);
    assert!(list.contains("· won · Ann 3, Bo 1"), "{list}");
    let effects = app.key(Key::Enter);
    let [Effect::Fetch(wanted, path), Effect::Fetch(review, review_path)] = &*effects else {
        panic!("{effects:?}")
    };
    assert_eq!(path, "/api/replays/ss439rrzy0-1/frames?as=0&from=0");
    assert_eq!(review_path, "/api/replays/ss439rrzy0-1/review");
    assert!(app.fetched(wanted, Ok(frames(kind, 6))).is_empty(), "all steps are there");
    assert!(app.fetched(review, Ok(r#"{"state":"none","percent":0}"#.to_owned())).is_empty());
}

#[test]
fn a_finished_game_of_each_kind_is_seen_step_by_step() {
    for kind in Kind::ALL {
        let mut app = app();
        open(&mut app, *kind);
        let first = screen(&mut app, 80, 24);
        assert!(
            first.contains("step 0 of 6 · as Ann saw it") && first.contains("Step 0 happens."),
            "{first}"
        );
        app.key(Key::Right);
        assert!(screen(&mut app, 80, 24).contains("step 1 of 6"));
        app.key(Key::End);
        let last = screen(&mut app, 120, 36);
        assert!(last.contains("step 6 of 6") && last.contains("Step 3 happens."), "{last}");
        app.key(Key::PageUp);
        assert_eq!(screen(&mut app, 80, 24), first);
        app.key(Key::Esc);
        assert!(screen(&mut app, 80, 24).contains("Play now"));
    }
}

#[test]
fn a_replay_runs_by_itself_to_its_end_unless_calm() {
    let mut app = app();
    open(&mut app, Kind::Gomoku);
    app.key(Key::Char(' '));
    let mut steps = 0;
    while let Some(at) = app.wakes_at() {
        app.tick(at);
        steps += 1;
        assert!(steps < 20);
    }
    assert_eq!(steps, 6);
    assert!(screen(&mut app, 80, 24).contains("step 6 of 6"));
    app.settings.calm = true;
    app.key(Key::Home);
    app.key(Key::Char(' '));
    assert_eq!(app.wakes_at(), None);
    assert!(screen(&mut app, 80, 24).contains("step 1 of 6"));
}

#[test]
fn a_replay_is_seen_from_every_seat_and_errors_are_told() {
    let mut app = app();
    open(&mut app, Kind::Golf);
    let effects = app.key(Key::Char('v'));
    let [Effect::Fetch(FetchPurpose::Frames { seat: Some(1), .. }, path)] = &*effects else {
        panic!("{effects:?}")
    };
    assert!(path.contains("as=1"));
    let Effect::Fetch(wanted, _) = &effects[0] else { panic!() };
    app.fetched(wanted, Err("There is no such replay.".to_owned()));
    assert!(screen(&mut app, 80, 24).contains("There is no such replay."));
}

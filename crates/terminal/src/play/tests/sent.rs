//! A move on its way to the server.

use client::RequestError;
use game::Seat;
use game::face::{ChosenBy, LiveGame};
use games::Kind;
use protocol::{Done, ServerMsg};
use serde_json::json;

use super::table_fixture::{TABLE, app_at, message, played, screen, snapshot};
use crate::play::app::App;
use crate::play::core::{Effect, ON_ITS_WAY, Purpose};
use crate::play::keys::Key;

/// The line that says what to do now.
fn status(app: &mut App) -> String {
    screen(app, 80, 24).lines().nth(21).unwrap_or_default().trim().to_owned()
}

/// Presses Enter, which plays what the cursor stands on.
fn play(app: &mut App) -> Purpose {
    match &app.key(Key::Enter)[..] {
        [Effect::Send(_, purpose)] => *purpose,
        other => panic!("{other:?}"),
    }
}

/// A seat does the first thing that it can.
fn act(live: &mut dyn LiveGame, seat: u8) {
    let action = live.legal_actions(Seat::of(seat))[0].clone();
    let tried = live.attempt(Seat::of(seat), action.get()).unwrap_or_else(|_| panic!("a legal action"));
    live.accept(tried, ChosenBy::Person);
}

fn done() -> Result<ServerMsg, RequestError> {
    Ok(ServerMsg::Done(Done { reference: None, table: None, commitment: None }))
}

#[test]
fn a_sent_move_is_not_asked_for_again_and_an_answer_that_overtakes_the_update_changes_nothing() {
    let mut live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    assert!(status(&mut app).starts_with("Your turn"), "{}", status(&mut app));
    let purpose = play(&mut app);
    assert_eq!(status(&mut app), ON_ITS_WAY);
    app.answer(0, purpose, done());
    assert_eq!(status(&mut app), ON_ITS_WAY, "the update is what ends it");
    act(&mut *live, 0);
    app.take(0, message(snapshot(Kind::Gomoku, &*live, Some(0))), 0);
    assert!(status(&mut app).starts_with("Waiting for Bo"), "{}", status(&mut app));
}

#[test]
fn what_was_told_of_an_earlier_decision_never_hides_the_next_one() {
    let mut live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let purpose = play(&mut app);
    assert!(app.key(Key::Enter).is_empty(), "the same move is not sent twice");
    assert_eq!(status(&mut app), ON_ITS_WAY);
    act(&mut *live, 0);
    act(&mut *live, 1);
    app.take(0, message(snapshot(Kind::Gomoku, &*live, Some(0))), 0);
    app.answer(0, purpose, done());
    assert!(status(&mut app).starts_with("Your turn"), "{}", status(&mut app));
}

#[test]
fn a_refused_move_can_be_tried_again() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let purpose = play(&mut app);
    app.answer(0, purpose, Err(RequestError::Lost));
    assert_eq!(status(&mut app), RequestError::Lost.to_string());
    play(&mut app);
}

#[test]
fn a_move_that_was_taken_back_can_be_made_again() {
    let before = played(Kind::Gomoku, 2, 4, true);
    let mut after = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*before, Some(0));
    let purpose = play(&mut app);
    app.answer(0, purpose, done());
    act(&mut *after, 0);
    for live in [&*after, &*before] {
        app.take(0, message(snapshot(Kind::Gomoku, live, Some(0))), 0);
    }
    play(&mut app);
}

#[test]
fn a_game_alone_against_bots_is_paused_taken_back_and_resigned_by_words() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let sent = |app: &mut App, line: &str| {
        "/".clone_into(&mut app.prompt);
        app.prompt.push_str(line);
        match app.key(Key::Enter).pop() {
            Some(Effect::Send(message, _)) => serde_json::to_value(message).unwrap(),
            other => panic!("{other:?}"),
        }
    };
    let decision = live.decisions(Seat::of(0));
    assert_eq!(sent(&mut app, "undo"), json!({"undo": {"table": TABLE, "game_number": 1, "nth": decision}}));
    assert_eq!(sent(&mut app, "pause"), json!({"pause": {"table": TABLE, "on": true}}));
    let mut paused = snapshot(Kind::Gomoku, &*live, Some(0));
    paused["table"]["info"]["paused"] = json!(true);
    app.take(0, message(paused), 0);
    assert!(status(&mut app).starts_with("Paused (/pause goes on). Your turn"), "{}", status(&mut app));
    assert_eq!(sent(&mut app, "pause"), json!({"pause": {"table": TABLE, "on": false}}));
    let mut undone = snapshot(Kind::Gomoku, &*live, Some(0));
    undone["table"]["undo_count"] = json!(1);
    app.take(0, message(undone), 0);
    let log: Vec<_> = app.core.table().unwrap().log.iter().map(|line| line.text.as_str()).collect();
    assert!(log.contains(&"The game is paused: the clock stands and the bots wait."), "{log:?}");
    assert!(log.contains(&"A decision was taken back."), "{log:?}");
    let began = |line: &&&str| line.starts_with("The board has");
    assert_eq!(log.iter().filter(began).count(), 1, "what is in the log is not told again: {log:?}");
    assert_eq!(sent(&mut app, "resign"), json!({"resign": {"table": TABLE}}));
    // A word too short for a move must not end the game.
    "res".clone_into(&mut app.prompt);
    assert!(app.key(Key::Enter).is_empty());
    assert_eq!(status(&mut app), "Type /resign to end the game.");
}

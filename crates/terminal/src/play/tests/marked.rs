//! What changed is marked for a moment.

use games::Kind;
use ratatui::style::Modifier;
use serde_json::json;

use super::table_fixture::{TABLE, app_at, buffer, message, played, snapshot};
use crate::play::app::App;
use crate::play::keys::Key;

/// How many cells of the board are reversed.
fn reversed(app: &mut App) -> usize {
    let drawn = buffer(app, 80, 24);
    drawn.content.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count()
}

/// Gomoku as Ann sees it, and then two pebbles later.
fn two_pebbles(calm: bool) -> (App, usize) {
    let mut app = app_at(Kind::Gomoku, &*played(Kind::Gomoku, 2, 4, true), Some(0));
    app.settings.calm = calm;
    let before = reversed(&mut app);
    let mut update = snapshot(Kind::Gomoku, &*played(Kind::Gomoku, 2, 6, true), Some(0));
    update["table"]["missed"] = json!([{"seq": 10, "events": [{"event": {}, "text": "Bo puts a pebble."}]}]);
    app.take(0, message(update), 1_000);
    assert_eq!(app.core.here.map(|table| table.to_string()).as_deref(), Some(TABLE));
    (app, before)
}

#[test]
fn a_change_is_marked_for_a_moment_and_then_nothing_wakes_the_client() {
    let (mut app, before) = two_pebbles(false);
    assert!(reversed(&mut app) > before, "the new pebbles are marked");
    let ends = app.wakes_at().unwrap();
    app.tick(ends);
    assert_eq!(reversed(&mut app), before);
    assert_eq!(app.wakes_at(), None);
}

#[test]
fn a_key_ends_the_mark_and_calm_has_none() {
    let (mut app, before) = two_pebbles(false);
    app.key(Key::Resized);
    assert!(reversed(&mut app) > before);
    app.key(Key::Left);
    assert_eq!(reversed(&mut app), before);
    let (mut app, before) = two_pebbles(true);
    assert_eq!(reversed(&mut app), before);
    assert_eq!(app.wakes_at(), None);
}

#[test]
fn news_of_the_connection_is_not_taken_away_by_a_key_that_was_pressed_before_it_was_drawn() {
    use super::table_fixture::screen;
    use client::Incoming;
    let mut app = app_at(Kind::Gomoku, &*played(Kind::Gomoku, 2, 4, true), Some(0));
    app.take(0, Incoming::Lost, 0);
    app.key(Key::Right);
    let drawn = screen(&mut app, 80, 24);
    assert!(
        drawn.contains("The connection is lost.") && drawn.contains("connection lost, trying"),
        "{drawn}"
    );
    app.key(Key::Right);
    let drawn = screen(&mut app, 80, 24);
    assert!(
        !drawn.contains("The connection is lost.") && drawn.contains("connection lost, trying"),
        "{drawn}"
    );
}

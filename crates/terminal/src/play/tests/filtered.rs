//! What others write cannot command the terminal.

use games::Kind;
use serde_json::json;

use super::table_fixture::{PLAIN_LOOK, TABLE, app_at, message, played, screen};

#[test]
fn escape_sequences_in_names_chat_and_events_are_shown_as_text() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let evil = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x";
    let seat = |name: &str| {
        json!({"occupant": {"person": {"name": name, "program": false}}, "presence": "connected",
            "played_by_bot": false, "wants_rematch": false})
    };
    app.take(
        0,
        message(json!({"seats_update": {"table": TABLE, "seats": [seat("Ann"), seat(evil)], "host": 0,
        "watcher_count": 0}})),
        0,
    );
    app.take(0, message(json!({"said": {"room": {"table": TABLE}, "line": {"number": 1, "from": evil, "text": evil, "at": 0}}})), 0);
    let drawn = screen(&mut app, 120, 36);
    assert!(drawn.contains("]0;owned"), "{drawn}");
    let commands = |letter: char| letter != '\n' && (letter.is_control() || letter == '\u{202e}');
    assert!(!drawn.contains(commands), "{drawn:?}");
    assert!(!PLAIN_LOOK.text(evil).contains(commands));
    assert!(!app.title().contains(commands));
}

#[test]
fn a_view_that_cannot_be_read_is_told_and_shown_as_text() {
    let live = played(Kind::OneCard, 2, 3, true);
    let mut snapshot = super::table_fixture::snapshot(Kind::OneCard, &*live, Some(0));
    snapshot["table"]["seen"]["view"] = json!({"something": "new"});
    let mut app = super::table_fixture::app();
    app.take(0, message(snapshot), 0);
    app.core.here = TABLE.parse().ok();
    let drawn = screen(&mut app, 120, 36);
    assert!(drawn.contains("something: new"), "{drawn}");
    assert!(drawn.contains("another version"), "{drawn}");
}

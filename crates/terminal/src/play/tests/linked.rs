//! A link for another device.

use serde_json::json;

use super::table_fixture::{app, message, screen};
use crate::play::core::Effect;
use crate::play::keys::Key;

#[test]
fn a_link_and_a_code_for_another_device_are_shown_until_they_are_used() {
    let mut app = app();
    let effects = app.key(Key::Char('d'));
    let [Effect::Post(wanted, path)] = &*effects else { panic!("{effects:?}") };
    assert_eq!(path, "/api/devices/link");
    app.fetched(wanted, Ok(json!({"code": "ABCDE-01234-FGHJK-56789", "expires_at": 5}).to_string()));
    let shown = screen(&mut app, 80, 40);
    assert!(shown.contains("http://localhost:8080/link#ABCDE-01234-FGHJK-56789"), "{shown}");
    assert!(shown.contains("█▀▀▀▀▀█") || shown.contains("▄▄▄▄▄"), "there is a code for a camera: {shown}");
    app.take(0, message(json!({"devices_changed": {}})), 0);
    let used = screen(&mut app, 80, 24);
    assert!(used.contains("Done: the other device is signed in.") && !used.contains("/link#"), "{used}");
    app.key(Key::Esc);
    app.take(0, message(json!({"devices_changed": {}})), 0);
    assert!(app.news.is_none(), "other changes of the list are not news");
}

#[test]
fn a_refused_link_is_told_and_without_a_server_there_is_none() {
    let mut app = app();
    let effects = app.key(Key::Char('d'));
    let [Effect::Post(wanted, _)] = &*effects else { panic!("{effects:?}") };
    app.fetched(wanted, Err("You have too many devices.".to_owned()));
    assert!(screen(&mut app, 80, 24).contains("You have too many devices."));
    app.core.is_local = true;
    assert!(app.key(Key::Char('d')).is_empty());
    assert!(screen(&mut app, 80, 24).contains("You play without a server"));
}

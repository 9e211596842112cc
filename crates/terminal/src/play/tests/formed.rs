//! The form for a new table: what each line says is asked for.

use std::collections::BTreeSet;

use games::Kind;
use protocol::{ClientMsg, NewTable};
use serde_json::{Value, json};

use super::table_fixture::{app, screen};
use crate::play::core::Effect;
use crate::play::keys::Key;

/// Opens the form, steps down to a line, changes it, and opens the table.
fn opened_with(line: usize, key: &Key) -> NewTable {
    let mut app = app();
    app.key(Key::Char('n'));
    (0..line).for_each(|_| drop(app.key(Key::Down)));
    app.key(key.clone());
    let effects = app.key(Key::Enter);
    let sent = effects.into_iter().find_map(|effect| match effect {
        Effect::Send(ClientMsg::Open(open), _) => Some(open.config),
        _ => None,
    });
    sent.unwrap_or_else(|| panic!("nothing was sent:\n{}", screen(&mut app, 80, 24)))
}

fn value(table: &NewTable) -> Value {
    serde_json::to_value(table).unwrap()
}

/// The fields that differ between two requests.
fn changed(one: &Value, other: &Value) -> Vec<String> {
    let (one, other) = (one.as_object().unwrap(), other.as_object().unwrap());
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

#[test]
fn every_line_of_the_form_for_a_new_table_reaches_the_request() {
    // Nothing is changed by a key that the form does not know.
    let usual = value(&opened_with(1, &Key::Char('x')));
    let fields = [
        "seats",
        "bots",
        "level",
        "clock",
        "private",
        "watch_policy",
        "on_leave",
        "grace_seconds",
        "substitute_level",
        "bot_delay_ms",
        "hints",
        "rated",
        "same_address",
    ];
    for (index, field) in fields.into_iter().enumerate() {
        let key = if matches!(field, "seats") { Key::Left } else { Key::Right };
        let table = value(&opened_with(index + 1, &key));
        match field {
            // The level of bots that nobody asked for is not sent.
            "level" => assert_eq!(changed(&usual, &table), Vec::<String>::new()),
            _ => assert_eq!(changed(&usual, &table), [field], "{table}"),
        }
    }
    // The first of the game's own settings, and another game.
    let option = value(&opened_with(fields.len() + 1, &Key::Right));
    assert_eq!(changed(&usual, &option), ["options"], "{option}");
    let other = value(&opened_with(0, &Key::Right));
    assert_eq!((&usual["game"], &other["game"]), (&json!(Kind::ALL[0].name()), &json!(Kind::ALL[1].name())));
}

//! Every message has an answer, and every refusal can be met.

use std::collections::BTreeSet;

use protocol::{ByeReason, ClientMsg, MAX_CLIENT_MESSAGE, RefusalCode, ServerMsg};
use serde_json::{Value, json};

use super::harness::{TestServer, config};
use super::person::{Person, place};

/// All words an enum knows, from its own refusal of any other.
pub(crate) fn words<T: serde::de::DeserializeOwned>(unknown: Value) -> BTreeSet<String> {
    let Err(error) = serde_json::from_value::<T>(unknown) else { panic!("a word that means something") };
    let error = error.to_string();
    let list = error.split_once("expected one of ").expect("a list").1.to_owned();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

pub(crate) async fn every_message_has_an_answer_that_repeats_its_ref() {
    let server = TestServer::open().await;
    let mut ann = server.stranger().await;
    let mut bo = server.person("Bo").await;
    let table = bo.opens(json!({"game": "gomoku", "seats": 3, "clock": "off"})).await;
    let mut asked = BTreeSet::new();
    let requests = [
        ("hello", json!({"version": 2, "name": "Ann"}), "welcome"),
        ("rename", json!({"name": "Anna"}), "welcome"),
        ("ping", json!({}), "pong"),
        ("lobby", json!({"on": true}), "done"),
        ("lobby", json!({"on": false}), "done"),
        ("open", json!({"config": {"game": "golf", "seats": 4}}), "done"),
        ("watch", json!({"table": table}), "table"),
        ("leave", json!({"table": table}), "done"),
        ("join", json!({"table": table, "seat": 1}), "table"),
        ("say", json!({"room": {"table": table}, "text": "hello"}), "done"),
        ("say", json!({"room": "lobby", "text": "hello"}), "done"),
        ("mute", json!({"name": "Bo", "on": true}), "done"),
        ("sync", json!({"table": table, "since": 0}), "table"),
        ("ready", json!({}), "done"),
    ];
    for (kind, body, answer) in requests {
        let answered = serde_json::to_value(ann.ask(kind, body).await).expect("json");
        assert!(answered.get(answer).is_some(), "{kind}: {answered}");
        asked.insert(kind.to_owned());
    }
    // Bo is the host of a table where the last seat is a bot's, and plays first.
    let requests = [
        ("add_bot", json!({"table": table, "level": "random", "seat": 2})),
        ("draft", json!({"table": table, "nth": 0, "action": place(1, 1)})),
        ("act", json!({"table": table, "nth": 0, "action": place(1, 1)})),
    ];
    for (kind, body) in requests {
        bo.does(kind, body).await;
        asked.insert(kind.to_owned());
    }
    let other = bo.opens(json!({"game": "gomoku", "seats": 3, "bots": ["random"]})).await;
    bo.does("remove_bot", json!({"table": other, "seat": 1})).await;
    bo.does("lock_seat", json!({"table": other, "seat": 1, "on": true})).await;
    assert_eq!(bo.refused("remove_player", json!({"table": other, "seat": 1})).await, "no_such_person");
    assert_eq!(bo.refused("report", json!({"room": "lobby", "number": 999})).await, "no_such_line");
    assert_eq!(bo.refused("acknowledge", json!({"notice": "7"})).await, "already_done");
    assert_eq!(bo.refused("rematch", json!({"table": other})).await, "not_over");
    assert_eq!(bo.refused("start", json!({"table": other})).await, "cannot_start");
    assert_eq!(bo.refused("accept", json!({"proposal": 9, "accept": true})).await, "stale");
    assert_eq!(bo.refused("hint", json!({"table": table, "nth": 1})).await, "hints_disabled");
    assert_eq!(bo.refused("undo", json!({"table": other, "game_number": 0, "nth": 0})).await, "not_started");
    assert_eq!(bo.refused("pause", json!({"table": other, "on": true})).await, "not_started");
    assert_eq!(bo.refused("resign", json!({"table": other})).await, "not_started");
    assert_eq!(bo.refused("play_day", json!({"game": "chess"})).await, "no_such_game");
    let past = bo.refused("day_nonce", json!({"date": "1970-01-01", "nonce": "a"})).await;
    // Where there is no deal of the day, nothing has started.
    assert!(["already_started", "not_started"].contains(&past.as_str()), "{past}");
    let refused = [
        "accept",
        "acknowledge",
        "day_nonce",
        "hint",
        "lock_seat",
        "pause",
        "play_day",
        "remove_bot",
        "remove_player",
        "rematch",
        "report",
        "resign",
        "start",
        "undo",
    ];
    asked.extend(refused.map(str::to_owned));
    assert_eq!(asked, words::<ClientMsg>(json!({"dance": {}})));
}

/// Codes that nobody can meet from outside, and why.
const NOT_MET: [(&str, &str); 10] = [
    ("seat_kept", "only at a table that was scheduled; the tests of those meet it"),
    ("no_such_tournament", "over HTTP alone; the tests of tournaments meet it"),
    ("muted", "the operator mutes; the tests of moderation meet it"),
    ("banned", "the operator bans, and the connection is closed; the tests of moderation meet it"),
    ("already_played", "only at the deal of a day; the tests of days meet it"),
    ("door_closed", "the door of this server is open; the tests of doors meet it"),
    ("table_busy", "a mailbox must be full at that moment; the tests of the mailbox meet it"),
    ("first_player_only", "only at tables that an old protocol opened; the tests of those doors meet it"),
    ("illegal", "each game has codes of its own"),
    ("shutting_down", "the server must be caught in the moment it closes; that is a test of its own"),
];

pub(crate) async fn every_refusal_can_be_met() {
    let server = TestServer::open_with(tables::ServerConfig {
        max_tables_per_person: 2,
        messages_per_second: 100,
        chat_messages_per_minute: 60,
        ..config()
    })
    .await;
    let mut met = BTreeSet::new();
    before_the_door(&server, &mut met).await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;

    let mut meet = async |person: &mut Person, code: &str, kind: &str, body: Value| {
        assert_eq!(person.refused(kind, body.clone()).await, code, "{kind} {body}");
        met.insert(code.to_owned());
    };
    meet(&mut ann, "no_such_game", "open", json!({"config": {"game": "chess"}})).await;
    meet(&mut ann, "bad_options", "open", json!({"config": {"game": "golf", "seats": 99}})).await;
    meet(&mut ann, "no_such_table", "join", json!({"table": "0000000000"})).await;
    meet(&mut ann, "no_such_person", "mute", json!({"name": "Nobody", "on": true})).await;
    let called = json!({"games": ["gomoku"], "min_seats": 2, "max_seats": 2, "call": true});
    meet(&mut ann, "no_calls", "ready", json!({ "wish": called })).await;
    meet(&mut ann, "bad_chat", "say", json!({"room": "lobby", "text": " "})).await;
    let hidden = json!({"game": "gomoku", "seats": 2, "private": true, "watch_policy": "none"});
    let hidden = ann.opens(hidden).await;
    meet(&mut bo, "not_invited", "join", json!({"table": hidden})).await;
    let table =
        ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off", "watch_policy": "none"})).await;
    meet(&mut ann, "limit_reached", "open", json!({"config": {"game": "gomoku"}})).await;
    meet(&mut eve, "watching_disabled", "watch", json!({"table": table})).await;
    meet(&mut ann, "no_such_bot", "remove_bot", json!({"table": table, "seat": 1})).await;
    meet(&mut ann, "not_started", "act", json!({"table": table, "nth": 0, "action": place(0, 0)})).await;
    meet(&mut ann, "cannot_start", "start", json!({"table": table})).await;
    meet(&mut bo, "seat_taken", "join", json!({"table": table, "seat": 0})).await;
    meet(&mut ann, "already_seated", "join", json!({"table": table, "seat": 1})).await;
    meet(&mut eve, "not_seated", "leave", json!({"table": table})).await;
    meet(&mut bo, "not_host", "add_bot", json!({"table": table, "level": "casual"})).await;
    let third = bo.opens(json!({"game": "gomoku", "seats": 3, "clock": "off"})).await;
    bo.does("lock_seat", json!({"table": third, "seat": 1, "on": true})).await;
    meet(&mut bo, "already_done", "lock_seat", json!({"table": third, "seat": 1, "on": true})).await;
    meet(&mut eve, "seat_locked", "join", json!({"table": third, "seat": 1})).await;
    eve.does("join", json!({"table": third})).await;
    bo.does("remove_player", json!({"table": third, "seat": 2})).await;
    meet(&mut eve, "removed_by_host", "join", json!({"table": third})).await;
    meet(&mut eve, "no_such_line", "report", json!({"room": "lobby", "number": 999})).await;
    bo.does("leave", json!({"table": third})).await;
    bo.does("join", json!({"table": table})).await;
    meet(&mut eve, "already_started", "join", json!({"table": table})).await;
    meet(&mut ann, "not_over", "rematch", json!({"table": table})).await;
    meet(&mut ann, "not_alone", "pause", json!({"table": table, "on": true})).await;
    let solo = json!({"game": "gomoku", "seats": 2, "bots": ["random"], "clock": "off"});
    let solo = eve.opens(solo).await;
    meet(&mut eve, "nothing_to_undo", "undo", json!({"table": solo, "game_number": 1, "nth": 0})).await;
    meet(&mut ann, "hints_disabled", "hint", json!({"table": table, "nth": 0})).await;
    meet(&mut ann, "not_in_room", "say", json!({"room": {"watchers": table}, "text": "psst"})).await;
    meet(&mut ann, "bad_action", "act", json!({"table": table, "nth": 0, "action": {"fly": 1}})).await;
    meet(&mut ann, "too_early", "act", json!({"table": table, "nth": 1, "action": place(0, 0)})).await;
    for x in 0..5 {
        ann.acts(table, x, place(x, 0)).await;
        if x < 4 {
            bo.acts(table, x, place(x, 9)).await;
        }
    }
    let later = json!({"table": table, "game_number": 2, "nth": 0, "action": place(7, 7)});
    meet(&mut ann, "other_game", "act", later).await;
    meet(&mut ann, "stale", "act", json!({"table": table, "nth": 0, "action": place(7, 7)})).await;
    meet(&mut eve, "table_full", "join", json!({"table": table})).await;
    server.fault(Some("full")).await;
    meet(&mut ann, "not_saved", "rematch", json!({"table": table})).await;
    server.fault(None).await;
    let rated = json!({"game": "gomoku", "seats": 2, "bots": ["random"], "clock": 600, "rated": true});
    let rated = eve.opens(rated).await;
    meet(&mut eve, "rated_table", "pause", json!({"table": rated, "on": true})).await;
    eve.received_so_far().await;
    while !met.contains("rate_limited") {
        if let ServerMsg::Refused(refused) = eve.ask("ping", json!({})).await {
            met.insert(refused.code);
        }
    }
    met.extend(NOT_MET.iter().map(|(code, _)| (*code).to_owned()));
    assert_eq!(met, words::<RefusalCode>(json!("?")));
}

/// The refusals that a client receives before it has signed in.
async fn before_the_door(server: &TestServer, met: &mut BTreeSet<String>) {
    let _taken = server.person("Taken").await;
    let mut nobody = server.stranger().await;
    for (code, kind, body) in [
        ("hello_required", "lobby", json!({"on": true})),
        ("unsupported_version", "hello", json!({"version": 0})),
        ("unknown_token", "hello", json!({"version": 2, "token": "nonsense"})),
        ("unknown_code", "hello", json!({"version": 2, "sign_in_code": "nonsense"})),
        ("bad_name", "hello", json!({"version": 2, "name": "x".repeat(21)})),
        ("name_taken", "hello", json!({"version": 2, "name": "TAKEN"})),
        ("bad_message", "dance", json!({})),
    ] {
        assert_eq!(nobody.refused(kind, body).await, code);
        met.insert(code.to_owned());
    }
    nobody.ask("hello", json!({"version": 2})).await;
    assert_eq!(nobody.refused("open", json!({"config": {"game": "golf"}})).await, "name_required");
    nobody.line.send(&"x".repeat(MAX_CLIENT_MESSAGE + 1)).await;
    assert_eq!(nobody.refusal().await, "too_long");
    met.extend(["name_required".to_owned(), "too_long".to_owned()]);
}

pub(crate) async fn a_message_that_cannot_be_read_is_answered_with_its_ref_if_it_has_one() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    for (kind, body) in [
        ("dance", json!({})),
        ("join", json!({"table": "no id"})),
        ("act", json!({"table": "0000000000", "nth": -1, "action": 1})),
        ("ping", json!({"loud": true})),
    ] {
        assert_eq!(ann.refused(kind, body).await, "bad_message");
    }
}

pub(crate) async fn whoever_asks_too_fast_is_told_so_for_each_request_and_then_let_go() {
    let server = TestServer::open_with(tables::ServerConfig { messages_per_second: 5, ..config() }).await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    for _ in 0..19 {
        assert!(matches!(ann.ask("ping", json!({})).await, ServerMsg::Pong(_)));
    }
    let answer = ann.ask("ping", json!({})).await;
    let ServerMsg::Refused(refused) = answer else { panic!("{answer:?}") };
    let retry_ms = refused.retry_ms.expect("a rate limit says when to try again");
    assert!((1..=200).contains(&retry_ms), "{retry_ms}");
    server.advance(retry_ms - 1).await;
    assert_eq!(ann.refused("ping", json!({})).await, "rate_limited", "not a millisecond earlier");
    server.advance(1).await;
    assert!(matches!(ann.ask("ping", json!({})).await, ServerMsg::Pong(_)), "credit comes back with time");
    for _ in 0..5 {
        // Hasty now and then, and calm in between: that is forgiven for as long as it takes.
        for _ in 0..15 {
            assert_eq!(ann.refused("ping", json!({})).await, "rate_limited");
        }
        server.advance(60_000).await;
        for _ in 0..20 {
            assert!(matches!(ann.ask("ping", json!({})).await, ServerMsg::Pong(_)));
        }
    }
    for _ in 0..40 {
        ann.say(json!({"ping": {}})).await;
    }
    assert_eq!(ann.ends().await, Some(ByeReason::RateLimited));
    assert!(matches!(bo.ask("ping", json!({})).await, ServerMsg::Pong(_)), "nobody else has to wait");
}

pub(crate) async fn the_longest_message_is_read_and_one_byte_more_is_not() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let message = |length: usize| {
        let frame = json!({"rename": {"name": ""}}).to_string();
        json!({"rename": {"name": "x".repeat(length - frame.len())}}).to_string()
    };
    ann.line.send(&message(MAX_CLIENT_MESSAGE)).await;
    assert_eq!(ann.refusal().await, "bad_name");
    ann.line.send(&message(MAX_CLIENT_MESSAGE + 1)).await;
    assert_eq!(ann.refusal().await, "too_long");
    assert!(matches!(ann.ask("ping", json!({})).await, ServerMsg::Pong(_)));
}

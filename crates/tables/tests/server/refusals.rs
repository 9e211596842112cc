//! Every refusal of the server: a code, a sentence, and nothing changed.

use protocol::{ByeReason, ServerMsg};
use serde_json::json;

use super::harness::TestServer;
use super::person::legal;

pub(crate) async fn nothing_goes_without_a_hello_and_a_name() {
    let server = TestServer::open().await;
    let mut stranger = server.stranger().await;
    assert_eq!(stranger.refused("open", json!({"config": {"game": "golf"}})).await, "hello_required");
    assert_eq!(stranger.refused("lobby", json!({"on": true})).await, "hello_required");
    assert_eq!(stranger.refused("rename", json!({"name": "X"})).await, "hello_required");
    assert_eq!(stranger.refused("hello", json!({"version": 3})).await, "unsupported_version");
    assert_eq!(
        stranger.refused("hello", json!({"version": 2, "token": "0".repeat(64)})).await,
        "unknown_token"
    );
    assert!(matches!(stranger.ask("hello", json!({"version": 2})).await, ServerMsg::Welcome(_)));
    assert_eq!(stranger.refused("hello", json!({"version": 2})).await, "bad_message");
    assert_eq!(stranger.refused("open", json!({"config": {"game": "golf"}})).await, "name_required");
    assert_eq!(stranger.refused("rename", json!({"name": "\u{200B}"})).await, "bad_name");
    let ServerMsg::Welcome(welcome) = stranger.ask("rename", json!({"name": "Zoë"})).await else { panic!() };
    assert_eq!((welcome.name.as_deref(), welcome.token.len()), (Some("Zoë"), 64));
}

pub(crate) async fn names_are_unique_whatever_they_look_like_and_are_kept_for_thirty_days() {
    let server = TestServer::open().await;
    let anna = server.person("Anna").await;
    let token = anna.token.clone();
    let mut other = server.stranger().await;
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "ANNA"})).await, "name_taken");
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "Аnnа"})).await, "name_taken");
    anna.goes().await;
    let day = 24 * 60 * 60 * 1_000;
    server.advance(29 * day).await;
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "anna"})).await, "name_taken");
    let back = server.again(&token).await;
    back.goes().await;
    for _ in 0..31 {
        server.advance(day).await;
    }
    assert!(matches!(other.ask("hello", json!({"version": 2, "name": "anna"})).await, ServerMsg::Welcome(_)));
    let mut late = server.stranger().await;
    assert_eq!(late.refused("hello", json!({"version": 2, "token": token})).await, "unknown_token");
}

pub(crate) async fn a_table_that_cannot_be_is_not_opened() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let cases = [
        (json!({"game": "chess"}), "no_such_game"),
        (json!({"game": "gomoku", "seats": 4}), "bad_options"),
        (json!({"game": "gomoku", "seats": 0}), "bad_options"),
        (json!({"game": "gomoku", "options": {"size": 9}}), "bad_options"),
        (json!({"game": "gomoku", "options": {"sise": 9}}), "bad_options"),
        (json!({"game": "gomoku", "seats": 2, "bots": ["casual", "casual"]}), "bad_options"),
        (json!({"game": "gomoku", "bots": ["genius"]}), "no_such_bot"),
        (json!({"game": "gomoku", "substitute_level": "genius"}), "no_such_bot"),
        (json!({"game": "gomoku", "grace_seconds": 9_999_999}), "bad_options"),
    ];
    for (new, code) in cases {
        assert_eq!(ann.refused("open", json!({"config": new})).await, code);
    }
    assert!(server.public_tables().await.is_empty());
}

pub(crate) async fn a_refused_action_says_what_would_be_legal_and_changes_nothing() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "sorry", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    let before = ann.sync(table, None).await;
    let answer = ann.ask("act", json!({"table": table, "nth": 0, "action": "forfeit"})).await;
    let ServerMsg::Refused(refused) = answer else { panic!("{answer:?}") };
    let listed: Vec<serde_json::Value> =
        serde_json::from_str(refused.legal.expect("legal").get()).expect("json");
    assert_eq!(listed, legal(before.seen.as_ref().expect("a view")));
    let answer = ann.ask("act", json!({"table": table, "nth": 0, "action": {"fly": 1}})).await;
    let ServerMsg::Refused(refused) = answer else { panic!("{answer:?}") };
    assert_eq!(refused.code, "bad_action");
    assert_eq!(bo.refused("act", json!({"table": table, "nth": 0, "action": "roll"})).await, "not_your_turn");
    let mut eve = server.person("Eve").await;
    assert_eq!(eve.refused("act", json!({"table": table, "nth": 0, "action": "roll"})).await, "not_seated");
    assert_eq!(eve.refused("draft", json!({"table": table, "nth": 0, "action": "roll"})).await, "not_seated");
    assert_eq!(eve.refused("leave", json!({"table": table})).await, "not_seated");
    assert_eq!(eve.refused("rematch", json!({"table": table})).await, "not_seated");
    assert_eq!(eve.refused("sync", json!({"table": table})).await, "no_such_table");
    let after = ann.sync(table, None).await;
    assert_eq!((after.seq, after.nth), (before.seq, before.nth));
}

pub(crate) async fn rubbish_is_refused_and_a_client_that_sends_nothing_else_is_closed() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    for text in ["", "[]", "{}", "{\"join\":{}}", "{\"fly\":{}}", "\u{0}", "{\"ping\":{\"x\":1}}"] {
        ann.line.send(text).await;
        assert_eq!(ann.refusal().await, "bad_message", "{text}");
    }
    ann.line.send_bytes().await;
    assert_eq!(ann.refusal().await, "bad_message");
    ann.does("lobby", json!({"on": true})).await;
    for _ in 0..30 {
        ann.line.send("?").await;
    }
    assert_eq!(ann.ends().await, Some(ByeReason::BadMessages));
}

pub(crate) async fn whoever_takes_a_forgotten_name_in_vain_takes_it_from_nobody() {
    let server = TestServer::open().await;
    let ann = server.person("Ann").await;
    let token = ann.token.clone();
    ann.goes().await;
    for _ in 0..31 {
        server.advance(24 * 60 * 60 * 1_000).await;
    }
    let mut other = server.stranger().await;
    server.fault(Some("full")).await;
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "Ann"})).await, "not_saved");
    server.fault(None).await;
    server.again(&token).await;
}

//! The worked exchange of `docs/protocol.md`, played again: run this test by its name to print it.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::server::ServerProcess;

/// Cuts tokens.
fn shorten(value: &mut Value) {
    match value {
        Value::Object(object) => object.iter_mut().for_each(|(key, value)| match (key.as_str(), value) {
            ("token", Value::String(token)) => token.truncate(12),
            (_, value) => shorten(value),
        }),
        Value::Array(values) => values.iter_mut().for_each(shorten),
        _ => {}
    }
}

#[tokio::test]
async fn a_short_game_between_two_people_with_a_refusal_a_resent_action_and_a_return() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"game": "gomoku", "seats": 2, "options": {"size": 10}, "clock": 20});
    let opened = ann.done("open", json!({"config": new, "nonce": "6f1d-from-ann"})).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    ann.until("table").await;
    let mut ben = Client::hello(&server, "Ben").await;
    ben.done("join", json!({"table": table, "nonce": "a-word-of-ben"})).await;
    ann.until("update").await;
    ann.done("say", json!({"room": {"table": table}, "text": "Good luck!"})).await;

    let act =
        |nth: u32, x: u32, y: u32| json!({"table": table, "nth": nth, "action": {"place": {"x": x, "y": y}}});
    ann.done("act", act(0, 4, 4)).await;
    let again = ann.done("act", act(0, 4, 4)).await;
    assert!(again["ref"].is_number(), "sent twice, played once, answered twice");
    ben.done("act", act(0, 0, 0)).await;
    while ann.until("update").await["seen"]["view"]["pebbles"] != 2 {}
    let refused = ann.refused("act", act(1, 0, 0)).await;
    assert_eq!(refused["legal"], "implied");
    ann.done("draft", act(1, 4, 5)).await;
    ann.done("act", act(1, 4, 5)).await;
    ben.done("act", act(1, 1, 0)).await;
    while ann.until("update").await["seen"]["view"]["pebbles"] != 4 {}

    let mut transcript = std::mem::take(&mut ann.transcript);
    let seen = transcript.iter().rev().find_map(|(_, message)| message["update"]["seq"].as_u64()).unwrap();
    let token = ann.token.clone();
    drop(ann);
    let (mut ann, _) = Client::resume(&server, &token).await;
    let back = ann.done("sync", json!({"table": table, "since": seen - 1})).await;
    assert_eq!(back["missed"].as_array().unwrap().len(), 1);
    for nth in 2..5_u32 {
        ann.done("act", act(nth, 4, 4 + nth)).await;
        if nth < 4 {
            ben.done("act", act(nth, nth, 0)).await;
            while ann.until("update").await["seen"]["view"]["pebbles"] != 2 * (nth + 1) {}
        }
    }
    let result = loop {
        let update = ann.until("update").await;
        if update["result"].is_object() {
            break update["result"].clone();
        }
    };
    assert_eq!(result["winners"], json!([0]));
    ann.done("leave", json!({"table": table})).await;
    ann.until("table_removed").await;

    transcript.append(&mut ann.transcript);
    for (direction, mut message) in transcript {
        shorten(&mut message);
        println!("{direction} {message}");
    }
}

//! Cases of the games' documents that are about the server and not about cards: leaving, losing the connection, names.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "shared with the scenarios, which use all of it")]
mod server {
    pub(crate) mod harness;
    pub(crate) mod person;
}

use protocol::{ServerMsg, TableStage};
use serde_json::{Value, json};
use server::harness::TestServer;
use server::person::{legal, seen, to_act};

/// What phase a Chicago view is in.
fn phase(seen: &protocol::GameJson) -> Value {
    serde_json::from_str::<Value>(seen.get()).unwrap()["view"]["phase"].clone()
}

#[tokio::test]
async fn cht28_whoever_leaves_after_the_start_keeps_the_seat_and_the_game_goes_on() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "chicago", "seats": 2, "clock": "off", "bot_delay_ms": 0})).await;
    bo.does("join", json!({"table": table})).await;
    bo.does("leave", json!({"table": table})).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!(snapshot.info.stage, TableStage::Running);
    assert!(snapshot.info.seats[1].played_by_bot);
    let choice = legal(snapshot.seen.as_ref().unwrap())[0].clone();
    ann.does("act", json!({"table": table, "nth": 0, "action": choice})).await;
    ann.until(|message| match message {
        ServerMsg::Update(update) => to_act(seen(update)).contains(&0).then_some(()),
        _ => None,
    })
    .await;
    bo.does("join", json!({"table": table})).await;
    assert!(!ann.sync(table, None).await.info.seats[1].played_by_bot);
}

#[tokio::test]
async fn cht30_a_lost_connection_in_any_phase_ends_an_end_table_for_all() {
    // Exchanges, the Chicago question and the tricks, by how many decisions were made before the loss.
    let mut phases = Vec::new();
    for decisions in [0, 1, 3, 4, 6] {
        let server = TestServer::open().await;
        let mut ann = server.person("Ann").await;
        let mut bo = server.person("Bo").await;
        let new =
            json!({"game": "chicago", "seats": 2, "clock": "off", "on_leave": "end", "grace_seconds": 0});
        let table = ann.opens(new).await;
        bo.does("join", json!({"table": table})).await;
        let mut made = 0;
        while made < decisions {
            for person in [&mut ann, &mut bo] {
                let snapshot = person.sync(table, None).await;
                if let Some(choice) = legal(snapshot.seen.as_ref().unwrap()).first() {
                    person.does("act", json!({"table": table, "nth": snapshot.nth, "action": choice})).await;
                }
            }
            made += 1;
        }
        let view = ann.sync(table, None).await.seen.unwrap();
        if !phases.contains(&phase(&view)) {
            phases.push(phase(&view));
        }
        drop(bo);
        let result = ann
            .until(|message| match message {
                ServerMsg::Update(update) => update.result.clone(),
                _ => None,
            })
            .await;
        assert!(result.abandoned && result.winners.is_empty());
    }
    assert!(phases.len() >= 3, "{phases:?}");
}

#[tokio::test]
async fn cht31_a_name_that_is_taken_is_refused() {
    let server = TestServer::open().await;
    let _ann = server.person("Ann").await;
    let mut other = server.stranger().await;
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "Ann"})).await, "name_taken");
}

#[tokio::test]
async fn cht32_an_empty_name_is_refused() {
    let server = TestServer::open().await;
    let mut nobody = server.stranger().await;
    for name in ["", "   ", "\t"] {
        assert_eq!(nobody.refused("hello", json!({"version": 2, "name": name})).await, "bad_name");
    }
}

#[tokio::test]
async fn ow10_one_card_over_the_network_speaks_the_protocol_of_the_server() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let table =
        ann.opens(json!({"game": "onecard", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0})).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!(snapshot.info.game, "onecard");
    // The shuffle and the other hand are nobody's to see before the round is over.
    let missed = serde_json::to_string(&ann.sync(table, Some(0)).await.missed).unwrap();
    assert!(!missed.contains("shuffled\""), "{missed}");
}

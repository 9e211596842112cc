//! Chat: rooms, limits, muting, and what late joiners are shown.

use protocol::ServerMsg;
use serde_json::json;
use tables::HallConfig;

use super::bed::{House, config};

fn said(message: &ServerMsg) -> Option<String> {
    match message {
        ServerMsg::Said { line, .. } => Some(line.text.as_str().to_owned()),
        _ => None,
    }
}

#[tokio::test]
async fn players_and_watchers_talk_apart_while_the_game_runs() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let mut eve = house.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    assert_eq!(eve.refused("say", json!({"room": {"table": table}, "text": "psst"})).await, "not_in_room");
    assert_eq!(ann.refused("say", json!({"room": {"watchers": table}, "text": "psst"})).await, "not_in_room");
    eve.does("say", json!({"room": {"watchers": table}, "text": "Ann should block"})).await;
    ann.does("say", json!({"room": {"table": table}, "text": "good luck"})).await;
    assert_eq!(bo.until(said).await, "good luck");
    assert_eq!(eve.until(said).await, "Ann should block");
    assert!(eve.heard_so_far().iter().filter_map(said).next().is_none());
    assert!(eve.sync(table, None).await.chat.iter().all(|line| line.text.as_str() == "Ann should block"));
}

#[tokio::test]
async fn a_muted_person_is_not_heard() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    ann.does("lobby", json!({"on": true})).await;
    assert_eq!(ann.refused("mute", json!({"name": "Nobody", "on": true})).await, "no_such_person");
    ann.does("mute", json!({"name": "bo", "on": true})).await;
    bo.does("say", json!({"room": "lobby", "text": "one"})).await;
    ann.does("mute", json!({"name": "Bo", "on": false})).await;
    bo.does("say", json!({"room": "lobby", "text": "two"})).await;
    assert_eq!(ann.until(said).await, "two");
}

#[tokio::test]
async fn chat_is_cleaned_bounded_and_slowed_down() {
    let house = House::open_with(HallConfig { chat_per_minute: 12, ..config() }).await;
    let mut ann = house.person("Ann").await;
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "\u{202E}"})).await, "bad_chat");
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "x".repeat(501)})).await, "bad_chat");
    ann.does("say", json!({"room": "lobby", "text": "one"})).await;
    ann.does("say", json!({"room": "lobby", "text": "two"})).await;
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "three"})).await, "too_fast");
    house.advance(5_000);
    ann.does("say", json!({"room": "lobby", "text": "four"})).await;
}

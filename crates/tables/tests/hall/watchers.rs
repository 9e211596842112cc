//! Watchers see what lies open, some actions late if the table wants it so.

use protocol::ServerMsg;
use serde_json::{Value, json};

use super::bed::{House, to_act};

fn pebbles(view: &protocol::GameJson) -> u64 {
    let view: Value = serde_json::from_str(view.get()).expect("a view");
    view["pebbles"].as_u64().expect("a number of pebbles")
}

#[tokio::test]
async fn watchers_may_be_kept_out() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut eve = house.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "watchers": "none"})).await;
    assert_eq!(eve.refused("watch", json!({"table": table})).await, "no_watchers");
}

#[tokio::test]
async fn watchers_see_a_delayed_game_so_many_actions_late_and_its_end_at_once() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let mut eve = house.person("Eve").await;
    let table =
        ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off", "watchers": {"delayed": 2}})).await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    for x in 0..4 {
        ann.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 0}}})).await;
        bo.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 9}}})).await;
    }
    let late = eve.sync(table, None).await;
    assert_eq!(late.view.as_ref().map(pebbles), Some(6));
    ann.does("act", json!({"table": table, "nth": 4, "action": {"place": {"x": 4, "y": 0}}})).await;
    let end = eve
        .until(|message| match message {
            ServerMsg::Update(update) if update.result.is_some() => Some((**update).clone()),
            _ => None,
        })
        .await;
    assert_eq!(pebbles(&end.view), 9);
}

#[tokio::test]
async fn a_watcher_sees_no_card_that_is_not_open() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let mut eve = house.person("Eve").await;
    let table = ann.opens(json!({"game": "onecard", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    let watched = eve.sync(table, None).await;
    let own: Value =
        serde_json::from_str(ann.sync(table, None).await.view.expect("a view").get()).expect("json");
    let seen: Value = serde_json::from_str(watched.view.expect("a view").get()).expect("json");
    assert_ne!(own, seen);
    assert_eq!(watched.you, None);
    let mover = to_act(&ann.sync(table, None).await.view.expect("a view"));
    assert_eq!(mover.len(), 1);
}

//! Watchers see what lies open, some actions late if the table wants it so.

use protocol::ServerMsg;
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{place, read, seen, to_act};

fn pebbles(seen: &protocol::GameJson) -> u64 {
    read(seen)["view"]["pebbles"].as_u64().expect("a number of pebbles")
}

pub(crate) async fn watchers_may_be_kept_out() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "watch_policy": "none"})).await;
    assert_eq!(eve.refused("watch", json!({"table": table})).await, "watching_disabled");
}

pub(crate) async fn watchers_see_a_delayed_game_so_many_actions_late_and_its_end_at_once() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let table = ann
        .opens(json!({"game": "gomoku", "seats": 2, "clock": "off", "watch_policy": {"delayed": 2}}))
        .await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    for x in 0..4 {
        ann.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 0}}})).await;
        bo.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 9}}})).await;
    }
    let late = eve.sync(table, None).await;
    assert_eq!(late.seen.as_ref().map(pebbles), Some(6));
    ann.does("act", json!({"table": table, "nth": 4, "action": {"place": {"x": 4, "y": 0}}})).await;
    let end = eve
        .until(|message| match message {
            ServerMsg::Update(update) if update.result.is_some() => Some((**update).clone()),
            _ => None,
        })
        .await;
    assert_eq!(pebbles(seen(&end)), 9);
}

pub(crate) async fn a_watcher_sees_no_card_that_is_not_open() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "onecard", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    let watched = eve.sync(table, None).await;
    let own: Value =
        serde_json::from_str(ann.sync(table, None).await.seen.expect("a view").get()).expect("json");
    let seen: Value = serde_json::from_str(watched.seen.expect("a view").get()).expect("json");
    assert_ne!(own, seen);
    assert_eq!(watched.you, None);
    let mover = to_act(&ann.sync(table, None).await.seen.expect("a view"));
    assert_eq!(mover.len(), 1);
}

pub(crate) async fn a_delayed_watcher_sees_the_end_of_an_abandoned_game_at_once() {
    let server = TestServer::open().await;
    let new = json!({"game": "gomoku", "seats": 2, "clock": "off", "watch_policy": {"delayed": 3}, "on_leave": "end"});
    let (mut ann, mut bo, table) = server.two_at(new).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    ann.acts(table, 0, place(0, 0)).await;
    bo.acts(table, 0, place(1, 1)).await;
    assert_eq!(
        eve.sync(table, None).await.seen.as_ref().map_or(0, pebbles),
        0,
        "all of it is still held back"
    );
    bo.does("leave", json!({"table": table})).await;
    let end = eve
        .until(|message| match message {
            ServerMsg::Update(update) if update.result.is_some() => Some((**update).clone()),
            _ => None,
        })
        .await;
    assert!(end.result.as_ref().is_some_and(|result| result.abandoned));
    assert_eq!(pebbles(seen(&end)), 2, "nothing is held back any more");
}

pub(crate) async fn a_delayed_watcher_sees_the_end_after_a_restart_too() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server
        .two_at(json!({"game": "gomoku", "seats": 2, "clock": "off", "watch_policy": {"delayed": 3}}))
        .await;
    for x in 0..5 {
        ann.acts(table, x, place(x, 0)).await;
        if x < 4 {
            bo.acts(table, x, place(x, 9)).await;
        }
    }
    ann.goes().await;
    bo.goes().await;
    let server = server.restart(1_000).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    assert_eq!(eve.sync(table, None).await.seen.as_ref().map(pebbles), Some(9));
}

pub(crate) async fn a_delayed_watcher_is_shown_nothing_early_by_any_way() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server
        .two_at(json!({"game": "gomoku", "seats": 2, "clock": "off", "watch_policy": {"delayed": 2}}))
        .await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    ann.acts(table, 0, place(3, 4)).await;
    bo.acts(table, 0, place(5, 6)).await;
    let late = eve.sync(table, Some(0)).await;
    assert_eq!(late.seen.as_ref().map(pebbles), Some(0));
    assert!(late.missed.is_empty());
    ann.acts(table, 1, place(4, 4)).await;
    let update = eve
        .until(|message| match message {
            ServerMsg::Update(update) if pebbles(seen(update)) > 0 => Some((**update).clone()),
            _ => None,
        })
        .await;
    assert_eq!(pebbles(seen(&update)), 1);
    assert!(update.events[0].text.contains("D5"), "{}", update.events[0].text);
}

pub(crate) async fn a_watcher_comes_and_goes_and_is_counted() {
    let server = TestServer::open().await;
    let (mut ann, _bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    assert_eq!(ann.sync(table, None).await.info.watcher_count, 1);
    assert_eq!(
        eve.refused("act", json!({"table": table, "nth": 0, "action": place(0, 0)})).await,
        "not_seated"
    );
    eve.does("leave", json!({"table": table})).await;
    assert_eq!(ann.sync(table, None).await.info.watcher_count, 0);
    assert_eq!(eve.refused("sync", json!({"table": table})).await, "no_such_table");
    eve.does("watch", json!({"table": table})).await;
    eve.goes().await;
    ann.until(|message| match message {
        ServerMsg::SeatsUpdate(news) if news.watcher_count == 1 => Some(()),
        _ => None,
    })
    .await;
    ann.until(|message| match message {
        ServerMsg::SeatsUpdate(news) if news.watcher_count == 0 => Some(()),
        _ => None,
    })
    .await;
}

pub(crate) async fn who_watches_a_private_table_has_its_code() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "private": true})).await;
    let code = ann.sync(table, None).await.invite_code.expect("a code");
    eve.does("watch", json!({"table": table, "invite_code": code.as_str()})).await;
    assert!(eve.sync(table, None).await.invite_code.is_none(), "only those who sit there hand it on");
    assert!(eve.lobby().await.tables.is_empty());
}

//! Lost connections, grace times, bots that take over, and coming back.

use protocol::{Presence, ServerMsg, TableStage};
use serde_json::json;

use super::harness::TestServer;
use super::person::{seen, to_act};

pub(crate) async fn a_bot_takes_over_after_the_grace_time_and_the_person_gets_the_seat_back() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann
        .opens(json!({"game": "gomoku", "seats": 2, "clock": "off", "grace_seconds": 30, "bot_delay_ms": 0}))
        .await;
    bo.does("join", json!({"table": table})).await;
    let token = ann.token.clone();
    ann.goes().await;
    let lost = bo
        .until(|message| match message {
            ServerMsg::SeatsUpdate(news) => match news.seats[0].presence {
                Presence::Disconnected { bot_in_ms, .. } => Some(bot_in_ms),
                _ => None,
            },
            _ => None,
        })
        .await;
    assert_eq!(lost, Some(30_000));
    server.advance(29_999).await;
    assert!(!bo.sync(table, None).await.info.seats[0].played_by_bot);
    server.advance(1).await;
    let played = bo
        .until(|message| match message {
            ServerMsg::Update(update) if to_act(seen(update)) == [1] => Some((**update).clone()),
            _ => None,
        })
        .await;
    assert_eq!(played.nth, 0);
    let mut back = server.again(&token).await;
    let snapshot = back.table().await;
    assert_eq!((snapshot.you.map(game::Seat::number), snapshot.nth), (Some(0), 1));
    assert!(!snapshot.info.seats[0].played_by_bot);
    bo.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 0, "y": 0}}})).await;
    back.does("act", json!({"table": table, "nth": 1, "action": {"place": {"x": 5, "y": 0}}})).await;
}

pub(crate) async fn whoever_leaves_a_running_game_is_played_for_and_can_come_back() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off", "bot_delay_ms": 0})).await;
    bo.does("join", json!({"table": table})).await;
    ann.does("leave", json!({"table": table})).await;
    bo.until(|message| match message {
        ServerMsg::Update(update) if to_act(seen(update)) == [1] => Some(()),
        _ => None,
    })
    .await;
    let card = bo.sync(table, None).await.info;
    assert_eq!(card.seats[0].presence, Presence::Left);
    ann.does("join", json!({"table": table})).await;
    assert!(!bo.sync(table, None).await.info.seats[0].played_by_bot);
}

pub(crate) async fn on_leave_end_ends_the_game_without_a_winner() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "on_leave": "end"})).await;
    bo.does("join", json!({"table": table})).await;
    ann.does("leave", json!({"table": table})).await;
    let result = bo
        .until(|message| match message {
            ServerMsg::Update(update) => update.result.clone(),
            _ => None,
        })
        .await;
    assert!(result.abandoned && result.winners.is_empty());
    assert_eq!(bo.sync(table, None).await.info.stage, TableStage::Waiting);
}

pub(crate) async fn a_seat_with_two_connections_is_lost_only_when_both_are() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2})).await;
    bo.does("join", json!({"table": table})).await;
    let token = ann.token.clone();
    let mut phone = server.again(&token).await;
    phone.table().await;
    ann.goes().await;
    bo.ask("ping", json!({})).await;
    assert_eq!(bo.sync(table, None).await.info.seats[0].presence, Presence::Thinking);
    phone.goes().await;
    bo.until(|message| match message {
        ServerMsg::SeatsUpdate(news) => {
            matches!(news.seats[0].presence, Presence::Disconnected { .. }).then_some(())
        }
        _ => None,
    })
    .await;
}

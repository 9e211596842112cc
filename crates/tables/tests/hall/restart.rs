//! A house that was closed, or could not store: nothing acknowledged is lost, and no clock has run.

use protocol::{Presence, ServerMsg};
use serde_json::json;
use store::Fault;

use super::bed::{House, to_act};

#[tokio::test]
async fn after_a_restart_every_table_stands_where_it_stood() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    bo.does("join", json!({"table": table})).await;
    ann.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}})).await;
    bo.does("say", json!({"room": {"table": table}, "text": "nice"})).await;
    bo.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 8, "y": 8}}})).await;
    ann.does("say", json!({"room": "lobby", "text": "hello all"})).await;
    house.advance(5_000);
    let before = bo.sync(table, None).await;
    let (ann_token, bo_token) = (ann.token.clone(), bo.token.clone());
    drop((ann, bo));
    let house = house.restart(3_600_000).await;
    let mut bo = house.again(&bo_token).await;
    let after = bo.table().await;
    assert_eq!(after.view.as_ref().map(|view| view.get()), before.view.as_ref().map(|view| view.get()));
    assert_eq!((after.seq, after.nth, after.game_number), (before.seq, before.nth, before.game_number));
    assert_eq!(
        after.draft.map(|draft| draft.get().to_owned()),
        before.draft.map(|draft| draft.get().to_owned())
    );
    assert_eq!(after.chat, before.chat);
    assert_eq!(after.deadlines[0].left, 20_000, "the hour of outage counts for nothing");
    assert!(matches!(after.card.seats[0].presence, Presence::Lost { ago: 0, .. }));
    bo.does("lobby", json!({"on": true})).await;
    let lobby = bo
        .until(|message| match message {
            ServerMsg::Lobby(lobby) => Some(lobby.clone()),
            _ => None,
        })
        .await;
    assert_eq!(lobby.chat[0].text.as_str(), "hello all");
    let mut ann = house.again(&ann_token).await;
    assert_eq!(ann.table().await.you.map(game::Seat::number), Some(0));
    bo.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 8, "y": 8}}})).await;
    assert_eq!(to_act(&ann.update().await.view), [0]);
}

#[tokio::test]
async fn an_action_that_cannot_be_stored_is_refused_and_told_to_nobody() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    bo.sync(table, None).await;
    bo.heard_so_far();
    house.faults.set(Fault::Full);
    let action = json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}});
    assert_eq!(ann.refused("act", action.clone()).await, "not_saved");
    assert_eq!(bo.sync(table, None).await.nth, 0);
    assert!(!bo.heard_so_far().iter().any(|message| matches!(message, ServerMsg::Update(_))));
    house.faults.lift();
    ann.does("act", action).await;
    assert_eq!(to_act(&bo.update().await.view), [1]);
}

#[tokio::test]
async fn an_action_sent_twice_is_played_once_and_answered_twice() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    let action = json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}});
    ann.does("act", action.clone()).await;
    ann.does("act", action).await;
    let other = json!({"table": table, "nth": 0, "action": {"place": {"x": 5, "y": 5}}});
    assert_eq!(ann.refused("act", other).await, "stale");
    assert_eq!(
        ann.refused("act", json!({"table": table, "nth": 2, "action": {"place": {"x": 5, "y": 5}}})).await,
        "too_early"
    );
    assert_eq!(bo.sync(table, None).await.view.map(|view| view.get().matches('1').count() > 0), Some(true));
    bo.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 0, "y": 0}}})).await;
}

#[tokio::test]
async fn whoever_was_away_is_told_what_they_missed() {
    let house = House::open().await;
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    let seen = bo.sync(table, None).await.seq;
    ann.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}})).await;
    let snapshot = bo.sync(table, Some(seen)).await;
    assert_eq!(snapshot.missed.len(), 1);
    assert!(snapshot.missed[0].events[0].text.starts_with("Ann "), "{}", snapshot.missed[0].events[0].text);
    assert!(bo.sync(table, Some(snapshot.seq)).await.missed.is_empty());
}

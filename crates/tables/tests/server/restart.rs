//! A server that was closed, or could not store: nothing acknowledged is lost, and no clock has run.

use protocol::{Presence, ServerMsg};
use serde_json::json;

use super::harness::TestServer;
use super::person::{place, read, seen, to_act};

pub(crate) async fn after_a_restart_every_table_stands_where_it_stood() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    bo.does("join", json!({"table": table})).await;
    ann.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}})).await;
    bo.does("say", json!({"room": {"table": table}, "text": "nice"})).await;
    bo.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 8, "y": 8}}})).await;
    ann.does("say", json!({"room": "lobby", "text": "hello all"})).await;
    server.advance(5_000).await;
    let before = bo.sync(table, None).await;
    let (ann_token, bo_token) = (ann.token.clone(), bo.token.clone());
    ann.goes().await;
    bo.goes().await;
    let server = server.restart(3_600_000).await;
    let mut bo = server.again(&bo_token).await;
    let after = bo.table().await;
    assert_eq!(after.seen.as_ref().map(|view| view.get()), before.seen.as_ref().map(|view| view.get()));
    // The journal notes how long no clock ran.
    assert_eq!((after.seq, after.nth, after.game_number), (before.seq + 1, before.nth, before.game_number));
    assert_eq!(
        after.draft.map(|draft| draft.get().to_owned()),
        before.draft.map(|draft| draft.get().to_owned())
    );
    assert_eq!(after.chat, before.chat);
    assert_eq!(after.deadlines[0].remaining_ms, 15_000, "what was left, and the hour counts for nothing");
    assert!(matches!(after.info.seats[0].presence, Presence::Disconnected { for_ms: 0, .. }));
    let lobby = bo.lobby().await;
    assert_eq!(lobby.chat[0].text.as_str(), "hello all");
    let mut ann = server.again(&ann_token).await;
    assert_eq!(ann.table().await.you.map(game::Seat::number), Some(0));
    bo.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 8, "y": 8}}})).await;
    assert_eq!(to_act(seen(&ann.update().await)), [0]);
}

pub(crate) async fn an_action_that_cannot_be_stored_is_refused_and_told_to_nobody() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    bo.sync(table, None).await;
    bo.received_so_far().await;
    server.fault(Some("full")).await;
    let action = json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}});
    assert_eq!(ann.refused("act", action.clone()).await, "not_saved");
    assert_eq!(bo.sync(table, None).await.nth, 0);
    assert!(!bo.received_so_far().await.iter().any(|message| matches!(message, ServerMsg::Update(_))));
    server.fault(None).await;
    ann.does("act", action).await;
    assert_eq!(to_act(seen(&bo.update().await)), [1]);
}

pub(crate) async fn an_action_sent_twice_is_played_once_and_answered_twice() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
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
    assert_eq!(
        bo.sync(table, None).await.seen.map(|seen| read(&seen)["view"]["pebbles"].clone()),
        Some(json!(1))
    );
    bo.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 0, "y": 0}}})).await;
}

pub(crate) async fn whoever_was_away_is_told_what_they_missed() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    let before = bo.sync(table, None).await.seq;
    ann.does("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}})).await;
    let snapshot = bo.sync(table, Some(before)).await;
    assert_eq!(snapshot.missed.len(), 1);
    assert!(snapshot.missed[0].events[0].text.starts_with("Ann "), "{}", snapshot.missed[0].events[0].text);
    assert!(bo.sync(table, Some(snapshot.seq)).await.missed.is_empty());
}

pub(crate) async fn an_action_whose_fate_was_unknown_is_played_once_if_it_was_stored() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    server.fault(Some("unsure-stored")).await;
    ann.acts(table, 0, place(3, 4)).await;
    server.fault(Some("unsure-lost")).await;
    assert_eq!(
        bo.refused("act", json!({"table": table, "nth": 0, "action": place(5, 5)})).await,
        "not_saved"
    );
    server.fault(None).await;
    bo.acts(table, 0, place(5, 5)).await;
    ann.acts(table, 0, place(3, 4)).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!((snapshot.nth, to_act(&snapshot.seen.expect("a view"))), (1, vec![0]));
}

pub(crate) async fn a_fate_found_out_after_an_outage_runs_no_clock_down() {
    let server = TestServer::open().await;
    let (ann, bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    let (ann_token, bo_token) = (ann.token.clone(), bo.token.clone());
    ann.goes().await;
    bo.goes().await;
    let server = server.crash(3_600_000).await;
    let mut ann = server.again(&ann_token).await;
    let mut bo = server.again(&bo_token).await;
    ann.table().await;
    server.fault(Some("unsure-stored")).await;
    bo.does("say", json!({"room": {"table": table}, "text": "hello"})).await;
    server.fault(None).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!((snapshot.nth, snapshot.deadlines[0].remaining_ms), (0, 20_000));
    assert_eq!(snapshot.chat.len(), 1);
}

pub(crate) async fn a_crash_between_two_actions_loses_neither() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    ann.acts(table, 0, place(3, 4)).await;
    bo.acts(table, 0, place(5, 5)).await;
    let (before, token) = (ann.sync(table, None).await, ann.token.clone());
    ann.goes().await;
    bo.goes().await;
    let server = server.crash(0).await;
    let mut ann = server.again(&token).await;
    let after = ann.table().await;
    assert_eq!((after.seq, after.nth), (before.seq, before.nth));
    assert_eq!(after.seen.map(|view| view.get().to_owned()), before.seen.map(|view| view.get().to_owned()));
    ann.acts(table, 0, place(3, 4)).await;
    ann.acts(table, 1, place(4, 4)).await;
}

pub(crate) async fn what_was_stored_although_nobody_knew_is_there_and_what_comes_after_it_too() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    server.fault(Some("unsure-stored")).await;
    let mut bo = server.person("Bo").await;
    bo.does("say", json!({"room": "lobby", "text": "one"})).await;
    let table = bo.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    ann.does("join", json!({"table": table})).await;
    server.fault(Some("unsure-lost")).await;
    assert_eq!(bo.refused("say", json!({"room": "lobby", "text": "two"})).await, "not_saved");
    let mut cy = server.stranger().await;
    assert_eq!(cy.refused("hello", json!({"version": 2, "name": "Cy"})).await, "not_saved");
    server.fault(None).await;
    bo.does("say", json!({"room": "lobby", "text": "three"})).await;
    assert!(matches!(cy.ask("hello", json!({"version": 2, "name": "Cy"})).await, ServerMsg::Welcome(_)));
    let tokens = [ann.token.clone(), bo.token.clone()];
    ann.goes().await;
    bo.goes().await;
    cy.goes().await;
    let server = server.restart(0).await;
    for token in tokens {
        assert_eq!(server.again(&token).await.table().await.info.table, table);
    }
    let mut cy = server.person("Dee").await;
    let chat = cy.lobby().await.chat;
    assert_eq!(chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["one", "three"]);
}

pub(crate) async fn while_nothing_can_be_stored_no_clock_runs() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    server.advance(5_000).await;
    server.fault(Some("full")).await;
    let action = json!({"table": table, "nth": 0, "action": place(3, 4)});
    assert_eq!(ann.refused("act", action).await, "not_saved");
    bo.received_so_far().await;
    for _ in 0..3 {
        server.advance(30_000).await;
        bo.received_so_far().await;
    }
    let waiting = bo.sync(table, None).await;
    assert_eq!(waiting.nth, 0, "nobody was played for");
    server.fault(None).await;
    // Everybody receives the time that is left, unasked, as soon as the table has tried again.
    let update = loop {
        server.advance(1_000).await;
        bo.sync(table, None).await;
        let table = bo.received_so_far().await.into_iter().find_map(|message| match message {
            ServerMsg::Table(table) => Some(table),
            _ => None,
        });
        if let Some(table) = table {
            break table;
        }
    };
    let left = update.deadlines[0].remaining_ms;
    assert!((13_000..=15_000).contains(&left), "{left}");
    ann.acts(table, 0, place(3, 4)).await;
    // And it is the same after a crash.
    server.advance(4_000).await;
    let (left, token) = (bo.sync(table, None).await.deadlines[0].remaining_ms, bo.token.clone());
    assert_eq!(left, 16_000);
    ann.goes().await;
    bo.goes().await;
    let server = server.crash(0).await;
    let left = server.again(&token).await.table().await.deadlines[0].remaining_ms;
    assert!((16_000..=20_000).contains(&left), "{left}");
}

pub(crate) async fn a_quiet_table_loses_no_turn_to_an_outage_that_another_one_met() {
    let server = TestServer::open().await;
    let (mut ann, _bo, quiet) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    let mut cy = server.person("Cy").await;
    let mut di = server.person("Di").await;
    let table = cy.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    di.does("join", json!({"table": table})).await;
    server.advance(5_000).await;
    server.fault(Some("full")).await;
    let action = json!({"table": table, "nth": 0, "action": place(3, 4)});
    assert_eq!(cy.refused("act", action.clone()).await, "not_saved");
    for _ in 0..3 {
        server.advance(10_000).await;
        ann.received_so_far().await;
    }
    server.fault(None).await;
    cy.does("act", action).await;
    let after = ann.sync(quiet, None).await;
    assert_eq!((after.nth, after.deadlines[0].remaining_ms), (0, 15_000));
    server.advance(14_999).await;
    assert_eq!(ann.sync(quiet, None).await.nth, 0);
    server.advance(1).await;
    ann.update().await;
}

pub(crate) async fn a_table_that_was_closed_although_nobody_knew_is_gone() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut bo = server.person("Bo").await;
    bo.does("watch", json!({"table": table})).await;
    ann.does("leave", json!({"table": table})).await;
    server.fault(Some("unsure-stored")).await;
    bo.does("leave", json!({"table": table})).await;
    bo.received_so_far().await;
    server.fault(None).await;
    // Long before it would be closed because nobody came for ten minutes.
    for _ in 0..300 {
        if server.public_table(table).await.is_none() {
            return;
        }
        server.advance(1_000).await;
        // The disk takes its own time.
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the table is still there");
}

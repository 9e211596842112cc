//! Opening, sitting down, standing up, hosts, bots, rematches.

use protocol::{LobbyUpdate, Occupant, ServerMsg, TableStage};
use serde_json::json;

use super::harness::TestServer;
use super::person::to_act;

pub(crate) async fn a_table_is_in_the_lobby_until_everybody_has_left_it() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    bo.does("lobby", json!({"on": true})).await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2})).await;
    let card = bo
        .until(|message| match message {
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(card)) => Some((**card).clone()),
            _ => None,
        })
        .await;
    assert_eq!((card.table, card.stage, card.seats.len()), (table, TableStage::Waiting, 2));
    assert_eq!(card.seats[0].occupant, Occupant::Person { name: "Ann".into(), program: false });
    ann.does("leave", json!({"table": table})).await;
    let gone = bo
        .until(|message| match message {
            ServerMsg::LobbyUpdate(LobbyUpdate::Removed(gone)) => Some(*gone),
            _ => None,
        })
        .await;
    assert_eq!(gone, table);
    assert_eq!(bo.refused("join", json!({"table": table})).await, "no_such_table");
}

pub(crate) async fn a_table_starts_by_itself_when_it_is_full() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2})).await;
    bo.does("join", json!({"table": table})).await;
    let update = ann.update().await;
    assert_eq!(update.game_number, 1);
    let mut cleo = server.person("Cleo").await;
    assert_eq!(cleo.refused("join", json!({"table": table})).await, "already_started");
}

pub(crate) async fn one_can_sit_on_any_free_seat_and_on_no_other() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 3})).await;
    assert_eq!(bo.refused("join", json!({"table": table, "seat": 0})).await, "seat_taken");
    assert_eq!(bo.refused("join", json!({"table": table, "seat": 9})).await, "seat_taken");
    bo.does("join", json!({"table": table, "seat": 2})).await;
    assert_eq!(bo.sync(table, None).await.you.map(game::Seat::number), Some(2));
    assert_eq!(bo.refused("join", json!({"table": table, "seat": 1})).await, "already_seated");
}

pub(crate) async fn the_host_seats_bots_and_hands_the_table_on() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "golf", "seats": 4})).await;
    bo.does("join", json!({"table": table})).await;
    assert_eq!(bo.refused("add_bot", json!({"table": table, "level": "casual"})).await, "not_host");
    assert_eq!(ann.refused("add_bot", json!({"table": table, "level": "genius"})).await, "no_such_bot");
    ann.does("add_bot", json!({"table": table, "level": "casual", "seat": 3})).await;
    assert_eq!(ann.refused("remove_bot", json!({"table": table, "seat": 1})).await, "no_such_bot");
    ann.does("remove_bot", json!({"table": table, "seat": 3})).await;
    ann.does("leave", json!({"table": table})).await;
    assert_eq!(bo.sync(table, None).await.info.host.map(game::Seat::number), Some(1));
    bo.does("add_bot", json!({"table": table, "level": "random"})).await;
    let card = bo.sync(table, None).await.info;
    assert_eq!(card.seats[0].occupant, Occupant::Bot { level: "random".into() });
}

pub(crate) async fn a_host_who_is_gone_is_followed_by_who_has_sat_there_longest() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut cleo = server.person("Cleo").await;
    let table = ann.opens(json!({"game": "golf", "seats": 4})).await;
    // The seat says nothing about who came first.
    bo.does("join", json!({"table": table, "seat": 3})).await;
    cleo.does("join", json!({"table": table, "seat": 1})).await;
    let token = ann.token.clone();
    ann.goes().await;
    cleo.until(|message| match message {
        ServerMsg::SeatsUpdate(news) => {
            matches!(news.seats[0].presence, protocol::Presence::Disconnected { .. }).then_some(())
        }
        _ => None,
    })
    .await;
    server.advance(29_999).await;
    assert_eq!(bo.refused("add_bot", json!({"table": table, "level": "casual"})).await, "not_host");
    server.advance(1).await;
    let host = |message: &ServerMsg| match message {
        ServerMsg::SeatsUpdate(news) => news.host.filter(|seat| seat.number() != 0),
        _ => None,
    };
    assert_eq!(cleo.until(host).await.number(), 3);
    // A person who reconnects still has the seat, and the table has its new host.
    let mut ann = server.again(&token).await;
    let snapshot = ann.table().await;
    assert_eq!(snapshot.you.map(game::Seat::number), Some(0));
    assert_eq!(snapshot.info.host.map(game::Seat::number), Some(3));
    bo.does("add_bot", json!({"table": table, "level": "casual"})).await;
    assert_eq!(bo.sync(table, None).await.info.stage, TableStage::Running);
    // It is in the journal.
    let server = server.restart(0).await;
    let mut ann = server.again(&token).await;
    assert_eq!(ann.table().await.info.host.map(game::Seat::number), Some(3));
}

pub(crate) async fn bots_replace_those_who_are_absent_in_the_next_game() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut cleo = server.person("Cleo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 3, "clock": "off", "on_leave": "end"})).await;
    bo.does("join", json!({"table": table})).await;
    cleo.does("join", json!({"table": table})).await;
    for x in 0..5 {
        ann.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 0}}})).await;
        if x < 4 {
            let row = |y: u32| json!({"table": table, "nth": x, "action": {"place": {"x": 2 * x, "y": y}}});
            bo.does("act", row(4)).await;
            cleo.does("act", row(8)).await;
        }
    }
    let token = ann.token.clone();
    ann.goes().await;
    let is_gone = |message: &ServerMsg| match message {
        ServerMsg::SeatsUpdate(news) => {
            matches!(news.seats[0].presence, protocol::Presence::Disconnected { .. }).then_some(())
        }
        _ => None,
    };
    bo.until(is_gone).await;
    let with_bots = json!({"table": table, "bots_for_absent": "easy"});
    bo.does("rematch", with_bots.clone()).await;
    // The host may still reconnect, and the third has sent nothing.
    server.advance(29_999).await;
    cleo.does("rematch", with_bots.clone()).await;
    assert_eq!(bo.sync(table, None).await.info.stage, TableStage::Finished);
    server.advance(1).await;
    let unknown = json!({"table": table, "bots_for_absent": "genius"});
    assert_eq!(bo.refused("rematch", unknown).await, "no_such_bot");
    bo.does("rematch", json!({"table": table})).await;
    assert_eq!(bo.sync(table, None).await.info.stage, TableStage::Finished, "nobody is replaced unasked");
    bo.does("rematch", with_bots).await;
    let again = cleo.sync(table, None).await;
    assert_eq!((again.info.stage, again.game_number), (TableStage::Running, 2));
    assert_eq!(again.info.seats[0].occupant, Occupant::Bot { level: "easy".into() });
    assert_eq!(again.info.host.map(game::Seat::number), Some(1));
    let mut ann = server.again(&token).await;
    assert_eq!(ann.refused("join", json!({"table": table})).await, "already_started");
}

pub(crate) async fn a_private_table_needs_its_code_and_is_not_listed() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "private": true})).await;
    assert!(server.public_tables().await.is_empty());
    assert!(server.public_table(table).await.is_none());
    let code = ann.sync(table, None).await.invite_code.expect("a code");
    assert_eq!(bo.refused("join", json!({"table": table})).await, "not_invited");
    assert_eq!(
        bo.refused("join", json!({"table": table, "invite_code": "0".repeat(20)})).await,
        "not_invited"
    );
    assert_eq!(bo.refused("watch", json!({"table": table})).await, "not_invited");
    assert_eq!(bo.refused("sync", json!({"table": table})).await, "no_such_table");
    bo.does("join", json!({"table": table, "invite_code": code.as_str()})).await;
}

pub(crate) async fn a_rematch_is_dealt_when_all_want_it() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let rotating = json!({"rotate_first": "on"});
    let table =
        ann.opens(json!({"game": "gomoku", "seats": 2, "on_leave": "end", "options": rotating})).await;
    assert_eq!(ann.refused("rematch", json!({"table": table})).await, "not_over");
    bo.does("join", json!({"table": table})).await;
    ann.update().await;
    for x in 0..5 {
        ann.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 0}}})).await;
        if x < 4 {
            bo.does("act", json!({"table": table, "nth": x, "action": {"place": {"x": x, "y": 9}}})).await;
        }
    }
    let over = ann.sync(table, None).await;
    let result = over.result.expect("a result");
    assert_eq!((over.info.stage, result.winners.len(), result.abandoned), (TableStage::Finished, 1, false));
    ann.does("rematch", json!({"table": table})).await;
    let waiting = bo.sync(table, None).await;
    assert!(waiting.info.seats[0].wants_rematch && waiting.info.stage == TableStage::Finished);
    bo.does("rematch", json!({"table": table})).await;
    let again = bo.sync(table, None).await;
    assert_eq!((again.info.stage, again.game_number, again.nth), (TableStage::Running, 2, 0));
    // What a rule hands on from game to game is handed on: the other player begins.
    assert_eq!(to_act(again.seen.as_ref().expect("a view")), [1]);
}

pub(crate) async fn one_person_may_sit_at_several_tables_and_is_told_of_all() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let first = ann.opens(json!({"game": "gomoku", "seats": 2})).await;
    let second = ann.opens(json!({"game": "sorry", "seats": 2})).await;
    let token = ann.token.clone();
    let mut elsewhere = server.again(&token).await;
    let mut sent = vec![elsewhere.table().await.info.table, elsewhere.table().await.info.table];
    sent.sort();
    let mut both = vec![first, second];
    both.sort();
    assert_eq!(sent, both);
}

pub(crate) async fn whoever_opens_a_table_full_of_bots_is_told_the_deal() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let new = json!({"game": "onecard", "seats": 3, "bots": ["casual", "casual"], "clock": "off"});
    ann.does("open", json!({"config": new})).await;
    let missed = ann.table().await.missed;
    assert!(missed[0].events.iter().any(|sent| sent.text.starts_with("You are dealt")), "{missed:?}");
}

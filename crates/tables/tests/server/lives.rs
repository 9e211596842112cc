//! A table from its opening to its end, with several people at it.

use protocol::{LobbyUpdate, Occupant, Presence, ServerMsg, TableId, TableInfo, TableStage};
use serde_json::json;

use super::harness::{TestServer, config};
use super::person::{Person, place};

/// The next card of a table in the lobby's news that fits.
async fn listed(person: &mut Person, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
    person
        .until(|message| match message {
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(card)) if fits(card) => Some((**card).clone()),
            _ => None,
        })
        .await
}

/// Waits until the lobby says that a table is gone.
async fn vanishes(person: &mut Person, table: TableId) {
    person
        .until(|message| {
            matches!(message, ServerMsg::LobbyUpdate(LobbyUpdate::Removed(gone)) if *gone == table)
                .then_some(())
        })
        .await;
}

/// The first seat wins a game of gomoku.
async fn first_wins(first: &mut Person, second: &mut Person, table: TableId, game: u32) {
    for x in 0..5 {
        first.acts_in(table, game, x, place(x, 0)).await;
        if x < 4 {
            second.acts_in(table, game, x, place(x, 9)).await;
        }
    }
}

pub(crate) async fn a_table_goes_from_open_to_running_to_over_to_the_next_game_and_everybody_is_told() {
    let server = TestServer::open().await;
    let mut lobby = server.person("Lou").await;
    lobby.lobby().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    eve.does("watch", json!({"table": table})).await;
    listed(&mut lobby, |card| card.stage == TableStage::Waiting && card.watcher_count == 1).await;
    bo.does("join", json!({"table": table})).await;
    listed(&mut lobby, |card| card.stage == TableStage::Running).await;
    for person in [&mut ann, &mut eve] {
        let update = person.update().await;
        assert_eq!((update.game_number, update.nth), (1, 0));
    }
    assert_eq!(eve.refused("join", json!({"table": table})).await, "already_started");
    first_wins(&mut ann, &mut bo, table, 1).await;
    vanishes(&mut lobby, table).await;
    assert!(server.public_tables().await.is_empty(), "there is nothing to see or to join");
    let over = server.public_table(table).await.expect("those who know it find it");
    assert_eq!(over.stage, TableStage::Finished);
    for person in [&mut ann, &mut bo, &mut eve] {
        let result = person
            .until(|message| match message {
                ServerMsg::Update(update) => update.result.clone(),
                _ => None,
            })
            .await;
        assert_eq!(result.winners.iter().map(game::Seat::number).collect::<Vec<_>>(), [0]);
    }
    assert_eq!(eve.refused("join", json!({"table": table})).await, "table_full");
    assert_eq!(
        ann.refused("act", json!({"table": table, "nth": 5, "action": place(9, 9)})).await,
        "not_started"
    );
    bo.does("rematch", json!({"table": table})).await;
    bo.does("rematch", json!({"table": table})).await;
    ann.does("rematch", json!({"table": table})).await;
    listed(&mut lobby, |card| card.stage == TableStage::Running).await;
    for person in [&mut ann, &mut bo, &mut eve] {
        let again = person
            .until(|message| match message {
                ServerMsg::Update(update) if update.game_number == 2 => Some((**update).clone()),
                _ => None,
            })
            .await;
        assert!(again.result.is_none());
    }
    let late = json!({"table": table, "game_number": 1, "nth": 0, "action": place(0, 0)});
    assert_eq!(ann.refused("act", late).await, "other_game", "an action of the last game is not one of this");
    assert_eq!(ann.sync(table, None).await.nth, 0);
    first_wins(&mut ann, &mut bo, table, 2).await;
    for game in [1, 2] {
        let id = protocol::ReplayId { table, game };
        assert!(server.replay(id).await.is_some(), "both games can be seen again");
    }
    ann.does("leave", json!({"table": table})).await;
    listed(&mut lobby, |card| card.stage == TableStage::Waiting).await;
    bo.does("leave", json!({"table": table})).await;
    assert_eq!(server.public_tables().await.len(), 1, "somebody still watches");
    eve.does("leave", json!({"table": table})).await;
    vanishes(&mut lobby, table).await;
    assert!(server.public_tables().await.is_empty());
}

pub(crate) async fn whoever_leaves_before_the_start_frees_the_seat() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 3})).await;
    bo.does("join", json!({"table": table, "seat": 2})).await;
    bo.does("leave", json!({"table": table})).await;
    let gone = |message: &ServerMsg| matches!(message, ServerMsg::TableRemoved { .. }).then_some(());
    bo.until(gone).await;
    let card = ann.sync(table, None).await.info;
    assert_eq!((card.stage, &card.seats[2].occupant), (TableStage::Waiting, &Occupant::Empty));
    assert_eq!(bo.refused("sync", json!({"table": table})).await, "no_such_table");
    assert_eq!(bo.refused("leave", json!({"table": table})).await, "not_seated");
    let mut cy = server.person("Cy").await;
    cy.does("join", json!({"table": table, "seat": 2})).await;
    bo.does("join", json!({"table": table})).await;
    assert_eq!(bo.sync(table, None).await.info.stage, TableStage::Running);
}

pub(crate) async fn after_a_game_somebody_else_may_take_the_seat_of_whoever_left() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    first_wins(&mut ann, &mut bo, table, 1).await;
    ann.does("leave", json!({"table": table})).await;
    assert_eq!(bo.refused("rematch", json!({"table": table})).await, "not_over");
    assert_eq!(bo.sync(table, None).await.info.host.map(game::Seat::number), Some(1));
    let mut cy = server.person("Cy").await;
    cy.does("join", json!({"table": table})).await;
    let snapshot = cy.sync(table, None).await;
    assert_eq!((snapshot.you.map(game::Seat::number), snapshot.game_number), (Some(0), 2));
    cy.acts_in(table, 2, 0, place(1, 1)).await;
}

pub(crate) async fn bots_come_and_go_before_a_game_and_not_during_it() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let new = json!({"game": "gomoku", "seats": 3, "clock": "off", "bots": ["random"], "bot_delay_ms": 0});
    let table = ann.opens(new).await;
    assert_eq!(
        ann.refused("add_bot", json!({"table": table, "level": "casual", "seat": 1})).await,
        "seat_taken"
    );
    ann.does("remove_bot", json!({"table": table, "seat": 1})).await;
    ann.does("add_bot", json!({"table": table, "level": "casual", "seat": 2})).await;
    ann.does("add_bot", json!({"table": table, "level": "casual"})).await;
    let card = ann.sync(table, None).await.info;
    assert_eq!(card.stage, TableStage::Running, "bots fill a table as people do");
    assert_eq!(ann.refused("remove_bot", json!({"table": table, "seat": 1})).await, "already_started");
    assert_eq!(ann.refused("add_bot", json!({"table": table, "level": "casual"})).await, "already_started");
    ann.acts(table, 0, place(9, 9)).await;
    // Both bots have played when it is one's own turn again.
    ann.its_turn_of(0, 1).await;
}

pub(crate) async fn a_table_without_connections_is_closed_after_the_idle_time() {
    let server = TestServer::open_with(tables::ServerConfig { empty_table_timeout: 600, ..config() }).await;
    let mut lobby = server.person("Lou").await;
    lobby.lobby().await;
    let mut ann = server.person("Ann").await;
    let token = ann.token.clone();
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "bots": []})).await;
    let here = |card: &TableInfo| card.seats[0].presence == Presence::Connected;
    let lost = |card: &TableInfo| matches!(card.seats[0].presence, Presence::Disconnected { .. });
    listed(&mut lobby, here).await;
    ann.goes().await;
    listed(&mut lobby, lost).await;
    server.advance(599_999).await;
    let mut ann = server.again(&token).await;
    assert_eq!(ann.table().await.info.table, table);
    listed(&mut lobby, here).await;
    ann.goes().await;
    listed(&mut lobby, lost).await;
    server.advance(599_999).await;
    assert_eq!(lobby.lobby().await.tables.len(), 1, "the time restarted");
    server.advance(1).await;
    vanishes(&mut lobby, table).await;
    let mut ann = server.again(&token).await;
    assert_eq!(ann.refused("join", json!({"table": table})).await, "no_such_table");
}

pub(crate) async fn a_running_game_is_played_to_its_end_when_everybody_is_gone() {
    let server = TestServer::open_with(tables::ServerConfig { unattended_bots: true, ..config() }).await;
    let mut lobby = server.person("Lou").await;
    lobby.lobby().await;
    let (mut ann, bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    ann.does("leave", json!({"table": table})).await;
    bo.goes().await;
    listed(&mut lobby, |card| matches!(card.seats[1].presence, Presence::Disconnected { .. })).await;
    server.advance(30_000).await;
    vanishes(&mut lobby, table).await;
    server.advance(600_000).await;
    let replay = server.replay(protocol::ReplayId { table, game: 1 }).await.expect("a replay");
    let actions = replay["record"]["actions"].as_array().expect("actions").clone();
    assert!(actions.iter().all(|action| action["by"] == "bot"), "the record says who chose");
}

pub(crate) async fn one_person_plays_at_two_tables_at_once() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut cy = server.person("Cy").await;
    let new = json!({"game": "gomoku", "seats": 2, "clock": "off"});
    let first = ann.opens(new.clone()).await;
    let second = ann.opens(new).await;
    bo.does("join", json!({"table": first})).await;
    cy.does("join", json!({"table": second})).await;
    ann.acts(second, 0, place(2, 2)).await;
    ann.acts(first, 0, place(1, 1)).await;
    bo.acts(first, 0, place(3, 3)).await;
    assert_eq!(ann.sync(first, None).await.nth, 1);
    assert_eq!(
        ann.refused("act", json!({"table": second, "nth": 1, "action": place(4, 4)})).await,
        "not_your_turn"
    );
    ann.does("leave", json!({"table": second})).await;
    ann.acts(first, 1, place(1, 2)).await;
}

pub(crate) async fn a_person_sits_at_no_more_tables_than_the_server_allows() {
    let server =
        TestServer::open_with(tables::ServerConfig { max_tables: 3, max_tables_per_person: 2, ..config() })
            .await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let new = json!({"game": "golf", "seats": 4});
    let others = bo.opens(new.clone()).await;
    ann.opens(new.clone()).await;
    let second = ann.opens(new.clone()).await;
    assert_eq!(ann.refused("open", json!({"config": new})).await, "limit_reached");
    assert_eq!(ann.refused("join", json!({"table": others})).await, "limit_reached");
    ann.does("join", json!({"table": second})).await;
    assert_eq!(
        bo.refused("open", json!({"config": new})).await,
        "limit_reached",
        "the server has room for three"
    );
    ann.does("leave", json!({"table": second})).await;
    ann.does("join", json!({"table": others})).await;
}

//! Somebody who plays alone against bots can take a decision back and pause; others cannot.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::testing::Postgres;
use store::{Store, StoreLocation};
use tables::{Server, ServerConfig, Time};

use self::support::{Client, close_server};

/// Where the tables are: both kinds of store, or the one that is there.
fn places(folder: &tempfile::TempDir) -> Vec<StoreLocation> {
    let sqlite = StoreLocation::Sqlite(folder.path().to_owned());
    let postgres = Postgres::shared().map(|postgres| postgres.create_database().unwrap());
    std::iter::once(sqlite).chain(postgres).collect()
}

async fn open(place: &StoreLocation, time: &Time) -> Arc<Server> {
    let store = loop {
        match Store::open(place).await {
            Ok(store) => break store,
            Err(store::OpenError::InUse(_)) => tokio::time::sleep(Duration::from_millis(5)).await,
            Err(error) => panic!("{error}"),
        }
    };
    let config = ServerConfig { messages_per_second: 1_000_000, ..ServerConfig::default() };
    Server::open(store, time.clone(), config).await.unwrap()
}

fn gomoku() -> Value {
    json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0, "clock": 20})
}

fn place(table: &str, nth: u32, x: u32) -> Value {
    json!({"table": table, "game_number": 1, "nth": nth, "action": {"place": {"x": x, "y": 7}}})
}

/// How many pebbles lie on the board.
fn pebbles(snapshot: &Value) -> u64 {
    snapshot["seen"]["view"]["pebbles"].as_u64().unwrap()
}

async fn sync(person: &mut Client, table: &str) -> Value {
    person.does("sync", json!({"table": table, "since": 0})).await
}

/// The table when it is the person's turn.
async fn own_turn(person: &mut Client, table: &str) -> Value {
    loop {
        let snapshot = sync(person, table).await;
        if snapshot["seen"]["to_act"] == json!([0]) || snapshot["info"]["stage"] == "finished" {
            return snapshot;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn a_decision_that_is_taken_back_stays_taken_back_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for at in places(&folder) {
        let time = Time::manual(1_000_000);
        let server = open(&at, &time).await;
        let mut ann = Client::named(&server, "Ann").await;
        let table = ann.open_table(gomoku()).await;
        let (kind, refused) = ann.ask("undo", json!({"table": table, "game_number": 1, "nth": 0})).await;
        assert_eq!((kind.as_str(), &refused["code"]), ("refused", &json!("nothing_to_undo")));
        for nth in 0..2 {
            ann.does("act", place(&table, nth, nth)).await;
            own_turn(&mut ann, &table).await;
        }
        let before = own_turn(&mut ann, &table).await;
        assert_eq!((pebbles(&before), &before["nth"]), (4, &json!(2)));
        ann.does("undo", json!({"table": table, "game_number": 1, "nth": 2})).await;
        let after = own_turn(&mut ann, &table).await;
        assert_eq!((pebbles(&after), &after["nth"], &after["undo_count"]), (2, &json!(1), &json!(1)));
        assert_eq!(
            after["missed"].as_array().unwrap().len(),
            3,
            "the log is that of the deal and two pebbles"
        );
        // The same request does not take back a second decision.
        let (_, refused) = ann.ask("undo", json!({"table": table, "game_number": 1, "nth": 2})).await;
        assert_eq!(refused["code"], "stale");

        let token = ann.token.clone();
        drop(ann);
        close_server(server).await;
        let server = open(&at, &time).await;
        let mut ann = Client::again(&server, &token).await;
        let again = own_turn(&mut ann, &table).await;
        assert_eq!(again["seen"], after["seen"]);
        assert_eq!(again["undo_count"], 1);
        // The decision can be made again, otherwise; and the bot, which was asked before, answers once.
        ann.does("act", place(&table, 1, 9)).await;
        let played = own_turn(&mut ann, &table).await;
        assert_eq!((pebbles(&played), &played["nth"]), (4, &json!(2)));
        drop(ann);
        close_server(server).await;
    }
}

#[tokio::test]
async fn the_result_of_a_game_with_an_undo_says_so_and_counts_for_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&places(&folder)[0], &time).await;
    let mut ann = Client::named(&server, "Ann").await;
    let table = ann.open_table(gomoku()).await;
    ann.does("act", place(&table, 0, 0)).await;
    own_turn(&mut ann, &table).await;
    ann.does("undo", json!({"table": table, "game_number": 1, "nth": 1})).await;
    let mut snapshot = own_turn(&mut ann, &table).await;
    while snapshot["info"]["stage"] == "running" {
        let rows = snapshot["seen"]["view"]["rows"].as_array().unwrap().clone();
        let free = rows.iter().enumerate().find_map(|(y, row)| Some((row.as_str().unwrap().find('.')?, y)));
        let (x, y) = free.unwrap();
        let act = json!({"table": table, "game_number": 1, "nth": snapshot["nth"], "action": {"place": {"x": x, "y": y}}});
        ann.does("act", act).await;
        snapshot = own_turn(&mut ann, &table).await;
    }
    assert_eq!(snapshot["result"]["undo_count"], 1);
    let id = snapshot["result"]["replay_id"].as_str().unwrap();
    let replay = server.store().replay(id).await.unwrap().unwrap();
    let body: Value = serde_json::from_str(&replay.body).unwrap();
    assert_eq!(body["undo_count"], 1);
    assert_eq!(body["seal"], snapshot["result"]["seal"]);
    assert!(replay.results.is_empty(), "it counts for nobody");
}

#[tokio::test]
async fn while_a_game_is_paused_no_clock_runs_and_no_bot_plays_and_playing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for at in places(&folder) {
        let time = Time::manual(1_000_000);
        let server = open(&at, &time).await;
        let mut ann = Client::named(&server, "Ann").await;
        let table = ann.open_table(gomoku()).await;
        assert!(time.advance(5_000));
        ann.does("pause", json!({"table": table, "on": true})).await;
        ann.does("pause", json!({"table": table, "on": true})).await;
        assert!(time.advance(120_000));
        ann.does("say", json!({"room": {"table": table}, "text": "A moment."})).await;
        let paused = sync(&mut ann, &table).await;
        assert_eq!(paused["info"]["paused"], true);
        assert_eq!((pebbles(&paused), &paused["deadlines"][0]["remaining_ms"]), (0, &json!(15_000)));

        let token = ann.token.clone();
        drop(ann);
        close_server(server).await;
        assert!(time.advance(60_000));
        let server = open(&at, &time).await;
        let mut ann = Client::again(&server, &token).await;
        assert_eq!(sync(&mut ann, &table).await["info"]["paused"], true, "it is paused after a restart, too");
        ann.does("pause", json!({"table": table, "on": false})).await;
        let going = sync(&mut ann, &table).await;
        assert_eq!(
            (going["info"].get("paused"), &going["deadlines"][0]["remaining_ms"]),
            (None, &json!(15_000))
        );
        // Playing goes on with a paused game.
        ann.does("pause", json!({"table": table, "on": true})).await;
        ann.does("act", place(&table, 0, 3)).await;
        let played = own_turn(&mut ann, &table).await;
        assert_eq!((played["info"].get("paused"), pebbles(&played)), (None, 2));
        drop(ann);
        close_server(server).await;
    }
}

#[tokio::test]
async fn resigning_ends_the_game_for_nobody_and_another_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&places(&folder)[0], &Time::manual(1_000_000)).await;
    let mut ann = Client::named(&server, "Ann").await;
    let table = ann.open_table(gomoku()).await;
    ann.does("pause", json!({"table": table, "on": true})).await;
    ann.does("resign", json!({ "table": table })).await;
    let over = sync(&mut ann, &table).await;
    assert_eq!((&over["info"]["stage"], &over["result"]["abandoned"]), (&json!("finished"), &json!(true)));
    assert_eq!(over["info"].get("paused"), None);
    ann.does("rematch", json!({ "table": table })).await;
    assert_eq!(sync(&mut ann, &table).await["game_number"], 2);
}

#[tokio::test]
async fn where_others_play_nobody_can_undo_or_pause() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&places(&folder)[0], &Time::manual(1_000_000)).await;
    let mut ann = Client::named(&server, "Ann").await;
    let mut bo = Client::named(&server, "Bo").await;
    let new = json!({"game": "gomoku", "seats": 3, "bots": ["random"], "bot_delay_ms": 0});
    let table = ann.open_table(new).await;
    let (_, early) = ann.ask("pause", json!({"table": table, "on": true})).await;
    assert_eq!(early["code"], "not_started");
    bo.does("join", json!({ "table": table })).await;
    for (kind, body) in [
        ("undo", json!({"table": table, "game_number": 1, "nth": 0})),
        ("pause", json!({"table": table, "on": true})),
        ("resign", json!({ "table": table })),
    ] {
        for person in [&mut ann, &mut bo] {
            let (answer, refused) = person.ask(kind, body.clone()).await;
            assert_eq!((answer.as_str(), &refused["code"]), ("refused", &json!("not_alone")), "{kind}");
        }
    }
}

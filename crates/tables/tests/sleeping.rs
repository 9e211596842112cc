//! A table that nobody is connected to is unloaded from memory, and loaded from the store when it is needed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use protocol::TableId;
use serde_json::{Value, json};
use store::{Store, StoreLocation};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};

const MINUTE: u32 = 60_000;

async fn open(folder: &tempfile::TempDir, time: &Time, config: ServerConfig) -> Arc<Server> {
    let store = loop {
        // A server that was dropped releases its lock in the background.
        match Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await {
            Ok(store) => break store,
            Err(store::OpenError::InUse(_)) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    };
    Server::open(store, time.clone(), config).await.unwrap()
}

async fn close(server: Arc<Server>) {
    server.close().await;
    server.store().clone().close().await;
}

struct Client {
    session: Session,
    outbox: Outbox,
    token: Value,
    tables: Value,
}

impl Client {
    async fn hello(server: &Arc<Server>, who: Value) -> Self {
        let outbox = Outbox::new(server.metrics().clone());
        let session = Session::new(server.clone(), outbox.clone());
        let mut client = Self { session, outbox, token: json!(null), tables: json!(null) };
        let mut hello = json!({"version": 2});
        hello.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
        client.send(json!({"hello": hello})).await;
        let welcome = client.until("welcome").await;
        (client.token, client.tables) = (welcome["token"].clone(), welcome["tables"].clone());
        client
    }

    async fn send(&mut self, message: Value) {
        let _ = self.session.handle(&message.to_string()).await;
    }

    /// The next message of this kind; others are passed over.
    async fn until(&mut self, kind: &str) -> Value {
        let wanted = async {
            loop {
                let text = match self.outbox.next().await.expect("the connection goes on") {
                    Outgoing::Text(text) | Outgoing::Close(text) => text,
                    other => panic!("{other:?}"),
                };
                let mut message: Value = serde_json::from_slice(&text).unwrap();
                if let Some(body) = message.get_mut(kind) {
                    return body.take();
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), wanted)
            .await
            .unwrap_or_else(|_| panic!("no {kind} came"))
    }

    async fn open_table(&mut self, config: Value) -> TableId {
        self.send(json!({"open": {"config": config, "ref": 1}})).await;
        let table = self.until("done").await["table"].as_str().unwrap().parse().unwrap();
        self.until("table").await;
        table
    }
}

/// Moves the time on until a condition holds. A table has to do its part after each step.
async fn until(time: &Time, step: u32, holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            assert!(time.advance(step));
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("it happens some time");
}

/// A game of two with half a day for each decision, and both have gone away.
async fn asleep(server: &Arc<Server>, time: &Time) -> (TableId, [Value; 2]) {
    asleep_with(server, time, 43_200).await
}

async fn asleep_with(server: &Arc<Server>, time: &Time, clock: u32) -> (TableId, [Value; 2]) {
    let mut ann = Client::hello(server, json!({"name": "Ann"})).await;
    let mut bo = Client::hello(server, json!({"name": "Bo"})).await;
    let config = json!({"game": "gomoku", "seats": 2, "clock": clock, "grace_seconds": 2 * clock});
    let table = ann.open_table(config).await;
    bo.send(json!({"join": {"table": table, "ref": 2}})).await;
    bo.until("table").await;
    let act =
        json!({"table": table, "game_number": 1, "nth": 0, "action": {"place": {"x": 3, "y": 3}}, "ref": 3});
    ann.send(json!({"act": act})).await;
    ann.until("done").await;
    let tokens = [ann.token.clone(), bo.token.clone()];
    drop((ann, bo));
    let metrics = server.metrics().clone();
    until(time, 1_000, || metrics.tables.get() == 0).await;
    (table, tokens)
}

#[tokio::test]
async fn a_table_without_clients_goes_to_sleep_and_its_people_find_it_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let (table, [_, bo]) = asleep(&server, &time).await;
    let metrics = server.metrics();
    assert_eq!((metrics.seats_taken.get(), metrics.games_running.get()), (0, 0));
    assert!(server.public_tables().is_empty(), "what sleeps is not in the lobby");
    assert!(time.advance(60 * MINUTE));
    let mut bo = Client::hello(&server, json!({"token": bo})).await;
    assert_eq!(bo.tables[0]["info"]["table"], table.to_string(), "a person finds the table");
    let seen = bo.until("table").await;
    assert_eq!((&seen["you"], &seen["seen"]["to_act"]), (&json!(1), &json!([1])));
    let left = seen["deadlines"][0]["remaining_ms"].as_u64().unwrap();
    assert!((10 * 3_600_000..11 * 3_600_000).contains(&left), "the clock went on while it slept: {left}");
    let act =
        json!({"table": table, "game_number": 1, "nth": 0, "action": {"place": {"x": 4, "y": 4}}, "ref": 3});
    bo.send(json!({"act": act})).await;
    bo.until("done").await;
    assert_eq!(server.metrics().tables.get(), 1);
}

#[tokio::test]
async fn a_table_with_days_for_a_decision_sleeps_through_them_and_wakes_when_they_are_over() {
    const DAY: u32 = 24 * 60 * MINUTE;
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let (table, [_, bo]) = asleep_with(&server, &time, 3 * 86_400).await;
    let metrics = server.metrics().clone();
    assert!(time.advance(2 * DAY));
    // Bo looks, and goes away again.
    let mut looks = Client::hello(&server, json!({"token": bo})).await;
    let left = looks.until("table").await["deadlines"][0]["remaining_ms"].as_u64().unwrap();
    assert!((u64::from(DAY) - 3_600_000..=u64::from(DAY)).contains(&left), "{left}");
    drop(looks);
    until(&time, 1_000, || metrics.tables.get() == 0).await;
    // When the time is up the table wakes without a client, and the server plays for Bo.
    assert!(time.advance(DAY));
    until(&time, 1_000, || metrics.tables.get() == 1).await;
    let mut bo = Client::hello(&server, json!({"token": bo})).await;
    loop {
        let seen = bo.until("table").await;
        assert_eq!(seen["info"]["table"], table.to_string());
        if seen["seen"]["to_act"] == json!([0]) {
            break;
        }
        bo.send(json!({"sync": {"table": table, "ref": 9}})).await;
    }
}

#[tokio::test]
async fn a_stranger_finds_a_sleeping_table_by_its_id_and_code_and_nobody_finds_one_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 3, "private": true})).await;
    ann.send(json!({"sync": {"table": table, "ref": 2}})).await;
    let code = ann.until("table").await["invite_code"].clone();
    drop(ann);
    until(&time, 1_000, || server.metrics().tables.get() == 0).await;
    let mut eve = Client::hello(&server, json!({"name": "Eve"})).await;
    eve.send(json!({"join": {"table": table, "ref": 1}})).await;
    assert_eq!(eve.until("refused").await["code"], "not_invited");
    eve.send(json!({"join": {"table": table, "invite_code": code, "ref": 2}})).await;
    assert_eq!(eve.until("table").await["you"], 1);
    eve.send(json!({"join": {"table": TableId::new(12_345), "ref": 3}})).await;
    assert_eq!(eve.until("refused").await["code"], "no_such_table");
}

#[tokio::test]
async fn a_sleeping_table_wakes_when_its_clock_runs_out_and_a_start_wakes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let (table, tokens) = asleep(&server, &time).await;
    close(server).await;
    // An hour of downtime.
    assert!(time.advance(60 * MINUTE));
    let server = open(&folder, &time, ServerConfig::default()).await;
    assert_eq!(server.metrics().tables.get(), 0, "nothing is due, nothing is read");
    // It wakes when the clock would have run out without the downtime, adds that time to the deadline, and plays in the end.
    let (metrics, before) = (server.metrics().clone(), time.now());
    until(&time, 30 * MINUTE, || metrics.deadlines_missed_total.get() > 0).await;
    assert!(
        time.now() - before > 22 * 60 * i64::from(MINUTE),
        "nobody's clock ran while the server was down"
    );
    let mut ann = Client::hello(&server, json!({"token": tokens[0]})).await;
    let seen = ann.until("table").await;
    assert_eq!(seen["info"]["table"], table.to_string());
    assert!(seen["seen"]["view"]["pebbles"].as_u64().unwrap() >= 2, "{seen}");
}

#[tokio::test]
async fn a_table_where_no_game_runs_is_closed_in_its_sleep_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let config = ServerConfig { max_stored_tables: 1, ..ServerConfig::default() };
    let server = open(&folder, &time, config).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2})).await;
    let token = ann.token.clone();
    drop(ann);
    until(&time, 1_000, || server.metrics().tables.get() == 0).await;
    // It sleeps, and still counts.
    let mut bo = Client::hello(&server, json!({"name": "Bo"})).await;
    let open_one = json!({"open": {"config": {"game": "gomoku"}, "ref": 5}});
    bo.send(open_one.clone()).await;
    assert_eq!(bo.until("refused").await["code"], "limit_reached");
    let before = time.now();
    let waiting = async {
        loop {
            if server.store().table(table.number()).await.unwrap().is_none() {
                return;
            }
            assert!(time.advance(10_000));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("it is closed");
    assert!(time.now() - before <= 700_000, "not later than it would have been awake");
    // It is closed in the store first, and then known to be.
    until(&time, 1, || server.metrics().tables.get() == 0).await;
    let ann = Client::hello(&server, json!({"token": token})).await;
    assert_eq!(ann.tables, json!([]));
    bo.send(open_one).await;
    bo.until("done").await;
}

#[tokio::test]
async fn what_was_kept_long_enough_is_deleted_and_the_rest_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2})).await;
    ann.send(json!({"leave": {"table": table, "ref": 2}})).await;
    ann.until("done").await;
    drop(ann);
    until(&time, 1_000, || server.metrics().tables.get() == 0).await;
    assert!(time.advance(8 * 24 * 60 * MINUTE));
    let gone = async {
        while !server.store().closed_tables(i64::MAX, 9).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("the closed table is deleted");
    assert_eq!(server.store().people().await.unwrap().len(), 1, "Ann may still come back");
    close(server).await;
    for _ in 0..100 {
        assert!(time.advance(24 * 60 * MINUTE));
    }
    let server = open(&folder, &time, ServerConfig::default()).await;
    let gone = async {
        while !server.store().people().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("she never played");
}

#[tokio::test]
async fn a_link_to_a_sleeping_table_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (time, config) = (Time::manual(1_000_000), ServerConfig::default());
    let server = open(&folder, &time, config).await;
    let (table, _) = asleep(&server, &time).await;
    assert!(server.public_table(table).is_none());
    let shown = server.find_public_table(table).await.unwrap();
    assert_eq!(shown.table, table);
    close(server).await;
}

/// One person and three bots at a long game, with a clock of 20 seconds for each decision.
fn with_bots(clock: u32) -> Value {
    json!({
        "game": "onecard", "seats": 4, "bots": ["random", "random", "random"], "options": {"rounds": "100"},
        "clock": clock, "bot_delay_ms": 100, "grace_seconds": 3_600,
    })
}

#[tokio::test]
async fn bots_do_not_play_where_nobody_is_connected_and_go_on_when_somebody_is() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let table = ann.open_table(with_bots(20)).await;
    let token = ann.token.clone();
    drop(ann);
    let metrics = server.metrics().clone();
    until(&time, 1_000, || metrics.tables.get() == 0).await;
    let played = metrics.actions_played_total.get();
    assert_eq!((metrics.games_suspended_total.get(), metrics.games_running.get()), (1, 0));
    assert!(played < 400, "bots played {played} times for nobody in half a minute");
    assert!(time.advance(60 * MINUTE));
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(metrics.actions_played_total.get(), played);
    // Somebody watches: that is not nobody.
    let mut ann = Client::hello(&server, json!({"token": token})).await;
    let seen = ann.until("table").await;
    assert_eq!(seen["info"]["table"], table.to_string());
    assert!(seen["info"]["seats"][0]["played_by_bot"] != true, "nobody took over the seat meanwhile");
    until(&time, 1_000, || metrics.actions_played_total.get() > played + 10).await;
}

#[tokio::test]
async fn a_suspended_game_gives_back_the_time_that_was_left_also_after_a_restart() {
    for restarts in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let time = Time::manual(1_000_000);
        let mut server = open(&folder, &time, ServerConfig::default()).await;
        let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
        let mut bo = Client::hello(&server, json!({"name": "Bo"})).await;
        let table = ann.open_table(json!({"game": "gomoku", "seats": 2, "clock": 300})).await;
        bo.send(json!({"join": {"table": table, "ref": 2}})).await;
        bo.until("table").await;
        let token = ann.token.clone();
        drop((ann, bo));
        until(&time, 1_000, || server.metrics().tables.get() == 0).await;
        if restarts {
            close(server).await;
            server = open(&folder, &time, ServerConfig::default()).await;
        }
        assert!(time.advance(60 * MINUTE));
        let mut ann = Client::hello(&server, json!({"token": token})).await;
        let left = ann.until("table").await["deadlines"][0]["remaining_ms"].as_u64().unwrap();
        // The clock ran for the grace time only.
        assert!((265_000..=270_000).contains(&left), "{left}");
        // What was given back is stored: it is not given back twice.
        ann.send(json!({"say": {"room": {"table": table}, "text": "Here.", "ref": 3}})).await;
        ann.until("done").await;
        close(server).await;
        let server = open(&folder, &time, ServerConfig::default()).await;
        let mut ann = Client::hello(&server, json!({"token": token})).await;
        assert_eq!(ann.until("table").await["deadlines"][0]["remaining_ms"], left);
    }
}

#[tokio::test]
async fn a_suspended_table_is_closed_after_its_time_and_what_was_played_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let config = ServerConfig { suspended_table_timeout: 3_600, ..ServerConfig::default() };
    let server = open(&folder, &time, config).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    // With a slow clock, too, once nobody plays for themselves.
    let table = ann.open_table(with_bots(86_400)).await;
    ann.send(json!({"leave": {"table": table, "ref": 2}})).await;
    ann.until("done").await;
    drop(ann);
    until(&time, 1_000, || server.metrics().tables.get() == 0).await;
    assert!(time.advance(3_700_000));
    // From here on time stands: what closes the table must be due already.
    let waiting = async {
        while server.store().table(table.number()).await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("it is closed");
    assert!(server.store().replay(&format!("{table}-1")).await.unwrap().is_some());
}

#[tokio::test]
async fn a_server_can_let_bots_play_on_unattended() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let config = ServerConfig { unattended_bots: true, ..ServerConfig::default() };
    let server = open(&folder, &time, config).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let table = ann.open_table(with_bots(20)).await;
    ann.send(json!({"leave": {"table": table, "ref": 2}})).await;
    ann.until("done").await;
    drop(ann);
    until(&time, 10_000, || server.metrics().actions_played_total.get() > 300).await;
}

/// A game of four that bots finish after everybody has gone. It must end, and no faster than one move a second and bot.
async fn is_finished_at_a_pace(server: &Arc<Server>, time: &Time) {
    let metrics = server.metrics().clone();
    let (played, left_at) = (metrics.actions_played_total.get(), time.now());
    until(time, 1_000, || metrics.games_running.get() == 0).await;
    assert_eq!(metrics.games_suspended_total.get(), 0, "it was not suspended");
    assert_eq!(metrics.games_finished_total.get(), 1, "it came to its end");
    let (moves, seconds) = (metrics.actions_played_total.get() - played, (time.now() - left_at) / 1_000);
    assert!(moves > 8 && moves <= 4 * seconds.cast_unsigned(), "{moves} moves in {seconds} seconds");
}

fn short_game(rated: bool) -> Value {
    json!({
        "game": "onecard", "seats": 4, "bots": ["random", "random", "random"], "options": {"rounds": "5"},
        "clock": 20, "bot_delay_ms": 0, "rated": rated,
    })
}

#[tokio::test]
async fn a_rated_game_comes_to_its_end_without_clients_but_bots_do_not_hurry() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    ann.open_table(short_game(true)).await;
    drop(ann);
    is_finished_at_a_pace(&server, &time).await;
}

#[tokio::test]
async fn a_scheduled_game_comes_to_its_end_without_clients_but_bots_do_not_hurry() {
    let folder = tempfile::tempdir().unwrap();
    let time = Time::manual(1_000_000);
    let server = open(&folder, &time, ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    let person = server.people().by_token(ann.token.as_str().unwrap()).await.unwrap().unwrap();
    let new = serde_json::from_value(short_game(false)).unwrap();
    let starts_at = time.now() + i64::from(2 * MINUTE);
    let table = server.schedule_table(&person, new, starts_at, None).await.unwrap().table;
    until(&time, 1_000, || server.metrics().tables.get() == 1).await;
    ann.send(json!({"join": {"table": table, "ref": 1}})).await;
    ann.until("table").await;
    until(&time, 0, || server.metrics().games_running.get() == 1).await;
    drop(ann);
    is_finished_at_a_pace(&server, &time).await;
}

#[tokio::test]
async fn a_game_that_would_not_end_in_any_reasonable_time_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder, &Time::manual(1_000_000), ServerConfig::default()).await;
    let mut ann = Client::hello(&server, json!({"name": "Ann"})).await;
    for (rounds, answer) in [("101", "refused"), ("100", "done")] {
        let config = json!({"game": "onecard", "options": {"rounds": rounds}});
        ann.send(json!({"open": {"config": config, "ref": 1}})).await;
        ann.until(answer).await;
    }
}

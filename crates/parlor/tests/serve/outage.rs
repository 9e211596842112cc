//! PostgreSQL stops or hangs while games run, and then works again: nothing is lost, doubled or sent too early, and the
//! server continues without a restart.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use protocol::TableId;
use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;
use tokio::task::{JoinSet, block_in_place};

use crate::support::client::{Client, kind, legal};
use crate::support::http::{get, get_as};
use crate::support::server::{ServerProcess, TEST_TIMEOUT, parlor, run};

/// How many tables play at a time.
const TABLES: usize = 12;

/// So long a database may be silent.
const SILENCE: &str = "1";

/// A separate PostgreSQL, because the test stops it.
fn database() -> Option<(Postgres, StoreLocation, String)> {
    if !Postgres::is_wanted() {
        return None;
    }
    let postgres = Postgres::start().unwrap_or_else(|error| panic!("{error}"));
    let place = postgres.create_database().unwrap();
    let StoreLocation::Postgres(url) = place.clone() else { panic!("no URL") };
    Some((postgres, place, url))
}

fn start(folder: &tempfile::TempDir, url: &str) -> ServerProcess {
    let args = ["--database-url", url, "--database-timeout", SILENCE, "--messages-per-second", "1000"];
    ServerProcess::start_with(folder.path(), &args)
}

/// What two who play one table have met so far.
#[derive(Clone, Default)]
struct Progress {
    /// At all tables.
    played: Arc<AtomicU64>,
    /// At this one, as not saved.
    refused: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

/// Two at a table of Gomoku who never lose their connection. Each notes what was acknowledged of its own.
struct Pair {
    players: [Client; 2],
    table: TableId,
    /// The actions of the running game that were acknowledged, of each seat; nothing in the place of one that was refused
    /// and turned out to be stored.
    acknowledged: [Vec<Option<Value>>; 2],
    /// The number of the last game that was seen.
    game: u64,
}

impl Pair {
    async fn sit_down(server: &ServerProcess, number: usize) -> Self {
        let mut ann = Client::hello(server, &format!("Ann {number}")).await;
        let mut bo = Client::hello(server, &format!("Bo {number}")).await;
        let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": 30, "options": {}})).await;
        ann.scene().await;
        bo.done("join", json!({"table": table})).await;
        Self { players: [ann, bo], table: table.parse().unwrap(), acknowledged: Default::default(), game: 1 }
    }

    /// Both take turns until `stop` is set. A request that is refused with `not_saved` is sent again.
    async fn play(mut self, progress: Progress) -> Self {
        while !progress.stop.load(Ordering::Relaxed) {
            for seat in 0..2 {
                self.turn(seat, &progress).await;
            }
        }
        self
    }

    /// The table as the server tells it now.
    async fn look(&mut self, seat: usize) -> Value {
        let client = &mut self.players[seat];
        let table = client.done("sync", json!({"table": self.table})).await;
        // What came before it is in it.
        client.forget_what_waits();
        if table["game_number"] != self.game {
            self.game = table["game_number"].as_u64().unwrap();
            self.acknowledged = Default::default();
        }
        table
    }

    async fn turn(&mut self, seat: usize, progress: &Progress) {
        loop {
            let table = self.look(seat).await;
            let nth = table["nth"].as_u64().unwrap() as usize;
            let (client, own) = (&mut self.players[seat], &mut self.acknowledged[seat]);
            assert!(nth >= own.len(), "an acknowledged move is missing: {table}");
            if !table["result"].is_null() {
                let answer = client.ask("rematch", json!({"table": self.table})).await;
                // One of both is the last to want it, and finds it begun.
                note_refusal(&answer, progress);
                return;
            }
            let legal = legal(&table);
            // Here and there, so that games take a while.
            let Some(action) = legal.get((31 * nth + 57 * seat) % legal.len().max(1)) else { return };
            let act = json!({"table": self.table, "nth": nth, "action": action});
            let answer = client.ask("act", act).await;
            if note_refusal(&answer, progress) {
                if progress.stop.load(Ordering::Relaxed) {
                    return;
                }
                continue;
            }
            own.resize(nth, None);
            own.push(Some(action.clone()));
            progress.played.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }
}

/// Whether something was refused; nothing but this may be.
fn note_refusal(answer: &Value, progress: &Progress) -> bool {
    if kind(answer) != "refused" {
        return false;
    }
    let code = answer["refused"]["code"].as_str().unwrap();
    assert!(["not_saved", "not_over", "stale", "rate_limited", "table_busy"].contains(&code), "{answer}");
    progress.refused.fetch_add(u64::from(code == "not_saved"), Ordering::Relaxed);
    true
}

async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < 2 * TEST_TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What the journal of a table holds of its running game: the actions of each seat.
fn journal(postgres: &Postgres, place: &StoreLocation, table: TableId) -> [Vec<Value>; 2] {
    let number = table.number();
    let sql = format!("SELECT body FROM parlor.entries WHERE table_id = {number} ORDER BY seq");
    let mut seats: [Vec<Value>; 2] = Default::default();
    for line in postgres.sql(place, &sql).unwrap().lines() {
        let body: Value = serde_json::from_str(line).unwrap();
        match kind(&body) {
            "dealt" => seats = Default::default(),
            "acted" => {
                assert_eq!(body["acted"]["by"], "person", "nobody was played for: {body}");
                let seat = body["acted"]["seat"].as_u64().unwrap() as usize;
                seats[seat].push(body["acted"]["action"].clone());
            }
            _ => {}
        }
    }
    seats
}

fn metric(server: &ServerProcess, name: &str) -> u64 {
    let answer = get(server, "/metrics").body;
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap();
    line.parse::<f64>().unwrap() as u64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_dies_and_falls_silent_in_mid_game_and_nothing_is_lost_or_told_too_early() {
    let Some((postgres, place, url)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &url);
    let progress = Progress::default();
    let mut watcher = Client::hello(&server, "Watcher").await;
    let mut playing = JoinSet::new();
    let mut refused_each = Vec::new();
    for number in 0..TABLES {
        let own = Progress { refused: Arc::default(), ..progress.clone() };
        refused_each.push(own.refused.clone());
        playing.spawn(Pair::sit_down(&server, number).await.play(own));
    }
    let played = || progress.played.load(Ordering::Relaxed);
    let refused = || refused_each.iter().map(|refused| refused.load(Ordering::Relaxed)).collect::<Vec<_>>();
    let each_refused_since = |before: &[u64]| refused().iter().zip(before).all(|(now, before)| now > before);
    type Deed = fn(&Postgres);
    let gone: [(&str, Deed, Deed); 3] = [
        ("dead", |it| it.crash().unwrap(), |it| it.start_again().unwrap()),
        ("silent", |it| it.freeze().unwrap(), |it| it.thaw().unwrap()),
        ("dead again", |it| it.crash().unwrap(), |it| it.start_again().unwrap()),
    ];
    for (round, (what, away, back)) in gone.into_iter().enumerate() {
        let before = played();
        until("everybody plays", || played() > before + 200).await;
        let not_saved = refused();
        block_in_place(|| away(&postgres));
        until("moves are refused at every table", || each_refused_since(&not_saved)).await;
        let (acknowledged, later) = (played(), refused());
        // Said where an operator looks: readiness, numbers, the status, the log.
        assert_eq!(get(&server, "/readyz").error(), (503, "unavailable".into()), "{what}");
        assert_eq!(metric(&server, "parlor_store_up"), 0, "{what}");
        let status = get_as(&server, "/api/admin/status", server.admin_token()).json();
        assert_eq!(status["store"]["up"], false, "{what}");
        server.log_until("database connection lost");
        // Whatever needs no database goes on.
        watcher.done("ping", json!({})).await;
        assert_eq!(get(&server, "/healthz").status, 200);
        // While it is gone nothing is acknowledged: every acknowledged move was stored before.
        until("moves are still refused", || each_refused_since(&later)).await;
        assert_eq!(played(), acknowledged, "a move was acknowledged that cannot have been stored ({what})");
        block_in_place(|| back(&postgres));
        server.log_until("database reconnected");
        until("everybody plays on", || played() > acknowledged + 200).await;
        assert_eq!(get(&server, "/readyz").status, 200);
        assert_eq!(metric(&server, "parlor_store_up"), 1);
        assert_eq!(metric(&server, "parlor_store_reconnects_total"), round as u64 + 1);
    }
    progress.stop.store(true, Ordering::Relaxed);
    let mut pairs = playing.join_all().await;
    for pair in &mut pairs {
        let journal = journal(&postgres, &place, pair.table);
        for (seat, stored) in journal.iter().enumerate() {
            // The server tells no more and no less than the journal holds.
            assert_eq!(pair.look(seat).await["nth"], stored.len());
            for (nth, acknowledged) in pair.acknowledged[seat].iter().enumerate() {
                assert!(
                    acknowledged.is_none() || acknowledged.as_ref() == stored.get(nth),
                    "{acknowledged:?} was acknowledged"
                );
            }
            let twice = (1..stored.len()).find(|nth| stored[..*nth].contains(&stored[*nth]));
            assert_eq!(twice, None, "{stored:?}");
        }
    }
    println!("{} moves, {} refused as not saved", played(), refused().iter().sum::<u64>());
    server.stop();
}

/// A server that shuts down while its database does not respond must not wait for it for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_closes_although_its_database_is_silent() {
    let Some((postgres, _, url)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &url);
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0})).await;
    postgres.freeze().unwrap();
    ann.send(&json!({"say": {"room": {"table": table}, "text": "is anybody there"}})).await;
    server.stop();
    postgres.thaw().unwrap();
}

#[test]
fn a_server_does_not_open_without_its_database_and_says_why() {
    let Some((postgres, _, url)) = database() else { return };
    let open = || {
        run(&mut parlor(&[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database-timeout",
            "1",
            "--database-url",
            &url,
        ]))
    };
    postgres.freeze().unwrap();
    let ended = open();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(
        ended.stderr.contains("cannot be reached: it does not answer within 1 seconds"),
        "{}",
        ended.stderr
    );
    postgres.thaw().unwrap();
    postgres.crash().unwrap();
    let ended = open();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(ended.stderr.contains("cannot be reached: error connecting to server"), "{}", ended.stderr);
}

/// A commit seems to fail because the database is lost during it, and is stored all the same: the person registers again
/// with the same name, as people do.
#[tokio::test]
async fn a_line_that_was_stored_although_nobody_knew_is_heard_and_the_next_one_too() {
    let Some((postgres, place, url)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder, &url);
    let mut ann = Client::hello(&server, "Ann").await;
    ann.done("lobby", json!({"on": true})).await;
    let row = r#"INSERT INTO parlor.entries (table_id, seq, at, body)
                 SELECT max(id), 1, 1, '{"from":"Bo","text":"one"}' FROM parlor.tables;
                 UPDATE parlor.tables SET next_seq = 2 WHERE id = (SELECT max(id) FROM parlor.tables)"#;
    postgres.sql(&place, row).unwrap();
    ann.done("say", json!({"room": "lobby", "text": "two"})).await;
    let received = [ann.until("said").await, ann.until("said").await];
    let lines =
        received.each_ref().map(|said| (said["line"]["number"].clone(), said["line"]["text"].clone()));
    assert_eq!(lines, [(json!(1), json!("one")), (json!(2), json!("two"))]);
}

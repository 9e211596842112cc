//! Kills, at random instants.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::below;
use games::Kind;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::footprint::{Footprint, check_flat};
use crate::ledger::Ledger;
use crate::line::{Line, parts};
use crate::player::{Player, Sent};
use crate::support::http::get;
use crate::support::server::{ServerProcess, TEST_TIMEOUT, parlor};

/// How many tables; every fourth has a bot of the server at it.
const TABLES: usize = 100;

/// What a patient table's clock begins with.
const CLOCK: u64 = 3_600_000;

/// A kill adds at most this many milliseconds to a deadline: the time since the last heartbeat.
const GIVEN_BACK: u64 = 2_000;

/// How long the server stays closed after a kill, at least.
const DOWN: Duration = Duration::from_millis(100);

fn kills() -> usize {
    std::env::var("PARLOR_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10)
}

/// How many games are played to their end, however many kills that takes. None in the short storm, which is over before
/// anything could grow.
fn games() -> u64 {
    std::env::var("PARLOR_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(0)
}

fn start(folder: &Path, listen: &str) -> ServerProcess {
    let mut command = parlor(&[
        "serve",
        "--listen",
        listen,
        "--messages-per-second",
        "1000",
        "--drafts-per-minute",
        "60000",
    ]);
    command.args(["--chat-messages-per-minute", "10000", "--log-level", "warn", "--data-dir"]).arg(folder);
    ServerProcess::spawn(&mut command)
}

/// Registers a person; returns the connection and the token.
async fn newcomer(address: SocketAddr, name: &str) -> (Line, String) {
    let mut line = Line::open(address).await;
    line.ask("hello", json!({"version": 2, "name": name, "program": true})).await.unwrap();
    let welcome = answer(&mut line, "welcome").await;
    (line, welcome["token"].as_str().unwrap().to_owned())
}

async fn answer(line: &mut Line, wanted: &str) -> Value {
    loop {
        let message = line.next().await.unwrap();
        match parts(&message) {
            (kind, body) if kind == wanted => return body.clone(),
            ("refused", body) => panic!("{body}"),
            _ => {}
        }
    }
}

/// A table of all five games in turn, and those who will play at it.
async fn table(
    address: SocketAddr,
    number: usize,
    stop: watch::Receiver<bool>,
) -> (Vec<Player>, Arc<AtomicU64>) {
    let kind = Kind::ALL[number % Kind::ALL.len()];
    let seats = kind.spec().min_seats.max(2);
    let bots = if number % 4 == 3 { 1 } else { 0 };
    let new = json!({
        "game": kind.name(), "seats": seats, "clock": "off", "grace_seconds": 3600, "bot_delay_ms": 0,
        "bots": vec!["random"; bots],
    });
    let progress = Arc::<AtomicU64>::default();
    let mut players = Vec::new();
    let mut table = String::new();
    for seat in 0..usize::from(seats) - bots {
        let name = format!("t{number}s{seat}");
        let (mut line, token) = newcomer(address, &name).await;
        if seat == 0 {
            line.ask("open", json!({"config": new})).await.unwrap();
            table = answer(&mut line, "done").await["table"].as_str().unwrap().to_owned();
        } else {
            line.ask("join", json!({"table": table})).await.unwrap();
        }
        // The bot sits on the second seat.
        let seat = answer(&mut line, "table").await["you"].as_u64().unwrap() as usize;
        players.push(Player {
            address,
            name,
            token,
            table: table.clone(),
            seat,
            dice: game::dice(number as u64 * 8 + seat as u64),
            ledger: Ledger::default(),
            sent: Sent::default(),
            progress: progress.clone(),
            stop: stop.clone(),
        });
    }
    (players, progress)
}

/// Two at a table where nobody moves: its clock is looked at before and after every kill.
struct Patient {
    address: SocketAddr,
    token: String,
    table: Value,
    lines: u64,
    /// What was left when something was stored last: not less than the first, not more than the second.
    left: (u64, u64),
    /// The last moment before that, and the first one after it.
    since: (Instant, Instant),
    /// For how long no server ran since, how long it took to start, and how often that was.
    down: Duration,
    starting: Duration,
    kills: u64,
}

impl Patient {
    async fn sit_down(address: SocketAddr) -> Self {
        let began = Instant::now();
        let (mut ann, token) = newcomer(address, "Patient Ann").await;
        let new = json!({"game": "gomoku", "seats": 2, "clock": CLOCK / 1_000, "grace_seconds": 3600});
        ann.ask("open", json!({"config": new})).await.unwrap();
        let table = answer(&mut ann, "done").await["table"].clone();
        let (mut bo, _) = newcomer(address, "Patient Bo").await;
        bo.ask("join", json!({"table": table})).await.unwrap();
        answer(&mut bo, "table").await;
        let since = (began, Instant::now());
        let (down, starting) = (Duration::ZERO, Duration::ZERO);
        Self { address, token, table, lines: 0, left: (CLOCK, CLOCK), since, down, starting, kills: 0 }
    }

    /// The milliseconds that are left to the one who is to move.
    async fn left(&self) -> u64 {
        left_in(&answer(&mut self.come_in().await, "table").await)
    }

    async fn come_in(&self) -> Line {
        let mut line = Line::open(self.address).await;
        line.ask("hello", json!({"version": 2, "token": self.token})).await.unwrap();
        line
    }

    /// Sends a chat line. The clock's time until it is stored is spent: no later kill adds it to the deadline again.
    async fn say_something(&mut self) {
        let began = Instant::now();
        let mut line = self.come_in().await;
        let before = left_in(&answer(&mut line, "table").await);
        self.lines += 1;
        let text = format!("still thinking {}", self.lines);
        line.ask("say", json!({"room": {"table": self.table}, "text": text})).await.unwrap();
        answer(&mut line, "done").await;
        line.ask("sync", json!({"table": self.table})).await.unwrap();
        self.left = (left_in(&answer(&mut line, "table").await), before);
        self.since = (began, Instant::now());
        (self.down, self.starting, self.kills) = (Duration::ZERO, Duration::ZERO, 0);
    }

    /// What may be left now: all outages are given back, and with each kill no more than [`GIVEN_BACK`].
    fn may_be_left(&self) -> RangeInclusive<u64> {
        let (least, most) = self.left;
        let long = (self.since.0.elapsed() - self.down).as_millis() as u64;
        let short = self.since.1.elapsed().saturating_sub(self.down + self.starting).as_millis() as u64;
        least.saturating_sub(long)..=(most + self.kills * GIVEN_BACK).saturating_sub(short)
    }
}

fn left_in(table: &Value) -> u64 {
    table["deadlines"][0]["remaining_ms"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_or_doubled_by_kills_at_random_instants() {
    let folder = tempfile::tempdir().unwrap();
    // A separate loopback address, so that no other process takes the port while the server is down.
    let [_, _, high, low] = std::process::id().to_be_bytes();
    let mut server = start(folder.path(), &format!("127.77.{high}.{}:0", low.max(1)));
    let address = server.address;
    let (stop, stopped) = watch::channel(false);
    let mut coming = JoinSet::new();
    for number in 0..TABLES {
        coming.spawn(table(address, number, stopped.clone()));
    }
    let mut patient = Patient::sit_down(address).await;
    let tables = coming.join_all().await;
    let progress: Vec<Arc<AtomicU64>> = tables.iter().map(|(_, progress)| progress.clone()).collect();
    let mut playing = JoinSet::new();
    for player in tables.into_iter().flat_map(|(players, _)| players) {
        playing.spawn(player.play());
    }
    let mut instants = game::dice(4_711);
    let mut outage = Duration::ZERO;
    let (mut kill, mut looks): (usize, Vec<Footprint>) = (0, Vec::new());
    while kill < kills() || looks.last().is_some_and(|look| look.games < games()) {
        let up_ms = if games() > 0 { 3_000 } else { 500 };
        tokio::time::sleep(Duration::from_millis(30 + u64::from(below(&mut instants, up_ms)))).await;
        if games() > 0 {
            looks.push(Footprint::of(folder.path(), server.pid()));
        }
        if kill % 3 == 1 {
            patient.say_something().await;
        }
        let down = Instant::now();
        server.kill();
        tokio::time::sleep(DOWN).await;
        patient.down += down.elapsed();
        let up = Instant::now();
        server = start(folder.path(), &address.to_string());
        outage += down.elapsed();
        patient.starting += up.elapsed();
        patient.kills += 1;
        let left = patient.left().await;
        let allowed = patient.may_be_left();
        assert!(allowed.contains(&left), "kill {kill}: {left} ms are left and not {allowed:?}");
        if let Some(ended) = playing.try_join_next() {
            panic!("a player gave up after kill {kill}: {ended:?}");
        }
        kill += 1;
    }
    if games() > 0 {
        check_flat(&looks);
    }
    every_table_goes_on(&progress).await;
    stop.send_replace(true);
    let ledgers = playing.join_all().await;
    check_replays(&server, &ledgers);
    let lines: usize = ledgers.iter().map(|ledger| ledger.lines.len()).sum();
    let drafts: u64 = ledgers.iter().map(|ledger| ledger.drafts).sum();
    let games: usize = ledgers.iter().map(|ledger| ledger.finished.len()).sum();
    let actions: u64 = progress.iter().map(|progress| progress.load(Ordering::Relaxed)).sum();
    println!(
        "{kill} kills, {outage:?} down: {actions} actions, {lines} lines, {drafts} drafts and {games} ends of games are there"
    );
    assert!(
        actions > 1_000 && lines > 50 && drafts > 50 && games > 0,
        "too little happened to mean anything"
    );
    server.stop();
}

async fn every_table_goes_on(progress: &[Arc<AtomicU64>]) {
    let since = Instant::now();
    let before: Vec<u64> = progress.iter().map(|progress| progress.load(Ordering::Relaxed)).collect();
    for (number, (progress, before)) in progress.iter().zip(before).enumerate() {
        while progress.load(Ordering::Relaxed) == before {
            assert!(since.elapsed() < 4 * TEST_TIMEOUT, "table {number} does not go on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The record of every game that ended holds what was acknowledged to each player, and nothing else of theirs.
fn check_replays(server: &ServerProcess, ledgers: &[Ledger]) {
    for finished in ledgers.iter().flat_map(|ledger| &ledger.finished) {
        let replay = get(server, &format!("/api/replays/{}", finished.replay)).json();
        let actions = replay["record"]["actions"].as_array().unwrap_or_else(|| panic!("{replay}"));
        let own = actions.iter().filter(|action| action["seat"] == finished.seat);
        let own: Vec<&Value> = own.map(|action| &action["action"]).collect();
        assert_eq!(own, finished.actions.iter().collect::<Vec<_>>(), "{}", finished.replay);
    }
}

//! Faults at random under load: three nodes, a PostgreSQL and a NATS, and everything that can befall them. `PARLOR_FAULTS=200`
//! is the long version; `make storm-cluster` runs it. Without it each fault comes once.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::{FastRng, below};
use games::Kind;
use protocol::TableId;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::{JoinSet, block_in_place};

use super::harness::{Bed, wait_for};
use super::storm_player::{Acknowledged, Places, StormPlayer, newcomer, sit_down};
use super::wire::Condition;
use super::wired::WiredNode;
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::server::ServerProcess;

/// How many tables there are, of all games in turn.
const TABLES: usize = 10;

/// Of the lines that were acknowledged the last ones are looked for: a table shows a hundred of all who sit there.
const LINES_LOOKED_FOR: usize = 20;

/// How long a table may take to go on after everything is mended, on a machine that others use too.
const MENDED: Duration = Duration::from_secs(60);

/// How long a node may take to end that is asked to.
const DRAINED: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Kill,
    Freeze,
    CutNats,
    CutPostgres,
    RestartNats,
    RestartPostgres,
    Drain,
}

impl Fault {
    const ALL: [Self; 7] = [
        Self::Kill,
        Self::Freeze,
        Self::CutNats,
        Self::CutPostgres,
        Self::RestartNats,
        Self::RestartPostgres,
        Self::Drain,
    ];

    const fn words(self) -> &'static str {
        match self {
            Self::Kill => "a node is killed",
            Self::Freeze => "a node is frozen",
            Self::CutNats => "a node is cut off from NATS",
            Self::CutPostgres => "a node is cut off from PostgreSQL",
            Self::RestartNats => "NATS is restarted",
            Self::RestartPostgres => "PostgreSQL is restarted",
            Self::Drain => "a node is stopped",
        }
    }
}

struct Storm {
    bed: Bed,
    nodes: Vec<WiredNode>,
    places: Places,
    dice: FastRng,
    started: u32,
}

impl Storm {
    async fn new(bed: Bed) -> Self {
        let mut storm =
            Self { bed, nodes: Vec::new(), places: Places::default(), dice: game::dice(1_719), started: 0 };
        for _ in 0..3 {
            storm.start_node().await;
        }
        for node in &storm.nodes {
            block_in_place(|| wait_for(&node.server, "parlor_cluster_nodes", |nodes| nodes == 3.0));
        }
        storm
    }

    async fn start_node(&mut self) {
        self.started += 1;
        self.nodes.push(WiredNode::start(&self.bed, &format!("node{}", self.started)).await);
        self.publish();
    }

    /// Clients know the addresses of all nodes that were not stopped, as a balancer does.
    fn publish(&self) {
        let places: Vec<SocketAddr> = self.nodes.iter().map(|node| node.server.address).collect();
        *self.places.lock().unwrap() = places;
    }

    fn roll(&mut self, from: u32, below_this: u32) -> u32 {
        from + below(&mut self.dice, below_this - from)
    }

    async fn pause(&mut self, from_ms: u32, to_ms: u32) {
        let pause = self.roll(from_ms, to_ms);
        tokio::time::sleep(Duration::from_millis(pause.into())).await;
    }

    /// Something breaks, and is mended.
    async fn befall(&mut self, fault: Fault) {
        let which = self.roll(0, self.nodes.len() as u32) as usize;
        let condition = if self.roll(0, 2) == 0 { Condition::Silent } else { Condition::Severed };
        match fault {
            Fault::Kill => {
                self.nodes.remove(which).server.kill();
                self.publish();
                self.pause(0, 4_000).await;
                self.start_node().await;
            }
            Fault::Freeze => {
                self.nodes[which].server.signal(Signal::STOP);
                self.pause(500, 10_000).await;
                self.nodes[which].server.signal(Signal::CONT);
            }
            Fault::CutNats => {
                self.nodes[which].nats.set(condition);
                self.pause(500, 6_000).await;
                self.nodes[which].nats.set(Condition::Up);
            }
            Fault::CutPostgres => {
                self.nodes[which].database.set(condition);
                self.pause(500, 6_000).await;
                self.nodes[which].database.set(Condition::Up);
            }
            Fault::RestartNats => {
                self.bed.nats.stop();
                self.pause(0, 3_000).await;
                block_in_place(|| self.bed.nats.start_again());
            }
            Fault::RestartPostgres => {
                block_in_place(|| self.bed.postgres.crash()).unwrap();
                self.pause(0, 3_000).await;
                block_in_place(|| self.bed.postgres.start_again()).unwrap();
            }
            Fault::Drain => {
                let node = self.nodes.remove(which);
                self.publish();
                let since = Instant::now();
                node.server.signal(Signal::TERM);
                // Its wires are needed until it has handed everything over.
                let status = block_in_place(|| node.server.wait());
                assert!(status.success() && since.elapsed() < DRAINED, "{status}, {:?}", since.elapsed());
                self.start_node().await;
            }
        }
    }
}

/// A table, and those who play at it.
struct Table {
    id: String,
    tokens: [String; 2],
    progress: Arc<AtomicU64>,
}

async fn table(places: &[SocketAddr], number: usize) -> Table {
    let game = Kind::ALL[number % Kind::ALL.len()].name();
    // Host and guest connect to two nodes.
    let (here, there) = (places[number % places.len()], places[(number + 1) % places.len()]);
    let host = newcomer(here, &format!("t{number}s0")).await;
    let guest = newcomer(there, &format!("t{number}s1")).await;
    let id = sit_down(here, &host, game, None).await;
    sit_down(there, &guest, game, Some(&id)).await;
    Table { id, tokens: [host, guest], progress: Arc::default() }
}

/// How long it took after each fault until every table had gone on.
#[derive(Default)]
struct Recoveries(Vec<(Fault, Duration)>);

impl Recoveries {
    fn table(&self) -> String {
        let mut text = "| Fault | Times | Until every table had gone on: median | longest |\n| --- | --- | --- | --- |\n".to_owned();
        for fault in Fault::ALL {
            let mut took: Vec<Duration> =
                self.0.iter().filter(|(of, _)| *of == fault).map(|(_, took)| *took).collect();
            took.sort_unstable();
            if let (Some(median), Some(longest)) = (took.get(took.len() / 2), took.last()) {
                let (times, words) = (took.len(), fault.words());
                let seconds = |took: &Duration| took.as_secs_f64();
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "| {words} | {times} | {:.1} s | {:.1} s |",
                    seconds(median),
                    seconds(longest)
                );
            }
        }
        text
    }
}

fn faults() -> usize {
    std::env::var("PARLOR_FAULTS").ok().and_then(|faults| faults.parse().ok()).unwrap_or(Fault::ALL.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_or_doubled_by_faults_at_random() {
    let Some(bed) = Bed::new() else { return };
    let mut storm = Storm::new(bed).await;
    let (began, (stop, stopped)) = (Instant::now(), watch::channel(false));
    let places = storm.places.lock().unwrap().clone();
    let (mut tables, mut playing) = (Vec::new(), JoinSet::new());
    for number in 0..TABLES {
        let table = table(&places, number).await;
        for (seat, token) in table.tokens.iter().enumerate() {
            let player = StormPlayer::new(
                storm.places.clone(),
                format!("t{number}s{seat}"),
                token.clone(),
                table.id.clone(),
                game::dice((number * 2 + seat) as u64),
                table.progress.clone(),
                began,
                stopped.clone(),
            );
            playing.spawn(async move { (number, seat, player.play().await) });
        }
        tables.push(table);
    }
    let mut recoveries = Recoveries::default();
    for number in 0..faults() {
        // Each once, then at random.
        let at_random = storm.roll(0, Fault::ALL.len() as u32) as usize;
        let fault = Fault::ALL.get(number).copied().unwrap_or(Fault::ALL[at_random]);
        storm.pause(100, 1_500).await;
        let broke = began.elapsed();
        storm.befall(fault).await;
        let mended = began.elapsed();
        every_table_goes_on(&tables, mended, began, &mut playing, fault).await;
        let took = began.elapsed() - broke;
        println!(
            "{number}: {}: {:.1} s, mended after {:.1} s",
            fault.words(),
            took.as_secs_f64(),
            (mended - broke).as_secs_f64()
        );
        recoveries.0.push((fault, took));
    }
    stop.send_replace(true);
    let ledgers = playing.join_all().await;
    let node = &storm.nodes[0].server;
    let (mut actions, mut lines, mut drafts) = (0, 0, 0);
    for (number, seat, ledger) in &ledgers {
        check(&storm.bed, node, &tables[*number], *seat, ledger).await;
        actions += ledger.actions.values().map(Vec::len).sum::<usize>();
        lines += ledger.lines.len();
        drafts += ledger.drafts;
    }
    let games: usize = ledgers.iter().map(|(_, _, ledger)| ledger.replays.len()).sum();
    println!("{}", recoveries.table());
    println!(
        "{} faults in {:.0} s: {actions} actions, {lines} lines, {drafts} drafts and {games} ends of games were acknowledged and are there",
        faults(),
        began.elapsed().as_secs_f64()
    );
    assert!(actions > 200 && lines > 10 && drafts > 10, "too little happened to mean anything");
}

/// Waits until something was acknowledged at every table after everything was mended.
async fn every_table_goes_on(
    tables: &[Table],
    mended: Duration,
    began: Instant,
    playing: &mut JoinSet<(usize, usize, Acknowledged)>,
    fault: Fault,
) {
    for (number, table) in tables.iter().enumerate() {
        while u128::from(table.progress.load(Ordering::Relaxed)) <= mended.as_millis() {
            if let Some(ended) = playing.try_join_next() {
                panic!("a player gave up after {fault:?}: {ended:?}");
            }
            assert!(began.elapsed() - mended < MENDED, "table {number} does not go on after {fault:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// What was acknowledged to a player is stored: once, in its order, and nothing else of theirs is.
async fn check(bed: &Bed, node: &ServerProcess, table: &Table, seat: usize, ledger: &Acknowledged) {
    for (game, acknowledged) in &ledger.actions {
        let is_running = *game == ledger.game_number && !ledger.replays.contains_key(game);
        let stored = if is_running { in_the_journal(bed, &table.id, seat) } else { None };
        // A game that ended with the last message is in its replay.
        let stored = stored.unwrap_or_else(|| in_the_replay(node, &table.id, *game, seat));
        let mut expected = acknowledged.clone();
        if stored.len() == acknowledged.len() + 1 {
            // What was sent and never answered was made.
            expected.extend(ledger.unknown.get(game).cloned());
        }
        assert_eq!(stored, expected, "game {game} of {}, seat {seat}", table.id);
    }
    let (mut client, _) = Client::resume(node, &table.tokens[seat]).await;
    let snapshot = client.done("sync", json!({"table": table.id})).await;
    let chat: Vec<&str> =
        snapshot["chat"].as_array().unwrap().iter().filter_map(|line| line["text"].as_str()).collect();
    for line in ledger.lines.iter().rev().take(LINES_LOOKED_FOR) {
        let times = chat.iter().filter(|said| *said == line).count();
        assert_eq!(times, 1, "{line:?} was acknowledged, and is there {times} times");
    }
    for line in &chat {
        assert_eq!(chat.iter().filter(|said| *said == line).count(), 1, "{line:?} is there twice");
    }
}

/// The decisions of a seat in the running game, by the journal; `None` if no game runs.
fn in_the_journal(bed: &Bed, table: &str, seat: usize) -> Option<Vec<Value>> {
    let number = table.parse::<TableId>().unwrap().number().cast_signed();
    let rows = bed.sql(&format!("SELECT body FROM parlor.entries WHERE table_id = {number} ORDER BY seq"));
    let facts: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    facts.iter().find(|fact| fact.get("dealt").is_some())?;
    let acted = facts.iter().filter_map(|fact| fact.get("acted"));
    Some(acted.filter(|acted| acted["seat"] == seat).map(|acted| acted["action"].clone()).collect())
}

fn in_the_replay(node: &ServerProcess, table: &str, game: u64, seat: usize) -> Vec<Value> {
    let replay = get(node, &format!("/api/replays/{table}-{game}")).json();
    let actions =
        replay["record"]["actions"].as_array().unwrap_or_else(|| panic!("{table}-{game}: {replay}"));
    let own = actions.iter().filter(|action| action["seat"] == seat);
    own.map(|action| action["action"].clone()).collect()
}

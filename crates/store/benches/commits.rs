//! How fast the store is: `cargo bench -p store`.
//!
//! N callers at once, each appending one fact of 150 bytes to a table of its own and waiting until it is durable: at once
//! again, or paced, once a second. Then how long a restart takes to read all live tables. Both databases wait for the
//! disk. Times depend on the machine, its disk and their load.
#![allow(clippy::print_stdout, reason = "figures are what it is for")]

use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{Store, StoreLocation, Write};
use tokio::task::JoinSet;

/// How long each row is measured.
const TIME: Duration = Duration::from_secs(2);

/// How often a paced caller calls.
const PACE: Duration = Duration::from_secs(1);

/// What is read after a restart.
const LIVE_TABLES: u64 = 10_000;
const ENTRIES: u64 = 100;

fn main() {
    // Without this word it is being run as a test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        measure("SQLite", &StoreLocation::Sqlite(folder.path().to_owned())).await;
        if Postgres::is_wanted() {
            let postgres = Postgres::start_durable().expect("PostgreSQL");
            measure("PostgreSQL", &postgres.create_database().expect("a database")).await;
        }
    });
}

async fn measure(name: &str, place: &StoreLocation) {
    println!("{name}\n callers            commits/s    calls per transaction    p50 ms    p99 ms");
    let store = Store::open(place).await.expect("a store");
    let mut table = 0;
    let loads = [1, 10, 100, 1000].map(|callers| (callers, None));
    for (callers, pace) in loads.into_iter().chain([(1000, Some(PACE)), (6000, Some(PACE))]) {
        let tables = table..table + callers;
        table += callers;
        commits(&store, tables.clone(), pace).await;
        let close = tables.map(|table| Write::CloseTable { table, epoch: 1, at: 0 });
        store.commit(close.collect()).await.expect("a commit");
    }
    rows(&store, table).await;
    store.close().await;
    restart(place, table + 1).await;
    println!();
}

async fn commits(store: &Store, tables: std::ops::Range<u64>, pace: Option<Duration>) {
    let callers = tables.end - tables.start;
    store
        .commit(tables.clone().map(|table| Write::OpenTable { table, first_seq: 0, at: 0 }).collect())
        .await
        .expect("a commit");
    let before = store.stats();
    let begun = Instant::now();
    let mut running = JoinSet::new();
    for (place, table) in (0..).zip(tables) {
        let store = store.clone();
        running.spawn(async move {
            let mut times = Vec::new();
            // They do not all begin at once.
            let mut ticks = pace
                .map(|pace| tokio::time::interval_at((begun + pace * place / callers as u32).into(), pace));
            for seq in 0.. {
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                let called = Instant::now();
                store.commit(vec![entry(table, seq)]).await.expect("a commit");
                times.push(called.elapsed());
                if begun.elapsed() > TIME {
                    break;
                }
            }
            times
        });
    }
    let mut times: Vec<Duration> = running.join_all().await.concat();
    let seconds = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let batches = store.stats().batches - before.batches;
    println!(
        "{callers:8} {:8} {:11.0} {:24.1} {:9.2} {:9.2}",
        if pace.is_some() { "paced" } else { "" },
        times.len() as f64 / seconds,
        times.len() as f64 / batches as f64,
        at(&times, 50).as_secs_f64() * 1e3,
        at(&times, 99).as_secs_f64() * 1e3,
    );
}

/// One caller that stores a thousand entries of one table at once.
async fn rows(store: &Store, table: u64) {
    store.commit(vec![Write::OpenTable { table, first_seq: 0, at: 0 }]).await.expect("a commit");
    let begun = Instant::now();
    let mut count = 0;
    while begun.elapsed() < TIME {
        store.commit((count..count + 1000).map(|seq| entry(table, seq)).collect()).await.expect("a commit");
        count += 1000;
    }
    let rate = count as f64 / begun.elapsed().as_secs_f64();
    println!("A thousand entries in each commit: {rate:.0} rows/s");
    store.commit(vec![Write::CloseTable { table, epoch: 1, at: 0 }]).await.expect("a commit");
}

async fn restart(place: &StoreLocation, first: u64) {
    let store = Store::open(place).await.expect("a store");
    let tables = first..first + LIVE_TABLES;
    store
        .commit(tables.clone().map(|table| Write::OpenTable { table, first_seq: 0, at: 0 }).collect())
        .await
        .expect("a commit");
    for seq in 0..ENTRIES {
        store.commit(tables.clone().map(|table| entry(table, seq)).collect()).await.expect("a commit");
    }
    store.close().await;
    let begun = Instant::now();
    let store = Store::open(place).await.expect("a store");
    let opened = begun.elapsed();
    let mut entries = 0;
    for table in tables.clone() {
        entries += store.journal(table).await.expect("a journal").len();
    }
    let read = begun.elapsed() - opened;
    println!(
        "Restart with {} tables of {ENTRIES} entries: opened in {opened:.2?}, {entries} entries read in {read:.2?}",
        tables.count()
    );
    store.close().await;
}

fn entry(table: u64, seq: u64) -> Write {
    Write::Append {
        table,
        epoch: 1,
        seq,
        at: 1_700_000_000_000,
        body: format!("{{\"seat\":1,\"action\":\"{seq:0120}\"}}"),
    }
}

fn at(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or_default()
}

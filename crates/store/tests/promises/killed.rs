//! Servers that are killed while they work.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::{env, iter};

use store::{OpenError, Store, StoreLocation};

use super::harness::{Bed, append, live_tables, open, seqs};

/// Names the database to the child.
const PLACE: &str = "PARLOR_KILL_TEST_PLACE";

/// How many tables the child plays at once.
const TABLES: u64 = 8;

pub(crate) async fn nothing_acknowledged_is_missing_after_a_kill(harness: Bed) {
    let store = harness.open().await;
    store.commit((1..=TABLES).map(open).collect()).await.unwrap();
    store.close().await;
    let mut acknowledged = Vec::new();
    for round in 0..10 {
        let heard = one_round(&harness.place, 1 + round * 23);
        acknowledged.extend(heard);
        let store = reopened(&harness.place).await;
        let live = live_tables(&store).await;
        let kept = |table: u64, seq: u64| {
            let entries = live[usize::try_from(table).unwrap() - 1].journal.as_ref().unwrap();
            entries.binary_search_by_key(&seq, |entry| entry.seq).is_ok()
        };
        let lost: Vec<_> = acknowledged.iter().filter(|(table, seq)| !kept(*table, *seq)).collect();
        assert!(lost.is_empty(), "round {round} lost {lost:?}");
        store.close().await;
    }
    assert!(acknowledged.len() > 1_000, "only {} were acknowledged", acknowledged.len());
}

/// Starts a child, kills it when it has acknowledged this many, and hands out all that it acknowledged by then.
fn one_round(place: &StoreLocation, kill_after: usize) -> Vec<(u64, u64)> {
    let address = match place {
        StoreLocation::Sqlite(folder) => folder.to_str().unwrap(),
        StoreLocation::Postgres(url) => url,
    };
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "promises::killed::the_one_that_is_killed", "--nocapture"])
        .env(PLACE, address)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut lines = iter::from_fn(|| {
        let mut line = String::new();
        // A line without its end was cut off: it was not acknowledged.
        (output.read_line(&mut line).unwrap() > 0 && line.ends_with('\n')).then_some(line)
    })
    .filter_map(|line| {
        let (table, seq) = line.trim_end().strip_prefix("acknowledged ")?.split_once(' ')?;
        Some((table.parse().unwrap(), seq.parse().unwrap()))
    });
    let mut heard: Vec<_> = lines.by_ref().take(kill_after).collect();
    child.kill().unwrap();
    heard.extend(lines);
    child.wait().unwrap();
    heard
}

/// PostgreSQL needs a moment to see that a server is gone; a data folder needs none.
async fn reopened(place: &StoreLocation) -> Store {
    loop {
        match Store::open(place).await {
            Err(OpenError::InUse(_)) if matches!(place, StoreLocation::Postgres(_)) => {
                tokio::task::yield_now().await;
            }
            other => break other.unwrap(),
        }
    }
}

/// No test by itself: commits for ever when it is started with a database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_one_that_is_killed() {
    let Ok(place) = env::var(PLACE) else { return };
    let store = Store::open(&place.parse().unwrap()).await.unwrap();
    let players = (1..=TABLES).map(|table| {
        let store = store.clone();
        tokio::spawn(async move {
            let next = seqs(&store, table).await.last().map_or(1, |last| last + 1);
            for seq in next.. {
                store.commit(vec![append(table, seq)]).await.unwrap();
                println!("acknowledged {table} {seq}");
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
}

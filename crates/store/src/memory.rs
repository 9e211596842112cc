//! A database in memory that behaves as PostgreSQL does towards several servers, for simulations: it answers late, refuses,
//! loses its answer, is cut off from a server, and keeps what a server sent before it was held for later.
//!
//! Nothing here waits for real time: with tokio's clock paused, hours pass in milliseconds.

mod apply;
mod documents;
mod reads;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

pub(crate) use self::reads::Reader;
use crate::queue::{self, Outcome, Queue, Writer};
use crate::{CommitError, Document, Person, Replay, StoredReview, TableInfo};

/// When the clock of the database begins, in milliseconds since 1970.
const EPOCH: i64 = 1_700_000_000_000;

/// A database that several servers share. Clones mean the same one.
#[derive(Clone)]
pub struct MemoryDatabase(Arc<Shared>);

struct Shared {
    rows: Mutex<Rows>,
    began: Instant,
    weather: Mutex<Weather>,
    reach: Mutex<HashMap<u64, Reach>>,
    /// Somebody can reach it again.
    healed: Notify,
    dice: Mutex<u64>,
}

/// What the database does to its servers. Shares are out of a thousand.
#[derive(Clone, Copy, Default, Debug)]
pub struct Weather {
    /// The longest time that an answer takes, in milliseconds.
    pub max_delay_ms: u64,
    /// How often a commit is refused.
    pub refused: u64,
    /// How often it is not known whether a commit was stored.
    pub unknown: u64,
}

/// Whether a server reaches the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Yes.
    Up,
    /// No; what it sends is lost.
    Cut,
    /// Not now; what it sends arrives later, as that of a process that was stopped.
    Held,
}

/// A fact that was stored: by whom, and where it stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StoredFact {
    /// The table.
    pub table: u64,
    /// The epoch that the table had.
    pub epoch: u64,
    /// The number of the fact.
    pub seq: u64,
    /// The server that stored it.
    pub node: u64,
    /// What it says.
    pub body: String,
}

#[derive(Clone, Default)]
struct Rows {
    tables: BTreeMap<u64, TableRow>,
    people: BTreeMap<u64, Person>,
    replays: Vec<Replay>,
    /// By kind and id.
    documents: BTreeMap<(String, String), Document>,
    /// By the id of the replay.
    reviews: BTreeMap<String, StoredReview>,
    meta: BTreeMap<String, String>,
    nodes: BTreeMap<u64, NodeRow>,
    leases: BTreeMap<String, (u64, i64)>,
    history: Vec<StoredFact>,
}

#[derive(Clone)]
struct TableRow {
    opened: i64,
    closed: Option<i64>,
    next_seq: u64,
    begin_seq: u64,
    epoch: u64,
    owner: Option<u64>,
    wake_at: Option<i64>,
    info: Option<TableInfo>,
    entries: BTreeMap<u64, (i64, String)>,
}

#[derive(Clone)]
struct NodeRow {
    name: String,
    build: String,
    started: i64,
    renewed: i64,
    alive_until: i64,
}

impl MemoryDatabase {
    /// An empty one. The same seed leads to the same delays and failures.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Shared {
            rows: Mutex::default(),
            began: Instant::now(),
            weather: Mutex::default(),
            reach: Mutex::default(),
            healed: Notify::new(),
            dice: Mutex::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
        }))
    }

    /// What it does to its servers from now on.
    pub fn set_weather(&self, weather: Weather) {
        *lock(&self.0.weather) = weather;
    }

    /// Whether a server reaches it from now on.
    pub fn set_reach(&self, node: u64, reach: Reach) {
        lock(&self.0.reach).insert(node, reach);
        self.0.healed.notify_waiters();
    }

    /// What its clock says.
    #[must_use]
    pub fn now(&self) -> i64 {
        EPOCH + i64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// All facts that were ever stored, in the order in which they were.
    #[must_use]
    pub fn history(&self) -> Vec<StoredFact> {
        lock(&self.0.rows).history.clone()
    }

    /// The owners of all open tables below a number.
    #[must_use]
    pub fn owners(&self, below: u64) -> Vec<(u64, Option<u64>)> {
        let rows = lock(&self.0.rows);
        let open = rows.tables.range(..below).filter(|(_, row)| row.closed.is_none());
        open.map(|(table, row)| (*table, row.owner)).collect()
    }

    /// The servers whose lease is valid.
    #[must_use]
    pub fn living(&self) -> Vec<u64> {
        let now = self.now();
        let rows = lock(&self.0.rows);
        rows.nodes.iter().filter(|(_, row)| row.alive_until > now).map(|(node, _)| *node).collect()
    }

    fn roll(&self, below: u64) -> u64 {
        let mut dice = lock(&self.0.dice);
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        *dice % below.max(1)
    }

    fn reach(&self, node: u64) -> Reach {
        lock(&self.0.reach).get(&node).copied().unwrap_or(Reach::Up)
    }

    /// The way of a server to the database, one way.
    async fn travel(&self, node: u64) -> Result<(), String> {
        let weather = *lock(&self.0.weather);
        sleep(Duration::from_micros(50 + self.roll(weather.max_delay_ms * 1_000 + 1))).await;
        loop {
            let healed = self.0.healed.notified();
            match self.reach(node) {
                Reach::Up => return Ok(()),
                Reach::Cut => {
                    sleep(Duration::from_millis(20)).await;
                    return Err("the database is cut off".to_owned());
                }
                Reach::Held => healed.await,
            }
        }
    }

    /// Stores a group of calls.
    async fn store(&self, node: u64, calls: &[queue::CommitRequest]) -> Outcome {
        self.travel(node).await.map_err(CommitError::NotSaved)?;
        let weather = *lock(&self.0.weather);
        let roll = self.roll(1_000);
        if roll < weather.refused {
            return Err(CommitError::NotSaved("refused by the simulation".to_owned()));
        }
        let is_unknown = roll < weather.refused + weather.unknown;
        if is_unknown && self.roll(2) == 0 {
            return Err(CommitError::Unknown("the answer was lost by the simulation".to_owned()));
        }
        let results = {
            let mut rows = lock(&self.0.rows);
            let mut store = |call: &queue::CommitRequest| {
                // What was stored stays in the history; only what this call adds is taken back if it fails.
                let mut history = std::mem::take(&mut rows.history);
                let before = (call.writes.len() > 1).then(|| rows.clone());
                let stored = call.writes.iter().try_for_each(|write| rows.apply(write, node));
                if stored.is_ok() {
                    history.append(&mut rows.history);
                } else if let Some(before) = before {
                    // A single write that is refused has changed nothing.
                    *rows = before;
                }
                rows.history = history;
                stored
            };
            calls.iter().map(&mut store).collect()
        };
        if is_unknown {
            return Err(CommitError::Unknown("the answer was lost by the simulation".to_owned()));
        }
        // The answer may be lost on its way back.
        self.travel(node).await.map_err(CommitError::Unknown)?;
        Ok(results)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server's handles to the database.
pub(crate) fn open(database: &MemoryDatabase, node: u64) -> (Queue, Reader) {
    let (queue, orders) = queue::queue();
    tokio::spawn(run_writer(database.clone(), node, orders));
    (queue, Reader::new(database.clone(), node))
}

async fn run_writer(database: MemoryDatabase, node: u64, mut orders: Writer) {
    while let Some(group) = orders.next().await {
        if !group.calls.is_empty() {
            let outcome = database.store(node, &group.calls).await;
            orders.answer(group.calls, outcome);
        }
        if let Some(closing) = group.close {
            return drop(closing);
        }
    }
}

//! What the store did so far, for metrics.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What a store did since it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StoreStats {
    /// Calls that were stored.
    pub commits: u64,
    /// Calls that were not, for whatever reason.
    pub failures: u64,
    /// Writes in the calls that were stored.
    pub writes: u64,
    /// Transactions: each holds all calls that waited when it began.
    pub batches: u64,
    /// Calls that wait now.
    pub queue: usize,
    /// How long the last transaction's oldest call took, from its arrival in the queue until it was durable.
    pub last_latency: Duration,
    /// The longest time any call took.
    pub max_latency: Duration,
    /// Whether the database could not be written and is not back yet: a server that is gone or read-only, a full disk.
    pub lost: bool,
    /// How often it was lost and came back.
    pub returns: u64,
}

#[derive(Default, Debug)]
pub(crate) struct Counters {
    commits: AtomicU64,
    failures: AtomicU64,
    writes: AtomicU64,
    batches: AtomicU64,
    last_micros: AtomicU64,
    max_micros: AtomicU64,
    lost: AtomicBool,
    returns: AtomicU64,
}

impl Counters {
    pub(crate) fn stored(&self, writes: usize) {
        self.commits.fetch_add(1, Relaxed);
        self.writes.fetch_add(writes as u64, Relaxed);
    }

    pub(crate) fn failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    pub(crate) fn batch(&self, latency: Duration) {
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        self.batches.fetch_add(1, Relaxed);
        self.last_micros.store(micros, Relaxed);
        self.max_micros.fetch_max(micros, Relaxed);
    }

    /// The database is gone; gives whether it was there until now.
    pub(crate) fn lost(&self) -> bool {
        !self.lost.swap(true, Relaxed)
    }

    /// The database is there; gives whether it was gone until now.
    pub(crate) fn found(&self) -> bool {
        let back = self.lost.swap(false, Relaxed);
        self.returns.fetch_add(u64::from(back), Relaxed);
        back
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Relaxed)
    }

    pub(crate) fn read(&self, queue: usize) -> StoreStats {
        StoreStats {
            commits: self.commits.load(Relaxed),
            failures: self.failures.load(Relaxed),
            writes: self.writes.load(Relaxed),
            batches: self.batches.load(Relaxed),
            queue,
            last_latency: Duration::from_micros(self.last_micros.load(Relaxed)),
            max_latency: Duration::from_micros(self.max_micros.load(Relaxed)),
            lost: self.lost.load(Relaxed),
            returns: self.returns.load(Relaxed),
        }
    }
}

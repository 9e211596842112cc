//! What the store did so far, for metrics.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The bounds of histograms of durations, in seconds: from a fast disk to a database that is nearly lost.
pub const DURATION_BUCKETS: [f64; 12] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

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
    /// Whether the database can be written: false while a server is gone or read-only, or the disk is full.
    pub up: bool,
    /// How often it was lost and came back.
    pub reconnects: u64,
}

#[derive(Debug)]
pub(crate) struct Counters {
    commits: Counter,
    failures: Counter,
    writes: Counter,
    transactions: Counter,
    durations: Histogram,
    last_micros: AtomicU64,
    max_micros: AtomicU64,
    /// 1 while the database is there, else 0.
    up: Gauge,
    reconnects: Counter,
}

impl Default for Counters {
    fn default() -> Self {
        let up = Gauge::default();
        up.set(1);
        Self {
            commits: Counter::default(),
            failures: Counter::default(),
            writes: Counter::default(),
            transactions: Counter::default(),
            durations: Histogram::new(DURATION_BUCKETS),
            last_micros: AtomicU64::default(),
            max_micros: AtomicU64::default(),
            up,
            reconnects: Counter::default(),
        }
    }
}

impl Counters {
    /// A call is durable, so long after it was queued.
    pub(crate) fn stored(&self, writes: usize, took: Duration) {
        self.commits.inc();
        self.writes.inc_by(writes as u64);
        self.durations.observe(took.as_secs_f64());
    }

    pub(crate) fn failed(&self) {
        self.failures.inc();
    }

    pub(crate) fn batch(&self, latency: Duration) {
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        self.transactions.inc();
        self.last_micros.store(micros, Relaxed);
        self.max_micros.fetch_max(micros, Relaxed);
    }

    /// The database is gone; returns whether it was there until now.
    pub(crate) fn went_down(&self) -> bool {
        self.up.set(0) == 1
    }

    /// The database is there; returns whether it was gone until now.
    pub(crate) fn came_up(&self) -> bool {
        let back = self.up.set(1) == 0;
        self.reconnects.inc_by(u64::from(back));
        back
    }

    pub(crate) fn is_down(&self) -> bool {
        self.up.get() == 0
    }

    pub(crate) fn read(&self, queue: usize) -> StoreStats {
        StoreStats {
            commits: self.commits.get(),
            failures: self.failures.get(),
            writes: self.writes.get(),
            batches: self.transactions.get(),
            queue,
            last_latency: Duration::from_micros(self.last_micros.load(Relaxed)),
            max_latency: Duration::from_micros(self.max_micros.load(Relaxed)),
            up: self.up.get() == 1,
            reconnects: self.reconnects.get(),
        }
    }

    /// Shows all of them in a registry. How many calls wait is asked for when somebody looks.
    pub(crate) fn register(
        &self,
        registry: &mut Registry,
        queue_length: impl Fn() -> usize + Send + Sync + 'static,
    ) {
        registry.register("store_commits", "Commit requests stored", self.commits.clone());
        registry.register("store_commit_failures", "Commit requests that failed", self.failures.clone());
        registry.register("store_writes", "Writes stored", self.writes.clone());
        registry.register("store_transactions", "Database transactions", self.transactions.clone());
        registry.register(
            "store_commit_duration_seconds",
            "Time from enqueue to durable",
            self.durations.clone(),
        );
        registry.register("store_up", "1 if the database is reachable, else 0", self.up.clone());
        let help = "Times the database connection was restored";
        registry.register("store_reconnects", help, self.reconnects.clone());
        registry.register_collector(Box::new(QueueLength(queue_length)));
    }
}

struct QueueLength<F>(F);

impl<F> fmt::Debug for QueueLength<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("QueueLength")
    }
}

impl<F: Fn() -> usize + Send + Sync + 'static> Collector for QueueLength<F> {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let gauge = ConstGauge::new(i64::try_from((self.0)()).unwrap_or(i64::MAX));
        let help = "Commit requests waiting.";
        gauge.encode(encoder.encode_descriptor("store_queue_length", help, None, gauge.metric_type())?)
    }
}

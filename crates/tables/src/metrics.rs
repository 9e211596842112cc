//! What is counted, for those who monitor the server.

use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};
use store::DURATION_BUCKETS;

/// A duration that goes up and down.
type SecondsGauge = Gauge<f64, AtomicU64>;

/// How a kind of metric begins.
trait New {
    fn new() -> Self;
}

impl New for Counter {
    fn new() -> Self {
        Self::default()
    }
}

impl New for Gauge {
    fn new() -> Self {
        Self::default()
    }
}

impl New for SecondsGauge {
    fn new() -> Self {
        Self::default()
    }
}

impl New for Histogram {
    fn new() -> Self {
        Self::new(DURATION_BUCKETS)
    }
}

macro_rules! metrics {
    ($(#[doc = $doc:literal] $field:ident : $Type:ident),* $(,)?) => {
        /// Everything that is counted. Counters and gauges are single atomics: they are on the path of every action.
        #[derive(Debug)]
        pub struct Metrics { $(#[doc = $doc] pub $field: $Type,)* }

        impl Default for Metrics {
            fn default() -> Self {
                Self { $($field: New::new(),)* }
            }
        }

        impl Metrics {
            /// Shows all of them in a registry, under the names of their fields.
            pub fn register(&self, registry: &mut Registry) {
                $(register(registry, stringify!($field), $doc, self.$field.clone());)*
            }
        }
    };
}

fn register(registry: &mut Registry, field: &str, doc: &str, metric: impl Metric) {
    // The registry itself adds the ending of counters, and a full stop.
    registry.register(field.trim_end_matches("_total"), doc.trim(), metric);
}

metrics! {
    /// 1 if the server can serve: its database stores, and it can take connections
    ready: Gauge,
    /// 1 if something is slow although the server can serve: bots wait, or the lobby is behind
    degraded: Gauge,
    /// Tables that exist
    tables: Gauge,
    /// Tables not opened because their journal is invalid
    tables_quarantined: Gauge,
    /// Tables closed because of an error in the server
    tables_failed_total: Counter,
    /// Games in progress
    games_running: Gauge,
    /// Tables at which a clock runs
    clocks_running: Gauge,
    /// Seats occupied by people
    seats_taken: Gauge,
    /// Open client connections
    open_connections: Gauge,
    /// Client connections accepted
    connections_accepted_total: Counter,
    /// Requests rejected because of their Origin
    cross_origin_requests_rejected_total: Counter,
    /// Connections rejected by a per-address or per-person limit
    connections_rejected_total: Counter,
    /// Messages received from clients
    messages_received_total: Counter,
    /// Messages that could not be parsed
    messages_unreadable_total: Counter,
    /// Actions played
    actions_played_total: Counter,
    /// Decisions made by bots
    bot_decisions_total: Counter,
    /// Decisions of bots that wait for a thread
    bot_decisions_waiting: Gauge,
    /// Time between two updates of the lobby in seconds, longer with many listeners
    lobby_update_interval_seconds: SecondsGauge,
    /// Requests refused
    requests_refused_total: Counter,
    /// Requests refused because the store failed
    requests_not_saved_total: Counter,
    /// Requests refused by a rate limit
    requests_rate_limited_total: Counter,
    /// Requests refused because the table's mailbox was full
    mailbox_rejections_total: Counter,
    /// Games played to the end
    games_finished_total: Counter,
    /// Games suspended because no client was connected
    games_suspended_total: Counter,
    /// Decision deadlines missed
    deadlines_missed_total: Counter,
    /// Chat messages accepted
    chat_messages_total: Counter,
    /// Calls sent to webhooks of people
    calls_total: Counter,
    /// Calls to webhooks that were not taken
    calls_failed_total: Counter,
    /// Chat messages reported to the operator
    chat_reports_total: Counter,
    /// Messages replaced by a snapshot for a slow client
    outbox_messages_dropped_total: Counter,
    /// Connections closed because the client stopped reading
    slow_clients_disconnected_total: Counter,
    /// Time from receiving an act message to sending its update
    action_duration_seconds: Histogram,
    /// Nodes of the cluster whose lease is valid; 0 without a cluster
    cluster_nodes: Gauge,
    /// Whether messages can be sent to other nodes
    cluster_link_up: Gauge,
    /// Messages sent to other nodes
    cluster_messages_sent_total: Counter,
    /// Messages received from other nodes
    cluster_messages_received_total: Counter,
    /// Losses of messages between nodes that were noticed
    cluster_stream_gaps_total: Counter,
    /// Tables taken from nodes that are gone, or woken because they were due
    cluster_tables_claimed_total: Counter,
    /// Tables of this node that another node has taken, or was given
    cluster_tables_lost_total: Counter,
    /// Renewals of this node's lease that came after it had run out
    cluster_lease_lapses_total: Counter,
}

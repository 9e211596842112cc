//! What is counted, for whoever keeps an eye on the house.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts one more.
    pub fn one(&self) {
        self.add(1);
    }

    /// Counts several more.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// The count.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Moves it.
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

macro_rules! metrics {
    ($($(#[doc = $doc:literal])+ $field:ident : $Type:ident = $kind:literal),* $(,)?) => {
        /// Everything that is counted.
        #[derive(Debug, Default)]
        pub struct Metrics { $($(#[doc = $doc])+ pub $field: $Type,)* }

        impl Metrics {
            /// All numbers in the text form that Prometheus reads.
            #[must_use]
            pub fn render(&self) -> String {
                let mut text = String::new();
                $(
                    let name = concat!("parlor_", stringify!($field));
                    let help = [$($doc),+].concat();
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "# HELP {name}{help}\n# TYPE {name} {}\n{name} {}", $kind, self.$field.get());
                )*
                text
            }
        }
    };
}

metrics! {
    /// Tables that exist.
    tables: Gauge = "gauge",
    /// Tables that stay closed because their journals cannot be believed: the log says why.
    tables_left_closed: Gauge = "gauge",
    /// Games being played.
    games_running: Gauge = "gauge",
    /// Seats taken by people.
    seats_taken: Gauge = "gauge",
    /// Open connections.
    connections: Gauge = "gauge",
    /// Connections accepted since the start.
    connections_total: Counter = "counter",
    /// Requests refused because the page of another address made them.
    strangers_refused: Counter = "counter",
    /// Connections that were one too many, of one address or of one person.
    turned_away: Counter = "counter",
    /// Messages from clients.
    messages: Counter = "counter",
    /// Actions played.
    moves: Counter = "counter",
    /// Requests refused.
    refusals: Counter = "counter",
    /// Messages that could not be read.
    unreadable: Counter = "counter",
    /// Games played to their end.
    games_finished: Counter = "counter",
    /// Deadlines that passed.
    deadlines_missed: Counter = "counter",
    /// Lines of chat.
    chat_lines: Counter = "counter",
    /// Requests that the store could not keep.
    not_saved: Counter = "counter",
    /// Messages replaced by a newer state because a reader was slow.
    outbox_dropped: Counter = "counter",
    /// Connections ended because nothing was read there any more.
    readers_let_go: Counter = "counter",
    /// Requests refused because a table's mailbox was full.
    mailbox_full: Counter = "counter",
    /// Requests refused because they came too fast.
    too_fast: Counter = "counter",
    /// Decisions made by bots.
    bot_moves: Counter = "counter",
}

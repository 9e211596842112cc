//! What whoever runs the house can ask and do, from its terminal and over HTTP.

use std::sync::Arc;
use std::time::Instant;

use protocol::{ChatText, Refusal, RefusalCode, Stage};
use tables::Hall;

use super::shutdown::Stop;
use crate::report::{AllTables, PlayersHere, Status, StoreStatus};

/// The house as its operator sees it.
pub(crate) struct Operator {
    hall: Arc<Hall>,
    place: String,
    started: Instant,
    stop: Stop,
}

impl Operator {
    pub(crate) fn new(hall: Arc<Hall>, place: String, started: Instant, stop: Stop) -> Self {
        Self { hall, place, started, stop }
    }

    pub(crate) fn status(&self) -> Status {
        let tables = self.hall.all_tables();
        let at = |stage| tables.iter().filter(|card| card.stage == stage).count();
        let metrics = self.hall.metrics();
        let stats = self.hall.store().stats();
        Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            uptime: self.started.elapsed().as_secs(),
            people: self.hall.people().here(),
            connections: metrics.open_connections.get(),
            tables_open: at(Stage::Open),
            tables_running: at(Stage::Running),
            tables_over: at(Stage::Over),
            tables_left_closed: metrics.tables_quarantined.get(),
            games_finished: metrics.games_finished_total.get(),
            moves: metrics.actions_played_total.get(),
            store: StoreStatus {
                place: self.place.clone(),
                commits: stats.commits,
                failures: stats.failures,
                queue: stats.queue,
                last_latency: stats.last_latency.as_secs_f64() * 1_000.0,
                max_latency: stats.max_latency.as_secs_f64() * 1_000.0,
                lost: stats.lost,
            },
        }
    }

    pub(crate) fn tables(&self) -> AllTables {
        AllTables { tables: self.hall.all_tables() }
    }

    pub(crate) fn players(&self) -> PlayersHere {
        PlayersHere { players: self.hall.people().names_here() }
    }

    /// Says something to everybody.
    pub(crate) async fn say(&self, text: &str) -> Result<(), Refusal> {
        let text =
            ChatText::clean(text).map_err(|bad| Refusal::new(RefusalCode::BadChat, bad.to_string()))?;
        self.hall.announce(text).await
    }

    /// Closes the house, as a signal would.
    pub(crate) fn quit(&self) {
        self.stop.now();
    }
}

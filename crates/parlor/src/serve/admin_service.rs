//! What the operator can ask and do, on the server's console and over HTTP.

use std::sync::Arc;
use std::time::Instant;

use protocol::{ChatText, Refusal, RefusalCode, TableStage};
use tables::{Operator, Server};

use super::shutdown::ShutdownSignal;
use crate::report::{AllTables, ClusterNodes, ConnectedPlayers, Status, StoreStatus};

/// The server as its operator sees it.
pub(crate) struct AdminService {
    server: Arc<Server>,
    place: String,
    started: Instant,
    stop: ShutdownSignal,
}

impl AdminService {
    pub(crate) fn new(server: Arc<Server>, place: String, started: Instant, stop: ShutdownSignal) -> Self {
        Self { server, place, started, stop }
    }

    pub(crate) fn status(&self) -> Status {
        let tables = self.server.all_tables();
        let at = |stage| tables.iter().filter(|card| card.stage == stage).count();
        let metrics = self.server.metrics();
        let stats = self.server.store().stats();
        Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            uptime_seconds: self.started.elapsed().as_secs(),
            people: self.server.people().connected_count(),
            connections: metrics.open_connections.get(),
            tables_waiting: at(TableStage::Waiting),
            tables_running: at(TableStage::Running),
            tables_finished: at(TableStage::Finished),
            tables_quarantined: metrics.tables_quarantined.get(),
            games_finished: metrics.games_finished_total.get(),
            actions_played: metrics.actions_played_total.get(),
            store: StoreStatus {
                location: self.place.clone(),
                commits: stats.commits,
                failures: stats.failures,
                queue_length: stats.queue,
                last_latency_ms: stats.last_latency.as_secs_f64() * 1_000.0,
                max_latency_ms: stats.max_latency.as_secs_f64() * 1_000.0,
                up: stats.up,
            },
        }
    }

    pub(crate) fn tables(&self) -> AllTables {
        AllTables { tables: self.server.all_tables() }
    }

    pub(crate) fn players(&self) -> ConnectedPlayers {
        ConnectedPlayers { players: self.server.people().connected_names() }
    }

    pub(crate) fn nodes(&self) -> ClusterNodes {
        ClusterNodes::of(self.server.cluster_status())
    }

    /// Sends a chat line to everybody.
    pub(crate) async fn announce(&self, text: &str, operator: &Operator) -> Result<(), Refusal> {
        let text =
            ChatText::clean(text).map_err(|bad| Refusal::new(RefusalCode::BadChat, bad.to_string()))?;
        self.server.note_operator(operator, "announce", "", text.as_str()).await?;
        self.server.announce(text).await
    }

    /// Stops the server, as a signal does.
    pub(crate) async fn shutdown(&self, operator: &Operator) {
        // A server whose database is unreachable can be shut down all the same.
        if let Err(refusal) = self.server.note_operator(operator, "shutdown", "", "").await {
            tracing::warn!(why = refusal.message, "adding the shutdown to the audit log failed");
        }
        self.stop.now();
    }
}

//! How the server closes, alone or as a node of a cluster.

use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::{Bye, ByeReason};

use super::Server;
use crate::outbox::Outbox;
use crate::table::{TableHandle, TableMsg};

/// How long tables may take to complete requests when the server shuts down.
const TABLES_CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long the database may take to note that this node has left.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

impl Server {
    /// Closes the server: requests in progress complete, and clients are asked to reconnect.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.context.bots.close();
        if self.cluster.is_some() {
            self.end_keeping().await;
        }
        let handles: Vec<TableHandle> = self.index.lock().tables.values().cloned().collect();
        let tables_close = async {
            for handle in &handles {
                let message = if self.cluster.is_some() { TableMsg::HandOver } else { TableMsg::Close };
                handle.deliver(message).await;
            }
            for handle in &handles {
                handle.gone().await;
            }
        };
        if tokio::time::timeout(TABLES_CLOSE_TIMEOUT, tables_close).await.is_err() {
            tracing::warn!("some tables did not close in time; what they have acknowledged is stored");
        }
        if self.cluster.is_some() {
            self.leave_cluster().await;
        }
        self.store_last_alive().await;
        let outboxes: Vec<Outbox> =
            self.connections().values().map(|connected| connected.outbox.clone()).collect();
        for outbox in outboxes {
            outbox.close(restarting());
        }
    }

    /// The tables are handed over: this node claims none any more, and what it still owns may be claimed by others.
    async fn leave_cluster(&self) {
        self.left.store(true, Ordering::SeqCst);
        match tokio::time::timeout(LEAVE_TIMEOUT, self.context.store.end_lease()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "the lease of this node was not ended; it runs out by itself");
            }
            Err(_) => tracing::warn!("the lease of this node was not ended; it runs out by itself"),
        }
    }

    /// Whether this node has given up its lease.
    pub(crate) fn has_left_the_cluster(&self) -> bool {
        self.left.load(Ordering::SeqCst)
    }
}

pub(super) fn restarting() -> Bye {
    Bye {
        reason: ByeReason::ServerShutdown,
        message: "The house is restarting. Your seat is kept.".to_owned(),
        retry_ms: None,
    }
}

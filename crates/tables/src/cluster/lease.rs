//! The lease of this node, and the tables it claims with each renewal.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use protocol::TableId;
use store::ClaimedTable;
use tokio::time::Instant;

use super::{Cluster, LEASE};
use crate::server::Server;
use crate::table::TableMsg;

/// How often the lease is renewed.
const RENEW_EVERY: Duration = Duration::from_millis(400);

/// How many tables are claimed at once.
const CLAIMED_AT_ONCE: u32 = 200;

/// How many of them are woken at the same time.
const WOKEN_AT_ONCE: usize = 32;

/// Nodes that are gone are forgotten, and tables counted, after this many renewals.
const TIDY_AFTER: u64 = 150;

impl Cluster {
    /// Renews the lease. No table of this node changes before the node knows which tables it still owns.
    pub(crate) async fn renew(self: &Arc<Self>, server: &Arc<Server>) {
        let asked = Instant::now();
        let renewed = match server.store().renew_lease(&self.name, &self.build, LEASE).await {
            Ok(renewed) => renewed,
            Err(error) => {
                if !self.lease_is_valid() {
                    tracing::debug!(%error, "the lease cannot be renewed");
                }
                return;
            }
        };
        let number = self.renewals.load(Ordering::Relaxed);
        if renewed.had_lapsed && number > 0 {
            self.metrics.cluster_lease_lapses_total.inc();
            tracing::warn!("the lease of this node had run out; other nodes may have taken its tables");
            if !self.check_ownership(server).await {
                return;
            }
        }
        // From when it was asked for: the database counts from a later moment.
        let ends = asked.duration_since(self.began) + LEASE;
        self.lease_ends.store(u64::try_from(ends.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.note_living(server, renewed.living);
        self.renewals.fetch_add(1, Ordering::Relaxed);
        self.renewed.notify_waiters();
        if number % TIDY_AFTER == TIDY_AFTER - 1 {
            // If it fails, the next time is soon enough.
            let _ = server.store().forget_gone_nodes().await;
            server.count_stored_tables().await;
        }
    }

    /// Ends the tables here that are another node's now. Whether that could be found out.
    async fn check_ownership(&self, server: &Arc<Server>) -> bool {
        // Before the database is asked: a table that is opened meanwhile is not among those that it names.
        let awake = server.awake_tables();
        let Ok(owned) = server.store().own_tables().await else { return false };
        let owned: HashSet<u64> = owned.into_iter().map(|(table, _)| table).collect();
        for (table, handle) in awake {
            if !owned.contains(&table.number()) {
                handle.deliver_soon(TableMsg::Lost);
            }
        }
        true
    }
}

/// Renews the lease while the server runs.
pub(super) async fn run_lease(server: Weak<Server>, cluster: Arc<Cluster>) {
    let waking = Arc::<AtomicBool>::default();
    loop {
        let began = Instant::now();
        let Some(running) = server.upgrade() else { return };
        if running.has_left_the_cluster() {
            return;
        }
        cluster.renew(&running).await;
        if !running.is_closing() && cluster.lease_is_valid() && !waking.swap(true, Ordering::SeqCst) {
            let (running, waking) = (running.clone(), waking.clone());
            tokio::spawn(async move {
                claim_waiting(&running).await;
                waking.store(false, Ordering::SeqCst);
            });
        }
        drop(running);
        tokio::time::sleep(RENEW_EVERY.saturating_sub(began.elapsed())).await;
    }
}

/// Takes tables whose owner is gone and tables that are due, until there are none.
async fn claim_waiting(server: &Arc<Server>) {
    loop {
        let Some(claimed) = server.claim_waiting(CLAIMED_AT_ONCE).await else { return };
        let is_last = claimed.len() < CLAIMED_AT_ONCE as usize;
        for chunk in claimed.chunks(WOKEN_AT_ONCE) {
            let woken: Vec<_> =
                chunk.iter().map(|claimed| tokio::spawn(wake(server.clone(), *claimed))).collect();
            for woken in woken {
                // A panic has closed that table alone.
                let _ = woken.await;
            }
        }
        if is_last || server.is_closing() {
            return;
        }
    }
}

async fn wake(server: Arc<Server>, claimed: ClaimedTable) {
    let table = TableId::new(claimed.table);
    if let Err(refusal) = server.wake_claimed(claimed).await {
        tracing::debug!(%table, why = refusal.message, "a table that was claimed was not woken");
    }
}

//! When this server was last known to run: after a kill, clocks go on with what was left then.

use std::sync::Weak;
use std::time::Duration;

use store::{CommitError, ReadError, Store, Write};

use super::Server;
use crate::stopped_time::{StoppedTime, TICK};
use crate::time::Time;

/// Where the time is kept.
const KEY: &str = "last_alive";

/// The store counts as down when it takes longer than this: nobody's turn is lost to a database that does not respond.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// When a server last ran, as far as is stored.
pub(super) async fn last_alive(store: &Store) -> Result<Option<i64>, ReadError> {
    Ok(store.meta(KEY).await?.and_then(|at| at.parse().ok()))
}

/// Notes that the server runs at this time.
fn write(now: i64) -> Write {
    Write::SetMeta { key: KEY.to_owned(), value: now.to_string() }
}

impl Server {
    /// Stores the time at shutdown, so that clocks continue exactly where they stopped.
    pub(super) async fn store_last_alive(&self) {
        let commit = self.context.store.commit(vec![write(self.context.time.now())]);
        // If it cannot be stored now, everybody is given back a little more.
        let _ = tokio::time::timeout(STORE_TIMEOUT, commit).await;
    }

    /// Writes a row and reads it back. Reading alone would not notice a full disk or a read-only database, and writing
    /// alone would not notice a lost row.
    ///
    /// # Errors
    /// If it cannot be stored, or is not found.
    pub async fn check_store(&self) -> Result<(), CommitError> {
        self.context.store.commit(Vec::new()).await
    }

    /// Stores the time if some clock runs, and looks for the store if it is down.
    async fn beat(&self) {
        let (time, stopped) = (&self.context.time, &self.context.stopped);
        let clocks_run = self.context.metrics.clocks_running.get() > 0;
        if !clocks_run && !stopped.is_store_down() {
            return;
        }
        let (began, mut attempt) = (time.now(), stopped.attempt());
        let commit = self.context.store.commit(vec![write(began)]);
        tokio::pin!(commit);
        let stored = match tokio::time::timeout(STORE_TIMEOUT, &mut commit).await {
            Ok(stored) => stored,
            Err(_) => {
                stopped.store_failed(began);
                // If this one succeeds after all, it ends the outage that it was.
                attempt = stopped.attempt();
                commit.await
            }
        };
        match stored {
            Ok(()) => stopped.store_works(attempt, time.now()),
            Err(error) => {
                if stopped.store_failed(began) {
                    tracing::warn!(%error, "the store cannot write; no clock runs until it can");
                }
            }
        }
    }
}

/// Looks at the time, so that a pause of the process is noticed. A manual time is never paused.
pub(super) async fn run_ticker(time: Time, stopped: Weak<StoppedTime>) {
    while let Some(running) = stopped.upgrade().filter(|_| time.is_real()) {
        running.tick(time.now());
        drop(running);
        time.sleep_until(Some(time.now() + TICK)).await;
    }
}

/// Beats while the server runs.
pub(super) async fn run_heartbeat(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        if running.is_closing() {
            return;
        }
        running.beat().await;
        let time = running.time().clone();
        drop(running);
        time.sleep_until(Some(time.now() + TICK)).await;
    }
}

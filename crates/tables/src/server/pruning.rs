//! What is kept for a while only: closed tables, people who never played, and replays if the operator wants so.

use std::sync::Weak;

use store::{CommitError, ReadError, Store, Write};

use super::Server;

/// How much is deleted at once: nobody waits long for such a transaction.
const AT_ONCE: u32 = 200;

/// How often something is looked for that is old enough, in milliseconds.
const EVERY: i64 = 3_600_000;

const DAY: i64 = 86_400_000;

/// How many days things are kept; zero keeps them for ever.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Rows of closed tables. Their numbers are not used again while they are there.
    pub closed_table_days: u32,
    /// People who never finished a game, since they were here last.
    pub idle_person_days: u32,
    /// Replays, with their results.
    pub replay_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { closed_table_days: 7, idle_person_days: 90, replay_days: 0 }
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum PruneError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] CommitError),
}

/// The moment before which something is old enough; nothing if it is kept.
fn before(days: u32, now: i64) -> Option<i64> {
    (days > 0).then(|| now - i64::from(days) * DAY)
}

/// Deletes people. Before anybody is known to the server: those who are connected are in memory.
pub(super) async fn prune_people(store: &Store, retention: Retention, now: i64) -> Result<u64, PruneError> {
    let Some(seen_before) = before(retention.idle_person_days, now) else { return Ok(0) };
    let (mut pruned, mut last) = (0, None);
    loop {
        let people = store.idle_people(seen_before, AT_ONCE).await?;
        // One that is still there after it was to be deleted has come back meanwhile.
        if people.is_empty() || people.first().copied() == last {
            return Ok(pruned);
        }
        last = people.first().copied();
        pruned += people.len() as u64;
        store.commit(vec![Write::PrunePeople { people, seen_before }]).await?;
    }
}

/// Deletes closed tables and replays.
async fn prune(store: &Store, retention: Retention, now: i64) -> Result<u64, PruneError> {
    let mut pruned = 0;
    if let Some(closed_before) = before(retention.closed_table_days, now) {
        loop {
            let tables = store.closed_tables(closed_before, AT_ONCE).await?;
            if tables.is_empty() {
                break;
            }
            pruned += tables.len() as u64;
            store.commit(vec![Write::PruneTables { tables, closed_before }]).await?;
        }
    }
    if let Some(ended_before) = before(retention.replay_days, now) {
        loop {
            let replays = store.old_replays(ended_before, AT_ONCE).await?;
            if replays.is_empty() {
                break;
            }
            pruned += replays.len() as u64;
            store.commit(vec![Write::PruneReplays { replays, ended_before }]).await?;
        }
    }
    Ok(pruned)
}

/// Deletes what is old enough, now and every hour.
pub(super) async fn run_pruner(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let (store, time) = (running.store().clone(), running.time().clone());
        let retention = running.config().retention;
        drop(running);
        match prune(&store, retention, time.now()).await {
            Ok(0) => {}
            Ok(pruned) => tracing::info!(pruned, "deleted what was kept long enough"),
            Err(error) => tracing::warn!(%error, "deleting what was kept long enough failed"),
        }
        // Neither keeps the server or its store open meanwhile.
        drop(store);
        time.sleep_until(Some(time.now() + EVERY)).await;
    }
}

//! What is kept for a while only: closed tables, people who never played, the lobby's chat,
//! and replays if the operator wants so.

use std::sync::Weak;
use std::time::Duration;

use store::{CommitError, ReadError, Store, Write};

use super::Server;

/// How much is deleted at once: nobody waits long for such a transaction.
const AT_ONCE: u32 = 200;

/// How often something is looked for that is old enough, in milliseconds.
const EVERY: i64 = 3_600_000;

/// The lease of the node of a cluster that prunes, longer than the interval, so that the same node continues.
const LEASE: Duration = Duration::from_millis(EVERY as u64 + 60_000);

const DAY: i64 = 86_400_000;

/// How many days things are kept; zero keeps them for ever.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Rows of closed tables. Their numbers are not used again while the rows exist.
    pub closed_table_days: u32,
    /// People who never finished a game, since they were here last.
    pub idle_person_days: u32,
    /// Replays, with their results.
    pub replay_days: u32,
    /// Lines of the lobby's chat.
    pub lobby_chat_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { closed_table_days: 7, idle_person_days: 90, replay_days: 0, lobby_chat_days: 30 }
    }
}

#[derive(Debug, thiserror::Error)]
enum PruneError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] CommitError),
}

/// The moment before which something is old enough to be deleted; `None` if it is kept for ever.
fn before(days: u32, now: i64) -> Option<i64> {
    (days > 0).then(|| now - i64::from(days) * DAY)
}

/// Deletes people who never finished a game, sit nowhere and are not here.
async fn prune_people(server: &Server, now: i64) -> Result<u64, PruneError> {
    let Some(seen_before) = before(server.config().retention.idle_person_days, now) else { return Ok(0) };
    let (mut pruned, mut last) = (0, None);
    loop {
        let found = server.store().idle_people(seen_before, AT_ONCE).await?;
        // A person who still exists after the deletion has reconnected in the meantime, or is connected.
        let first = found.first().copied();
        let people = server.people().forget_idle(found);
        if people.is_empty() || first == last {
            return Ok(pruned);
        }
        last = first;
        pruned += people.len() as u64;
        server.store().commit(vec![Write::PrunePeople { people, seen_before }]).await?;
    }
}

/// Deletes old lines of the lobby chat.
async fn prune_lobby_chat(server: &Server, now: i64) -> Result<u64, PruneError> {
    let Some(said_before) = before(server.config().retention.lobby_chat_days, now) else { return Ok(0) };
    let forgotten = server.lobby_chat.lock().await.prune(&server.context, said_before).await?;
    Ok(forgotten as u64)
}

/// Deletes closed tables and replays.
async fn prune(store: &Store, retention: Retention, now: i64) -> Result<u64, PruneError> {
    let mut pruned = 0;
    // Codes and other documents with an expiry time.
    while store.has_expired_documents(now).await? {
        store.commit(vec![Write::PruneDocuments { expired_before: now, limit: AT_ONCE }]).await?;
    }
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
        let time = running.time().clone();
        let (now, retention) = (time.now(), running.config().retention);
        // One node of a cluster does it for all.
        if !matches!(running.store().hold_lease("pruning", LEASE).await, Ok(true)) {
            drop(running);
            time.sleep_until(Some(now + EVERY)).await;
            continue;
        }
        let pruned = [
            prune(running.store(), retention, now).await,
            prune_people(&running, now).await,
            prune_lobby_chat(&running, now).await,
        ];
        // The server can end meanwhile.
        drop(running);
        for outcome in pruned {
            match outcome {
                Ok(0) => {}
                Ok(pruned) => tracing::info!(pruned, "deleted what was kept long enough"),
                Err(error) => tracing::warn!(%error, "deleting what was kept long enough failed"),
            }
        }
        time.sleep_until(Some(now + EVERY)).await;
    }
}

//! The server as a node of a cluster: which tables are its own, and where the others are.

use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::{Refusal, RefusalCode, TableId};
use store::{Claim, ClaimedTable, CommitError, OwnedTable, ReadError, Store, Write};

use super::lobby_chat::FIRST_JOURNAL;
use super::table_index::Lookup;
use super::{OpenServerError, Server};
use crate::cluster::{Cluster, ClusterStatus};
use crate::outbox::Outbox;
use crate::people::PersonId;
use crate::table::{self, ConnectionId, NobodySince, SeatIndex as _, TableHandle, no_such_table};
use crate::time::Time;

/// How long a request waits for a table that goes from one node to another.
const FIND_TIMEOUT: Duration = Duration::from_millis(4_000);

/// How often it is looked for meanwhile.
const FIND_EVERY: Duration = Duration::from_millis(100);

/// Where it is kept since when there has always been a node.
const SINCE: &str = "cluster_since";

/// The journal of the lobby's chat, as [`Store::owned_tables`] names it.
pub(super) async fn lobby_journal(store: &Store) -> Result<Vec<OwnedTable>, ReadError> {
    let newest = store.newest_table(FIRST_JOURNAL).await?;
    Ok(newest.map(|table| OwnedTable { table, owner: 0, has_info: false }).into_iter().collect())
}

/// Since when there has always been a node. What a table slept through since then has counted.
pub(super) async fn running_since(store: &Store, time: &Time) -> Result<i64, OpenServerError> {
    let now = time.now();
    let is_first = store.living_nodes().await?.len() <= 1;
    let stored = store.meta(SINCE).await?.and_then(|since| since.parse().ok());
    match stored {
        Some(since) if !is_first => Ok(since),
        _ => {
            let value = now.to_string();
            store.commit(vec![Write::SetMeta { key: SINCE.to_owned(), value }]).await?;
            Ok(now)
        }
    }
}

impl Server {
    /// The other nodes, if this server is one of several.
    pub(crate) const fn cluster(&self) -> Option<&std::sync::Arc<Cluster>> {
        self.cluster.as_ref()
    }

    /// The cluster as this node sees it; `None` if the server runs alone.
    #[must_use]
    pub fn cluster_status(&self) -> Option<ClusterStatus> {
        let tables = self.index.lock().tables.len() as u64;
        self.cluster.as_ref().map(|cluster| cluster.status(tables, self.people.connected_count() as u32))
    }

    pub(crate) fn new_connection_id(&self) -> ConnectionId {
        ConnectionId(self.next_connection.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn outbox_of(&self, connection: ConnectionId) -> Option<Outbox> {
        self.connections().get(&connection).map(|connected| connected.outbox.clone())
    }

    pub(crate) fn is_connected(&self, connection: ConnectionId) -> bool {
        self.connections().contains_key(&connection)
    }

    /// A table that is awake on this node.
    pub(crate) fn awake_here(&self, table: TableId) -> Option<TableHandle> {
        match self.index.lookup(table) {
            Lookup::Awake(handle) => Some(handle),
            Lookup::Failed(_) | Lookup::Unknown => None,
        }
    }

    /// All tables that are awake on this node.
    pub(crate) fn awake_tables(&self) -> Vec<(TableId, TableHandle)> {
        self.index.lock().tables.iter().map(|(table, handle)| (*table, handle.clone())).collect()
    }

    /// The way to a table on another node, if it is known.
    pub(super) fn route(&self, table: TableId) -> Option<TableHandle> {
        self.cluster.as_ref()?.route(table).map(TableHandle::Remote)
    }

    /// Waits until this node knows which tables are its own.
    ///
    /// # Errors
    /// If its lease cannot be renewed.
    pub(crate) async fn wait_for_lease(&self) -> Result<(), Refusal> {
        match &self.cluster {
            Some(cluster) if !cluster.lease_is_valid() && !cluster.wait_for_lease(FIND_TIMEOUT).await => {
                Err(Refusal::new(
                    RefusalCode::NotSaved,
                    "The house could not reach its database. Try again in a moment.",
                ))
            }
            _ => Ok(()),
        }
    }

    /// The tables that a person sits at, on whichever node.
    ///
    /// # Errors
    /// If the database, which alone knows of other nodes, cannot be read.
    pub(crate) async fn all_seats_of(
        &self,
        person: PersonId,
    ) -> Result<Vec<(TableId, game::Seat)>, ReadError> {
        if self.cluster.is_none() {
            return Ok(self.seats_of(person));
        }
        // Nobody but the index knows of people who are here for one connection.
        let mut seats = self.seats_of(person);
        for stored in self.context.store.tables_of(person.0).await? {
            let table = TableId::new(stored.table);
            if !seats.iter().any(|(known, _)| *known == table)
                && let Some(seat) = game::Seat::new(stored.seat)
            {
                seats.push((table, seat));
            }
        }
        Ok(seats)
    }

    /// Finds a table on whichever node; it is taken if it has no living owner.
    pub(super) async fn find_in_cluster(
        &self,
        cluster: &std::sync::Arc<Cluster>,
        table: TableId,
    ) -> Result<TableHandle, Refusal> {
        let deadline = tokio::time::Instant::now() + FIND_TIMEOUT;
        loop {
            self.wait_for_lease().await?;
            if let Some(found) = self.awake(table) {
                return found;
            }
            if let Some(route) = self.route(table) {
                return Ok(route);
            }
            if self.is_closing() {
                return Err(table::shutting_down());
            }
            let turn = self.waking[table.number() as usize % self.waking.len()].lock().await;
            if let Some(found) = self.awake(table) {
                return found;
            }
            if self.index.lock().tables.len() >= self.config.max_tables {
                let sentence = "The house is full: too many tables are in use. Try again later.";
                return Err(Refusal::new(RefusalCode::LimitReached, sentence));
            }
            match self.context.store.claim_table(table.number(), cluster.can()).await {
                Ok(Claim::Taken(claimed)) => return self.wake_as_owner(claimed).await,
                Ok(Claim::NoTable) => return Err(no_such_table()),
                Ok(Claim::OwnedBy(node)) => {
                    if let Some(route) = cluster.route_to(table, node) {
                        return Ok(TableHandle::Remote(route));
                    }
                }
                Ok(Claim::Unreadable) => cluster.ask_others_to_wake(table).await,
                Err(error) => return Err(self.not_woken(table, &error)),
            }
            drop(turn);
            if tokio::time::Instant::now() >= deadline {
                let sentence = "The table is moving to another machine. Try again in a moment.";
                return Err(Refusal::new(RefusalCode::TableBusy, sentence).retry_after(500));
            }
            tokio::time::sleep(FIND_EVERY).await;
        }
    }

    /// Claims tables whose owner is gone and tables that are due; `None` if that is not possible now.
    pub(crate) async fn claim_waiting(&self, limit: u32) -> Option<Vec<ClaimedTable>> {
        let cluster = self.cluster.as_ref()?;
        let room = self.config.max_tables.saturating_sub(self.index.lock().tables.len());
        let limit = limit.min(u32::try_from(room).unwrap_or(u32::MAX));
        if limit == 0 {
            return None;
        }
        let now = self.context.time.now();
        let claimed = self.context.store.claim_waiting(now, FIRST_JOURNAL, limit, cluster.can()).await;
        claimed.inspect_err(|error| tracing::debug!(%error, "tables cannot be claimed now")).ok()
    }

    /// Wakes a table that this node has claimed.
    ///
    /// # Errors
    /// If it cannot be read or is another's again.
    pub(crate) async fn wake_claimed(&self, claimed: ClaimedTable) -> Result<TableHandle, Refusal> {
        let _turn = self.waking[claimed.table as usize % self.waking.len()].lock().await;
        match self.awake(TableId::new(claimed.table)) {
            Some(found) => found,
            None => self.wake_as_owner(claimed).await,
        }
    }

    /// Reads a table after it was claimed, so that nothing its last owner stored is missed, and lets it begin to work.
    async fn wake_as_owner(&self, claimed: ClaimedTable) -> Result<TableHandle, Refusal> {
        let table = TableId::new(claimed.table);
        let stored = match self.context.store.table(claimed.table).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Err(no_such_table()),
            Err(error) => return Err(self.not_woken(table, &error)),
        };
        if stored.epoch != claimed.epoch {
            let error = CommitError::NotOwner { table: claimed.table, epoch: stored.epoch };
            return Err(self.not_woken(table, &error));
        }
        self.context.metrics.cluster_tables_claimed_total.inc();
        let mut state = match table::read_stored(stored, &self.config.legacy) {
            Ok(state) => state,
            Err(refusal) => {
                self.context.metrics.tables_quarantined.inc();
                self.index.table_failed(table, refusal.clone());
                return Err(refusal);
            }
        };
        let mut writes = vec![state.put_info()];
        // A time before 1970 says since when it was on its way from one node to another.
        let handed_over = claimed.wake_at.filter(|at| *at < 0).map(|at| -at);
        let was_awake = !claimed.slept || handed_over.is_some();
        if was_awake {
            self.give_back_downtime(&mut state, handed_over.or(claimed.last_alive), &mut writes);
        } else if state.last_at < self.started_at {
            self.give_back_downtime(&mut state, None, &mut writes);
        }
        if let Err(error) = self.context.store.commit(writes).await {
            return Err(self.not_woken(table, &error));
        }
        let since = if was_awake {
            NobodySince::now(&state, self.context.time.now())
        } else {
            self.nobody_since(&state, claimed.wake_at)
        };
        Ok(self.add_table(state, since))
    }

    /// Counts the tables of all nodes.
    pub(crate) async fn count_stored_tables(&self) {
        if let Ok(counts) = self.context.store.table_counts().await {
            self.index.stored.store(counts.stored.saturating_sub(1), Ordering::Relaxed);
        }
    }
}

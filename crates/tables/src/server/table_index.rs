//! Which tables there are, and who sits where.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{Refusal, TableId};
use tokio::sync::mpsc::UnboundedSender;

use crate::people::PersonId;
use crate::table::{ConnectionId, SeatIndex, TableHandle, TableMsg};

/// Which tables are awake, and who sits where at them.
pub(super) struct TableIndex {
    state: Mutex<TableIndexState>,
    slept: UnboundedSender<SleptTable>,
    /// Only in a cluster can a table be another node's.
    lost: Option<UnboundedSender<LostTable>>,
    /// Tables that are not closed, awake or not.
    pub(super) stored: AtomicU64,
}

/// A table that another node has, or is to have.
pub(crate) struct LostTable {
    pub(crate) table: TableId,
    /// Who was connected to it.
    pub(crate) connections: Vec<ConnectionId>,
    /// What came while it ended.
    pub(crate) left_over: Vec<TableMsg>,
}

/// A table that has gone to sleep.
pub(super) struct SleptTable {
    pub(super) table: TableId,
    /// When something is due at it.
    pub(super) wake_at: Option<i64>,
    /// What came while it went to sleep.
    pub(super) left_over: Vec<TableMsg>,
}

/// What is known of a table without asking the store.
pub(super) enum Lookup {
    Awake(TableHandle),
    /// It cannot be opened, or cannot go on.
    Failed(Refusal),
    /// It sleeps, or is not there.
    Unknown,
}

#[derive(Default)]
pub(super) struct TableIndexState {
    pub(super) tables: BTreeMap<TableId, TableHandle>,
    pub(super) seats: BTreeMap<PersonId, Vec<(TableId, game::Seat)>>,
    /// Tables that cannot be opened or continued, and the refusal that requests to them receive.
    pub(super) failed: BTreeMap<TableId, Refusal>,
}

impl TableIndex {
    pub(super) fn lock(&self) -> MutexGuard<'_, TableIndexState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn new(slept: UnboundedSender<SleptTable>, lost: Option<UnboundedSender<LostTable>>) -> Self {
        Self { state: Mutex::default(), slept, lost, stored: AtomicU64::new(0) }
    }

    pub(super) fn lookup(&self, table: TableId) -> Lookup {
        let state = self.lock();
        match state.tables.get(&table) {
            Some(handle) => Lookup::Awake(handle.clone()),
            None => state.failed.get(&table).cloned().map_or(Lookup::Unknown, Lookup::Failed),
        }
    }
}

impl SeatIndex for TableIndex {
    fn seat_taken(&self, person: PersonId, table: TableId, seat: game::Seat) {
        let mut state = self.lock();
        let seats = state.seats.entry(person).or_default();
        seats.retain(|(other, _)| *other != table);
        seats.push((table, seat));
    }

    fn seat_left(&self, person: PersonId, table: TableId) {
        let mut state = self.lock();
        if let Some(seats) = state.seats.get_mut(&person) {
            seats.retain(|(other, _)| *other != table);
            if seats.is_empty() {
                state.seats.remove(&person);
            }
        }
    }

    fn table_closed(&self, table: TableId) {
        self.lock().tables.remove(&table);
        self.stored.fetch_sub(1, Ordering::Relaxed);
    }

    fn table_closes(&self, table: TableId) {
        self.lock().tables.remove(&table);
    }

    fn table_lost(&self, table: TableId, connections: Vec<ConnectionId>, left_over: Vec<TableMsg>) {
        if let Some(lost) = &self.lost {
            // A server that has gone leads nobody anywhere.
            let _ = lost.send(LostTable { table, connections, left_over });
        }
    }

    fn table_slept(&self, table: TableId, wake_at: Option<i64>, left_over: Vec<TableMsg>) {
        // A server that has gone wakes nobody.
        let _ = self.slept.send(SleptTable { table, wake_at, left_over });
    }

    fn table_failed(&self, table: TableId, refusal: Refusal) {
        let mut state = self.lock();
        state.tables.remove(&table);
        state.failed.insert(table, refusal);
    }
}

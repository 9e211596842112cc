//! Which tables there are, and who sits where.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{Refusal, TableId};

use crate::people::PersonId;
use crate::table::{SeatIndex, TableHandle};

/// Which tables there are, and who sits where.
#[derive(Default)]
pub(super) struct TableIndex(Mutex<TableIndexState>);

#[derive(Default)]
pub(super) struct TableIndexState {
    pub(super) tables: HashMap<TableId, TableHandle>,
    pub(super) seats: HashMap<PersonId, Vec<(TableId, game::Seat)>>,
    /// Tables that cannot be opened or go on, and what those are told who ask for one.
    pub(super) failed: HashMap<TableId, Refusal>,
}

impl TableIndex {
    pub(super) fn lock(&self) -> MutexGuard<'_, TableIndexState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    }

    fn table_failed(&self, table: TableId, refusal: Refusal) {
        let mut state = self.lock();
        state.tables.remove(&table);
        state.failed.insert(table, refusal);
    }
}

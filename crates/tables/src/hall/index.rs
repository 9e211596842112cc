//! Which tables there are, and who sits where.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::TableId;

use crate::people::PersonId;
use crate::table::{Seating, TableHandle};

/// Which tables there are, and who sits where.
#[derive(Default)]
pub(super) struct Index(Mutex<Shelf>);

#[derive(Default)]
pub(super) struct Shelf {
    pub(super) tables: HashMap<TableId, TableHandle>,
    pub(super) seats: HashMap<PersonId, Vec<(TableId, game::Seat)>>,
}

impl Index {
    pub(super) fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seating for Index {
    fn sat(&self, person: PersonId, table: TableId, seat: game::Seat) {
        let mut shelf = self.shelf();
        let seats = shelf.seats.entry(person).or_default();
        seats.retain(|(other, _)| *other != table);
        seats.push((table, seat));
    }

    fn stood(&self, person: PersonId, table: TableId) {
        let mut shelf = self.shelf();
        if let Some(seats) = shelf.seats.get_mut(&person) {
            seats.retain(|(other, _)| *other != table);
            if seats.is_empty() {
                shelf.seats.remove(&person);
            }
        }
    }

    fn gone(&self, table: TableId) {
        self.shelf().tables.remove(&table);
    }
}

//! A fresh place for a store, and short ways to say things.

use std::collections::BTreeSet;

use store::testing::Postgres;
use store::{CommitError, FIRST_EPOCH, Faults, Store, StoreLocation, StoredTable, Write};
use tempfile::TempDir;

/// A place nobody else uses.
pub(crate) struct Bed {
    pub(crate) place: StoreLocation,
    /// Removes the folder at the end.
    _folder: Option<TempDir>,
}

impl Bed {
    pub(crate) fn sqlite() -> Self {
        let folder = TempDir::new().unwrap();
        Self { place: StoreLocation::Sqlite(folder.path().join("data")), _folder: Some(folder) }
    }

    /// `None` if tests without PostgreSQL were requested.
    pub(crate) fn postgres() -> Option<Self> {
        let place = Postgres::shared()?.create_database().unwrap();
        Some(Self { place, _folder: None })
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.place).await.unwrap()
    }

    pub(crate) async fn open_with(&self, faults: &Faults) -> Store {
        Store::open_with(&self.place, faults.clone()).await.unwrap()
    }

    pub(crate) async fn reopen(&self, store: Store) -> Store {
        store.close().await;
        self.open().await
    }
}

pub(crate) const fn open(table: u64) -> Write {
    Write::OpenTable { table, first_seq: 1, at: 1_000 }
}

pub(crate) fn append(table: u64, seq: u64) -> Write {
    append_in(FIRST_EPOCH, table, seq)
}

pub(crate) fn append_in(epoch: u64, table: u64, seq: u64) -> Write {
    Write::Append { table, epoch, seq, at: 2_000i64.wrapping_add_unsigned(seq), body: body(table, seq) }
}

pub(crate) fn begin(table: u64, seq: u64) -> Write {
    Write::BeginJournal { table, epoch: FIRST_EPOCH, seq, at: 3_000, body: format!("all of {table}") }
}

pub(crate) const fn close(table: u64) -> Write {
    Write::CloseTable { table, epoch: FIRST_EPOCH, at: 9_000 }
}

pub(crate) fn body(table: u64, seq: u64) -> String {
    format!(r#"{{"table":{table},"seq":{seq}}}"#)
}

pub(crate) const fn conflict(table: u64, seq: u64) -> Result<(), CommitError> {
    Err(CommitError::Conflict { table, seq })
}

/// All open tables that are awake or have a time to be woken at, by rising number.
pub(crate) async fn live_tables(store: &Store) -> Vec<StoredTable> {
    let owned = store.owned_tables().await.unwrap().into_iter().map(|table| table.table);
    let due = store.due_tables(i64::MAX, u32::MAX).await.unwrap().into_iter().map(|table| table.table);
    let mut live = Vec::new();
    for table in owned.chain(due).collect::<BTreeSet<_>>() {
        live.extend(store.table(table).await.unwrap());
    }
    live
}

/// The numbers in a table's journal.
pub(crate) async fn seqs(store: &Store, table: u64) -> Vec<u64> {
    store.journal(table).await.unwrap().iter().map(|entry| entry.seq).collect()
}

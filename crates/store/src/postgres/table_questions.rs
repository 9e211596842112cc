//! Questions about tables.

use tokio_postgres::Row;

use super::queries::{bindable, number};
use super::reader::{Reader, Values};
use crate::rows::{DigestedRow, JournalRange};
use crate::{DueTable, JournalRow, OwnedTable, ReadError, SeatAtTable, StoredTable, TableCounts};

/// One statement: the table and its journal are of one moment.
const TABLE: &str = "SELECT id, opened, epoch, owner, begin_seq, next_seq, wake_at, seq, at, body, digest
                     FROM parlor.tables LEFT JOIN parlor.entries ON table_id = id WHERE closed IS NULL";

/// A table whose journal is being read.
struct Reading {
    table: StoredTable,
    range: JournalRange,
    entries: Vec<DigestedRow>,
}

impl Reading {
    fn begin(row: &Row) -> Self {
        let table = number(row, 0);
        let stored = StoredTable {
            table,
            opened: row.get(1),
            epoch: number(row, 2),
            owner: row.get::<_, Option<i64>>(3).map(i64::cast_unsigned),
            wake_at: row.get(6),
            journal: Ok(Vec::new()),
        };
        let range = JournalRange { table, begin: number(row, 4), next: number(row, 5) };
        Self { table: stored, range, entries: Vec::new() }
    }

    fn take(&mut self, row: &Row) {
        if let Some(seq) = row.get::<_, Option<i64>>(7) {
            let fact = JournalRow { seq: seq.cast_unsigned(), at: row.get(8), body: row.get(9) };
            self.entries.push(DigestedRow { row: fact, digest: row.get(10) });
        }
    }

    fn end(self) -> StoredTable {
        StoredTable { journal: self.range.check(self.entries), ..self.table }
    }
}

impl Reader {
    pub(crate) async fn stored_table(&self, table: u64) -> Result<Option<StoredTable>, ReadError> {
        let rows = self.rows(&format!("{TABLE} AND id = $1"), &[&table.cast_signed()]).await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let mut reading = Reading::begin(first);
        rows.iter().for_each(|row| reading.take(row));
        Ok(Some(reading.end()))
    }

    pub(crate) async fn table_counts(&self) -> Result<TableCounts, ReadError> {
        let sql = "SELECT (SELECT count(*) FROM parlor.tables WHERE closed IS NULL),
                          (SELECT count(*) FROM parlor.tables WHERE owner IS NOT NULL),
                          (SELECT min(wake_at) FROM parlor.tables WHERE wake_at IS NOT NULL)";
        let row = self.row(sql, &[]).await?;
        Ok(row.map_or_else(TableCounts::default, |row| TableCounts {
            stored: number(&row, 0),
            owned: number(&row, 1),
            next_wake: row.get(2),
        }))
    }

    pub(crate) async fn owned_tables(&self) -> Result<Vec<OwnedTable>, ReadError> {
        let sql = "SELECT id, owner, game IS NOT NULL FROM parlor.tables WHERE owner IS NOT NULL ORDER BY id";
        let rows = self.rows(sql, &[]).await?;
        let owned =
            |row| OwnedTable { table: number(row, 0), owner: number(row, 1), has_info: Row::get(row, 2) };
        Ok(rows.iter().map(owned).collect())
    }

    pub(crate) async fn due_tables(&self, now: i64, limit: u32) -> Result<Vec<DueTable>, ReadError> {
        let sql = "SELECT id, wake_at FROM parlor.tables WHERE wake_at <= $1 ORDER BY wake_at LIMIT $2";
        let rows = self.rows(sql, &[&now, &i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| DueTable { table: number(row, 0), wake_at: row.get(1) }).collect())
    }

    pub(crate) async fn tables_of(&self, person: u64) -> Result<Vec<SeatAtTable>, ReadError> {
        let sql = "SELECT table_id, seat FROM parlor.seats WHERE person = $1 ORDER BY table_id";
        let rows = self.rows(sql, &[&person.cast_signed()]).await?;
        let seat = |row: &Row| {
            let seat = u8::try_from(row.get::<_, i16>(1)).map_err(|_| wrong("a seat is not below 256"))?;
            Ok(SeatAtTable { table: number(row, 0), seat })
        };
        rows.iter().map(seat).collect()
    }

    pub(crate) async fn table_by_invite_code(&self, invite_code: &str) -> Result<Option<u64>, ReadError> {
        let values: Values<'_> = &[&bindable(invite_code)];
        let row = self.row("SELECT id FROM parlor.tables WHERE invite_code = $1", values).await?;
        Ok(row.map(|row| number(&row, 0)))
    }

    pub(crate) async fn closed_tables(&self, closed_before: i64, limit: u32) -> Result<Vec<u64>, ReadError> {
        let sql = "SELECT id FROM parlor.tables WHERE closed < $1 ORDER BY closed LIMIT $2";
        let rows = self.rows(sql, &[&closed_before, &i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| number(row, 0)).collect())
    }
}

fn wrong(what: &str) -> ReadError {
    ReadError::Failed(what.to_owned())
}

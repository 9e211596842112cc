//! Questions about tables.

use rusqlite::{Connection, OptionalExtension, Result, Row};

use super::queries::{many, number};
use crate::rows::{DigestedRow, JournalRange};
use crate::{DueTable, JournalRow, OwnedTable, SeatAtTable, StoredTable, TableCounts};

/// The beginning of a statement about the places of all entries of table `?1`, from the newest to the first. `UNION`
/// takes each place once: a chain that damage has made a circle ends all the same.
macro_rules! chain {
    () => {
        "WITH RECURSIVE chain (place) AS (
             SELECT newest FROM tables WHERE id = ?1 AND newest IS NOT NULL UNION
             SELECT before FROM chain JOIN entries USING (place) WHERE before IS NOT NULL
         ) "
    };
}
pub(super) use chain;

const TABLE: &str = "SELECT id, opened, epoch, owner, begin_seq, next_seq, wake_at FROM tables";

/// A table whose journal has not been read yet, and what it should be.
fn table(row: &Row<'_>) -> Result<(StoredTable, JournalRange)> {
    let table = number(row, 0)?;
    let stored = StoredTable {
        table,
        opened: row.get(1)?,
        epoch: number(row, 2)?,
        owner: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
        wake_at: row.get(6)?,
        journal: Ok(Vec::new()),
    };
    Ok((stored, JournalRange { table, begin: number(row, 4)?, next: number(row, 5)? }))
}

pub(crate) fn stored_table(connection: &Connection, wanted: u64) -> Result<Option<StoredTable>> {
    // One transaction: both statements see the same moment.
    let moment = connection.unchecked_transaction()?;
    let sql = format!("{TABLE} WHERE id = ?1 AND closed IS NULL");
    let found = moment.prepare_cached(&sql)?.query_row([wanted.cast_signed()], table).optional()?;
    let Some((stored, range)) = found else { return Ok(None) };
    let sql = concat!(chain!(), "SELECT seq, at, body, digest FROM chain JOIN entries USING (place)");
    let entries = many(&moment, sql, [wanted.cast_signed()], |row| {
        let fact = JournalRow { seq: number(row, 0)?, at: row.get(1)?, body: row.get(2)? };
        Ok(DigestedRow { row: fact, digest: row.get(3)? })
    })?;
    Ok(Some(StoredTable { journal: range.check(entries), ..stored }))
}

pub(crate) fn table_counts(connection: &Connection) -> Result<TableCounts> {
    let sql = "SELECT (SELECT count(*) FROM tables WHERE closed IS NULL),
                      (SELECT count(*) FROM tables WHERE owner IS NOT NULL),
                      (SELECT min(wake_at) FROM tables WHERE wake_at IS NOT NULL)";
    connection.query_row(sql, [], |row| {
        Ok(TableCounts { stored: number(row, 0)?, owned: number(row, 1)?, next_wake: row.get(2)? })
    })
}

pub(crate) fn owned_tables(connection: &Connection) -> Result<Vec<OwnedTable>> {
    let sql = "SELECT id, owner, game IS NOT NULL FROM tables WHERE owner IS NOT NULL ORDER BY id";
    many(connection, sql, [], |row| {
        Ok(OwnedTable { table: number(row, 0)?, owner: number(row, 1)?, has_info: row.get(2)? })
    })
}

pub(crate) fn due_tables(connection: &Connection, now: i64, limit: u32) -> Result<Vec<DueTable>> {
    let sql = "SELECT id, wake_at FROM tables WHERE wake_at <= ?1 ORDER BY wake_at LIMIT ?2";
    many(connection, sql, (now, limit), |row| Ok(DueTable { table: number(row, 0)?, wake_at: row.get(1)? }))
}

pub(crate) fn tables_of(connection: &Connection, person: u64) -> Result<Vec<SeatAtTable>> {
    let sql = "SELECT table_id, seat FROM seats WHERE person = ?1 ORDER BY table_id";
    many(connection, sql, [person.cast_signed()], |row| {
        Ok(SeatAtTable { table: number(row, 0)?, seat: row.get(1)? })
    })
}

pub(crate) fn table_by_invite_code(connection: &Connection, invite_code: &str) -> Result<Option<u64>> {
    let sql = "SELECT id FROM tables WHERE invite_code = ?1";
    connection.prepare_cached(sql)?.query_row([invite_code], |row| number(row, 0)).optional()
}

pub(crate) fn closed_tables(connection: &Connection, closed_before: i64, limit: u32) -> Result<Vec<u64>> {
    let sql = "SELECT id FROM tables WHERE closed < ?1 ORDER BY closed LIMIT ?2";
    many(connection, sql, (closed_before, limit), |row| number(row, 0))
}

//! Whether the file can be written: a row that is written and read back.

use rusqlite::{Connection, Result, ffi};

/// A disk that has room for a few bytes only is as good as full: after a failure the row is as large as this.
const BALLAST: u32 = 64 << 10;

/// Writes the row anew; the number to be found in it.
pub(super) fn write(connection: &Connection, after_failure: bool) -> Result<i64> {
    let sql = "INSERT INTO probe (id, number, ballast) VALUES (1, 1, zeroblob(?1))
               ON CONFLICT (id) DO UPDATE SET number = number + 1, ballast = zeroblob(?1) RETURNING number";
    let ballast = if after_failure { BALLAST } else { 0 };
    connection.prepare_cached(sql)?.query_row([ballast], |row| row.get(0))
}

/// Reads it back after the transaction that wrote it.
pub(super) fn read_back(connection: &Connection, number: i64) -> Result<()> {
    let found: i64 =
        connection.prepare_cached("SELECT number FROM probe")?.query_row([], |row| row.get(0))?;
    if found == number {
        return Ok(());
    }
    let text = "a row that was written cannot be read back".to_owned();
    Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR), Some(text)))
}

//! Whether the file can be written: a row that is written and read back.

use rusqlite::{Connection, Result, ffi};

/// A disk that has room for a few bytes only is as good as full.
const BALLAST: u32 = 64 << 10;

/// Writes the row anew; the number to be found in it.
pub(super) fn write(connection: &Connection) -> Result<i64> {
    let sql = "INSERT INTO probe (id, number, ballast) VALUES (1, 1, zeroblob(?1))
               ON CONFLICT (id) DO UPDATE SET number = number + 1, ballast = zeroblob(?1) RETURNING number";
    connection.prepare_cached(sql)?.query_row([BALLAST], |row| row.get(0))
}

/// Reads it back after the transaction that wrote it.
pub(super) fn read_back(connection: &Connection, number: i64) -> Result<()> {
    let sql = "SELECT number, length(ballast) FROM probe";
    let found: (i64, u32) =
        connection.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if found == (number, BALLAST) {
        return Ok(());
    }
    let text = "a row that was written cannot be read back".to_owned();
    Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR), Some(text)))
}

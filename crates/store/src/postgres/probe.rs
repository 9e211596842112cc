//! Whether the database can be written: a row that is written and read back.

use super::failure::Failure;
use super::session::Session;

/// A disk that has room for a few bytes only is as good as full: after a failure the row is as large as this. The column is
/// not compressed.
const BALLAST: usize = 64 << 10;

/// Writes the row again after a failure, and reads it back.
pub(super) async fn run(session: &Session) -> Result<(), Failure> {
    read_back(session, write(session, true).await?).await
}

/// Writes the row with a new number, which it returns.
pub(super) async fn write(session: &Session, after_failure: bool) -> Result<i64, Failure> {
    let sql = "INSERT INTO parlor.probe (id, number, ballast) VALUES (1, 1, $1) ON CONFLICT (id) DO UPDATE
               SET number = probe.number + 1, ballast = $1 RETURNING number";
    let ballast = vec![0_u8; if after_failure { BALLAST } else { 0 }];
    Ok(session.client().query_one(sql, &[&ballast]).await?.get(0))
}

/// Reads it back after the transaction that wrote it.
pub(super) async fn read_back(session: &Session, number: i64) -> Result<(), Failure> {
    let row = session.client().query_one("SELECT number FROM parlor.probe", &[]).await?;
    if row.get::<_, i64>(0) == number {
        return Ok(());
    }
    Err(Failure::Failed("a row that was written cannot be read back".to_owned()))
}

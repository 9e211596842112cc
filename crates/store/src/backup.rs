//! Backups: all rows of a store as one file that either database can be filled from.
//!
//! A backup is JSON, one value a line: a header, the rows by kind, and a last line with their count and the SHA-256 of
//! everything before it. [`write()`] reads all rows in one read transaction, beside a running server and without its lock.
//! [`restore`] checks the whole file first, then fills an empty database in one transaction.
//!
//! What is stored is described once, in `kinds`: a new column is one line there.

mod error;
mod kinds;
mod reader;
mod value;
mod writer;

use std::io::{Read, Seek, SeekFrom, Write};

pub use self::error::{BackupError, BackupFileError, RestoreError};
pub(crate) use self::kinds::{Column, ColumnType, KINDS, RowKind};
pub(crate) use self::reader::{BackupReader, Row};
pub(crate) use self::value::Value;
pub(crate) use self::writer::BackupWriter;
#[cfg(feature = "postgres")]
use crate::postgres;
use crate::{StoreLocation, sqlite};

/// The version of the file format that [`write()`] produces, and the newest that [`restore`] reads.
///
/// It rises when an older program could not read the file any more, or would lose something of it.
pub const FORMAT: u32 = 2;

/// The first format that knows documents: before it the token of a person was their only device.
const FIRST_WITH_DOCUMENTS: u64 = 2;

/// The key of the first line.
const HEADER: &str = "parlor_backup";

/// The key of the last line.
const TRAILER: &str = "end";

/// No line is longer, in bytes: a file without line ends must not fill the memory.
const MAX_LINE: u64 = 256 << 20;

/// How many rows of each kind a backup holds, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowCounts {
    counts: [u64; KINDS.len()],
}

impl RowCounts {
    const fn none() -> Self {
        Self { counts: [0; KINDS.len()] }
    }

    fn count(&mut self, kind: &RowKind) {
        if let Some(place) = KINDS.iter().position(|known| known.name == kind.name) {
            self.counts[place] += 1;
        }
    }

    /// Each kind of row with its count.
    pub fn by_kind(&self) -> impl Iterator<Item = (&'static str, u64)> {
        KINDS.iter().zip(self.counts).map(|(kind, count)| (kind.name, count))
    }

    /// All rows.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Writes a backup of the database at `place` to `out`. The server may run meanwhile: the backup holds one moment.
///
/// `made_at` (milliseconds since 1970) and `program` (a version) are noted in the header, for people.
///
/// # Errors
/// If there is no database of this version's format, or it cannot be read, or `out` cannot be written. `out` then holds
/// no complete backup.
pub async fn write(
    place: &StoreLocation,
    made_at: i64,
    program: &str,
    out: impl Write + Send + 'static,
) -> Result<RowCounts, BackupError> {
    let writer = BackupWriter::begin(out, made_at, program)?;
    match place {
        StoreLocation::Sqlite(folder) => {
            let folder = folder.clone();
            let reading = tokio::task::spawn_blocking(move || sqlite::backup::write(&folder, writer));
            reading.await.map_err(|error| BackupError::Failed(error.to_string()))?
        }
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => postgres::backup::write(place, url, writer).await,
        #[cfg(not(feature = "postgres"))]
        StoreLocation::Postgres(_) => Err(BackupError::Open(crate::OpenError::NoPostgres)),
    }
}

/// Fills the empty database at `place` from a backup. A database that is missing is created.
///
/// # Errors
/// If the file is not a complete backup of a known format: then nothing was touched. If the database is in use, not
/// empty or cannot be written: then it holds what it held before.
pub async fn restore(
    place: &StoreLocation,
    mut file: impl Read + Seek + Send + 'static,
) -> Result<RowCounts, RestoreError> {
    let checked = check(&mut file)?;
    file.seek(SeekFrom::Start(0)).map_err(BackupFileError::Read)?;
    let reader = BackupReader::begin(file)?;
    match place {
        StoreLocation::Sqlite(folder) => {
            let folder = folder.clone();
            let writing = tokio::task::spawn_blocking(move || sqlite::backup::restore(&folder, reader));
            writing.await.map_err(|error| RestoreError::Failed(error.to_string()))??;
        }
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => postgres::backup::restore(place, url, reader).await?,
        #[cfg(not(feature = "postgres"))]
        StoreLocation::Postgres(_) => return Err(RestoreError::Open(crate::OpenError::NoPostgres)),
    }
    Ok(checked)
}

/// Reads a backup to its end and checks it.
///
/// # Errors
/// If it is not a complete backup of a known format.
pub fn check(file: impl Read) -> Result<RowCounts, BackupFileError> {
    let mut reader = BackupReader::begin(file)?;
    while reader.next_row()?.is_some() {}
    Ok(reader.into_counts())
}

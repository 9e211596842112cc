//! Why a backup could not be written or restored.

use std::io;

use crate::OpenError;

/// Why a backup could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no database to back up.
    #[error("There is no database at {0}.")]
    NoDatabase(String),
    /// The database was last used by an older version of the program.
    #[error(
        "{place} was written by an older version (format {found}; this program backs up format {known}). \
         Start the server once to upgrade it, or use the version that wrote it."
    )]
    OlderDatabase {
        /// Which database.
        place: String,
        /// Its format.
        found: i64,
        /// The format that this program reads.
        known: i64,
    },
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database cannot be read.
    #[error("The database cannot be read: {0}.")]
    Failed(String),
    /// A row is longer than a backup can hold.
    #[error("A row of {0} bytes is too long for a backup.")]
    RowTooLong(usize),
    /// The backup cannot be written.
    #[error("The backup cannot be written: {0}.")]
    Output(io::Error),
}

// Not `#[from]`: that would also make it the source, and an error that prints its sources would say it twice.
impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Why a file is not a backup that can be restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupFileError {
    /// It is something else.
    #[error("This is not a backup of Parlor.")]
    NotABackup,
    /// It was written by a newer program.
    #[error("This backup was written by a newer version (format {found}; this program reads up to {known}).")]
    Newer {
        /// Its format.
        found: u64,
        /// The newest format that this program reads.
        known: u32,
    },
    /// Its end is missing.
    #[error("This backup is incomplete: it ends after {rows} rows, without its last line.")]
    Incomplete {
        /// The rows before the end.
        rows: u64,
    },
    /// A line is not what it should be.
    #[error("This backup is damaged: line {line}: {detail}.")]
    Damaged {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        detail: String,
    },
    /// Something was changed since it was written.
    #[error("This backup is damaged: its checksum does not match its content.")]
    WrongChecksum,
    /// The file cannot be read.
    #[error("The backup cannot be read: {0}.")]
    Read(io::Error),
}

impl From<io::Error> for BackupFileError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Why a backup was not restored. The database holds what it held before.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The file cannot be restored.
    #[error(transparent)]
    File(#[from] BackupFileError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database has content, which a restore would mix with that of the backup.
    #[error("{place} is not empty: it has rows in {table}. Restore into a new folder or database.")]
    NotEmpty {
        /// Which database.
        place: String,
        /// A table that has rows.
        table: &'static str,
    },
    /// The database refused something; the transaction was rolled back.
    #[error("Nothing was restored: {0}.")]
    Failed(String),
}

//! What can go wrong, as sentences.

use std::io;
use std::path::PathBuf;

use crate::JournalDefect;

/// Why a store could not be opened. Nothing that was there has been changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The path of the data folder is something else.
    #[error("{} is a file; the data directory must be a directory.", .0.display())]
    NotAFolder(PathBuf),
    /// The data folder is not there and cannot be made.
    #[error(
        "The data directory {} cannot be created: {reason}. Create it for the user that runs the server, or choose another.",
        .path.display()
    )]
    CannotCreate {
        /// The folder.
        path: PathBuf,
        /// What the system says. Not a `source`: who prints the whole chain would print it twice.
        reason: io::Error,
    },
    /// Something in the data folder cannot be read or written.
    #[error(
        "{} cannot be used: {reason}. Make it readable and writable for the user that runs the server, or choose another \
         data directory.",
        .path.display()
    )]
    CannotUse {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Another server works on the same database.
    #[error("{0} is in use by another server; only one may run on it at a time.")]
    InUse(String),
    /// Several servers were to share a database that one server has alone.
    #[error(
        "{0} cannot be shared by several servers: a cluster needs PostgreSQL. Set database_url, or unset cluster."
    )]
    NotShared(String),
    /// The file is not an SQLite database.
    #[error("{0} is not a database. It was left as it is; restore it from a backup or move it away.")]
    NotADatabase(String),
    /// The database belongs to another program.
    #[error("{0} is a database of another program. It was left as it is.")]
    Foreign(String),
    /// The database was written by a newer program.
    #[error(
        "{place} was written by a newer version (format {found}; this program knows {known}). It was left as it is."
    )]
    Future {
        /// Which database.
        place: String,
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// The database is broken.
    #[error("{place} is damaged: {detail}. It was left as it is; restore it from a backup.")]
    Damaged {
        /// Which database.
        place: String,
        /// What is wrong.
        detail: String,
    },
    /// The database server cannot be reached, or turned us away.
    #[error("{place} cannot be reached: {detail}.")]
    Unreachable {
        /// Which database.
        place: String,
        /// What is wrong.
        detail: String,
    },
    /// The database cannot do what is needed.
    #[error("{place} cannot be used: {detail}.")]
    Unfit {
        /// Which database.
        place: String,
        /// What is wrong.
        detail: String,
    },
    /// The program was built without PostgreSQL.
    #[error(
        "This program was built without PostgreSQL; unset database_url and use a data directory instead."
    )]
    NoPostgres,
}

/// Why a call was not committed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommitError {
    /// The fact does not have the journal's next number: another one was stored first, or one is missing.
    #[error("The next entry of table {table} is not {seq}.")]
    Conflict {
        /// The table.
        table: u64,
        /// The number that was asked for.
        seq: u64,
    },
    /// Another server took the table.
    #[error("Table {table} belongs to another server: its epoch is {epoch}.")]
    NotOwner {
        /// The table.
        table: u64,
        /// The epoch that it has.
        epoch: u64,
    },
    /// Another table has this invite code.
    #[error("Another table has the invite code of table {table}.")]
    InviteCodeTaken {
        /// The table that was to have it.
        table: u64,
    },
    /// The table was never opened, or is closed.
    #[error("Table {table} is not open.")]
    NoTable {
        /// The table.
        table: u64,
    },
    /// A table with this number was opened before.
    #[error("Table {table} was opened before.")]
    TableExists {
        /// The table.
        table: u64,
    },
    /// Another person has this name.
    #[error("Another person has this name.")]
    NameTaken,
    /// Another person has this token.
    #[error("Another person has this token.")]
    TokenTaken,
    /// There is no such person.
    #[error("There is no person {person}.")]
    NoPerson {
        /// Whom the call meant.
        person: u64,
    },
    /// There is no such document, or it does not count any more.
    #[error("There is no {kind} of this id.")]
    NoDocument {
        /// Its kind.
        kind: String,
    },
    /// There is such a document already.
    #[error("There is a {kind} of this id already.")]
    DocumentExists {
        /// Its kind.
        kind: String,
    },
    /// A replay with this id was stored before.
    #[error("Replay {id} was stored before.")]
    ReplayExists {
        /// The replay.
        id: String,
    },
    /// The call holds something no database could store.
    #[error("{0}")]
    Malformed(&'static str),
    /// It is certain that nothing of the call was stored. Later calls may succeed.
    #[error("Not saved: {0}.")]
    NotSaved(String),
    /// The call was stored as a whole or not at all, and the journal tells which.
    #[error("It is not known whether this was saved: {0}.")]
    Unknown(String),
    /// The store was closed before. Nothing of the call was stored.
    #[error("The store is closed.")]
    Closed,
}

/// Why something could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The database failed.
    #[error("Cannot be read: {0}.")]
    Failed(String),
    /// The connection was lost during a commit and is not back yet: what would be read might still change.
    #[error("Cannot be read before the database is back: {0}.")]
    Unsettled(String),
    /// The journal is invalid.
    #[error("Cannot be read: {0}.")]
    Defect(#[from] JournalDefect),
    /// The store was closed before.
    #[error("The store is closed.")]
    Closed,
}

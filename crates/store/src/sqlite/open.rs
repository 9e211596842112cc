//! Opens the database file: looks before it touches, and makes a new one in one step.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::folder::{self, cannot_use};
use super::unfit;
use crate::OpenError;

/// One script for each format; the format of a database is the number of scripts it has seen.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/sqlite/1.sql"),
    include_str!("../migrations/sqlite/2.sql"),
    include_str!("../migrations/sqlite/3.sql"),
    include_str!("../migrations/sqlite/4.sql"),
    include_str!("../migrations/sqlite/5.sql"),
    include_str!("../migrations/sqlite/6.sql"),
    include_str!("../migrations/sqlite/7.sql"),
    include_str!("../migrations/sqlite/8.sql"),
    include_str!("../migrations/sqlite/9.sql"),
];

/// The newest format.
pub(super) const KNOWN: i64 = MIGRATIONS.len() as i64;

/// The name of the file in the data folder.
pub(super) const DATABASE: &str = "parlor.db";

/// "Parl": tells our files from those of other programs.
pub(super) const APPLICATION: i64 = 0x5061_726C;

/// Small pages: the moves of a thousand tables touch the rows of a thousand tables, and each page that is touched is
/// written to the log as a whole.
const PAGE: u32 = 1_024;

/// Pages that are free are given back in small steps: see [`super::vacuum`].
const INCREMENTAL: u32 = 2;

/// Up to this size a file is read through on opening; larger ones would take longer than a start may.
const CHECKED_WHOLE: u64 = 64 << 20;

pub(super) struct Opened {
    pub(super) writer: Connection,
    pub(super) reader: Connection,
    pub(super) lock: File,
}

pub(super) fn open(folder: &Path) -> Result<Opened, OpenError> {
    let lock = folder::lock(folder)?;
    let path = folder.join(DATABASE);
    if path.try_exists().map_err(|source| cannot_use(&path, source))? {
        inspect(&path)?;
    } else {
        create(folder, &path)?;
    }
    let writer = connect(&path)?;
    let reader = Connection::open_with_flags(
        &path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .and_then(|reader| reader.busy_timeout(Duration::from_secs(5)).map(|()| reader))
    .map_err(|error| unfit(&path, &error))?;
    Ok(Opened { writer, reader, lock })
}

/// Refuses a file that is not ours or not whole, without changing a byte of it.
fn inspect(path: &Path) -> Result<(), OpenError> {
    let place = || path.display().to_string();
    let mut header = [0; 100];
    let mut file = File::open(path).map_err(|source| cannot_use(path, source))?;
    if file.read_exact(&mut header).is_err() || !header.starts_with(b"SQLite format 3\0") {
        return Err(OpenError::NotADatabase(place()));
    }
    let word = |at: usize| {
        i64::from(u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]))
    };
    if word(68) != APPLICATION {
        return Err(OpenError::Foreign(place()));
    }
    known(path, word(60))?;

    // What is not yet moved out of the log counts too. Without a log the file is opened as one that cannot change,
    // which keeps SQLite from leaving files beside it.
    let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let damaged = |error: rusqlite::Error| OpenError::Damaged { place: place(), detail: error.to_string() };
    let look = Connection::open_with_flags(uri(path, !has_log), flags).map_err(damaged)?;
    known(path, look.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(damaged)?)?;
    if file.metadata().map_err(|source| cannot_use(path, source))?.len() <= CHECKED_WHOLE {
        let verdict: String =
            look.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(damaged)?;
        if verdict != "ok" {
            return Err(OpenError::Damaged { place: place(), detail: verdict.replace('\n', " ") });
        }
    }
    Ok(())
}

fn known(path: &Path, found: i64) -> Result<(), OpenError> {
    let place = path.display().to_string();
    if found <= KNOWN { Ok(()) } else { Err(OpenError::Future { place, found, known: KNOWN }) }
}

/// Makes a database under another name and moves it into place when it is whole: whenever the power fails, there is
/// a good one or none.
fn create(folder: &Path, path: &Path) -> Result<(), OpenError> {
    let log = beside(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        // SQLite would read an old log into a new file.
        let detail = format!("the file is missing, but its log {} is there", log.display());
        return Err(OpenError::Damaged { place: path.display().to_string(), detail });
    }
    let draft = beside(path, ".new");
    for ending in ["", "-journal", "-wal", "-shm"] {
        let left_over = beside(&draft, ending);
        if left_over.exists() {
            fs::remove_file(&left_over).map_err(|source| cannot_use(&left_over, source))?;
        }
    }
    // SQLite gives its log and its index the rights of the file.
    folder::file_for_the_owner().open(&draft).map_err(|source| cannot_use(&draft, source))?;
    let mut new = Connection::open(&draft).map_err(|error| unfit(&draft, &error))?;
    new.pragma_update(None, "page_size", PAGE)
        .and_then(|()| new.pragma_update(None, "auto_vacuum", INCREMENTAL))
        .and_then(|()| new.pragma_update(None, "application_id", APPLICATION))
        .and_then(|()| migrate(&mut new))
        .and_then(|()| new.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(())))
        .map_err(|error| unfit(&draft, &error))?;
    new.close().map_err(|(_, error)| unfit(&draft, &error))?;
    let synced = File::open(&draft).and_then(|file| file.sync_all());
    let moved = synced.and_then(|()| fs::rename(&draft, path));
    moved.and_then(|()| File::open(folder)?.sync_all()).map_err(|source| cannot_use(path, source))
}

fn connect(path: &Path) -> Result<Connection, OpenError> {
    let failed = |error: rusqlite::Error| unfit(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(cannot_use(path, std::io::ErrorKind::PermissionDenied.into()));
    }
    connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0)).map_err(failed)?;
    if mode != "wal" {
        return Err(unfit(path, &"the file system cannot hold a write-ahead log; it must be a local disk"));
    }
    // FULL: the log reaches the disk before a commit returns. The log is moved into the file every 16 MiB, and cut
    // back if a long read made it grow.
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
             PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000;
             PRAGMA wal_autocheckpoint = 16000; PRAGMA journal_size_limit = 67108864;",
        )
        .map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(64);
    migrate(&mut connection).map_err(failed)?;
    if connection.pragma_query_value(None, "auto_vacuum", |row| row.get::<_, u32>(0)).map_err(failed)?
        != INCREMENTAL
    {
        // Files of older formats never gave free pages back. To change that takes room for a second copy: without it the
        // file works, and this is tried again at the next start.
        let changed = connection
            .pragma_update(None, "auto_vacuum", INCREMENTAL)
            .and_then(|()| connection.execute_batch("VACUUM"));
        if let Err(error) = changed {
            tracing::warn!(file = %path.display(), %error, "the database file cannot be made to shrink");
        }
    }
    Ok(connection)
}

/// Runs the scripts the database has not seen, all or none.
fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let seen: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let seen = seen as usize;
    if seen < MIGRATIONS.len() {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for script in &MIGRATIONS[seen..] {
            transaction.execute_batch(script)?;
        }
        transaction.pragma_update(None, "user_version", KNOWN)?;
        transaction.commit()?;
    }
    Ok(())
}

/// The path with something behind it, as SQLite names its files.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn uri(path: &Path, immutable: bool) -> String {
    let mut uri = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri.push_str(if immutable { "?immutable=1" } else { "?mode=ro" });
    uri
}

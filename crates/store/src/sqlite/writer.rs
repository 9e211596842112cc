//! The thread that writes: all calls that wait in one transaction, answered when it is on the disk.

use std::fs::File;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior, ffi};
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::apply::{self, WriteError};
use super::probe;
use super::statement_cache::StatementCache;
use super::vacuum::Vacuum;
use crate::queue::{CommitGroup, CommitRequest, Outcome, Writer};
use crate::{CommitError, Fault, Faults, Write};

/// How long after a failure it is tried again whether the file can be written, if nobody asks; then twice as long, up to
/// the longest.
const FIRST_PROBE_PAUSE: Duration = Duration::from_millis(50);
const MAX_PROBE_PAUSE: Duration = Duration::from_secs(1);

/// As many pages as a file can have.
pub(super) const MAX_PAGES: u32 = 0xFFFF_FFFE;

pub(super) struct WriterThread {
    pub(super) connection: Connection,
    /// Released last, when the database is closed.
    pub(super) lock: File,
    pub(super) orders: Writer,
    pub(super) faults: Faults,
    /// In whose name tables are opened and taken.
    pub(super) node: u64,
    /// Where the database is, for the log.
    pub(super) place: String,
    /// To wait for calls no longer than until the next probe.
    pub(super) runtime: Handle,
    pub(super) vacuum: Vacuum,
    /// How many pages the file may have.
    pub(super) limit: u32,
}

impl WriterThread {
    pub(super) fn run(mut self) {
        let mut pause = None;
        while let Some(next) = self.next(pause) {
            match next {
                Next::Probe => {
                    let probed = self.probe_alone();
                    pause = self.note(&probed, pause);
                }
                Next::Vacuum => self.vacuum.step(&self.connection),
                Next::CommitGroup(group) => {
                    if !group.calls.is_empty() {
                        let outcome = self.store(&group.calls);
                        self.vacuum.note(group.calls.iter().flat_map(|call| &call.writes));
                        pause = self.note(&outcome, pause);
                        self.faults.silence_blocking();
                        self.orders.answer(group.calls, outcome);
                    }
                    if let Some(closing) = group.close {
                        // Closing the last connection moves the log into the file. If that fails the log stays, and
                        // the next one to open the folder finds everything in it.
                        drop(self.connection);
                        drop(self.lock);
                        self.orders.close_blocking(closing);
                        return;
                    }
                }
            }
        }
    }

    /// What is to be done next; nothing when no handle is left. `pause` is how long to wait before a probe.
    fn next(&mut self, pause: Option<Duration>) -> Option<Next> {
        let (pause, then) = match (pause, self.vacuum.pause()) {
            (Some(pause), _) => (Some(pause), Next::Probe),
            (None, pause) => (pause, Next::Vacuum),
        };
        let has_calls = match pause {
            None => self.orders.wait_blocking(),
            Some(pause) => match self.runtime.block_on(async { timeout(pause, self.orders.wait()).await }) {
                Ok(has_calls) => has_calls,
                Err(_) => return Some(then),
            },
        };
        let runtime = &self.runtime;
        has_calls.then(|| Next::CommitGroup(self.orders.gather(|| is_busy(runtime))))
    }

    /// Counts and logs whether the file can be written; gives the pause before the next probe if it cannot.
    fn note<T>(&self, outcome: &Result<T, CommitError>, pause: Option<Duration>) -> Option<Duration> {
        let (place, counters) = (&self.place, self.orders.counters());
        let Err(error) = outcome else {
            if counters.came_up() {
                tracing::info!(database = place, "database can be written again");
            }
            return None;
        };
        if counters.went_down() {
            tracing::warn!(database = place, %error, "database cannot be written; writes are refused");
        }
        Some(pause.map_or(FIRST_PROBE_PAUSE, |pause| MAX_PROBE_PAUSE.min(2 * pause)))
    }

    fn store(&mut self, calls: &[CommitRequest]) -> Outcome {
        self.faults.delay_blocking();
        let fault = self.fault();
        let stored = self.transaction(calls, fault).map_err(|error| judge(&error))?;
        match fault {
            Some(Fault::Unsure { .. }) => {
                Err(CommitError::Unknown("the answer was lost on purpose".to_owned()))
            }
            _ => Ok(stored),
        }
    }

    /// Stores all calls that break no constraint. After an error nothing is stored: the transaction rolls back when it is
    /// dropped.
    fn transaction(
        &mut self,
        calls: &[CommitRequest],
        fault: Option<Fault>,
    ) -> rusqlite::Result<Vec<Result<(), CommitError>>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut held = StatementCache::new(&transaction);
        let results = calls
            .iter()
            .map(|call| one_call(&mut held, &call.writes, self.node))
            .collect::<Result<Vec<_>, _>>()?;
        drop(held);
        let is_probe = calls.iter().any(|call| call.writes.is_empty());
        let after_failure = self.orders.counters().is_down();
        let probed = if is_probe { Some(probe::write(&transaction, after_failure)?) } else { None };
        match fault {
            Some(Fault::Full) => return Err(full()),
            Some(Fault::Unsure { stored: false }) => transaction.rollback()?,
            _ => {
                transaction.commit()?;
                probed.map_or(Ok(()), |number| probe::read_back(&self.connection, number))?;
            }
        }
        Ok(results)
    }

    /// What goes wrong on purpose now. A limit is the database's own to keep.
    fn fault(&mut self) -> Option<Fault> {
        let fault = self.faults.current();
        let limit = match fault {
            Some(Fault::Limit { pages }) => pages,
            _ => MAX_PAGES,
        };
        if std::mem::replace(&mut self.limit, limit) != limit {
            let set = self
                .connection
                .pragma_update_and_check(None, "max_page_count", limit, |row| row.get::<_, u32>(0));
            if let Err(error) = set {
                tracing::error!(%error, "the limit of the file cannot be set");
            }
        }
        fault
    }

    fn probe_alone(&mut self) -> Result<(), CommitError> {
        if self.fault() == Some(Fault::Full) {
            return Err(judge(&full()));
        }
        probe::write(&self.connection, true)
            .and_then(|number| probe::read_back(&self.connection, number))
            .map_err(|error| judge(&error))
    }
}

/// Whether no thread of the runtime waits for something to do: its count of sleeps and wakes is even while it works.
fn is_busy(runtime: &Handle) -> bool {
    let metrics = runtime.metrics();
    (0..metrics.num_workers()).all(|worker| metrics.worker_park_unpark_count(worker).is_multiple_of(2))
}

enum Next {
    CommitGroup(CommitGroup),
    /// See whether the file can be written again.
    Probe,
    /// Give some free pages back.
    Vacuum,
}

/// The inner result is for the call alone, the outer one for the whole transaction.
fn one_call(
    held: &mut StatementCache<'_>,
    writes: &[Write],
    node: u64,
) -> rusqlite::Result<Result<(), CommitError>> {
    let several = writes.len() > 1;
    // A refused write leaves nothing behind, so that one alone needs no way back.
    if several {
        held.statement("SAVEPOINT call")?.execute([])?;
    }
    let mut result = Ok(());
    for write in writes {
        match apply::write(held, write, node) {
            Ok(()) => {}
            Err(WriteError::Call(error)) => {
                result = Err(error);
                break;
            }
            Err(WriteError::Transaction(error)) => return Err(error),
        }
    }
    if several {
        if result.is_err() {
            held.statement("ROLLBACK TO call")?.execute([])?;
        }
        held.statement("RELEASE call")?.execute([])?;
    }
    Ok(result)
}

/// What SQLite says when the disk is full.
fn full() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        ffi::Error::new(ffi::SQLITE_FULL),
        Some("database or disk is full".to_owned()),
    )
}

fn judge(error: &rusqlite::Error) -> CommitError {
    let text = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    match error.sqlite_extended_error_code() {
        // The log was written but may not be on the disk. This process goes on without the transaction and writes
        // over it; after a crash before that, it may be there.
        Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC) => CommitError::Unknown(text),
        _ => CommitError::NotSaved(text),
    }
}

//! The thread that writes: all calls that wait in one transaction, answered when it is on the disk.

use std::fs::File;

use rusqlite::{Connection, ErrorCode, TransactionBehavior, ffi};

use super::apply::{self, WriteError};
use super::statement_cache::StatementCache;
use crate::queue::{CommitRequest, Outcome, Writer};
use crate::{CommitError, Fault, Faults, Write};

pub(super) struct WriterThread {
    pub(super) connection: Connection,
    /// Let go of last, when the database is closed.
    pub(super) lock: File,
    pub(super) orders: Writer,
    pub(super) faults: Faults,
}

impl WriterThread {
    pub(super) fn run(mut self) {
        while let Some(group) = self.orders.next_blocking() {
            if !group.calls.is_empty() {
                let outcome = self.store(&group.calls);
                self.faults.silence_blocking();
                self.orders.answer(group.calls, outcome);
            }
            if let Some(closing) = group.close {
                // Closing the last connection moves the log into the file. If that fails the log stays, and the
                // next one to open the folder finds everything in it.
                drop(self.connection);
                drop(self.lock);
                self.orders.close_blocking(closing);
                return;
            }
        }
    }

    fn store(&mut self, calls: &[CommitRequest]) -> Outcome {
        self.faults.delay_blocking();
        let fault = self.faults.current();
        let outcome = transaction(&mut self.connection, calls, fault).map_err(|error| judge(&error))?;
        match fault {
            Some(Fault::Unsure { .. }) => {
                Err(CommitError::Unknown("the answer was lost on purpose".to_owned()))
            }
            _ => Ok(outcome),
        }
    }
}

/// Stores all calls that break no constraint. After an error nothing is stored: the transaction rolls back when it is
/// dropped.
fn transaction(
    connection: &mut Connection,
    calls: &[CommitRequest],
    fault: Option<Fault>,
) -> rusqlite::Result<Vec<Result<(), CommitError>>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut held = StatementCache::new(&transaction);
    let results =
        calls.iter().map(|call| one_call(&mut held, &call.writes)).collect::<Result<Vec<_>, _>>()?;
    drop(held);
    match fault {
        Some(Fault::Full) => return Err(full()),
        Some(Fault::Unsure { stored: false }) => transaction.rollback()?,
        _ => transaction.commit()?,
    }
    Ok(results)
}

/// The inner result is for the call alone, the outer one for the whole transaction.
fn one_call(held: &mut StatementCache<'_>, writes: &[Write]) -> rusqlite::Result<Result<(), CommitError>> {
    let several = writes.len() > 1;
    // A refused write leaves nothing behind, so that one alone needs no way back.
    if several {
        held.statement("SAVEPOINT call")?.execute([])?;
    }
    let mut result = Ok(());
    for write in writes {
        match apply::write(held, write) {
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

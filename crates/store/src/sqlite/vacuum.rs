//! Gives the pages of deleted rows back to the file system, a few at a time, while nobody waits.

use std::time::Duration;

use rusqlite::Connection;

use crate::Write;

/// Nobody has asked for anything for this long before a step is made.
const IDLE: Duration = Duration::from_millis(20);

/// How many pages a step gives back: about a millisecond of work.
const STEP: &str = "PRAGMA incremental_vacuum(128)";

const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// A file may hold this share of free pages: they are used again sooner than they could be given back.
const FREE_SHARE: u32 = 8;

/// Files below this many pages are small enough.
const MIN_PAGES: u32 = 1024;

/// Whether there may be pages to give back.
#[derive(Default)]
pub(super) struct Vacuum {
    is_due: bool,
    /// Whether pages were given back since the last look.
    has_stepped: bool,
}

impl Vacuum {
    /// Looks whether something that was stored has deleted rows.
    pub(super) fn note<'a>(&mut self, writes: impl IntoIterator<Item = &'a Write>) {
        let deletes = |write: &Write| {
            matches!(
                write,
                Write::CloseTable { .. }
                    | Write::BeginJournal { .. }
                    | Write::PruneTables { .. }
                    | Write::PrunePeople { .. }
                    | Write::PruneReplays { .. }
            )
        };
        self.is_due = self.is_due || writes.into_iter().any(deletes);
    }

    /// How long to wait for calls before a step; nothing if there is no need for one.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.is_due.then_some(IDLE)
    }

    /// Gives some pages back, if there are many.
    pub(super) fn step(&mut self, connection: &Connection) {
        if let Err(error) = self.try_step(connection) {
            // The pages stay free, and are used for what is stored next.
            tracing::debug!(%error, "free pages cannot be given back");
            self.is_due = false;
        }
    }

    fn try_step(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
        let (free, pages) = (number("freelist_count")?, number("page_count")?);
        if pages < MIN_PAGES || free < pages / FREE_SHARE {
            self.is_due = false;
            // What was given back in the log is given back in the file.
            let stepped = std::mem::take(&mut self.has_stepped);
            return if stepped { connection.query_row(CHECKPOINT, [], |_| Ok(())) } else { Ok(()) };
        }
        self.has_stepped = true;
        let mut statement = connection.prepare_cached(STEP)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    }
}

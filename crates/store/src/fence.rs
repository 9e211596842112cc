//! Why the row of a table did not let a write through.

use crate::{CommitError, Write};

/// What a write wants the row of its table to say.
pub(crate) struct Fence {
    pub(crate) table: u64,
    /// `None` if no row can hold this epoch.
    epoch: Option<u64>,
    next_seq: Option<u64>,
}

impl Fence {
    /// `None` if the write does not change an existing table.
    pub(crate) fn of(write: &Write) -> Option<Self> {
        match write {
            Write::TakeTable { table, epoch } => {
                Some(Self { table: *table, epoch: epoch.checked_sub(1), next_seq: None })
            }
            Write::Append { table, epoch, seq, .. } | Write::BeginJournal { table, epoch, seq, .. } => {
                Some(Self { table: *table, epoch: Some(*epoch), next_seq: Some(*seq) })
            }
            Write::PutTableInfo { table, epoch, .. }
            | Write::SleepTable { table, epoch, .. }
            | Write::CloseTable { table, epoch, .. } => {
                Some(Self { table: *table, epoch: Some(*epoch), next_seq: None })
            }
            _ => None,
        }
    }

    /// Why it was not passed, if this is the epoch of the table; there is none if it is not open.
    pub(crate) fn lost(&self, epoch: Option<u64>) -> CommitError {
        let table = self.table;
        match (epoch, self.next_seq) {
            (None, _) => CommitError::NoTable { table },
            (Some(epoch), Some(seq)) if Some(epoch) == self.epoch => CommitError::Conflict { table, seq },
            (Some(epoch), _) => CommitError::NotOwner { table, epoch },
        }
    }
}

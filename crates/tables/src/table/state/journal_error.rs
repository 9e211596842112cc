//! Why a table cannot be built from its journal.

use std::ops::RangeInclusive;

use games::Kind;
use protocol::{Refusal, RefusalCode, TableId};

/// A journal that a table cannot be built from.
#[derive(Debug, thiserror::Error)]
#[error("the journal of table {table} cannot be used at fact {seq}: {what}")]
pub(crate) struct JournalError {
    pub(crate) table: TableId,
    pub(crate) seq: u64,
    pub(crate) what: FactError,
}

impl JournalError {
    /// What those who ask for the table are told.
    pub(crate) fn refusal(&self) -> Refusal {
        let sentence = match &self.what {
            FactError::Invalid(_) => {
                "This table cannot be opened: its journal is invalid. It is kept for the operator.".to_owned()
            }
            FactError::UnsupportedRules { game, rules, .. } => format!(
                "This table plays version {rules} of the rules of {game}, which this server does not support. \
                 It is kept until a server does."
            ),
        };
        Refusal::new(RefusalCode::NoSuchTable, sentence)
    }
}

/// Why a fact cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FactError {
    /// It cannot be true.
    #[error("{0}")]
    Invalid(String),
    /// It deals a game by rules that this program does not play.
    #[error("it is dealt by version {rules} of the rules of {game}; this program plays versions {} to {}", supported.start(), supported.end())]
    UnsupportedRules { game: Kind, rules: u16, supported: RangeInclusive<u16> },
}

impl From<String> for FactError {
    fn from(what: String) -> Self {
        Self::Invalid(what)
    }
}

impl From<&str> for FactError {
    fn from(what: &str) -> Self {
        Self::Invalid(what.to_owned())
    }
}

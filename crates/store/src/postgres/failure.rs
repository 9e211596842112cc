//! What an error of the database means for a call.

use std::error::Error as _;

use tokio_postgres::Error;
use tokio_postgres::error::{Severity, SqlState};

use crate::{CommitError, Document, Write};

/// Why a statement failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// A write violated a constraint: only the call that made it fails.
    Refused {
        /// The constraint or column.
        rule: String,
        /// What the database says.
        text: String,
    },
    /// The database could not do it, and is still there.
    Failed(String),
    /// The database does not take writes: it was made read-only, or another one took over.
    ReadOnly(String),
    /// The connection is gone, and with it the answer.
    Lost(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = describe(&error);
        let Some(answer) = error.as_db_error() else { return Self::Lost(text) };
        let fatal = matches!(answer.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
        if fatal || *answer.code() == SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN {
            return Self::Lost(text);
        }
        if *answer.code() == SqlState::READ_ONLY_SQL_TRANSACTION {
            return Self::ReadOnly(text);
        }
        // Classes: 22 data that cannot be, 23 constraints, 54 limits.
        match answer.code().code().get(..2) {
            Some("22" | "23" | "54") => {
                let rule = answer.constraint().or(answer.column()).unwrap_or_default();
                Self::Refused { rule: rule.to_owned(), text }
            }
            _ => Self::Failed(text),
        }
    }
}

impl Failure {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Refused { text, .. } | Self::Failed(text) | Self::ReadOnly(text) | Self::Lost(text) => text,
        }
    }
}

/// The rule that a table's fence is.
pub(super) const FENCE: &str = "fence";

/// What a refusal of this write by a constraint means.
pub(super) fn refusal(write: &Write, rule: &str, text: String) -> CommitError {
    match (write, rule) {
        (Write::OpenTable { table, .. }, "tables_id") => CommitError::TableExists { table: *table },
        (Write::PutTableInfo { table, .. }, "tables_invite_code") => {
            CommitError::InviteCodeTaken { table: *table }
        }
        (Write::PutReplay(replay), "replays_id") => CommitError::ReplayExists { id: replay.id.clone() },
        (
            Write::TakeDocument { kind, .. }
            | Write::ReplaceDocument { kind, .. }
            | Write::RequireDocument { kind, .. },
            "documents_id",
        ) => CommitError::NoDocument { kind: kind.clone() },
        (Write::AddDocument(Document { kind, .. }), "documents_id") => {
            CommitError::DocumentExists { kind: kind.clone() }
        }
        (Write::RenamePerson { person, .. }, "people_id")
        | (
            Write::PutDocument(Document { person: Some(person), .. })
            | Write::AddDocument(Document { person: Some(person), .. }),
            "documents_person",
        ) => CommitError::NoPerson { person: *person },
        (_, "people_name_key") => CommitError::NameTaken,
        (_, "people_token_hash") => CommitError::TokenTaken,
        _ => CommitError::NotSaved(text),
    }
}

/// [`describe`] for a connection that was not made, with what to do about it.
pub(super) fn describe_connecting(error: &Error) -> String {
    let text = describe(error);
    let advice = match error.as_db_error().map(tokio_postgres::error::DbError::code) {
        Some(code) if *code == SqlState::INVALID_PASSWORD => "correct user and password in database_url",
        Some(code) if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "correct user, host and sslmode in database_url, or allow them in pg_hba.conf there"
        }
        Some(code) if *code == SqlState::INVALID_CATALOG_NAME => {
            "create it there, or correct its name in database_url"
        }
        Some(_) => return text,
        None if is_untrusted(error) => {
            "name the file of the authority that signed its certificate with sslrootcert in database_url, and the server by \
             a name that the certificate is for"
        }
        None => "start PostgreSQL there, or correct database_url",
    };
    format!("{text}; {advice}")
}

/// Whether the server's certificate proves nothing to us.
fn is_untrusted(error: &Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
        if matches!(inner, Some(rustls::Error::InvalidCertificate(_))) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The innermost sentence: the outer ones only say that there was an error.
pub(super) fn describe(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(answer), _) => answer.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

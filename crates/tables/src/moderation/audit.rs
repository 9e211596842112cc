//! The list of what operators did.

use protocol::Refusal;
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError, Write};

use super::{DAY_MS, Moderation, not_stored};
use crate::document_body::document_body;
use crate::entropy::Entropy;

/// The kind of its documents.
const AUDIT: &str = "audit";

/// How long an entry is kept, in days.
const KEPT_DAYS: i64 = 365;

/// Who acts as the operator. All holders of the admin token are the same operator, distinguished only by their address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The address of the request, or `console`.
    pub from: String,
}

impl Operator {
    /// Somebody at the server's own terminal.
    #[must_use]
    pub fn at_console() -> Self {
        Self { from: "console".to_owned() }
    }
}

/// Something that an operator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// Milliseconds since 1970.
    pub at: i64,
    /// What, in one word.
    pub action: String,
    /// To whom or what.
    pub target: String,
    /// How long, why, with what words.
    pub detail: String,
    /// From where.
    pub from: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    action: String,
    target: String,
    detail: String,
    from: String,
}

/// The write that lists something, for the transaction that does it.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn entry(
    operator: &Operator,
    action: &str,
    target: &str,
    detail: &str,
    at: i64,
) -> Result<Write, Refusal> {
    let body = Body {
        action: action.to_owned(),
        target: target.to_owned(),
        detail: detail.to_owned(),
        from: operator.from.clone(),
    };
    // Two at the same moment must not be one. Without randomness the moment alone has to do.
    let unique = Entropy::system().u64().unwrap_or_default();
    Ok(Write::PutDocument(Document {
        kind: AUDIT.to_owned(),
        id: format!("{at:013}-{unique:016x}"),
        person: None,
        at,
        expires: Some(at + KEPT_DAYS * DAY_MS),
        body: document_body(&body)?,
    }))
}

impl Moderation {
    /// Lists something that an operator does.
    pub(crate) async fn note(
        &self,
        operator: &Operator,
        action: &str,
        target: &str,
        detail: &str,
        now: i64,
    ) -> Result<(), Refusal> {
        let noted = self.store.commit(vec![entry(operator, action, target, detail, now)?]).await;
        noted.map_err(|error| not_stored(&error))
    }

    /// What operators did before a moment, the latest first.
    pub(crate) async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditEntry>, ReadError> {
        let query = DocumentsQuery { kind: AUDIT.to_owned(), person: None, before, limit };
        let found = self.store.documents(query).await?;
        let read = |document: Document| {
            let Body { action, target, detail, from } =
                serde_json::from_str(&document.body).map_err(|error| {
                    ReadError::Failed(format!("an entry of the audit list is unreadable: {error}"))
                })?;
            Ok(AuditEntry { at: document.at, action, target, detail, from })
        };
        found.into_iter().map(read).collect()
    }
}

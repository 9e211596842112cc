//! People whose games somebody likes to watch. A list is its owner's alone: nobody learns who follows them.

use protocol::Refusal;
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError};

use super::PersonId;
use crate::document_body::document_body;

/// The kind of their documents.
pub(crate) const FOLLOW: &str = "follow";

/// Maximum number of people one person follows.
pub const MAX_FOLLOWS: usize = 200;

/// Somebody who is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowedPerson {
    /// Who.
    pub person: PersonId,
    /// What they are called now.
    pub name: String,
    /// Since when.
    pub since: i64,
}

#[derive(Serialize, Deserialize)]
struct Body {
    person: PersonId,
}

/// The id of the document that says that one person follows another.
pub(crate) fn id_of(by: PersonId, followed: PersonId) -> String {
    format!("{:x}-{:x}", by.0, followed.0)
}

/// The list of a person.
pub(crate) fn query(by: PersonId) -> DocumentsQuery {
    DocumentsQuery { kind: FOLLOW.to_owned(), person: Some(by.0), before: None, limit: MAX_FOLLOWS as u32 }
}

/// The document of a new entry.
pub(crate) fn document(by: PersonId, followed: PersonId, at: i64) -> Result<Document, Refusal> {
    Ok(Document {
        kind: FOLLOW.to_owned(),
        id: id_of(by, followed),
        person: Some(by.0),
        at,
        expires: None,
        body: document_body(&Body { person: followed })?,
    })
}

/// Whom a document names.
pub(crate) fn read(document: &Document) -> Result<PersonId, ReadError> {
    let body: Body = serde_json::from_str(&document.body)
        .map_err(|error| ReadError::Failed(format!("an entry of a watch list is unreadable: {error}")))?;
    Ok(body.person)
}

//! Wishes of people who want to be called, as they are stored: they outlive a restart.

use protocol::Refusal;
use store::{Document, DocumentsQuery, ReadError, Store, Write};

use super::{Entry, MAX_WAITING};
use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of their documents.
const WISH: &str = "ready_wish";

/// Two wishes of one person are two documents: the end of the first one cannot remove the second one.
fn wish_id(person: PersonId, said: i64) -> String {
    format!("{:x}-{said}", person.0)
}

/// The write that stores a wish.
pub(crate) fn stored_wish(entry: &Entry) -> Result<Write, Refusal> {
    Ok(Write::PutDocument(Document {
        kind: WISH.to_owned(),
        id: wish_id(entry.person(), entry.said),
        person: Some(entry.person().0),
        at: entry.said,
        expires: Some(entry.until),
        body: document_body(entry)?,
    }))
}

/// The write that ends a wish.
pub(crate) fn forget_wish(person: PersonId, said: i64) -> Write {
    Write::RemoveDocument { kind: WISH.to_owned(), id: wish_id(person, said) }
}

/// All wishes that are stored and last.
pub(crate) async fn stored_wishes(store: &Store, now: i64) -> Result<Vec<Entry>, ReadError> {
    let query =
        DocumentsQuery { kind: WISH.to_owned(), person: None, before: None, limit: MAX_WAITING as u32 };
    let mut wishes = Vec::new();
    for document in store.documents(query).await? {
        // One that a later program wrote and this one cannot read is the later one's.
        match serde_json::from_str::<Entry>(&document.body) {
            Ok(entry) if entry.until > now => wishes.push(entry),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, id = document.id, "a wish to play is unreadable"),
        }
    }
    Ok(wishes)
}

//! Browsers that take calls by web push, and the key that the server signs them with.

use protocol::{Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, Document, DocumentsQuery, ReadError, Store, Write};

use super::webhooks::QuietHours;
use crate::document_body::document_body;
use crate::people::PersonId;

const SUBSCRIPTION: &str = "push_subscription";
const KEY: &str = "push_key";
/// There is one key: with another one, browsers would have to subscribe again.
const KEY_ID: &str = "1";

/// Maximum number of browsers that a person is called on. The one that subscribed first makes room for another.
pub const MAX_SUBSCRIPTIONS: usize = 5;

/// A subscription that has failed for this long is removed, in milliseconds.
const GIVES_UP_AFTER: i64 = 86_400_000;

/// A browser that takes calls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushSubscription {
    /// What it is stored under: a hash of the endpoint.
    pub id: String,
    /// The address of its push service that messages are sent to.
    pub endpoint: String,
    /// The public key of the browser, in the encoding of the Push API.
    pub p256dh: String,
    /// The secret that authenticates messages, in the encoding of the Push API.
    pub auth: String,
    /// The device that subscribed: when it is ended, it is not called any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// When not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// The language that calls are written in, if the client named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// When it subscribed.
    pub created_at: i64,
    /// Since when all calls have failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<i64>,
}

/// What became of a call to a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushOutcome {
    /// The push service took it.
    Taken,
    /// It did not, for now.
    Failed,
    /// The browser does not take calls any more.
    Gone,
}

fn not_stored(error: &CommitError) -> Refusal {
    tracing::warn!(%error, "storing a push subscription failed");
    Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
}

fn document_of(person: PersonId, subscription: &PushSubscription) -> Result<Document, Refusal> {
    Ok(Document {
        kind: SUBSCRIPTION.to_owned(),
        id: subscription.id.clone(),
        person: Some(person.0),
        at: subscription.created_at,
        expires: None,
        body: document_body(subscription)?,
    })
}

fn remove_write(id: &str) -> Write {
    Write::RemoveDocument { kind: SUBSCRIPTION.to_owned(), id: id.to_owned() }
}

/// The browsers of a person, the latest first.
pub(crate) async fn read(store: &Store, person: PersonId) -> Result<Vec<PushSubscription>, ReadError> {
    let limit = 2 * MAX_SUBSCRIPTIONS as u32;
    let kind = SUBSCRIPTION.to_owned();
    let query = DocumentsQuery { kind, person: Some(person.0), before: None, limit };
    let read = |document: Document| {
        serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a push subscription is unreadable: {error}")))
    };
    store.documents(query).await?.into_iter().map(read).collect()
}

/// Adds a browser. One that belonged to somebody else belongs to this person now.
pub(crate) async fn add(
    store: &Store,
    person: PersonId,
    subscription: &PushSubscription,
) -> Result<(), Refusal> {
    let known = read(store, person).await.map_err(|error| {
        tracing::warn!(%error, "push subscriptions cannot be read");
        Refusal::new(RefusalCode::NotSaved, "The house could not look that up. Try again in a moment.")
    })?;
    let others = known.iter().filter(|other| other.id != subscription.id);
    let mut writes: Vec<Write> =
        others.skip(MAX_SUBSCRIPTIONS - 1).map(|oldest| remove_write(&oldest.id)).collect();
    writes.push(Write::PutDocument(document_of(person, subscription)?));
    store.commit(writes).await.map_err(|error| not_stored(&error))
}

pub(crate) async fn remove(store: &Store, ids: &[String]) -> Result<(), Refusal> {
    if ids.is_empty() {
        return Ok(());
    }
    let writes = ids.iter().map(|id| remove_write(id)).collect();
    store.commit(writes).await.map_err(|error| not_stored(&error))
}

/// Notes what became of a call. A subscription that was removed meanwhile stays removed.
pub(crate) async fn note(
    store: &Store,
    subscription: &PushSubscription,
    outcome: PushOutcome,
    now: i64,
) -> Result<(), Refusal> {
    let failing_since = match outcome {
        PushOutcome::Taken => None,
        PushOutcome::Failed => subscription.failing_since.or(Some(now)),
        PushOutcome::Gone => return remove(store, std::slice::from_ref(&subscription.id)).await,
    };
    if failing_since.is_some_and(|since| now - since >= GIVES_UP_AFTER) {
        return remove(store, std::slice::from_ref(&subscription.id)).await;
    }
    if failing_since == subscription.failing_since {
        return Ok(());
    }
    let body = document_body(&PushSubscription { failing_since, ..subscription.clone() })?;
    let (kind, id) = (SUBSCRIPTION.to_owned(), subscription.id.clone());
    let change = Write::ChangeDocument { kind, id, at: subscription.created_at, body };
    store.commit(vec![change]).await.map_err(|error| not_stored(&error))
}

/// The key that the server signs with: the one that is stored, or else this new one.
///
/// Of several nodes that start at once one stores its key, and all take that one.
pub(crate) async fn key(store: &Store, new: &str, now: i64) -> Result<String, ReadError> {
    if let Some(known) = store.document(KEY, KEY_ID).await? {
        return Ok(known.body);
    }
    let document = Document {
        kind: KEY.to_owned(),
        id: KEY_ID.to_owned(),
        person: None,
        at: now,
        expires: None,
        body: new.to_owned(),
    };
    match store.commit(vec![Write::AddDocument(document)]).await {
        Ok(()) | Err(CommitError::DocumentExists { .. }) => {}
        Err(error) => return Err(ReadError::Failed(format!("the key for web push is not stored: {error}"))),
    }
    let known = store.document(KEY, KEY_ID).await?;
    known.map(|known| known.body).ok_or_else(|| ReadError::Failed("the key for web push is gone".to_owned()))
}

//! Where a person wants to be called.

use protocol::{Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{Document, ReadError, Store, Write};

use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of their documents.
const WEBHOOK: &str = "webhook";

/// A webhook that has failed for this long is not tried any more, in milliseconds.
const GIVES_UP_AFTER: i64 = 86_400_000;

const DAY_MINUTES: i64 = 1_440;

/// How a call is written, for the service that takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookFormat {
    /// An object with title, text, table and link.
    Json,
    /// A text with its title and link in headers.
    Ntfy,
    /// An object with `content`.
    Discord,
    /// An object with `text`, as Slack and Matrix take it.
    Slack,
}

/// The time of the day at which nobody is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuietHours {
    /// Its first minute of the day.
    pub from: u16,
    /// The minute at which it is over.
    pub to: u16,
    /// Minutes by which the person's clock is ahead of UTC.
    pub utc_offset: i16,
}

impl QuietHours {
    /// The moment at which the quiet is over, if it is quiet now.
    #[must_use]
    pub fn ends_at(&self, now: i64) -> Option<i64> {
        let minute = (now.div_euclid(60_000) + i64::from(self.utc_offset)).rem_euclid(DAY_MINUTES);
        let length = (i64::from(self.to) - i64::from(self.from)).rem_euclid(DAY_MINUTES);
        let passed = (minute - i64::from(self.from)).rem_euclid(DAY_MINUTES);
        (passed < length).then(|| (now.div_euclid(60_000) + length - passed) * 60_000)
    }
}

/// Where and how a person wants to be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Webhook {
    /// The address that a call is sent to.
    pub url: String,
    /// How it is written.
    pub format: WebhookFormat,
    /// When not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// The language that calls are written in, if the client named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Since when all calls have failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<i64>,
}

impl Webhook {
    /// Whether it has failed for so long that nobody is called any more.
    #[must_use]
    pub fn is_stopped(&self, now: i64) -> bool {
        self.failing_since.is_some_and(|since| now - since >= GIVES_UP_AFTER)
    }
}

fn id_of(person: PersonId) -> String {
    format!("{:x}", person.0)
}

pub(crate) async fn read(store: &Store, person: PersonId) -> Result<Option<Webhook>, ReadError> {
    let found = store.document(WEBHOOK, &id_of(person)).await?;
    let read = |document: Document| {
        serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a webhook is unreadable: {error}")))
    };
    found.map(read).transpose()
}

pub(crate) async fn write(
    store: &Store,
    person: PersonId,
    webhook: &Webhook,
    now: i64,
) -> Result<(), Refusal> {
    let document = Document {
        kind: WEBHOOK.to_owned(),
        id: id_of(person),
        person: Some(person.0),
        at: now,
        expires: None,
        body: document_body(webhook)?,
    };
    commit(store, Write::PutDocument(document)).await
}

/// Notes whether calls arrive. A webhook that was removed meanwhile stays removed.
pub(crate) async fn note(
    store: &Store,
    person: PersonId,
    webhook: &Webhook,
    now: i64,
) -> Result<(), Refusal> {
    let body = document_body(webhook)?;
    commit(store, Write::ChangeDocument { kind: WEBHOOK.to_owned(), id: id_of(person), at: now, body }).await
}

pub(crate) async fn remove(store: &Store, person: PersonId) -> Result<(), Refusal> {
    commit(store, Write::RemoveDocument { kind: WEBHOOK.to_owned(), id: id_of(person) }).await
}

async fn commit(store: &Store, write: Write) -> Result<(), Refusal> {
    store.commit(vec![write]).await.map_err(|error| {
        tracing::warn!(%error, "storing a webhook failed");
        Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_go_over_midnight_and_are_those_of_the_person() {
        let at = |hour: i64, minute: i64| (hour * 60 + minute) * 60_000;
        let night = QuietHours { from: 22 * 60, to: 7 * 60, utc_offset: 0 };
        assert_eq!(night.ends_at(at(21, 59)), None);
        assert_eq!(night.ends_at(at(22, 0)), Some(at(31, 0)));
        assert_eq!(night.ends_at(at(6, 59)), Some(at(7, 0)));
        assert_eq!(night.ends_at(at(7, 0)), None);
        let elsewhere = QuietHours { utc_offset: 60, ..night };
        assert_eq!(elsewhere.ends_at(at(21, 0)), Some(at(30, 0)));
        assert_eq!(QuietHours { from: 60, to: 60, utc_offset: 0 }.ends_at(at(1, 0)), None, "never");
    }
}

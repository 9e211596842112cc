//! Web push: calls to browsers, through the push service of each.

mod encrypt;
mod vapid;

use std::sync::Arc;

use serde_json::json;
use sha2::{Digest, Sha256};
use tables::{CallStage, PushOutcome, PushSubscription, Server};
use ureq::http::Uri;

pub(crate) use self::encrypt::BrowserKeys;
use self::encrypt::{MAX_TEXT, encrypt};
use self::vapid::VapidKey;
use super::message::{CallMessage, WrittenCall};
use super::post::{PostError, WebhookPoster, is_webhook_url};
use crate::serve::settings::Settings;

/// How long a push service keeps a message for a browser that is off, in seconds: at least, and at most.
const MIN_TTL: i64 = 60;
const MAX_TTL: i64 = 28 * 86_400;

/// The topic of calls to a table that is not open yet.
const READY_TOPIC: &str = "ready";

/// What a message is, for the push service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PushEnvelope {
    /// A newer message replaces an older one of the same topic that was not delivered yet.
    pub(crate) topic: Option<String>,
    pub(crate) ttl: i64,
    pub(crate) urgency: &'static str,
}

impl PushEnvelope {
    pub(crate) fn of(stage: CallStage, table: Option<&str>, useful_ms: i64) -> Self {
        let urgency = match stage {
            CallStage::Turn | CallStage::Done => "normal",
            CallStage::Alarm | CallStage::Scheduled | CallStage::Ready => "high",
        };
        let ttl = useful_ms.div_euclid(1_000).clamp(MIN_TTL, MAX_TTL);
        Self { topic: Some(table.unwrap_or(READY_TOPIC).to_owned()), ttl, urgency }
    }

    /// The call that only shows that calls arrive.
    pub(crate) fn test() -> Self {
        Self { topic: None, ttl: MIN_TTL, urgency: "normal" }
    }
}

/// Sends calls to browsers.
pub(crate) struct PushSender {
    key: VapidKey,
    contact: String,
    poster: WebhookPoster,
}

impl PushSender {
    /// The sender of this server, with the stored key; `None` if the operator has not enabled web push.
    pub(crate) async fn of(settings: &Settings, server: &Server) -> anyhow::Result<Option<Arc<Self>>> {
        let Some(contact) = &settings.push_contact else { return Ok(None) };
        let stored = server.push_key(&VapidKey::generate()?).await?;
        let (key, poster) = (VapidKey::read(&stored)?, WebhookPoster::of(settings));
        Ok(Some(Arc::new(Self { key, contact: contact.to_string(), poster })))
    }

    /// What browsers subscribe with.
    pub(crate) fn public_key(&self) -> String {
        self.key.public()
    }

    /// Whether an address can be that of a push service: https, or plain where the operator allows that network.
    pub(crate) fn is_endpoint(&self, text: &str) -> bool {
        let Ok(uri) = text.parse::<Uri>() else { return false };
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        let is_allowed = host.parse().is_ok_and(|address| self.poster.allows(address));
        is_webhook_url(text) && (uri.scheme_str() == Some("https") || is_allowed)
    }

    /// Sends a call to a browser.
    pub(crate) async fn send(
        &self,
        subscription: &PushSubscription,
        message: &CallMessage,
        envelope: &PushEnvelope,
        now: i64,
    ) -> PushOutcome {
        let Some(written) = self.written(subscription, message, envelope, now) else {
            // Nothing can be encrypted for an invalid key.
            return PushOutcome::Gone;
        };
        match self.poster.send(subscription.endpoint.clone(), written).await {
            Ok(()) => PushOutcome::Taken,
            Err(PostError::Status(404 | 410)) => PushOutcome::Gone,
            Err(error) => {
                tracing::debug!(%error, "sending a call to a push service failed");
                PushOutcome::Failed
            }
        }
    }

    fn written(
        &self,
        subscription: &PushSubscription,
        message: &CallMessage,
        envelope: &PushEnvelope,
        now: i64,
    ) -> Option<WrittenCall> {
        let keys = BrowserKeys::read(&subscription.p256dh, &subscription.auth)?;
        let body = encrypt(&declared(message), &keys).ok()?;
        let uri = subscription.endpoint.parse::<Uri>().ok()?;
        let audience = format!("{}://{}", uri.scheme_str()?, uri.authority()?);
        let authorization = self.key.authorization(&audience, &self.contact, now).ok()?;
        let mut headers = vec![
            ("Content-Encoding", "aes128gcm".to_owned()),
            ("TTL", envelope.ttl.to_string()),
            ("Urgency", envelope.urgency.to_owned()),
            ("Authorization", authorization),
        ];
        headers.extend(envelope.topic.clone().map(|topic| ("Topic", topic)));
        Some(WrittenCall { content_type: "application/octet-stream", headers, body })
    }
}

/// A message in the declarative form: some browsers show it without running the pages' worker, for others the worker reads it.
fn declared(message: &CallMessage) -> Vec<u8> {
    let CallMessage { title, text, table, link, path } = message;
    let navigate = link.as_ref().unwrap_or(path);
    let mut shown = json!({
        "web_push": 8030,
        "notification": { "title": title, "body": text, "navigate": navigate, "tag": table },
    });
    if shown.to_string().len() > MAX_TEXT {
        shown["notification"]["body"] = json!("");
    }
    shown.to_string().into_bytes()
}

/// The id of a stored subscription: a hash, which does not reveal the address of the browser.
pub(crate) fn subscription_id(endpoint: &str) -> String {
    let hash = Sha256::digest(endpoint);
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_of_use_as_long_as_the_clock_runs() {
        let envelope = PushEnvelope::of(CallStage::Turn, Some("ss439rrzy0"), 3_600_000);
        assert_eq!((envelope.ttl, envelope.urgency), (3_600, "normal"));
        assert_eq!(PushEnvelope::of(CallStage::Alarm, Some("ss439rrzy0"), -5).ttl, MIN_TTL);
        assert_eq!(PushEnvelope::of(CallStage::Alarm, None, i64::MAX).ttl, MAX_TTL);
    }

    #[test]
    fn a_message_is_declared_and_never_too_long() {
        let message = CallMessage {
            title: "Your turn: Chicago".to_owned(),
            text: "With Ann.".to_owned(),
            table: Some("ss439rrzy0".to_owned()),
            link: None,
            path: "/t/ss439rrzy0".to_owned(),
        };
        let read: serde_json::Value = serde_json::from_slice(&declared(&message)).unwrap();
        assert_eq!(read["web_push"], 8030);
        assert_eq!(read["notification"]["navigate"], "/t/ss439rrzy0");
        let long = CallMessage { text: "x".repeat(10_000), ..message };
        assert!(declared(&long).len() <= MAX_TEXT);
    }
}

//! Delivers calls to people who are away, and says in the server's own channel that somebody would play.

mod message;
mod post;
mod public_address;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tables::{CallStage, DueCall, Server, Webhook};
use tokio::sync::Semaphore;

pub(crate) use self::message::CallMessage;
use self::post::PostError;
pub(crate) use self::post::{WebhookPoster, is_webhook_url};
use super::settings::Settings;

/// How often calls that are due are looked for, in milliseconds.
const LOOK_EVERY: i64 = 2_000;

/// For how long one node of a cluster delivers them.
const LEASE: Duration = Duration::from_secs(10);

/// How many calls are delivered at a time: one webhook that is slow holds no other.
const MAX_AT_ONCE: usize = 8;

/// What delivering needs.
struct Delivery {
    poster: WebhookPoster,
    places: Arc<Semaphore>,
    /// Calls that are being delivered.
    on_the_way: Mutex<HashSet<String>>,
    /// Where the pages are, for links.
    public_url: Option<String>,
}

/// Delivers calls as long as the server is there.
pub(super) fn start(server: &Arc<Server>, settings: &Settings) {
    let delivery = Arc::new(Delivery {
        poster: WebhookPoster::of(settings),
        places: Arc::new(Semaphore::new(MAX_AT_ONCE)),
        on_the_way: Mutex::default(),
        public_url: settings.public_url.as_ref().map(ToString::to_string),
    });
    tokio::spawn(run(Arc::downgrade(server), delivery));
}

async fn run(server: Weak<Server>, delivery: Arc<Delivery>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let time = running.time().clone();
        if !running.is_closing() && matches!(running.store().hold_lease("calls", LEASE).await, Ok(true)) {
            match running.due_calls().await {
                Ok(due) => {
                    for call in due {
                        delivery.deliver(&running, call).await;
                    }
                }
                Err(error) => tracing::debug!(%error, "calls that are due cannot be read"),
            }
        }
        drop(running);
        time.sleep_until(Some(time.now() + LOOK_EVERY)).await;
    }
}

impl Delivery {
    fn on_the_way(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.on_the_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers a call, unless it is not wanted now.
    async fn deliver(self: &Arc<Self>, server: &Arc<Server>, call: DueCall) {
        if call.stage == CallStage::Done || self.on_the_way().contains(&call.id) {
            return;
        }
        let now = server.time().now();
        let webhook = match server.webhook(call.person).await {
            Ok(webhook) => webhook.filter(|webhook| !webhook.is_stopped(now)),
            Err(error) => {
                tracing::debug!(%error, "a webhook cannot be read");
                return;
            }
        };
        let is_banned = server.ban_of(Some(call.person), None).is_some();
        // Who said yes to a table is called also if they look at another page.
        let is_wanted = call.stage == CallStage::Scheduled || server.is_away(call.table, call.seat);
        let Some(webhook) = webhook.filter(|_| is_wanted && !is_banned) else {
            // What cannot be noted comes again with the next look.
            let _ = server.call_delivered(&call).await;
            return;
        };
        if let Some(until) = webhook.quiet.and_then(|quiet| quiet.ends_at(now)) {
            let _ = server.postpone_call(&call, until).await;
            return;
        }
        let Ok(place) = self.places.clone().try_acquire_owned() else { return };
        self.on_the_way().insert(call.id.clone());
        let (delivery, server) = (self.clone(), server.clone());
        tokio::spawn(async move {
            let delivered = delivery.post(&webhook, &call, now).await;
            if let Err(error) = &delivered {
                server.metrics().calls_failed_total.inc();
                tracing::debug!(%error, "a call was not delivered");
            }
            // What cannot be noted comes again: a call twice is better than none.
            let _ = match &delivered {
                Ok(()) => server.call_delivered(&call).await,
                Err(_) => server.call_failed(&call).await,
            };
            let _ = server.note_webhook(call.person, webhook, delivered.is_ok()).await;
            server.metrics().calls_total.inc();
            delivery.on_the_way().remove(&call.id);
            drop(place);
        });
    }

    async fn post(&self, webhook: &Webhook, call: &DueCall, now: i64) -> Result<(), PostError> {
        let message = CallMessage::of(call, now, self.public_url.as_deref());
        self.poster.post(webhook.url.clone(), webhook.format, message).await
    }
}

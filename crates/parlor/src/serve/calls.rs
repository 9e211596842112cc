//! Delivers calls to people who are away, to their webhook and to browsers by web push, and announcements to the operator's
//! channel.

mod announce;
mod message;
mod post;
mod public_address;
mod push;
mod words;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tables::{CallStage, DueCall, PushOutcome, PushSubscription, QuietHours, Server, Webhook};
use tokio::sync::Semaphore;

pub(crate) use self::message::CallMessage;
pub(crate) use self::post::{WebhookPoster, is_webhook_url};
pub(crate) use self::push::{BrowserKeys, PushEnvelope, PushSender, subscription_id};
pub(crate) use self::words::CallLanguage;
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
    /// `None` if the operator has not enabled web push.
    push: Option<Arc<PushSender>>,
    places: Arc<Semaphore>,
    /// Calls that are being delivered.
    on_the_way: Mutex<HashSet<String>>,
    /// Where the pages are, for links.
    public_url: Option<String>,
}

/// Delivers calls for as long as the server exists.
pub(super) fn start(server: &Arc<Server>, settings: &Settings, push: Option<Arc<PushSender>>) {
    let delivery = Arc::new(Delivery {
        poster: WebhookPoster::of(settings),
        push,
        places: Arc::new(Semaphore::new(MAX_AT_ONCE)),
        on_the_way: Mutex::default(),
        public_url: settings.public_url.as_ref().map(ToString::to_string),
    });
    tokio::spawn(run(Arc::downgrade(server), delivery));
    announce::start(server, settings);
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

/// Where a person is called now.
#[derive(Default)]
struct Targets {
    webhook: Option<Webhook>,
    browsers: Vec<PushSubscription>,
    /// When the quiet hours of the first of those that are left out are over.
    quiet_until: Option<i64>,
}

impl Targets {
    fn is_empty(&self) -> bool {
        self.webhook.is_none() && self.browsers.is_empty()
    }

    /// Whether it is not quiet there; if it is, until when is noted.
    fn takes_now(&mut self, quiet: Option<QuietHours>, now: i64) -> bool {
        let ends = quiet.and_then(|quiet| quiet.ends_at(now));
        self.quiet_until = match (self.quiet_until, ends) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        ends.is_none()
    }
}

impl Delivery {
    fn on_the_way(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.on_the_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where somebody wants to be called, and where it is not quiet.
    async fn targets(&self, server: &Server, call: &DueCall, now: i64) -> Result<Targets, store::ReadError> {
        let mut targets = Targets::default();
        let webhook = server.webhook(call.person).await?.filter(|webhook| !webhook.is_stopped(now));
        targets.webhook = webhook.filter(|webhook| targets.takes_now(webhook.quiet, now));
        if self.push.is_some() {
            let all = server.push_subscriptions(call.person).await?;
            targets.browsers =
                all.into_iter().filter(|browser| targets.takes_now(browser.quiet, now)).collect();
        }
        Ok(targets)
    }

    /// Delivers a call, unless it is not wanted now.
    async fn deliver(self: &Arc<Self>, server: &Arc<Server>, call: DueCall) {
        if call.stage == CallStage::Done || self.on_the_way().contains(&call.id) {
            return;
        }
        let now = server.time().now();
        let targets = match self.targets(server, &call, now).await {
            Ok(targets) => targets,
            Err(error) => {
                tracing::debug!(%error, "reading somebody's call settings failed");
                return;
            }
        };
        let is_banned = server.ban_of(Some(call.person), None).is_some();
        if is_banned || !server.is_away(&call) || (targets.is_empty() && targets.quiet_until.is_none()) {
            // What cannot be noted comes again with the next look.
            let _ = server.call_delivered(&call).await;
            return;
        }
        // Who is on vacation has no turn that is urgent. To a table that they asked for they are called.
        let vacation = match call.stage {
            CallStage::Scheduled | CallStage::Ready => None,
            CallStage::Turn | CallStage::Alarm | CallStage::Done => {
                server.vacation(call.person).await.ok().and_then(|vacation| vacation.until)
            }
        };
        if let Some(until) = vacation {
            let _ = server.postpone_call(&call, until).await;
            return;
        }
        if let (true, Some(until)) = (targets.is_empty(), targets.quiet_until) {
            let _ = server.postpone_call(&call, until).await;
            return;
        }
        let Ok(place) = self.places.clone().try_acquire_owned() else { return };
        self.on_the_way().insert(call.id.clone());
        let (delivery, server) = (self.clone(), server.clone());
        tokio::spawn(async move {
            let is_delivered = delivery.call(&server, &call, targets, now).await;
            if !is_delivered {
                server.metrics().calls_failed_total.inc();
            }
            // What cannot be noted comes again: a call twice is better than none.
            let _ = match is_delivered {
                true => server.call_delivered(&call).await,
                false => server.call_failed(&call).await,
            };
            server.metrics().calls_total.inc();
            delivery.on_the_way().remove(&call.id);
            drop(place);
        });
    }

    /// Calls somebody at all targets. The call is delivered if one of them accepts it, so that a browser that is off does
    /// not delay it.
    async fn call(&self, server: &Arc<Server>, call: &DueCall, targets: Targets, now: i64) -> bool {
        let message = |language| CallMessage::of(call, now, language, self.public_url.as_deref());
        let table = call.table.map(|table| table.to_string());
        let mut is_delivered = false;
        let browsers = targets.browsers.into_iter().filter_map(|browser| {
            let message = message(CallLanguage::of(browser.language.as_deref()));
            let (push, server) = (self.push.clone()?, server.clone());
            let envelope = PushEnvelope::of(call.stage, table.as_deref(), call.useful_ms(now));
            Some(tokio::spawn(async move {
                let outcome = push.send(&browser, &message, &envelope, now).await;
                let _ = server.note_push(&browser, outcome).await;
                outcome == PushOutcome::Taken
            }))
        });
        // All at once: one that is slow holds no other.
        let browsers: Vec<_> = browsers.collect();
        if let Some(webhook) = targets.webhook {
            let message = message(CallLanguage::of(webhook.language.as_deref()));
            let posted = self.poster.post(webhook.url.clone(), webhook.format, message).await;
            if let Err(error) = &posted {
                tracing::debug!(%error, "a call was not delivered");
            }
            let _ = server.note_webhook(call.person, webhook, posted.is_ok()).await;
            is_delivered |= posted.is_ok();
        }
        for browser in browsers {
            is_delivered |= browser.await.unwrap_or(false);
        }
        is_delivered
    }
}

//! Calls to people who are away, for the tasks that deliver them.

use protocol::{Presence, Refusal, RefusalCode, TableId};
use store::ReadError;
use tokio::sync::broadcast;

use super::Server;
use crate::announcements::Announcement;
use crate::calls::{CallStage, DueCall, PushOutcome, PushSubscription, Webhook, due_calls, push, webhooks};
use crate::people::{PersonId, cannot_read};

impl Server {
    /// Subscribes to the announcements for the operator's channel.
    #[must_use]
    pub fn announcements(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.listen()
    }

    /// Where a person wants to be called.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn webhook(&self, person: PersonId) -> Result<Option<Webhook>, ReadError> {
        webhooks::read(self.store(), person).await
    }

    /// A person wants to be called there.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn set_webhook(&self, person: PersonId, webhook: &Webhook) -> Result<(), Refusal> {
        webhooks::write(self.store(), person, webhook, self.time().now()).await
    }

    /// A person does not want to be called any more.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn remove_webhook(&self, person: PersonId) -> Result<(), Refusal> {
        webhooks::remove(self.store(), person).await
    }

    /// The browsers that a person is called on, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn push_subscriptions(&self, person: PersonId) -> Result<Vec<PushSubscription>, ReadError> {
        push::read(self.store(), person).await
    }

    /// A person wants to be called on a browser.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn add_push_subscription(
        &self,
        person: PersonId,
        subscription: &PushSubscription,
    ) -> Result<(), Refusal> {
        push::add(self.store(), person, subscription).await
    }

    /// A person does not want to be called on a browser any more. False if they have none of that id.
    ///
    /// # Errors
    /// If that cannot be read or stored.
    pub async fn remove_push_subscription(&self, person: PersonId, id: &str) -> Result<bool, Refusal> {
        self.remove_subscriptions(person, |subscription| subscription.id == id).await
    }

    /// Those of a device that was ended.
    pub(super) async fn remove_subscriptions_of(&self, person: PersonId, device: &str) {
        let own = |subscription: &PushSubscription| subscription.device.as_deref() == Some(device);
        if let Err(refusal) = self.remove_subscriptions(person, own).await {
            tracing::warn!(code = refusal.code, "push subscriptions of an ended device were not removed");
        }
    }

    async fn remove_subscriptions(
        &self,
        person: PersonId,
        which: impl Fn(&PushSubscription) -> bool,
    ) -> Result<bool, Refusal> {
        let known = push::read(self.store(), person).await;
        let known = known.map_err(|error| cannot_read(&error, self.time().now()))?;
        let ids: Vec<String> = known.into_iter().filter(which).map(|subscription| subscription.id).collect();
        push::remove(self.store(), &ids).await?;
        Ok(!ids.is_empty())
    }

    /// Notes what became of a call to a browser.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn note_push(
        &self,
        subscription: &PushSubscription,
        outcome: PushOutcome,
    ) -> Result<(), Refusal> {
        push::note(self.store(), subscription, outcome, self.time().now()).await
    }

    /// The key that web push is signed with: the one that is stored, or else this new one, which is stored then.
    ///
    /// # Errors
    /// If it cannot be read or stored.
    pub async fn push_key(&self, new: &str) -> Result<String, ReadError> {
        push::key(self.store(), new, self.time().now()).await
    }

    /// The calls that are due.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn due_calls(&self) -> Result<Vec<DueCall>, ReadError> {
        due_calls(self.store(), self.time().now()).await
    }

    /// Refuses somebody who cannot be called: they have neither a webhook nor a browser that takes calls.
    pub(crate) async fn can_be_called(&self, person: PersonId) -> Result<(), Refusal> {
        let now = self.time().now();
        let webhook = webhooks::read(self.store(), person).await;
        let webhook = webhook.map_err(|error| cannot_read(&error, now))?;
        if webhook.is_some_and(|webhook| !webhook.is_stopped(now)) {
            return Ok(());
        }
        let browsers = push::read(self.store(), person).await.map_err(|error| cannot_read(&error, now))?;
        if browsers.is_empty() {
            let sentence = "Nobody can call you: say in the settings where you want to be called.";
            return Err(Refusal::new(RefusalCode::NoCalls, sentence));
        }
        Ok(())
    }

    /// Whether a person is away from what they are called to: from their seat at a table, on any node, or from the server.
    #[must_use]
    pub fn is_away(&self, call: &DueCall) -> bool {
        match (call.stage, call.table) {
            // Who said yes to a table is called also if they look at another page.
            (CallStage::Scheduled, _) => true,
            (_, Some(table)) => self.is_seat_empty(table, call.seat),
            (_, None) => !self.people().is_connected(call.person),
        }
    }

    /// Nobody is at a table that sleeps.
    fn is_seat_empty(&self, table: TableId, seat: u8) -> bool {
        let card = self.card(table);
        let seat = card.as_ref().and_then(|card| card.seats.get(usize::from(seat)));
        seat.is_none_or(|seat| matches!(seat.presence, Presence::Disconnected { .. } | Presence::Left))
    }

    /// A call was delivered, or need not be.
    ///
    /// # Errors
    /// If that cannot be stored: then it comes again.
    pub async fn call_delivered(&self, call: &DueCall) -> Result<(), Refusal> {
        call.next(self.store()).await
    }

    /// A call is to be delivered later.
    ///
    /// # Errors
    /// If that cannot be stored: then it comes again at once.
    pub async fn postpone_call(&self, call: &DueCall, until: i64) -> Result<(), Refusal> {
        call.postpone(self.store(), until).await
    }

    /// A call could not be delivered: it is tried again later.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn call_failed(&self, call: &DueCall) -> Result<(), Refusal> {
        call.failed(self.store(), self.time().now()).await
    }

    /// Notes whether a webhook takes calls.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn note_webhook(
        &self,
        person: PersonId,
        mut webhook: Webhook,
        works: bool,
    ) -> Result<(), Refusal> {
        let now = self.time().now();
        let failing_since = if works { None } else { webhook.failing_since.or(Some(now)) };
        if failing_since == webhook.failing_since {
            return Ok(());
        }
        webhook.failing_since = failing_since;
        webhooks::note(self.store(), person, &webhook, now).await
    }
}

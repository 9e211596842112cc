//! Calls to people who are away, for whoever delivers them.

use protocol::{Presence, Refusal, TableId};
use store::ReadError;

use super::Server;
use crate::calls::{DueCall, Webhook, due_calls, webhooks};
use crate::people::PersonId;

impl Server {
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

    /// The calls that are due.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn due_calls(&self) -> Result<Vec<DueCall>, ReadError> {
        due_calls(self.store(), self.time().now()).await
    }

    /// Whether the person on a seat is not connected to that table, on any node. Nobody is at a table that sleeps.
    #[must_use]
    pub fn is_away(&self, table: TableId, seat: u8) -> bool {
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

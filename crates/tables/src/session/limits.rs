//! What one connection may send: how fast, how long, and how much that cannot be read.

use std::ops::ControlFlow;

use protocol::{Bye, ByeReason, MAX_CLIENT_MESSAGE, Ref, Refusal, RefusalCode};

use super::Session;
use crate::limiter::{LimitExceeded, LimitKind};

/// This many unreadable messages are forgiven on one connection.
const MAX_UNREADABLE_MESSAGES: u32 = 20;

impl Session {
    /// Something that carries no message, such as a ping of the connection itself. It counts as one: nobody may keep the
    /// server busy with nothing.
    pub fn on_keepalive(&mut self) -> ControlFlow<()> {
        if self.spend(LimitKind::Messages, 1, "").is_ok() {
            return ControlFlow::Continue(());
        }
        self.warned_too_often()
    }

    /// A message that no client of this protocol sends.
    pub fn unreadable(&mut self, why: &str) -> ControlFlow<()> {
        self.cannot_read(why, None)
    }

    pub(super) fn cannot_read(&mut self, why: &str, reference: Option<Ref>) -> ControlFlow<()> {
        let sentence = format!("This message could not be read: {why}.");
        self.forgive(Refusal::new(RefusalCode::BadMessage, sentence), reference)
    }

    /// A message that is longer than any may be.
    pub fn too_long(&mut self) -> ControlFlow<()> {
        let sentence = format!("A message has at most {MAX_CLIENT_MESSAGE} bytes.");
        self.forgive(Refusal::new(RefusalCode::TooLong, sentence), None)
    }

    /// Refuses a message that is none, unless there were too many of them.
    pub(super) fn forgive(&mut self, refusal: Refusal, reference: Option<Ref>) -> ControlFlow<()> {
        self.server.metrics().messages_unreadable_total.inc();
        self.unreadable += 1;
        if self.unreadable > MAX_UNREADABLE_MESSAGES {
            self.outbox.close(Bye {
                reason: ByeReason::BadMessages,
                message: "Too many messages could not be read.".to_owned(),
                retry_ms: None,
            });
            return ControlFlow::Break(());
        }
        self.answer(reference).refused(refusal);
        ControlFlow::Continue(())
    }

    pub(super) fn refuse_or_close(&mut self, refusal: Refusal, reference: Option<Ref>) -> ControlFlow<()> {
        let flow = self.warned_too_often();
        if flow == ControlFlow::Continue(()) {
            self.answer(reference).refused(refusal);
        }
        flow
    }

    /// Closes the connection of a client that keeps exceeding its rate.
    pub(super) fn warned_too_often(&mut self) -> ControlFlow<()> {
        let now = self.server.time().now();
        let Err(exceeded) = self.warnings.take(LimitKind::Warnings, 1, now) else {
            return ControlFlow::Continue(());
        };
        let message = "Too many messages at once.".to_owned();
        let retry_ms = Some(exceeded.retry_ms);
        self.outbox.close(Bye { reason: ByeReason::RateLimited, message, retry_ms });
        ControlFlow::Break(())
    }

    /// Takes some of what the person and their address may have, or refuses with the time after which there is enough.
    pub(super) fn spend(&self, kind: LimitKind, cost: u32, sentence: &str) -> Result<(), Refusal> {
        let now = self.server.time().now();
        let of_address = self.address.as_ref().map_or(Ok(()), |address| address.take(kind, cost, now));
        self.refuse_beyond(of_address.and_then(|()| self.account.take(kind, cost, now)), sentence)
    }

    /// The same for what only addresses have a limit of.
    pub(super) fn spend_at_address(&self, kind: LimitKind, sentence: &str) -> Result<(), Refusal> {
        let Some(address) = &self.address else { return Ok(()) };
        self.refuse_beyond(address.take(kind, 1, self.server.time().now()), sentence)
    }

    /// The same for what only the person has a limit of.
    pub(super) fn spend_alone(&self, kind: LimitKind, sentence: &str) -> Result<(), Refusal> {
        self.refuse_beyond(self.account.take(kind, 1, self.server.time().now()), sentence)
    }

    pub(super) fn refuse_beyond(
        &self,
        taken: Result<(), LimitExceeded>,
        sentence: &str,
    ) -> Result<(), Refusal> {
        taken.map_err(|exceeded| {
            self.server.metrics().requests_rate_limited_total.inc();
            Refusal::new(RefusalCode::RateLimited, sentence).retry_after(exceeded.retry_ms)
        })
    }
}

//! A table that nobody is connected to goes to sleep: its actor ends, its row stays.

use store::Write;

use super::{ActorState, TableActor, timers};
use crate::journal::Fact;

/// A table does not go to sleep for less than this, in milliseconds.
const MIN_SLEEP: i64 = 30_000;

impl TableActor {
    /// When to go to sleep; nothing while somebody is here, a bot is to act, or something is due soon after.
    pub(super) fn sleep_moment(&self) -> Option<i64> {
        let suspended = self.state.suspended.is_some();
        let bots_play =
            !suspended && self.state.to_act().iter().any(|seat| self.state.bot_of(seat).is_some());
        // A game that waits for clients is suspended first: its clocks must not run while it sleeps.
        if bots_play
            || self.suspend_moment().is_some()
            || !self.connections.is_empty()
            || self.outage.is_on()
            || self.state.has_legacy_clients()
        {
            return None;
        }
        // Whoever woke it has as long as anybody to connect, however long it had slept.
        let moment = self.empty_since?.max(self.awake_since) + self.context.sleep_after;
        // Those who are expected find it in the lobby.
        let moment = self.state.kept_until().map_or(moment, |until| moment.max(until));
        let late = moment.max(self.context.time.now());
        self.next_due().is_none_or(|due| due - late >= MIN_SLEEP).then_some(moment)
    }

    /// Ends the actor. Whoever asks for the table wakes it, and so does the next moment at which something is due.
    pub(super) async fn go_to_sleep(&mut self) -> ActorState {
        let (table, epoch, now) = (self.state.id, self.state.epoch, self.context.time.now());
        let wake_at = self.next_due();
        // Clocks that were put off must not be put off for the same reason again when the table wakes.
        let facts: Vec<Fact> =
            self.state.outage.map(|outage| Fact::Reopened { outage }).into_iter().collect();
        let stored = match self.state.writes(&facts, now) {
            Ok(mut writes) => {
                writes.push(Write::SleepTable { table: table.number(), epoch, wake_at });
                match self.context.store.commit(writes).await {
                    Err(store::CommitError::NotOwner { .. }) => return self.go_elsewhere(),
                    stored => stored.is_ok(),
                }
            }
            Err(_) => false,
        };
        if !stored {
            // A fact that was stored after all is found by the next commit.
            self.retry_at = Some(now + timers::RETRY);
            return ActorState::Running;
        }
        for (_, person) in self.state.people() {
            self.context.seat_index.seat_left(person, table);
            self.context.metrics.seats_taken.dec();
        }
        self.context.lobby.remove(table);
        // From here on whoever asks wakes it; what came before that is passed on.
        self.context.seat_index.table_closes(table);
        self.mailbox.close();
        let mut left_over = Vec::new();
        while let Ok(message) = self.mailbox.try_recv() {
            left_over.push(message);
        }
        self.context.seat_index.table_slept(table, wake_at, left_over);
        ActorState::Asleep
    }
}

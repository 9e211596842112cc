//! While nothing can be stored: nobody's clock runs, and what may have been stored all the same is looked for.

use protocol::{Refusal, RefusalCode};
use store::{CommitError, Write};

use super::{TableActor, timers};
use crate::journal::{AwayReason, Fact};
use crate::live_game::TriedAction;
use crate::log_throttle::LogThrottle;
use crate::stopped_time::StoreAttempt;

/// A server that cannot store refuses whatever thousands of people ask for: it is logged at intervals.
static LOGGED: LogThrottle = LogThrottle::every_ms(1_000);

/// What a table knows of a store that fails.
#[derive(Default)]
pub(super) struct Outage {
    /// Whether something could not be stored, and nothing was since.
    on: bool,
    /// Whether something may have been stored that the table has not taken in.
    in_doubt: bool,
}

impl Outage {
    pub(super) const fn is_on(&self) -> bool {
        self.on
    }
}

impl TableActor {
    pub(super) fn not_saved(&self, error: &CommitError) -> Refusal {
        self.note_not_saved(error);
        Refusal::new(
            RefusalCode::NotSaved,
            "Not saved: the house could not store that, so it did not happen. Try again.",
        )
    }

    fn note_not_saved(&self, error: &CommitError) {
        self.context.metrics.requests_not_saved_total.inc();
        if let Some(more) = LOGGED.allow(self.context.time.now()) {
            tracing::warn!(table = %self.state.id, %error, more, "storing an action failed");
        }
    }

    /// The store has failed at something that began at `began`: from then on the clocks of all tables stand, and it is
    /// tried again later.
    pub(super) fn store_failed(&mut self, began: i64) {
        self.outage.on = true;
        self.context.stopped.store_failed(began);
        self.retry_at = Some(self.context.time.now() + timers::RETRY);
    }

    /// Before something new may be stored it must be known what became of the last. If that changes the table, what was
    /// decided before is not to be done: it may be the very same.
    pub(super) async fn before_a_new_try(&mut self) -> Result<(), Refusal> {
        let decided_at = self.state.seq;
        if self.outage.in_doubt && !(self.look_for_the_store().await && self.state.seq == decided_at) {
            return Err(self.not_saved(&CommitError::NotSaved("it was not known what is stored".to_owned())));
        }
        self.give_back_stopped_time();
        Ok(())
    }

    /// Puts the deadlines off by the time for which no clock ran. Whether it did.
    pub(super) fn give_back_stopped_time(&mut self) -> bool {
        let total = self.context.stopped.total(self.context.time.now());
        let more = total - std::mem::replace(&mut self.stopped_seen, total);
        if more > 0 && self.state.suspended.is_none() {
            self.state.clocks_stood(more);
        }
        more > 0
    }

    /// Something could be stored again: the clocks run, and everybody receives the time that is left.
    pub(super) fn store_works(&mut self, attempt: StoreAttempt) {
        self.context.stopped.store_works(attempt, self.context.time.now());
        if std::mem::take(&mut self.outage.on) {
            self.give_back_stopped_time();
            self.tell_clocks();
        }
    }

    /// Tells everybody how much time is left.
    pub(super) fn tell_clocks(&self) {
        if !self.state.some_clock_runs() {
            return;
        }
        for connection in self.connections.iter() {
            self.send_snapshot_to(connection.seat, &connection.outbox, None, None);
        }
    }

    /// Tries whether the store is back, and takes in what it kept. If it is not, it is tried again later.
    pub(super) async fn look_for_the_store(&mut self) -> bool {
        let (began, attempt) = (self.context.time.now(), self.context.stopped.attempt());
        let back = if self.outage.in_doubt {
            match self.context.store.journal(self.state.id.number()).await {
                Ok(journal) => {
                    self.catch_up(self.unknown_part(journal));
                    true
                }
                Err(_) => false,
            }
        } else {
            self.context.store.commit(Vec::new()).await.is_ok()
        };
        if back {
            self.store_works(attempt);
        } else {
            self.store_failed(began);
            self.give_back_stopped_time();
        }
        back
    }

    /// The connection to the database broke during this commit, or during an earlier one that was stored after all:
    /// the journal says what became of it.
    pub(super) async fn find_out(
        &mut self,
        error: &CommitError,
        facts: &[Fact],
        attempt: Option<TriedAction>,
        at: i64,
    ) -> Result<(), Refusal> {
        let Ok(journal) = self.context.store.journal(self.state.id.number()).await else {
            self.note_not_saved(error);
            self.outage.in_doubt = true;
            self.store_failed(at);
            let sentence = "Not saved yet: the house lost its database just then. \
                If it was stored after all, you will be shown so as soon as it is back.";
            return Err(Refusal::new(RefusalCode::NotSaved, sentence));
        };
        let stored = self.unknown_part(journal);
        let unknown = matches!(error, CommitError::Unknown(_));
        if unknown && self.is_what_we_sent(&stored, facts, at) {
            self.take_in(facts, attempt, at);
            return Ok(());
        }
        self.catch_up(stored);
        Err(self.not_saved(error))
    }

    /// Whether the journal holds just what these facts lead to.
    fn is_what_we_sent(&self, stored: &[store::JournalRow], facts: &[Fact], at: i64) -> bool {
        let mut sent = Vec::new();
        for write in self.state.writes(facts, at).unwrap_or_default() {
            match write {
                Write::Append { seq, at, body, .. } => sent.push(store::JournalRow { seq, at, body }),
                Write::BeginJournal { seq, at, body, .. } => sent = vec![store::JournalRow { seq, at, body }],
                _ => {}
            }
        }
        !sent.is_empty() && sent == stored
    }

    fn unknown_part(&self, journal: Vec<store::JournalRow>) -> Vec<store::JournalRow> {
        journal.into_iter().filter(|fact| fact.seq > self.state.seq).collect()
    }

    /// Takes in what was stored although nobody knew.
    fn catch_up(&mut self, stored: Vec<store::JournalRow>) {
        self.outage.in_doubt = false;
        for stored in stored {
            match serde_json::from_str(&stored.body) {
                Ok(fact) => {
                    self.detach_leaver(&fact);
                    self.take_in(&[fact], None, stored.at);
                }
                Err(error) => {
                    self.broken = Some(format!("a stored fact cannot be read back: {error}"));
                    break;
                }
            }
        }
    }

    /// Somebody asked to leave, received `not_saved`, and it was stored after all: their connections go
    /// with the seat, which may soon be somebody else's.
    fn detach_leaver(&mut self, fact: &Fact) {
        let (Fact::Stood { seat } | Fact::Away { seat, why: AwayReason::Left }) = fact else { return };
        let connections = self.connections.detach_seat(*seat);
        self.tell_removed(&connections);
        if matches!(fact, Fact::Away { .. }) {
            self.connections.all_lost([*seat].into_iter(), self.context.time.now());
        }
    }
}

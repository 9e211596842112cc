//! Tables that sleep: their rows stay, and they are woken when somebody asks for them or something is due.

use std::sync::{Arc, Weak};

use protocol::{Refusal, RefusalCode, TableId, TableStage};
use store::{StoredTable, Write};
use tokio::sync::mpsc::UnboundedReceiver;

use super::Server;
use super::lobby_chat::LobbyChat;
use super::table_index::{Lookup, SleptTable};
use crate::journal::Fact;
use crate::limiter::FULL_RETRY_MS;
use crate::log_throttle::LogThrottle;
use crate::people::PersonId;
use crate::table::{self, NobodySince, SeatIndex as _, TableHandle, TableMsg, TableState, no_such_table};

/// How many tables that are due are looked up at once.
const DUE_AT_ONCE: u32 = 64;

/// How many tables are taken in one commit when the server starts.
const TAKEN_AT_ONCE: usize = 500;

/// How long to wait before it is tried again to wake what is due, in milliseconds.
const WAKE_AGAIN: i64 = 1_000;

static NOT_WOKEN: LogThrottle = LogThrottle::every_ms(1_000);

impl Server {
    /// A table, which is woken if it sleeps.
    pub(crate) async fn find_table(&self, table: TableId) -> Result<TableHandle, Refusal> {
        // A node whose lease has run out does not know whether what is awake here is still its own.
        self.wait_for_lease().await?;
        if let Some(found) = self.awake(table) {
            return found;
        }
        if LobbyChat::is_kept_in(table.number()) {
            return Err(no_such_table());
        }
        if let Some(cluster) = self.cluster() {
            return Box::pin(self.find_in_cluster(cluster, table)).await;
        }
        // One at a time for each table: the second finds it awake.
        let _turn = self.waking[table.number() as usize % self.waking.len()].lock().await;
        if let Some(found) = self.awake(table) {
            return found;
        }
        if self.index.lock().tables.len() >= self.config.max_tables {
            let sentence = "The house is full: too many tables are in use. Try again later.";
            return Err(Refusal::new(RefusalCode::LimitReached, sentence).retry_after(FULL_RETRY_MS));
        }
        match self.context.store.table(table.number()).await {
            Ok(Some(stored)) => self.wake(stored).await,
            Ok(None) => Err(no_such_table()),
            Err(error) => Err(self.not_woken(table, &error)),
        }
    }

    pub(super) fn awake(&self, table: TableId) -> Option<Result<TableHandle, Refusal>> {
        match self.index.lookup(table) {
            Lookup::Awake(handle) => Some(Ok(handle)),
            Lookup::Failed(refusal) => Some(Err(refusal)),
            Lookup::Unknown => None,
        }
    }

    async fn wake(&self, stored: StoredTable) -> Result<TableHandle, Refusal> {
        let (table, wake_at) = (TableId::new(stored.table), stored.wake_at);
        let (mut state, mut writes) = self.read_and_take(stored);
        if let Ok(state) = &mut state {
            // What a table slept through while this server ran has counted. While no server ran, no clock did.
            if state.last_at < self.started_at {
                self.give_back_downtime(state, None, &mut writes);
            }
        }
        if let Err(error) = self.context.store.commit(writes).await {
            return Err(self.not_woken(table, &error));
        }
        let state = state?;
        let since = self.nobody_since(&state, wake_at);
        Ok(self.add_table(state, since))
    }

    /// Since when nobody has been connected to a table that slept, computed from when it was due. The time counts from the
    /// start of the server at the earliest, so that people can reconnect after a restart.
    pub(super) fn nobody_since(&self, state: &TableState, wake_at: Option<i64>) -> NobodySince {
        let now = NobodySince::now(state, self.context.time.now());
        let Some(due) = wake_at else { return now };
        if state.suspended.is_some() {
            let empty = (due - self.context.suspended_after).min(now.empty);
            return NobodySince { empty, ..now };
        }
        if state.stage != TableStage::Running {
            let empty = (due - self.context.empty_after).max(self.started_at).min(now.empty);
            return NobodySince { empty, ..now };
        }
        let by_a_clock = state.seats.iter().any(|seat| seat.deadline.is_some_and(|deadline| deadline <= due));
        let lost = (due - i64::from(state.config.grace)).max(self.started_at).min(now.lost);
        if by_a_clock { now } else { NobodySince { lost, ..now } }
    }

    /// A table as its journal says, and what makes it this server's. One that cannot be opened is taken all the same, so
    /// that it is not due repeatedly.
    fn read_and_take(&self, stored: StoredTable) -> (Result<TableState, Refusal>, Vec<Write>) {
        let (number, epoch) = (stored.table, stored.epoch + 1);
        let mut writes = vec![Write::TakeTable { table: number, epoch }];
        match table::read_stored(StoredTable { epoch, ..stored }, &self.config.legacy) {
            Ok(state) => {
                writes.push(state.put_info());
                (Ok(state), writes)
            }
            Err(refusal) => {
                self.context.metrics.tables_quarantined.inc();
                self.index.table_failed(TableId::new(number), refusal.clone());
                (Err(refusal), writes)
            }
        }
    }

    /// Puts the clocks of a table off by the time for which no server ran, and has that stored with the table: the next
    /// start counts from this one.
    pub(super) fn give_back_downtime(
        &self,
        state: &mut TableState,
        last_alive: Option<i64>,
        writes: &mut Vec<Write>,
    ) {
        let now = self.context.time.now();
        state.shift_deadlines(now, last_alive);
        let Some(outage) = state.outage else { return };
        let fact = Fact::Reopened { outage };
        if let Ok(write) = state.append(&fact, state.seq + 1, now)
            && state.apply_fact(&fact, state.seq + 1, now, None).is_ok()
        {
            writes.push(write);
        }
    }

    /// Lets a table begin to work.
    pub(super) fn add_table(&self, state: TableState, since: NobodySince) -> TableHandle {
        let table = state.id;
        for (seat, person) in state.people() {
            self.index.seat_taken(person, table, seat);
            self.context.metrics.seats_taken.inc();
        }
        let handle = table::spawn(self.context.clone(), state, since);
        self.index.lock().tables.insert(table, handle.clone());
        handle
    }

    pub(super) fn not_woken(&self, table: TableId, error: &dyn std::error::Error) -> Refusal {
        self.context.metrics.requests_not_saved_total.inc();
        if let Some(more) = NOT_WOKEN.allow(self.context.time.now()) {
            tracing::warn!(%table, %error, more, "waking a table failed");
        }
        Refusal::new(RefusalCode::NotSaved, "The house could not reach its database. Try again.")
    }

    /// Wakes all tables that were awake when the last server ended. Clients are accepted only after the seats of legacy
    /// clients, which cannot reconnect, are free.
    pub(super) async fn wake_owned(
        &self,
        owned: Vec<u64>,
        last_alive: Option<i64>,
    ) -> Result<(), super::OpenServerError> {
        let mut freeing = Vec::new();
        for chunk in owned.chunks(TAKEN_AT_ONCE) {
            let (mut states, mut writes) = (Vec::new(), Vec::new());
            for &table in chunk {
                let Some(stored) = self.context.store.table(table).await? else { continue };
                let (state, mut more) = self.read_and_take(stored);
                if let Ok(mut state) = state {
                    self.give_back_downtime(&mut state, last_alive, &mut more);
                    states.push(state);
                }
                writes.extend(more);
            }
            self.context.store.commit(writes).await?;
            for state in states {
                let legacy_clients = state.has_legacy_clients();
                let since = NobodySince::now(&state, self.context.time.now());
                let handle = self.add_table(state, since);
                if legacy_clients {
                    let (done, freed) = tokio::sync::oneshot::channel();
                    handle.deliver(TableMsg::Reopened { done }).await;
                    freeing.push(freed);
                }
            }
        }
        for freed in freeing {
            // It ends when the table is done with it, or gone.
            let _ = freed.await;
        }
        Ok(())
    }

    /// Wakes the tables that a person sits at, and returns them. One that cannot be woken now is found later.
    pub(crate) async fn wake_tables_of(&self, person: PersonId) -> Vec<(TableId, game::Seat)> {
        let mut seats = Vec::new();
        for stored in self.context.store.tables_of(person.0).await.unwrap_or_default() {
            let table = TableId::new(stored.table);
            // What cannot be woken was logged.
            let woken = self.find_table(table).await;
            seats.extend(game::Seat::new(stored.seat).filter(|_| woken.is_ok()).map(|seat| (table, seat)));
        }
        seats
    }

    /// Wakes all that is due; returns when the next table is.
    async fn wake_due(&self) -> Option<i64> {
        let now = self.context.time.now();
        loop {
            let Ok(due) = self.context.store.due_tables(now, DUE_AT_ONCE).await else {
                return Some(now + WAKE_AGAIN);
            };
            if due.is_empty() {
                break;
            }
            for table in due {
                let table = TableId::new(table.table);
                if let Err(refusal) = self.find_table(table).await
                    && matches!(self.index.lookup(table), Lookup::Unknown)
                {
                    tracing::debug!(%table, why = refusal.message, "a table that is due was not woken");
                    return Some(now + WAKE_AGAIN);
                }
            }
        }
        match self.context.store.due_tables(i64::MAX, 1).await {
            Ok(next) => next.first().map(|next| next.wake_at),
            Err(_) => Some(now + WAKE_AGAIN),
        }
    }
}

/// One timer for all tables that sleep.
pub(super) async fn run_waker(
    server: Weak<Server>,
    mut slept: UnboundedReceiver<SleptTable>,
    time: crate::time::Time,
    mut next: Option<i64>,
) {
    loop {
        tokio::select! {
            biased;
            told = slept.recv() => {
                let Some(SleptTable { table, wake_at, left_over }) = told else { return };
                // In a cluster, tables are woken with the renewals of the lease.
                let is_alone = server.upgrade().is_none_or(|server| server.cluster().is_none());
                next = [next, wake_at.filter(|_| is_alone)].into_iter().flatten().min();
                if !left_over.is_empty() {
                    let Some(server) = server.upgrade() else { return };
                    tokio::spawn(deliver_left_over(server, table, left_over));
                }
            }
            () = time.sleep_until(next) => {
                let Some(server) = server.upgrade() else { return };
                if server.is_closing() {
                    return;
                }
                next = server.wake_due().await;
            }
        }
    }
}

/// What came while the table went to sleep wakes it again.
async fn deliver_left_over(server: Arc<Server>, table: TableId, left_over: Vec<TableMsg>) {
    match server.find_table(table).await {
        Ok(handle) => {
            for message in left_over {
                handle.deliver(message).await;
            }
        }
        Err(refusal) => {
            for message in left_over {
                message.refuse(&refusal);
            }
        }
    }
}

//! How a table is opened.

use std::sync::atomic::Ordering;

use protocol::{BoundSecret, LegacyProtocol, NewTable, Nonce, Refusal, RefusalCode, TableId};
use store::{CommitError, FIRST_EPOCH, Write};

use super::Server;
use crate::journal::{Fact, TableConfig};
use crate::limiter::FULL_RETRY_MS;
use crate::log_throttle::LogThrottle;
use crate::table::{
    self, Caller, NewSecrets, NobodySince, SeatIndex as _, TableContext, TableState, read_new_table,
};

/// However many cannot be opened, it is logged at intervals.
static NOT_OPENED: LogThrottle = LogThrottle::every_ms(1_000);

/// How long to wait before it is tried again to forget a table, in milliseconds.
const FORGET_AGAIN: i64 = 1_000;

/// How a table is opened through a legacy protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegacyOpening {
    pub(crate) protocol: LegacyProtocol,
    /// The seat that was promised to the client; seat 0 unless it says otherwise.
    pub(crate) seat: Option<game::Seat>,
}

/// Why a table was not opened.
pub(super) enum NotOpened {
    /// A document to be added exists already, or one to be removed does not: another request has opened the table.
    Exists,
    /// Anything else.
    Refused(Refusal),
}

impl NotOpened {
    pub(super) fn refusal(self) -> Refusal {
        match self {
            Self::Exists => not_stored(),
            Self::Refused(refusal) => refusal,
        }
    }
}

impl From<Refusal> for NotOpened {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

fn not_stored() -> Refusal {
    let sentence = "Not saved: the house could not store the table. Try again.";
    Refusal::new(RefusalCode::NotSaved, sentence)
}

impl Server {
    /// Opens a table for a person, who takes a seat, with the bots they asked for.
    pub(crate) async fn open_table(
        &self,
        caller: &Caller,
        new: &NewTable,
        legacy: Option<LegacyOpening>,
        secret: BoundSecret,
        nonce: Option<Nonce>,
    ) -> Result<TableId, Refusal> {
        let config = TableConfig {
            secret: Some(secret),
            ..read_new_table(new, legacy.map(|legacy| legacy.protocol), &self.config.entropy)?
        };
        if config.rated && self.config.legacy.deals(config.game.name(), &config.options) {
            let sentence = "A table that is open to peers is not rated: its dealer knows the cards.";
            return Err(Refusal::new(RefusalCode::BadOptions, sentence));
        }
        if self.index.lock().tables.len() >= self.config.max_tables
            || self.index.stored.load(Ordering::Relaxed) >= self.config.max_stored_tables
        {
            return Err(Refusal::new(
                RefusalCode::LimitReached,
                "The house is full: no more tables can be opened.",
            )
            .retry_after(FULL_RETRY_MS));
        }
        self.may_sit(caller.person, None).await?;
        let levels = new.bots.iter().filter_map(|level| level.parse().ok()).collect::<Vec<_>>();
        let mut facts = vec![Fact::Sat {
            seat: legacy.and_then(|legacy| legacy.seat).unwrap_or(game::Seat::of(0)),
            person: caller.person,
            name: caller.name.clone(),
            bot: caller.bot,
            legacy: caller.legacy,
            nonce,
            address: config.noted_address(caller),
        }];
        facts.extend(
            levels
                .into_iter()
                .zip(1..)
                .map(|(level, number)| Fact::BotSat { seat: game::Seat::of(number), level }),
        );
        self.open_with(config, facts, |_, _| Ok(Vec::new())).await.map_err(NotOpened::refusal)
    }

    /// Opens a table with these facts after its opening; the game starts if they fill it. The writes that `beside` returns
    /// are stored in the same transaction.
    pub(super) async fn open_with(
        &self,
        config: TableConfig,
        facts: Vec<Fact>,
        beside: impl FnOnce(TableId, i64) -> Result<Vec<Write>, Refusal>,
    ) -> Result<TableId, NotOpened> {
        let id = self.draw_table_id()?;
        self.open_with_id(id, config, facts, |at| beside(id, at)).await
    }

    /// An id that no table has.
    pub(super) fn draw_table_id(&self) -> Result<TableId, Refusal> {
        loop {
            let id = TableId::new(self.config.entropy.u64()?);
            if !self.index.lock().tables.contains_key(&id) {
                return Ok(id);
            }
        }
    }

    /// [`Server::open_with`] under an id that was given out before.
    pub(super) async fn open_with_id(
        &self,
        id: TableId,
        config: TableConfig,
        facts: Vec<Fact>,
        beside: impl FnOnce(i64) -> Result<Vec<Write>, Refusal>,
    ) -> Result<TableId, NotOpened> {
        let secrets = NewSecrets::draw(&self.config.entropy)?;
        let at = self.context.time.now();
        let mut state = TableState::opened(id, config.clone(), at, &self.config.legacy);
        let facts = state.started_when_full(facts, secrets);
        let mut writes = vec![Write::OpenTable { table: id.number(), first_seq: 0, at }];
        writes.push(state.append(&Fact::Opened(Box::new(config)), 0, at)?);
        writes.extend(state.writes(&facts, at)?);
        writes.extend(state.put_info_after(&facts, at));
        writes.extend(beside(at)?);
        // A request that finds the seat in the database before the table is in the index waits for this lock instead of
        // claiming the table.
        let _turn = match self.cluster() {
            Some(_) => Some(self.waking[id.number() as usize % self.waking.len()].lock().await),
            None => None,
        };
        if let Err(error) = self.context.store.commit(writes).await {
            if let CommitError::DocumentExists { .. } | CommitError::NoDocument { .. } = error {
                return Err(NotOpened::Exists);
            }
            // If the result of the commit is unknown, the journal shows whether the table was stored.
            let journal = match error {
                CommitError::Unknown(_) => self.context.store.journal(id.number()).await,
                _ => Ok(Vec::new()),
            };
            if journal.is_err() {
                tokio::spawn(forget_table(self.context.clone(), id));
            }
            if journal.map_or(true, |journal| journal.is_empty()) {
                self.context.metrics.requests_not_saved_total.inc();
                if let Some(more) = NOT_OPENED.allow(at) {
                    tracing::warn!(%error, more, "a table could not be opened");
                }
                return Err(not_stored().into());
            }
        }
        for (seq, fact) in (1..).zip(&facts) {
            if let Fact::Sat { person, seat, .. } = fact {
                self.index.seat_taken(*person, id, *seat);
                self.context.metrics.seats_taken.inc();
            }
            state
                .apply_fact(fact, seq, at, None)
                .map_err(|what| Refusal::new(RefusalCode::BadOptions, what.to_string()))?;
        }
        let since = NobodySince::now(&state, at);
        let handle = table::spawn(self.context.clone(), state, since);
        self.index.lock().tables.insert(id, handle);
        self.index.stored.fetch_add(1, Ordering::Relaxed);
        Ok(id)
    }
}

/// Closes a table whose opening failed but may have been stored: it must not exist after the next start.
async fn forget_table(context: TableContext, table: TableId) {
    loop {
        context.time.sleep_until(Some(context.time.now() + FORGET_AGAIN)).await;
        let close = Write::CloseTable { table: table.number(), epoch: FIRST_EPOCH, at: context.time.now() };
        match context.store.commit(vec![close]).await {
            Err(CommitError::NotSaved(_) | CommitError::Unknown(_)) => {}
            // It is closed now, or never was there, or the server closes.
            _ => return,
        }
    }
}

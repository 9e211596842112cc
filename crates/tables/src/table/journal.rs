//! From facts to what is stored: a journal that begins anew at every deal.

use std::sync::Arc;

use game::Seat;
use protocol::{Refusal, RefusalCode, TableId};
use store::{SeatedPerson, StoredTable, TableInfo, Write};

use super::seat_order::SeatOrder;
use super::state::{ChatLog, FIRST_RULES, FactError, JournalError, SeatOccupant, SeatState, TableState};
use crate::journal::{Dealt, DealtSeat, DealtSitter, FACTS_VERSION, Fact, TableConfig};
use crate::legacy_rules::LegacyRules;
use crate::live_game::TableGame;
use crate::table::actor::without_panic;
use crate::table::deal_secrets::DealSecrets;

/// A table as its journal says it is.
///
/// # Errors
/// If it is invalid, or is of rules that this program does not play: the refusal for those who ask for the table.
/// The journal stays as it is.
pub(crate) fn read_stored(stored: StoredTable, legacy: &Arc<dyn LegacyRules>) -> Result<TableState, Refusal> {
    let (id, epoch) = (TableId::new(stored.table), stored.epoch);
    let state = replay_isolated(id, || TableState::from_journal(id, stored.journal, legacy))?;
    Ok(TableState { epoch, ..state })
}

/// Replays a journal. A bug that panics meanwhile keeps this table closed, and nothing else.
fn replay_isolated(
    table: TableId,
    replay: impl FnOnce() -> Result<TableState, JournalError>,
) -> Result<TableState, Refusal> {
    match without_panic(replay) {
        Ok(Ok(state)) => Ok(state),
        Ok(Err(error)) => {
            tracing::error!(%error, "table quarantined: invalid journal");
            Err(error.refusal())
        }
        Err(panic) => {
            tracing::error!(%table, panic, "table quarantined: its journal cannot be replayed");
            Err(JournalError { table, seq: 0, what: FactError::Invalid(panic) }.refusal())
        }
    }
}

impl TableState {
    /// The writes that store facts, the first of them with the table's next number. A deal is stored as all that the
    /// table is, and what came before it is deleted.
    ///
    /// # Errors
    /// If something cannot be written: then it must not happen.
    pub(crate) fn writes(&self, facts: &[Fact], at: i64) -> Result<Vec<Write>, Refusal> {
        let mut writes = Vec::with_capacity(facts.len() + 1);
        for (index, (seq, fact)) in (self.seq + 1..).zip(facts).enumerate() {
            let Fact::Started { seed, next, rules, name_salt } = fact else {
                writes.push(self.append(fact, seq, at)?);
                continue;
            };
            let mut before = self.before_the_deal();
            for (seq, fact) in (self.seq + 1..).zip(&facts[..index]) {
                before
                    .apply_fact(fact, seq, at, None)
                    .map_err(|what| self.cannot_write(&what.to_string()))?;
            }
            let rules = rules.unwrap_or(FIRST_RULES);
            let dealt =
                Dealt { seed: *seed, next: *next, name_salt: *name_salt, ..before.all_that_it_is(rules) };
            let body = self.body(&Fact::Dealt(Box::new(dealt)))?;
            let (table, epoch) = (self.id.number(), self.epoch);
            writes.push(Write::BeginJournal { table, epoch, seq, at, body });
        }
        Ok(writes)
    }

    /// The write that stores one fact.
    ///
    /// # Errors
    /// If it cannot be written: then it must not happen.
    pub(crate) fn append(&self, fact: &Fact, seq: u64, at: i64) -> Result<Write, Refusal> {
        let body = self.body(fact)?;
        Ok(Write::Append { table: self.id.number(), epoch: self.epoch, seq, at, body })
    }

    fn body(&self, fact: &Fact) -> Result<String, Refusal> {
        serde_json::to_string(fact).map_err(|error| self.cannot_write(&error.to_string()))
    }

    pub(super) fn cannot_write(&self, why: &str) -> Refusal {
        tracing::error!(table = %self.id, why, "a fact cannot be written down");
        Refusal::new(RefusalCode::NotSaved, "Not saved: the house could not write that down.")
    }

    /// What the table is found by while it sleeps.
    pub(crate) fn put_info(&self) -> Write {
        let people = self.persons().filter_map(|(seat, state)| match state.who {
            // A legacy client is gone with its connection, so that nobody looks for its seat.
            SeatOccupant::Person { id, legacy: false, .. } => {
                Some(SeatedPerson { person: id.0, seat: seat.number() })
            }
            _ => None,
        });
        let game = self.config.game;
        let info = TableInfo {
            game: game.name().to_owned(),
            rules: self.game.as_ref().map_or_else(|| *game.face().rules().end(), TableGame::rules),
            facts: FACTS_VERSION,
            invite_code: self.config.code.as_ref().map(|code| code.as_str().to_owned()),
            people: people.collect(),
        };
        Write::PutTableInfo { table: self.id.number(), epoch: self.epoch, info }
    }

    /// [`Self::put_info`] as it is after some facts, if they change it.
    pub(crate) fn put_info_after(&self, facts: &[Fact], at: i64) -> Option<Write> {
        let seats =
            |fact: &&Fact| matches!(fact, Fact::Sat { .. } | Fact::Stood { .. } | Fact::Removed { .. });
        // A game that is dealt by newer rules than the one before it: nodes that do not know them leave the table alone.
        let newest = *self.config.game.face().rules().end();
        let is_newer = self.game.as_ref().is_some_and(|game| game.rules() != newest);
        let dealt = |fact: &Fact| matches!(fact, Fact::Dealt(_)) && is_newer;
        facts.iter().find(|fact| seats(fact) || dealt(fact))?;
        let mut after = self.before_the_deal();
        for fact in facts.iter().filter(seats) {
            // A fact that does not fit is found when it is taken in.
            let _ = after.apply_fact(fact, after.seq + 1, at, None);
        }
        Some(after.put_info())
    }

    /// A copy without the game that is over or will be over before the next is dealt.
    fn before_the_deal(&self) -> Self {
        Self {
            id: self.id,
            config: self.config.clone(),
            opened: self.opened,
            epoch: self.epoch,
            seats: self.seats.clone(),
            host: self.host,
            stage: self.stage,
            game: None,
            game_number: self.game_number,
            result: None,
            luck: self.luck.clone(),
            player_chat: self.player_chat.clone(),
            watcher_chat: self.watcher_chat.clone(),
            seq: self.seq,
            last_at: self.last_at,
            outage: self.outage,
            suspended: None,
            paused: false,
            undo_count: 0,
            name_salt: None,
            hinted: game::SeatSet::EMPTY,
            game_seqs: Vec::new(),
            order: self.order.clone(),
            moved: Vec::new(),
            removed: self.removed.clone(),
            legacy: self.legacy.clone(),
        }
    }

    /// All that the table is before a deal.
    fn all_that_it_is(self, rules: u16) -> Dealt {
        let secret = self.luck.next_secret();
        Dealt {
            seats: self.seats.into_iter().map(DealtSeat::from).collect(),
            host: self.host,
            table: TableConfig { secret, ..self.config },
            opened: self.opened,
            rules,
            games: self.game_number,
            chat: self.player_chat.lines.into(),
            watcher_chat: self.watcher_chat.lines.into(),
            removed: self.removed,
            seed: None,
            next: None,
            name_salt: None,
        }
    }

    /// A table as it stands after this deal.
    pub(super) fn dealt(
        id: TableId,
        dealt: &Dealt,
        seq: u64,
        at: i64,
        legacy: &Arc<dyn LegacyRules>,
    ) -> Result<Self, FactError> {
        let Dealt {
            seats,
            host,
            table,
            opened,
            rules,
            games,
            chat,
            watcher_chat,
            removed,
            seed,
            next,
            name_salt,
        } = dealt;
        if seats.len() != usize::from(table.seats) {
            return Err(format!("a table of {} seats has {}", table.seats, seats.len()).into());
        }
        let mut order = SeatOrder::of(table.legacy_protocol, table.keeps_numbers);
        let taken = Seat::all(table.seats).zip(seats).filter(|(_, seat)| seat.who != DealtSitter::Empty);
        let mut taken: Vec<(Seat, u64)> = taken.map(|(number, seat)| (number, seat.arrived)).collect();
        taken.sort_by_key(|(_, arrived)| *arrived);
        for (seat, arrived) in taken {
            order.arrives(arrived, seat);
        }
        let mut state = Self {
            seats: seats.iter().cloned().map(SeatState::from).collect(),
            host: *host,
            game_number: *games,
            luck: DealSecrets::of(table),
            player_chat: ChatLog { lines: chat.clone().into(), said: 0 },
            watcher_chat: ChatLog { lines: watcher_chat.clone().into(), said: 0 },
            order,
            removed: removed.clone(),
            ..Self::opened(id, table.clone(), *opened, legacy)
        };
        let started = Fact::Started { seed: *seed, next: *next, rules: Some(*rules), name_salt: *name_salt };
        state.apply_fact(&started, seq, at, None)?;
        Ok(state)
    }
}

impl From<SeatState> for DealtSeat {
    fn from(seat: SeatState) -> Self {
        let who = match seat.who {
            SeatOccupant::Empty => DealtSitter::Empty,
            SeatOccupant::Person { id, name, bot, legacy } => {
                DealtSitter::Person { person: id, name, bot, legacy }
            }
            SeatOccupant::Bot(level) => DealtSitter::Bot { level },
        };
        let (away, arrived, nonce, address) = (seat.away, seat.arrived, seat.nonce, seat.address);
        Self { who, away, arrived, nonce, address, vacation: seat.vacation }
    }
}

impl From<DealtSeat> for SeatState {
    fn from(seat: DealtSeat) -> Self {
        let who = match seat.who {
            DealtSitter::Empty => SeatOccupant::Empty,
            DealtSitter::Person { person, name, bot, legacy } => {
                SeatOccupant::Person { id: person, name, bot, legacy }
            }
            DealtSitter::Bot { level } => SeatOccupant::Bot(level),
        };
        let (away, arrived, nonce, address) = (seat.away, seat.arrived, seat.nonce, seat.address);
        let vacation = seat.vacation;
        Self { who, away, arrived, nonce, address, vacation, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_replay_keeps_that_table_closed_with_a_sentence() {
        let refused = replay_isolated(TableId::new(7), || panic!("a bug in the rules")).err();
        let refused = refused.expect("the table cannot be opened");
        assert_eq!(refused.code, RefusalCode::NoSuchTable.name());
        assert!(refused.message.contains("cannot be opened"), "{}", refused.message);
        assert!(!refused.message.contains("bug"), "what went wrong inside is for the operator");
    }
}

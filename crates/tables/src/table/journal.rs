//! From facts to what is stored: a journal that begins anew at every deal.

use protocol::{Refusal, RefusalCode, TableId};
use store::Write;

use super::order::Order;
use super::state::{Room, SeatState, Sitter, TableState};
use crate::entry::{Dealt, DealtSeat, DealtSitter, Entry, TableConfig};
use crate::table::luck::Luck;

impl TableState {
    /// The writes that store facts, the first of them with the table's next number. A deal is stored as all that the
    /// table is, and what came before it is deleted.
    ///
    /// # Errors
    /// If something cannot be written: then it must not happen.
    pub(crate) fn writes(&self, entries: &[Entry], at: i64) -> Result<Vec<Write>, Refusal> {
        let mut writes = Vec::with_capacity(entries.len() + 1);
        for (index, (seq, entry)) in (self.seq + 1..).zip(entries).enumerate() {
            let Entry::Started { seed, next } = entry else {
                writes.push(self.append(entry, seq, at)?);
                continue;
            };
            let mut before = self.before_the_deal();
            for (seq, entry) in (self.seq + 1..).zip(&entries[..index]) {
                before.evolve(entry, seq, at, None).map_err(|what| self.cannot_write(&what))?;
            }
            let dealt = Dealt { seed: *seed, next: *next, ..before.all_that_it_is() };
            let body = self.body(&Entry::Dealt(Box::new(dealt)))?;
            let (table, epoch) = (self.id.number(), self.epoch);
            writes.push(Write::BeginJournal { table, epoch, seq, at, body });
        }
        Ok(writes)
    }

    /// The write that stores one fact.
    ///
    /// # Errors
    /// If it cannot be written: then it must not happen.
    pub(crate) fn append(&self, entry: &Entry, seq: u64, at: i64) -> Result<Write, Refusal> {
        let body = self.body(entry)?;
        Ok(Write::Append { table: self.id.number(), epoch: self.epoch, seq, at, body })
    }

    fn body(&self, entry: &Entry) -> Result<String, Refusal> {
        serde_json::to_string(entry).map_err(|error| self.cannot_write(&error.to_string()))
    }

    fn cannot_write(&self, why: &str) -> Refusal {
        tracing::error!(table = %self.id, why, "a fact cannot be written down");
        Refusal::new(RefusalCode::NotSaved, "Not saved: the house could not write that down.")
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
            game_seqs: Vec::new(),
            order: self.order.clone(),
            moved: Vec::new(),
        }
    }

    /// All that the table is before a deal.
    fn all_that_it_is(self) -> Dealt {
        let rules = self.config.game.rule_book().rules;
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
            seed: None,
            next: None,
        }
    }

    /// A table as it stands after this deal.
    pub(super) fn dealt(id: TableId, dealt: &Dealt, seq: u64, at: i64) -> Result<Self, String> {
        let Dealt { seats, host, table, opened, rules, games, chat, watcher_chat, seed, next } = dealt;
        let known = table.game.rule_book().rules;
        if *rules != known {
            return Err(format!(
                "it is played by version {rules} of the rules of {}; this program knows version {known}",
                table.game
            ));
        }
        if seats.len() != usize::from(table.seats) {
            return Err(format!("a table of {} seats has {}", table.seats, seats.len()));
        }
        let mut order = Order::of(table.wire);
        for seat in seats.iter().filter(|seat| seat.who != DealtSitter::Empty) {
            order.arrives(seat.arrived);
        }
        let mut state = Self {
            seats: seats.iter().cloned().map(SeatState::from).collect(),
            host: *host,
            game_number: *games,
            luck: Luck::bound_to(table.secret),
            player_chat: Room { lines: chat.clone().into() },
            watcher_chat: Room { lines: watcher_chat.clone().into() },
            order,
            ..Self::opened(id, table.clone(), *opened)
        };
        state.evolve(&Entry::Started { seed: *seed, next: *next }, seq, at, None)?;
        Ok(state)
    }
}

impl From<SeatState> for DealtSeat {
    fn from(seat: SeatState) -> Self {
        let who = match seat.who {
            Sitter::Empty => DealtSitter::Empty,
            Sitter::Person { id, name, bot, wire } => DealtSitter::Person { person: id, name, bot, wire },
            Sitter::Bot(level) => DealtSitter::Bot { level },
        };
        Self { who, away: seat.away, arrived: seat.arrived, nonce: seat.nonce }
    }
}

impl From<DealtSeat> for SeatState {
    fn from(seat: DealtSeat) -> Self {
        let who = match seat.who {
            DealtSitter::Empty => Sitter::Empty,
            DealtSitter::Person { person, name, bot, wire } => Sitter::Person { id: person, name, bot, wire },
            DealtSitter::Bot { level } => Sitter::Bot(level),
        };
        Self { who, away: seat.away, arrived: seat.arrived, nonce: seat.nonce, ..Self::default() }
    }
}

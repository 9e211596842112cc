//! What a table is: the sum of its journal.

mod clocks;
mod journal_error;
mod seats;

use std::collections::VecDeque;
use std::sync::Arc;

use game::face::ChosenBy;
use game::{Chance, Seat, SeatSet, Status};
use protocol::{ChatLine, GameJson, GameResult, NameSalt, ReplayId, Seal, TableId, TableStage};
use store::{FIRST_EPOCH, JournalDefect};

pub(crate) use self::journal_error::{FactError, JournalError};
pub(crate) use self::seats::{SeatOccupant, SeatState};
use super::seat_order::SeatOrder;
use crate::journal::{Fact, TableConfig};
use crate::legacy_rules::{LegacyRules, PeerRecord};
use crate::live_game::{self, LegacyTable, TableGame, TriedAction};
use crate::people::PersonId;
use crate::table::deal_secrets::DealSecrets;
use crate::table::replay::Ending;

/// How many lines of chat a late joiner is shown.
pub(crate) const CHAT_KEPT: usize = 100;

/// The version of the rules of journals that name none.
pub(super) const FIRST_RULES: u16 = 1;

/// A table as it stands after its last entry.
pub(crate) struct TableState {
    pub(crate) id: TableId,
    pub(crate) config: TableConfig,
    pub(crate) opened: i64,
    /// The epoch in which this server owns the table: all that is stored names it.
    pub(crate) epoch: u64,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) host: Option<Seat>,
    pub(crate) stage: TableStage,
    pub(crate) game: Option<TableGame>,
    pub(crate) game_number: u32,
    pub(crate) result: Option<GameResult>,
    pub(crate) luck: DealSecrets,
    pub(crate) player_chat: ChatLog,
    pub(crate) watcher_chat: ChatLog,
    /// The number of the last entry.
    pub(crate) seq: u64,
    /// The time of the last entry: the last moment that is certain to survive.
    pub(crate) last_at: i64,
    /// An outage that the clocks know of already, and the journal does not.
    pub(crate) outage: Option<i64>,
    /// Since when the game has been suspended, if it is.
    pub(crate) suspended: Option<i64>,
    /// Whether its only person suspended it: then it goes on when they want it.
    pub(crate) paused: bool,
    /// How often a decision of this game was taken back.
    pub(crate) undo_count: u32,
    /// What the names in the replay of this game are hashed with; nothing if an older server dealt it.
    pub(crate) name_salt: Option<NameSalt>,
    /// Who took hints in the running game, or the last one.
    pub(crate) hinted: SeatSet,
    /// The entry that dealt the running game, and the numbers of those that acted in it.
    pub(crate) game_seqs: Vec<u64>,
    /// What an old protocol says about seats, at a table opened through one.
    pub(crate) order: SeatOrder,
    /// Who changed seats by the last entries, from where to where.
    pub(crate) moved: Vec<(Seat, Seat)>,
    /// Whom the host has removed: they do not sit down here again.
    pub(crate) removed: Vec<PersonId>,
    /// What old programs need.
    pub(crate) legacy: Arc<dyn LegacyRules>,
}

/// What was said in one room, as far back as it is shown.
#[derive(Clone, Default)]
pub(crate) struct ChatLog {
    pub(crate) lines: VecDeque<ChatLine>,
    /// How many lines the journal holds beside these: all that were said since the deal.
    pub(crate) said: u32,
}

impl ChatLog {
    fn say(&mut self, line: ChatLine) {
        if self.lines.len() == CHAT_KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
        self.said = self.said.saturating_add(1);
    }
}

impl TableState {
    /// A table that was just opened.
    pub(crate) fn opened(id: TableId, config: TableConfig, at: i64, legacy: &Arc<dyn LegacyRules>) -> Self {
        let seats = (0..config.seats).map(|_| SeatState::default()).collect();
        let order = SeatOrder::of(config.legacy_protocol, config.keeps_numbers);
        let luck = DealSecrets::of(&config);
        Self {
            id,
            config,
            opened: at,
            epoch: FIRST_EPOCH,
            seats,
            host: None,
            stage: TableStage::Waiting,
            game: None,
            game_number: 0,
            result: None,
            luck,
            player_chat: ChatLog::default(),
            watcher_chat: ChatLog::default(),
            seq: 0,
            last_at: at,
            outage: None,
            suspended: None,
            paused: false,
            undo_count: 0,
            name_salt: None,
            hinted: SeatSet::EMPTY,
            game_seqs: Vec::new(),
            order,
            moved: Vec::new(),
            removed: Vec::new(),
            legacy: legacy.clone(),
        }
    }

    /// Builds a table from its journal.
    pub(crate) fn from_journal(
        id: TableId,
        journal: Result<Vec<store::JournalRow>, JournalDefect>,
        legacy: &Arc<dyn LegacyRules>,
    ) -> Result<Self, JournalError> {
        let wrong = |seq, what: FactError| JournalError { table: id, seq, what };
        let mut facts = journal.map_err(|defect| wrong(defect.seq(), defect.to_string().into()))?.into_iter();
        let read = |seq, body: &str| {
            serde_json::from_str(body).map_err(|error| wrong(seq, error.to_string().into()))
        };
        let mut table = match facts.next() {
            Some(store::JournalRow { seq, at, body }) => match read(seq, &body)? {
                Fact::Opened(config) => Self { seq, ..Self::opened(id, *config, at, legacy) },
                Fact::Dealt(dealt) => {
                    Self::dealt(id, &dealt, seq, at, legacy).map_err(|what| wrong(seq, what))?
                }
                _ => return Err(wrong(seq, "it begins neither with the opening nor with a deal".into())),
            },
            None => return Err(wrong(0, "it is empty".into())),
        };
        for store::JournalRow { seq, at, body } in facts {
            table.apply_fact(&read(seq, &body)?, seq, at, None).map_err(|what| wrong(seq, what))?;
        }
        table.moved.clear();
        Ok(table)
    }

    /// Takes in a fact. `attempt` is the action already tried, if it was; else it is played here.
    pub(crate) fn apply_fact(
        &mut self,
        fact: &Fact,
        seq: u64,
        at: i64,
        attempt: Option<TriedAction>,
    ) -> Result<(), FactError> {
        self.seq = seq;
        self.last_at = at;
        self.note_suspension(fact, at);
        match fact {
            Fact::Suspended | Fact::Paused { .. } | Fact::Resumed { .. } => {}
            Fact::Undone { seat, keep } => self.take_back(*seat, *keep, seq, at)?,
            Fact::Opened(_) => return Err("the table is opened twice".into()),
            Fact::Dealt(dealt) => {
                let dealt = Self::dealt(self.id, dealt, seq, at, &self.legacy)?;
                *self = Self { epoch: self.epoch, ..dealt };
            }
            Fact::Reopened { outage } => {
                match self.outage {
                    None => self.put_off_deadlines(*outage),
                    // What came on top of it while it was being stored is still to be noted.
                    Some(known) => self.outage = Some(known - outage).filter(|more| *more != 0),
                }
            }
            Fact::Sat { seat, person, name, bot, legacy, nonce, address } => {
                let who =
                    SeatOccupant::Person { id: *person, name: name.clone(), bot: *bot, legacy: *legacy };
                self.sits(*seat, who, seq)?;
                let state = self.seat_mut(*seat)?;
                state.nonce.clone_from(nonce);
                state.address = *address;
                self.host = self.host.or(Some(*seat));
            }
            Fact::BotSat { seat, level } => self.sits(*seat, SeatOccupant::Bot(*level), seq)?,
            Fact::Stood { seat } => self.stands_up(*seat)?,
            Fact::Removed { seat, person } => {
                self.stands_up(*seat)?;
                self.note_removed(*person);
            }
            Fact::Locked { seat, on } => self.seat_mut(*seat)?.locked = *on,
            Fact::Renamed { seat, name } => {
                if let SeatOccupant::Person { name: old, .. } = &mut self.seat_mut(*seat)?.who {
                    old.clone_from(name);
                }
            }
            Fact::Host { seat } => self.host = *seat,
            Fact::Nonce { seat, nonce } => self.seat_mut(*seat)?.nonce = Some(nonce.clone()),
            Fact::Started { seed, next, rules, name_salt } => {
                self.name_salt = *name_salt;
                let nonces = self.seats.iter_mut().map(|seat| seat.nonce.take()).collect();
                let game = ReplayId { table: self.id, game: self.game_number + 1 };
                let seed = self.luck.deal(game, nonces, *seed, *next)?;
                self.start(seed, rules.unwrap_or(FIRST_RULES), seq, at)?;
            }
            Fact::Acted { seat, action, by } => self.played(*seat, action, *by, seq, at, attempt)?,
            Fact::Drafted { seat, nth, action } => {
                let seat = self.seat_mut(*seat)?;
                let before = if seat.drafted.0 == *nth { seat.drafted.1 } else { 0 };
                seat.drafted = (*nth, before.saturating_add(1));
                seat.draft = action.clone().map(|action| (*nth, action));
            }
            Fact::Hinted { seat } => {
                self.hinted.insert(*seat);
            }
            Fact::Away { seat, why } => {
                let seat = self.seat_mut(*seat)?;
                seat.away = Some(*why);
                seat.deadline = None;
            }
            Fact::Back { seat } => self.come_back(*seat, at)?,
            Fact::Vacation { seat, until } => self.seat_mut(*seat)?.goes_on_vacation(*until, at),
            Fact::Ready { seat, nonce } => {
                let seat = self.seat_mut(*seat)?;
                seat.ready = true;
                seat.nonce = nonce.clone().or_else(|| seat.nonce.take());
            }
            Fact::Abandoned { .. } => self.finish(SeatSet::EMPTY, true, at, None)?,
            Fact::Said { watchers, from, text } => {
                let room = if *watchers { &mut self.watcher_chat } else { &mut self.player_chat };
                room.say(ChatLine { number: seq, from: Some(from.clone()), text: text.clone(), at });
            }
        }
        Ok(())
    }

    fn sits(&mut self, seat: Seat, who: SeatOccupant, seq: u64) -> Result<(), String> {
        *self.seat_mut(seat)? = SeatState { who, arrived: seq, ..SeatState::default() };
        self.order.arrives(seq, seat);
        Ok(())
    }

    fn stands_up(&mut self, seat: Seat) -> Result<(), String> {
        let gone = std::mem::take(self.seat_mut(seat)?);
        self.stage = TableStage::Waiting;
        self.seats.iter_mut().for_each(|seat| seat.ready = false);
        self.close_up(gone.arrived);
        Ok(())
    }

    pub(super) fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, String> {
        self.seats.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// The running game with its seed, if a gateway deals it: such a protocol sends every card to every player, so the
    /// gateway has to know them. No other table gives its seed away.
    pub(crate) fn peer_record(&self) -> Option<PeerRecord> {
        let is_open = self.legacy.deals(self.config.game.name(), &self.config.options);
        let mut record = Vec::new();
        self.game.as_ref().filter(|_| is_open)?.write_record(&[], &mut record).ok()?;
        Some(PeerRecord { game_number: self.game_number, record: serde_json::from_slice(&record).ok()? })
    }

    fn start(&mut self, seed: game::Seed, rules: u16, seq: u64, at: i64) -> Result<(), FactError> {
        if self.game_number > 0 {
            let (kind, seats) = (self.config.game, self.config.seats);
            self.config.options = live_game::rematch_options(kind, &self.config.options, seats)
                .map_err(|refusal| refusal.message)?;
        }
        let TableConfig { game, options, seats, legacy_protocol, .. } = &self.config;
        let supported = game.face().rules();
        if !supported.contains(&rules) {
            return Err(FactError::UnsupportedRules { game: *game, rules, supported });
        }
        let legacy = legacy_protocol.map(|protocol| LegacyTable { protocol, rules: self.legacy.clone() });
        let chance = if self.luck.is_duplicate() { Chance::duplicate(seed) } else { Chance::new(seed) };
        let game = TableGame::deal(*game, rules, options, *seats, chance, legacy)
            .map_err(|refusal| refusal.message)?;
        self.order.begins();
        self.hinted = SeatSet::EMPTY;
        self.game = Some(game);
        self.game_number += 1;
        self.stage = TableStage::Running;
        self.result = None;
        self.paused = false;
        self.undo_count = 0;
        self.game_seqs = vec![seq];
        self.player_chat.said = 0;
        self.watcher_chat.said = 0;
        for seat in &mut self.seats {
            seat.draft = None;
            seat.drafted = (0, 0);
            seat.missed = 0;
            seat.deadline = None;
            seat.ready = false;
            seat.clock_finishes = false;
        }
        self.set_deadlines(at);
        Ok(())
    }

    fn played(
        &mut self,
        seat: Seat,
        action: &GameJson,
        by: ChosenBy,
        seq: u64,
        at: i64,
        tried: Option<TriedAction>,
    ) -> Result<(), String> {
        let game = self.game.as_ref().ok_or("an action before the deal")?;
        match tried {
            Some(tried) => self.play_one(seat, tried, by, seq, at),
            None => {
                for action in game.read_stored(seat, action)? {
                    let game = self.game.as_ref().ok_or("an action before the deal")?;
                    let tried =
                        game.attempt(seat, action.get()).map_err(|refused| refused.refusal.message)?;
                    self.play_one(seat, tried, by, seq, at)?;
                }
                Ok(())
            }
        }
    }

    fn play_one(
        &mut self,
        seat: Seat,
        tried: TriedAction,
        by: ChosenBy,
        seq: u64,
        at: i64,
    ) -> Result<(), String> {
        let game = self.game.as_mut().ok_or("an action before the deal")?;
        let (seal, turn) = (tried.seal, game.turn());
        game.accept(tried, by);
        let status = game.status();
        // One clock for a turn, however many decisions it has: the clock that began to play it plays its rest at once.
        let turn_goes_on = game.turn() == turn && status.to_act().contains(seat);
        let by_clock = matches!(by, ChosenBy::Clock | ChosenBy::Draft);
        self.game_seqs.push(seq);
        let seat = self.seat_mut(seat)?;
        seat.draft = None;
        seat.deadline = match (turn_goes_on, by_clock) {
            (true, true) => Some(at),
            (true, false) => seat.deadline,
            (false, _) => None,
        };
        let finished = std::mem::replace(&mut seat.clock_finishes, turn_goes_on && by_clock);
        match by {
            // A turn that the clock both began and finished was missed once.
            ChosenBy::Clock | ChosenBy::Draft if finished => {}
            ChosenBy::Clock | ChosenBy::Draft => seat.missed = seat.missed.saturating_add(1),
            ChosenBy::Person => seat.missed = 0,
            ChosenBy::Bot => {}
        }
        match status {
            Status::ToAct(_) | Status::Sealed(_) => self.set_deadlines(at),
            Status::Over(outcome) => self.finish(outcome.winners, false, at, seal)?,
        }
        Ok(())
    }

    fn come_back(&mut self, seat: Seat, at: i64) -> Result<(), String> {
        let seat = self.seat_mut(seat)?;
        seat.away = None;
        seat.missed = 0;
        if self.stage == TableStage::Running {
            self.set_deadlines(at);
        }
        Ok(())
    }

    /// The game is over. Its seal is of the replay as it is stored, which is made now unless it is known.
    fn finish(
        &mut self,
        winners: SeatSet,
        abandoned: bool,
        at: i64,
        seal: Option<Seal>,
    ) -> Result<(), String> {
        self.stage = TableStage::Finished;
        self.paused = false;
        self.order.ends();
        let scores = self.game.as_ref().map(|game| game.scores().as_slice().to_vec()).unwrap_or_default();
        let ending = Ending { winners, scores: &scores, abandoned, at, last: &[] };
        let seal = match seal {
            Some(seal) => seal,
            None => self.replay_body(&ending).map_err(|why| why.to_string())?.seal,
        };
        self.result = Some(GameResult {
            winners,
            scores,
            abandoned,
            undo_count: self.undo_count,
            replay_id: self.replay_id(),
            deal: self.luck.dealt_to_show().cloned(),
            seal: Some(seal),
            hinted: self.hinted,
            rated: !abandoned && self.is_rated_game(),
            next_commitment: self.luck.next_commitment(),
        });
        for seat in &mut self.seats {
            seat.deadline = None;
            seat.draft = None;
        }
        Ok(())
    }

    /// The name of the game that is being played, or was played last.
    pub(crate) fn replay_id(&self) -> ReplayId {
        ReplayId { table: self.id, game: self.game_number }
    }
}

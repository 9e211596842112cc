//! What may happen at a table: a request becomes facts, or a refusal.

use std::net::IpAddr;

use game::Seat;
use game::face::ChosenBy;
use protocol::{ChatText, GameJson, InviteCode, Nonce, OnLeave, Refusal, RefusalCode, TableStage, Watchers};
use subtle::ConstantTimeEq;

use super::deal_secrets::NewSecrets;
use super::state::{SeatOccupant, TableState};
use crate::journal::{AwayReason, Fact};
use crate::live_game::{RefusedAction, TriedAction};
use crate::people::PersonId;

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Caller {
    /// The person.
    pub person: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether it is a program.
    pub bot: bool,
    /// Whether they come through an old protocol.
    pub legacy: bool,
    /// The block of addresses they come from, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<IpAddr>,
}

/// Facts to be stored, and the action already tried, if there is one.
pub(crate) struct Decision {
    pub(crate) facts: Vec<Fact>,
    pub(crate) attempt: Option<TriedAction>,
}

impl From<Vec<Fact>> for Decision {
    fn from(facts: Vec<Fact>) -> Self {
        Self { facts, attempt: None }
    }
}

pub(super) type Decided = Result<Decision, Refusal>;

pub(super) fn refuse<T>(code: RefusalCode, sentence: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}

/// Maximum number of lines said in one room of a table from one deal to the next: the journal holds them all.
const MAX_LINES_PER_GAME: u32 = 1_000;

/// Maximum number of drafts stored for one decision.
const MAX_DRAFTS_PER_DECISION: u32 = 50;

impl TableState {
    /// Whether somebody with this code may come in.
    pub(crate) fn admit(&self, person: PersonId, code: Option<&InviteCode>) -> Result<(), Refusal> {
        let Some(secret) = self.config.code.as_ref().filter(|_| !self.is_expected(person)) else {
            return Ok(());
        };
        let given = code.map(InviteCode::as_str).unwrap_or_default();
        // The time taken must not tell how much of a guess was right.
        if bool::from(secret.as_str().as_bytes().ct_eq(given.as_bytes())) {
            Ok(())
        } else {
            refuse(RefusalCode::NotInvited, "This table is private: you need its invite link.")
        }
    }

    /// Somebody sits down. A person who sits there already is simply back.
    pub(crate) fn join(
        &self,
        caller: &Caller,
        seat: Option<Seat>,
        code: Option<&InviteCode>,
        nonce: Option<Nonce>,
        luck: NewSecrets,
        now: i64,
    ) -> Decided {
        if let Some(own) = self.seat_of(caller.person) {
            return match seat {
                Some(other) if other != own => {
                    refuse(RefusalCode::AlreadySeated, "You already sit at this table.")
                }
                _ => {
                    let mut facts = self.return_facts(own);
                    // What is dealt is dealt: while a game runs there is nothing to add to.
                    let taken = nonce.filter(|_| self.stage != TableStage::Running);
                    facts.extend(taken.map(|nonce| Fact::Nonce { seat: own, nonce }));
                    Ok(facts.into())
                }
            };
        }
        self.admit(caller.person, code)?;
        self.not_played_once()?;
        if self.stage == TableStage::Running {
            return refuse(RefusalCode::AlreadyStarted, "The game has begun: you can watch it.");
        }
        self.may_sit_down(caller.person, seat)?;
        self.may_take_a_kept_seat(Some(caller.person), now)?;
        // Old protocols seat people in order of arrival: there is nothing to pick, but for a number that was promised.
        let picks = self.config.legacy_protocol.is_none() || caller.legacy && self.order.promises_seats();
        let wanted = seat.filter(|_| picks);
        let Some(free) = wanted.or_else(|| self.free_seat()) else {
            return self.no_seat_is_free();
        };
        match self.seats.get(free.index()).map(|seat| &seat.who) {
            Some(SeatOccupant::Empty) => {}
            Some(_) => return refuse(RefusalCode::SeatTaken, "Somebody sits there."),
            None => return refuse(RefusalCode::SeatTaken, "There is no such seat at this table."),
        }
        let address = self.config.noted_address(caller);
        let Caller { person, name, bot, legacy, .. } = caller.clone();
        let mut facts = vec![Fact::Sat { seat: free, person, name, bot, legacy, nonce, address }];
        // Whoever announced a table for a time is its host, also if others were there first.
        if self.is_announced_by(person) && self.host.is_some() {
            facts.push(Fact::Host { seat: Some(free) });
        }
        Ok(self.started_when_full(facts, luck).into())
    }

    /// Adds the deal if these entries fill the table.
    pub(crate) fn started_when_full(&self, mut facts: Vec<Fact>, luck: NewSecrets) -> Vec<Fact> {
        let sits = |fact: &&Fact| matches!(fact, Fact::Sat { .. } | Fact::BotSat { .. });
        let coming = facts.iter().filter(sits).count();
        let free = self.seats.iter().filter(|seat| seat.who == SeatOccupant::Empty).count();
        let waits = self.waits_for_a_start(&facts);
        if self.stage != TableStage::Running && coming == free && !waits {
            facts.push(self.luck.starts(self.newest_rules(), luck));
        }
        facts
    }

    /// The version of the rules by which a new game is dealt.
    fn newest_rules(&self) -> u16 {
        *self.config.game.face().rules().end()
    }

    /// Somebody stands up. In a running game the seat stays theirs.
    pub(crate) fn leave(&self, person: PersonId) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        let mut facts = match (self.stage, self.config.on_leave) {
            // Nobody plays the deal of the day for another: to leave is to give it up.
            (TableStage::Running, _) if self.config.day.is_some() => {
                vec![Fact::Abandoned { seat }, Fact::Stood { seat }]
            }
            (TableStage::Running, OnLeave::Bot) => vec![Fact::Away { seat, why: AwayReason::Left }],
            (TableStage::Running, OnLeave::End) => vec![Fact::Abandoned { seat }, Fact::Stood { seat }],
            _ => vec![Fact::Stood { seat }],
        };
        let heir = self.heir(seat);
        let keeps_seat = matches!(facts.as_slice(), [Fact::Away { .. }]);
        // Where people move up when somebody stands, the host moves with them.
        let moves_up = self.config.legacy_protocol.is_some() && !keeps_seat;
        if self.host == Some(seat) && !moves_up && (heir.is_some() || !keeps_seat) {
            facts.push(Fact::Host { seat: heir });
        }
        Ok(facts.into())
    }

    /// Who is the host after somebody left: the first who is there, or else the first who may come back.
    fn heir(&self, gone: Seat) -> Option<Seat> {
        let others = || self.persons().filter(|(other, _)| *other != gone);
        let there = others().find(|(_, state)| state.away.is_none());
        there.or_else(|| others().next()).map(|(seat, _)| seat)
    }

    /// The host puts a bot on a free seat.
    pub(crate) fn add_bot(
        &self,
        person: PersonId,
        level: &str,
        seat: Option<Seat>,
        luck: NewSecrets,
        now: i64,
    ) -> Decided {
        self.host_before_the_game(person)?;
        self.may_take_a_kept_seat(None, now)?;
        let seat = seat.filter(|_| self.config.legacy_protocol.is_none());
        let level = level.parse().map_err(|unknown: bots::UnknownLevel| {
            Refusal::new(RefusalCode::NoSuchBot, unknown.to_string())
        })?;
        let Some(free) = seat.or_else(|| self.free_seat()).or_else(|| self.locked_seat()) else {
            return refuse(RefusalCode::TableFull, "All seats at this table are taken.");
        };
        match self.seats.get(free.index()).map(|seat| &seat.who) {
            Some(SeatOccupant::Empty) => {
                Ok(self.started_when_full(vec![Fact::BotSat { seat: free, level }], luck).into())
            }
            _ => refuse(RefusalCode::SeatTaken, "That seat is not free."),
        }
    }

    /// The host sends a bot away.
    pub(crate) fn remove_bot(&self, person: PersonId, seat: Seat) -> Decided {
        self.host_before_the_game(person)?;
        match self.seats.get(seat.index()).map(|seat| &seat.who) {
            Some(SeatOccupant::Bot(_)) => Ok(vec![Fact::Stood { seat }].into()),
            _ => refuse(RefusalCode::NoSuchBot, "There is no bot on that seat."),
        }
    }

    pub(super) fn host_before_the_game(&self, person: PersonId) -> Result<(), Refusal> {
        // Old clients cannot ask for bots, so anybody at their table may.
        let host = self.config.legacy_protocol.is_some()
            || self.seat_of(person).is_some_and(|seat| Some(seat) == self.host);
        if !host {
            return refuse(RefusalCode::NotHost, "Only the host of the table can do that.");
        }
        if self.stage == TableStage::Running {
            return refuse(RefusalCode::AlreadyStarted, "The game has begun.");
        }
        // Nor by bots that come and go at a table whose game is over.
        self.not_played_once()
    }

    /// Somebody plays.
    pub(crate) fn act(
        &self,
        person: PersonId,
        game_number: u32,
        nth: u32,
        action: &GameJson,
    ) -> Result<ActOutcome, RefusedAction> {
        let without_legal = |refusal| RefusedAction { refusal, legal: None };
        let (seat, current) = self.decision_of(person, game_number).map_err(without_legal)?;
        if nth < current {
            return self.again(seat, nth, action).map_err(without_legal);
        }
        if nth > current {
            let refusal = Refusal::new(RefusalCode::TooEarly, "That decision has not come yet.");
            return Err(without_legal(refusal));
        }
        if self.stage != TableStage::Running {
            return Err(without_legal(Refusal::new(RefusalCode::NotStarted, "No game is running here.")));
        }
        self.play(seat, action, ChosenBy::Person).map(ActOutcome::New)
    }

    /// A decision that was made: the same action sent again is answered again, anything else came too late.
    fn again(&self, seat: Seat, nth: u32, action: &GameJson) -> Result<ActOutcome, Refusal> {
        let game = self.game.as_ref();
        let same = |(made, by): (GameJson, ChosenBy)| {
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
            by == ChosenBy::Person && read(made.get()) == read(action.get())
        };
        if game.and_then(|game| game.decided(seat, nth)).is_some_and(same) {
            Ok(ActOutcome::Again)
        } else {
            refuse(RefusalCode::Stale, "Too late: that decision has been made.")
        }
    }

    /// Plays an action for a seat. Whoever plays themselves is back.
    pub(crate) fn play(
        &self,
        seat: Seat,
        action: &GameJson,
        by: ChosenBy,
    ) -> Result<Decision, RefusedAction> {
        let Some(game) = &self.game else {
            let refusal = Refusal::new(RefusalCode::NotStarted, "No game is running here.");
            return Err(RefusedAction { refusal, legal: None });
        };
        let attempt = game.attempt(seat, action.get())?;
        let mut facts = if by == ChosenBy::Person { self.return_facts(seat) } else { Vec::new() };
        facts.extend(self.paused.then_some(Fact::Resumed { seat }));
        facts.push(Fact::Acted { seat, action: attempt.tried.action.clone(), by });
        Ok(Decision { facts, attempt: Some(attempt) })
    }

    /// Somebody marks what to play when the time runs out. It need not be legal yet.
    pub(crate) fn draft(
        &self,
        person: PersonId,
        game_number: u32,
        nth: u32,
        action: Option<GameJson>,
    ) -> Result<Decision, RefusedAction> {
        let refuse =
            |code, sentence: &str| Err(RefusedAction { refusal: Refusal::new(code, sentence), legal: None });
        let (seat, current) = self
            .decision_of(person, game_number)
            .map_err(|refusal| RefusedAction { refusal, legal: None })?;
        if nth < current || self.stage != TableStage::Running {
            return refuse(RefusalCode::Stale, "That decision has been made.");
        }
        if nth > current {
            return refuse(RefusalCode::TooEarly, "That decision has not come yet.");
        }
        // What is stored is an action that could be played now, as it is always written: nothing else, and nothing twice.
        let action = match action {
            Some(action) => {
                let game = self.game.as_ref();
                let tried = game.map(|game| game.attempt(seat, action.get())).transpose()?;
                tried.map(|tried| tried.tried.action)
            }
            None => None,
        };
        let stored = self.seats.get(seat.index()).and_then(|state| state.draft.as_ref());
        let stored = stored.filter(|(of, _)| *of == nth).map(|(_, action)| action.get());
        if action.as_ref().map(|action| action.get()) == stored {
            return Ok(Vec::new().into());
        }
        let drafted = self.seats.get(seat.index()).map_or((0, 0), |state| state.drafted);
        if drafted.0 == nth && drafted.1 >= MAX_DRAFTS_PER_DECISION {
            let sentence = format!("A decision has at most {MAX_DRAFTS_PER_DECISION} drafts.");
            return refuse(RefusalCode::LimitReached, &sentence);
        }
        Ok(vec![Fact::Drafted { seat, nth, action }].into())
    }

    /// Somebody asks for a hint at a decision that is theirs to make now. That they did is noted once a game.
    pub(crate) fn hint(
        &self,
        person: PersonId,
        game_number: u32,
        nth: u32,
    ) -> Result<(Seat, Decision), Refusal> {
        let (seat, current) = self.decision_of(person, game_number)?;
        if !self.config.hints {
            return refuse(RefusalCode::HintsDisabled, "There are no hints at this table.");
        }
        if nth < current || self.stage != TableStage::Running {
            return refuse(RefusalCode::Stale, "That decision has been made.");
        }
        if nth > current || !self.to_act().contains(seat) {
            return refuse(RefusalCode::TooEarly, "That decision has not come yet.");
        }
        let facts = if self.hinted.contains(seat) { Vec::new() } else { vec![Fact::Hinted { seat }] };
        Ok((seat, facts.into()))
    }

    pub(super) fn decision_of(&self, person: PersonId, game_number: u32) -> Result<(Seat, u32), Refusal> {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        match &self.game {
            Some(_) if game_number != self.game_number => {
                refuse(RefusalCode::OtherGame, "That was for another game at this table.")
            }
            Some(game) => Ok((seat, game.decisions(seat))),
            None => refuse(RefusalCode::NotStarted, "No game is running here."),
        }
    }

    /// Somebody starts the game, where it does not start by itself.
    pub(crate) fn start_game(
        &self,
        person: PersonId,
        luck: NewSecrets,
        is_here: impl Fn(Seat) -> bool,
    ) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        self.may_start(seat, is_here)?;
        Ok(vec![self.luck.starts(self.newest_rules(), luck)].into())
    }

    /// A deadline has passed: the draft is played if it is legal, else the default. Too many, and a bot plays on.
    pub(crate) fn deadline_passed(&self, seat: Seat) -> Option<Decision> {
        let state = self.seats.get(seat.index())?;
        let game = self.game.as_ref()?;
        let draft = state.draft.as_ref().filter(|(nth, _)| *nth == game.decisions(seat));
        let marked = draft.and_then(|(_, action)| self.play(seat, action, ChosenBy::Draft).ok());
        let mut decision =
            marked.or_else(|| self.play(seat, &game.default_action(seat), ChosenBy::Clock).ok())?;
        // The rest of a turn that the clock began was counted with its beginning.
        let missed = state.missed.saturating_add(u8::from(!state.clock_finishes));
        let too_many = self.config.missed_limit.is_some_and(|limit| missed >= limit);
        if too_many {
            decision.facts.push(Fact::Away { seat, why: AwayReason::Missed });
        }
        Some(decision)
    }

    /// Somebody has been gone for longer than the grace time.
    pub(crate) fn grace_expired(&self, seat: Seat) -> Vec<Fact> {
        match self.config.on_leave {
            OnLeave::Bot => vec![Fact::Away { seat, why: AwayReason::Lost }],
            // An old client cannot wait for anybody: the seat is free for the next one.
            OnLeave::End if self.config.legacy_protocol.is_some() => {
                vec![Fact::Abandoned { seat }, Fact::Stood { seat }]
            }
            OnLeave::End => vec![Fact::Abandoned { seat }],
        }
    }

    /// Whether somebody sits here who came through an old protocol.
    pub(crate) fn has_legacy_clients(&self) -> bool {
        self.persons().any(|(_, state)| matches!(state.who, SeatOccupant::Person { legacy: true, .. }))
    }

    /// A seat of somebody who can never come back, if no game runs that it is needed for.
    pub(crate) fn unreachable_seat(&self, is_here: impl Fn(Seat) -> bool) -> Option<Seat> {
        let gone = |(seat, state): &(Seat, &super::state::SeatState)| {
            matches!(state.who, SeatOccupant::Person { legacy: true, .. }) && !is_here(*seat)
        };
        let free = self.stage != TableStage::Running;
        self.persons().find(gone).filter(|_| free).map(|(seat, _)| seat)
    }

    /// What it takes for a seat to be played by its person again.
    pub(crate) fn return_facts(&self, seat: Seat) -> Vec<Fact> {
        let away = self.seats.get(seat.index()).is_some_and(|seat| seat.away.is_some());
        if away { vec![Fact::Back { seat }] } else { Vec::new() }
    }

    /// Somebody wants another game. It is dealt when all who are here want it.
    pub(crate) fn rematch(
        &self,
        person: PersonId,
        nonce: Option<Nonce>,
        bots: Option<BotsForAbsent>,
        luck: NewSecrets,
        is_here: impl Fn(Seat) -> bool,
    ) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        self.not_played_once()?;
        if let Some(restart) = self.may_restart(seat, &is_here) {
            restart?;
            let running = self.stage == TableStage::Running;
            let mut facts: Vec<_> = running.then_some(Fact::Abandoned { seat }).into_iter().collect();
            facts.push(self.luck.starts(self.newest_rules(), luck));
            return Ok(facts.into());
        }
        if self.stage != TableStage::Finished {
            return refuse(RefusalCode::NotOver, "The game is not over.");
        }
        let mut facts = self.return_facts(seat);
        facts.push(Fact::Ready { seat, nonce });
        let absent = bots.as_ref().map_or(&[][..], |bots| &bots.seats);
        let blocks = |(other, state): (Seat, &super::state::SeatState)| {
            other != seat && !state.ready && state.away.is_none() && !absent.contains(&other)
        };
        if !self.persons().any(blocks) {
            facts.extend(bots.map(|bots| self.replace_absent(&bots, seat, is_here)).into_iter().flatten());
            facts.push(self.luck.starts(self.newest_rules(), luck));
        }
        Ok(facts.into())
    }

    /// Bots sit down in the place of those who are absent, so that the others can play.
    fn replace_absent(&self, bots: &BotsForAbsent, by: Seat, is_here: impl Fn(Seat) -> bool) -> Vec<Fact> {
        let replaced = bots.seats.iter().filter(|seat| **seat != by);
        let swap =
            |seat: &Seat| [Fact::Stood { seat: *seat }, Fact::BotSat { seat: *seat, level: bots.level }];
        let mut facts: Vec<_> = replaced.flat_map(swap).collect();
        if let Some(host) = self.host.filter(|host| *host != by && bots.seats.contains(host)) {
            let stays = |seat| is_here(seat) && !bots.seats.contains(&seat);
            facts.push(Fact::Host { seat: self.next_host(host, stays) });
        }
        facts
    }

    /// Somebody says something among the players, or among the watchers.
    pub(crate) fn say(&self, caller: &Caller, to_watchers: bool, text: ChatText) -> Decided {
        let seated = self.seat_of(caller.person).is_some();
        let apart = self.stage == TableStage::Running;
        if apart && !seated && !to_watchers {
            return refuse(RefusalCode::NotInRoom, "While the game runs, watchers talk among themselves.");
        }
        if seated && to_watchers {
            return refuse(
                RefusalCode::NotInRoom,
                "Players do not hear the watchers, and the other way round.",
            );
        }
        if to_watchers && self.config.watchers == Watchers::None {
            return refuse(RefusalCode::NotInRoom, "Nobody may watch this table.");
        }
        let room = if to_watchers { &self.watcher_chat } else { &self.player_chat };
        if room.said >= MAX_LINES_PER_GAME {
            let sentence =
                format!("{MAX_LINES_PER_GAME} lines in one game are enough. Talk on after the next deal.");
            return refuse(RefusalCode::LimitReached, &sentence);
        }
        Ok(vec![Fact::Said { watchers: to_watchers, from: caller.name.clone(), text }].into())
    }
}

/// Who is to be replaced by bots in the next game, and how well those play.
pub(crate) struct BotsForAbsent {
    pub(crate) seats: Vec<Seat>,
    pub(crate) level: bots::Level,
}

/// What an action turned out to be.
pub(crate) enum ActOutcome {
    /// It is new and legal.
    New(Decision),
    /// It was played before: it is not played twice.
    Again,
}

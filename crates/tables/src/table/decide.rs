//! What may happen at a table: a request becomes facts, or a refusal.

use game::Seat;
use protocol::{ChatText, GameJson, InviteCode, Nonce, OnLeave, Refusal, RefusalCode, Stage, Watchers};
use subtle::ConstantTimeEq;

use super::luck::FreshLuck;
use super::state::{Sitter, TableState};
use crate::entry::{Away, Entry};
use crate::live_game::{Attempt, Chooser, RefusedAction};
use crate::people::PersonId;

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Caller {
    /// The person.
    pub person: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether it is a program.
    pub bot: bool,
    /// Whether they come through an old protocol.
    pub wire: bool,
}

/// Facts to be stored, and the action already tried, if there is one.
pub(crate) struct Decision {
    pub(crate) entries: Vec<Entry>,
    pub(crate) attempt: Option<Attempt>,
}

impl From<Vec<Entry>> for Decision {
    fn from(entries: Vec<Entry>) -> Self {
        Self { entries, attempt: None }
    }
}

type Decided = Result<Decision, Refusal>;

fn refuse<T>(code: RefusalCode, sentence: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}

impl TableState {
    /// Whether somebody with this code may come in.
    pub(crate) fn admit(&self, code: Option<&InviteCode>) -> Result<(), Refusal> {
        let Some(secret) = &self.config.code else { return Ok(()) };
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
        luck: FreshLuck,
    ) -> Decided {
        if let Some(own) = self.seat_of(caller.person) {
            return match seat {
                Some(other) if other != own => {
                    refuse(RefusalCode::AlreadySeated, "You already sit at this table.")
                }
                _ => {
                    let mut entries = self.back_entries(own);
                    // What is dealt is dealt: while a game runs there is nothing to add to.
                    let taken = nonce.filter(|_| self.stage != Stage::Running);
                    entries.extend(taken.map(|nonce| Entry::Nonce { seat: own, nonce }));
                    Ok(entries.into())
                }
            };
        }
        self.admit(code)?;
        if self.stage == Stage::Running {
            return refuse(RefusalCode::AlreadyStarted, "The game has begun: you can watch it.");
        }
        // Old protocols seat people in order of arrival: there is nothing to pick, but for a number that was promised.
        let picks = self.config.wire.is_none() || caller.wire && self.order.promises_seats();
        let wanted = seat.filter(|_| picks);
        let Some(free) = wanted.or_else(|| self.free_seat()) else {
            return refuse(RefusalCode::TableFull, "All seats at this table are taken.");
        };
        match self.seats.get(free.index()).map(|seat| &seat.who) {
            Some(Sitter::Empty) => {}
            Some(_) => return refuse(RefusalCode::SeatTaken, "Somebody sits there."),
            None => return refuse(RefusalCode::SeatTaken, "There is no such seat at this table."),
        }
        let Caller { person, name, bot, wire } = caller.clone();
        let sat = Entry::Sat { seat: free, person, name, bot, wire, nonce };
        Ok(self.started_when_full(vec![sat], luck).into())
    }

    /// Adds the deal if these entries fill the table.
    pub(crate) fn started_when_full(&self, mut entries: Vec<Entry>, luck: FreshLuck) -> Vec<Entry> {
        let sits = |entry: &&Entry| matches!(entry, Entry::Sat { .. } | Entry::BotSat { .. });
        let coming = entries.iter().filter(sits).count();
        let free = self.seats.iter().filter(|seat| seat.who == Sitter::Empty).count();
        let waits = self.waits_for_a_start(&entries);
        if self.stage != Stage::Running && coming == free && !waits {
            entries.push(self.luck.starts(luck));
        }
        entries
    }

    /// Somebody stands up. In a running game the seat stays theirs.
    pub(crate) fn leave(&self, person: PersonId) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        let mut entries = match (self.stage, self.config.on_leave) {
            (Stage::Running, OnLeave::Bot) => vec![Entry::Away { seat, why: Away::Left }],
            (Stage::Running, OnLeave::End) => vec![Entry::Abandoned { seat }, Entry::Stood { seat }],
            _ => vec![Entry::Stood { seat }],
        };
        let heir = self.heir(seat);
        let keeps_seat = matches!(entries.as_slice(), [Entry::Away { .. }]);
        // Where people move up when somebody stands, the host moves with them.
        let moves_up = self.config.wire.is_some() && !keeps_seat;
        if self.host == Some(seat) && !moves_up && (heir.is_some() || !keeps_seat) {
            entries.push(Entry::Host { seat: heir });
        }
        Ok(entries.into())
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
        luck: FreshLuck,
    ) -> Decided {
        self.host_before_the_game(person)?;
        let seat = seat.filter(|_| self.config.wire.is_none());
        let level = level.parse().map_err(|unknown: bots::UnknownLevel| {
            Refusal::new(RefusalCode::NoSuchBot, unknown.to_string())
        })?;
        let Some(free) = seat.or_else(|| self.free_seat()) else {
            return refuse(RefusalCode::TableFull, "All seats at this table are taken.");
        };
        match self.seats.get(free.index()).map(|seat| &seat.who) {
            Some(Sitter::Empty) => {
                Ok(self.started_when_full(vec![Entry::BotSat { seat: free, level }], luck).into())
            }
            _ => refuse(RefusalCode::SeatTaken, "That seat is not free."),
        }
    }

    /// The host sends a bot away.
    pub(crate) fn remove_bot(&self, person: PersonId, seat: Seat) -> Decided {
        self.host_before_the_game(person)?;
        match self.seats.get(seat.index()).map(|seat| &seat.who) {
            Some(Sitter::Bot(_)) => Ok(vec![Entry::Stood { seat }].into()),
            _ => refuse(RefusalCode::NoSuchBot, "There is no bot on that seat."),
        }
    }

    fn host_before_the_game(&self, person: PersonId) -> Result<(), Refusal> {
        // Old clients cannot ask for bots, so anybody at their table may.
        let host =
            self.config.wire.is_some() || self.seat_of(person).is_some_and(|seat| Some(seat) == self.host);
        if !host {
            return refuse(RefusalCode::NotHost, "Only the host of the table can do that.");
        }
        if self.stage == Stage::Running {
            return refuse(RefusalCode::AlreadyStarted, "The game has begun.");
        }
        Ok(())
    }

    /// Somebody plays.
    pub(crate) fn act(&self, person: PersonId, nth: u32, action: &GameJson) -> Result<Acting, RefusedAction> {
        let without_legal = |refusal| RefusedAction { refusal, legal: None };
        let (seat, current) = self.decision_of(person).map_err(without_legal)?;
        if nth < current {
            return self.again(seat, nth, action).map_err(without_legal);
        }
        if nth > current {
            let refusal = Refusal::new(RefusalCode::TooEarly, "That decision has not come yet.");
            return Err(without_legal(refusal));
        }
        if self.stage != Stage::Running {
            return Err(without_legal(Refusal::new(RefusalCode::NotStarted, "No game is running here.")));
        }
        self.play(seat, action, Chooser::Person).map(Acting::New)
    }

    /// A decision that was made: the same action sent again is answered again, anything else came too late.
    fn again(&self, seat: Seat, nth: u32, action: &GameJson) -> Result<Acting, Refusal> {
        let game = self.game.as_ref();
        let same = |(made, by): (GameJson, Chooser)| {
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
            by == Chooser::Person && read(made.get()) == read(action.get())
        };
        if game.and_then(|game| game.decided(seat, nth)).is_some_and(same) {
            Ok(Acting::Again)
        } else {
            refuse(RefusalCode::Stale, "Too late: that decision has been made.")
        }
    }

    /// Plays an action for a seat. Whoever plays themselves is back.
    pub(crate) fn play(&self, seat: Seat, action: &GameJson, by: Chooser) -> Result<Decision, RefusedAction> {
        let Some(game) = &self.game else {
            let refusal = Refusal::new(RefusalCode::NotStarted, "No game is running here.");
            return Err(RefusedAction { refusal, legal: None });
        };
        let attempt = game.attempt(seat, action.get())?;
        let mut entries = if by == Chooser::Person { self.back_entries(seat) } else { Vec::new() };
        entries.push(Entry::Acted { seat, action: attempt.action.clone(), by });
        Ok(Decision { entries, attempt: Some(attempt) })
    }

    /// Somebody marks what to play when the time runs out. It need not be legal yet.
    pub(crate) fn draft(&self, person: PersonId, nth: u32, action: Option<GameJson>) -> Decided {
        let (seat, current) = self.decision_of(person)?;
        if nth < current || self.stage != Stage::Running {
            return refuse(RefusalCode::Stale, "That decision has been made.");
        }
        if nth > current {
            return refuse(RefusalCode::TooEarly, "That decision has not come yet.");
        }
        Ok(vec![Entry::Drafted { seat, nth, action }].into())
    }

    fn decision_of(&self, person: PersonId) -> Result<(Seat, u32), Refusal> {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        match &self.game {
            Some(game) => Ok((seat, game.decisions(seat))),
            None => refuse(RefusalCode::NotStarted, "No game is running here."),
        }
    }

    /// Somebody starts the game, where it does not start by itself.
    pub(crate) fn start_game(
        &self,
        person: PersonId,
        luck: FreshLuck,
        is_here: impl Fn(Seat) -> bool,
    ) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        self.may_start(seat, is_here)?;
        Ok(vec![self.luck.starts(luck)].into())
    }

    /// A deadline has passed: the draft is played if it is legal, else the default. Too many, and a bot plays on.
    pub(crate) fn time_is_up(&self, seat: Seat) -> Option<Decision> {
        let state = self.seats.get(seat.index())?;
        let game = self.game.as_ref()?;
        let draft = state.draft.as_ref().filter(|(nth, _)| *nth == game.decisions(seat));
        let marked = draft.and_then(|(_, action)| self.play(seat, action, Chooser::Draft).ok());
        let mut decision =
            marked.or_else(|| self.play(seat, &game.default_action(seat), Chooser::Clock).ok())?;
        let too_many = self.config.missed_limit.is_some_and(|limit| state.missed + 1 >= limit);
        if too_many {
            decision.entries.push(Entry::Away { seat, why: Away::Missed });
        }
        Some(decision)
    }

    /// Somebody has been gone for longer than the grace time.
    pub(crate) fn grace_is_over(&self, seat: Seat) -> Vec<Entry> {
        match self.config.on_leave {
            OnLeave::Bot => vec![Entry::Away { seat, why: Away::Lost }],
            // An old client cannot wait for anybody: the seat is free for the next one.
            OnLeave::End if self.config.wire.is_some() => {
                vec![Entry::Abandoned { seat }, Entry::Stood { seat }]
            }
            OnLeave::End => vec![Entry::Abandoned { seat }],
        }
    }

    /// Whether somebody sits here who came through an old protocol.
    pub(crate) fn has_old_clients(&self) -> bool {
        self.persons().any(|(_, state)| matches!(state.who, Sitter::Person { wire: true, .. }))
    }

    /// A seat of somebody who can never come back, if no game runs that it is needed for.
    pub(crate) fn ghost(&self, is_here: impl Fn(Seat) -> bool) -> Option<Seat> {
        let gone = |(seat, state): &(Seat, &super::state::SeatState)| {
            matches!(state.who, Sitter::Person { wire: true, .. }) && !is_here(*seat)
        };
        let free = self.stage != Stage::Running;
        self.persons().find(gone).filter(|_| free).map(|(seat, _)| seat)
    }

    /// What it takes for a seat to be played by its person again.
    pub(crate) fn back_entries(&self, seat: Seat) -> Vec<Entry> {
        let away = self.seats.get(seat.index()).is_some_and(|seat| seat.away.is_some());
        if away { vec![Entry::Back { seat }] } else { Vec::new() }
    }

    /// Somebody wants another game. It is dealt when all who are here want it.
    pub(crate) fn rematch(
        &self,
        person: PersonId,
        nonce: Option<Nonce>,
        luck: FreshLuck,
        is_here: impl Fn(Seat) -> bool,
    ) -> Decided {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        if let Some(restart) = self.may_restart(seat, is_here) {
            restart?;
            let running = self.stage == Stage::Running;
            let mut entries: Vec<_> = running.then_some(Entry::Abandoned { seat }).into_iter().collect();
            entries.push(self.luck.starts(luck));
            return Ok(entries.into());
        }
        if self.stage != Stage::Over {
            return refuse(RefusalCode::NotOver, "The game is not over.");
        }
        let mut entries = self.back_entries(seat);
        entries.push(Entry::Ready { seat, nonce });
        let others_ready =
            self.persons().all(|(other, state)| other == seat || state.ready || state.away.is_some());
        if others_ready {
            entries.push(self.luck.starts(luck));
        }
        Ok(entries.into())
    }

    /// Somebody says something among the players, or among the watchers.
    pub(crate) fn say(&self, caller: &Caller, to_watchers: bool, text: ChatText) -> Decided {
        let seated = self.seat_of(caller.person).is_some();
        let apart = self.stage == Stage::Running;
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
        Ok(vec![Entry::Said { watchers: to_watchers, from: caller.name.clone(), text }].into())
    }
}

/// What an action turned out to be.
pub(crate) enum Acting {
    /// It is new and legal.
    New(Decision),
    /// It was played before: it is not played twice.
    Again,
}

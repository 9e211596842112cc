//! Packets of one client ↔ messages of the server.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use game::{Options, Seat};
use games::sorry::{Action, Dialect, Event, Place, Sorry, SorryOptions};
use protocol::{Act, ClientMsg, GameEvent, Leave, LegacyProtocol, Ref, ServerMsg, TableId};

use super::claim::{Claim, START_CODE, Verdict, code, judge};
use super::packet::Packet;
use super::unreported_turns::{UnreportedTurns, UnreportedTurnsByTable};
use crate::translator::{Effects, SeatView, Translator, read_json, read_view};

/// This many bytes without a place in the game close the connection.
const MAX_BAD_MESSAGES: u32 = 20;

/// This many bytes may wait while the server thinks about one; then nothing more is read.
const MAX_WAITING: usize = 256;

/// How long the connection lasts after the win.
const AFTER_THE_WIN: Duration = Duration::from_secs(1);

/// The same in the dialect `unity`: that client reads its last byte for ever once the connection is closed.
const AFTER_THE_WIN_UNITY: Duration = Duration::from_secs(60);

/// In the dialect `unity` a client sends and reads one Move for each of four pawns, also with fewer players.
const UNITY_MOVES: usize = 4;

/// Stands for a wrong number of Moves: no pawn has this code.
const NO_CODE: u8 = u8::MAX;

/// One client, from the waiting room to the end of its game.
#[derive(Debug)]
pub struct SorryTranslator {
    silences: Arc<UnreportedTurnsByTable>,
    table: Option<TableId>,
    dialect: Dialect,
    seen: Option<SeatView<Sorry>>,
    game_number: u32,
    nth: u32,
    seq: u64,
    waiting: VecDeque<u8>,
    asked: Option<PendingRequest>,
    last_ref: Ref,
    play: Option<Play>,
    closed: bool,
}

/// What the server was asked for.
#[derive(Debug)]
struct PendingRequest {
    reference: Ref,
    /// What the client believes the positions to be afterwards; `None` if it did not decide.
    believes: Option<Vec<u8>>,
}

/// A game.
#[derive(Debug)]
struct Play {
    number: u32,
    silence: Arc<UnreportedTurns>,
    own: Seat,
    seats: u8,
    unity: bool,
    codes: Vec<u8>,
    mover: Seat,
    turn: u32,
    roll: Option<u8>,
    /// What the client has sent of this turn: one more than there are pawns is enough to be wrong.
    moves: Vec<u8>,
    wrong: u8,
    rubbish: u32,
    /// The clock has played for the client: until it plays a turn itself, what it says late counts for nothing.
    forgiven: bool,
    over: bool,
}

impl Play {
    fn positions(&self, write: &mut Vec<u8>) {
        let absent = std::iter::repeat_n(START_CODE, self.moves_expected() - self.codes.len());
        write.extend(self.codes.iter().copied().chain(absent).map(|code| Packet::Move(code).to_byte()));
    }

    /// How many Moves a client sends and reads.
    fn moves_expected(&self) -> usize {
        if self.unity { UNITY_MOVES } else { self.codes.len() }
    }

    /// The squares that the client claims for the pawns that are in the game.
    fn claimed_codes(&mut self) -> Vec<u8> {
        let mut moves = std::mem::take(&mut self.moves);
        if self.unity && !moves.is_empty() {
            match moves.len() {
                UNITY_MOVES => moves.truncate(self.codes.len()),
                _ => moves = vec![NO_CODE],
            }
        }
        moves
    }

    fn turn_packet(&self) -> u8 {
        Packet::Turn(self.mover.number() + 1).to_byte()
    }

    /// Applies the moves of an event. A pawn that is Home keeps the code of its last square.
    fn moved(&mut self, event: &Event) {
        let mut put = |seat: Seat, place: Place| {
            let Some(code) = code(place) else { return };
            if let Some(own) = self.codes.get_mut(seat.index()) {
                *own = code;
            }
        };
        match event {
            Event::Moved { seat, to, .. } => put(*seat, *to),
            Event::Switched { seat, from, with, to } => {
                put(*seat, Place::Square(*to));
                put(*with, Place::Square(*from));
            }
            Event::Bumped { seat, .. } => put(*seat, Place::Start),
            _ => {}
        }
    }
}

impl SorryTranslator {
    /// A client in the waiting room.
    #[must_use]
    pub fn new(silences: Arc<UnreportedTurnsByTable>) -> Self {
        Self {
            silences,
            table: None,
            dialect: SorryOptions::default().dialect,
            seen: None,
            game_number: 0,
            nth: 0,
            seq: 0,
            waiting: VecDeque::new(),
            asked: None,
            last_ref: 100,
            play: None,
            closed: false,
        }
    }

    fn give_up(&mut self, effects: &mut Effects) {
        self.closed = true;
        self.waiting.clear();
        effects.close();
    }

    /// Handles waiting bytes, as long as the server need not be waited for.
    fn go_on(&mut self, effects: &mut Effects) {
        while self.asked.is_none()
            && !self.closed
            && let Some(byte) = self.waiting.pop_front()
        {
            self.byte(byte, effects);
        }
    }

    fn byte(&mut self, byte: u8, effects: &mut Effects) {
        let Some(play) = self.play.as_mut().filter(|play| !play.over) else { return };
        let most_moves = play.moves_expected() + 1;
        let in_turn = play.mover == play.own;
        match (Packet::from_byte(byte), play.roll) {
            (Packet::DRAW, None) if in_turn => self.ask(Action::Roll, None, effects),
            // The button was pressed twice.
            (Packet::DRAW, Some(_)) if in_turn => {}
            (Packet::Move(code), Some(_)) if in_turn => {
                if play.moves.len() < most_moves {
                    play.moves.push(code);
                }
            }
            (Packet::END_OF_TURN, Some(_)) if in_turn => self.judge(None, effects),
            (Packet::Init(client @ 1..=4), Some(_)) if in_turn => self.judge(Some(client), effects),
            _ if play.forgiven => {}
            _ => {
                play.rubbish += 1;
                if play.rubbish >= MAX_BAD_MESSAGES {
                    self.give_up(effects);
                }
            }
        }
    }

    /// Judges what the client says it did, and whether it says it has won.
    fn judge(&mut self, won: Option<u8>, effects: &mut Effects) {
        let (Some(play), Some(seen)) = (&mut self.play, &self.seen) else { return };
        let codes = play.claimed_codes();
        let claim = match won {
            Some(client) => Claim::Won { client, codes: &codes },
            None => Claim::Moved { codes: &codes },
        };
        match judge(&seen.view, play.own, claim, play.wrong) {
            Some(Verdict::Play(action)) => {
                if codes.is_empty() {
                    play.silence.note(play.number, play.turn);
                }
                let unchanged = codes.is_empty() || won.is_some();
                let believes = if unchanged { play.codes.clone() } else { codes };
                self.ask(action, Some(believes), effects);
            }
            Some(Verdict::AskAgain) => {
                play.wrong += 1;
                self.ask_again(effects);
            }
            Some(Verdict::PlayDefault(action)) => self.ask(action, None, effects),
            // The server is a step further than this client knows: it will be sent.
            None => {}
        }
    }

    /// The old positions, whose turn it is, and the same roll: try again.
    fn ask_again(&self, effects: &mut Effects) {
        let Some(play) = &self.play else { return };
        let Some(roll) = play.roll else { return };
        play.positions(&mut effects.write);
        effects.write.push(play.turn_packet());
        effects.write.push(Packet::Roll(roll).to_byte());
    }

    fn ask(&mut self, action: Action, believes: Option<Vec<u8>>, effects: &mut Effects) {
        let Some(table) = self.table else { return };
        // Plain data: writing it cannot fail.
        let Ok(action) = serde_json::value::to_raw_value(&action) else { return };
        self.last_ref = self.last_ref.wrapping_add(1);
        self.asked = Some(PendingRequest { reference: self.last_ref, believes });
        effects.ask(ClientMsg::Act(Act {
            table,
            game_number: self.game_number,
            nth: self.nth,
            action,
            reference: Some(self.last_ref),
        }));
    }

    /// A new game: who one is, the start, and whose turn it is.
    fn begin(&mut self, number: u32, effects: &mut Effects) {
        let (Some(table), Some(seen)) = (self.table, &self.seen) else { return };
        let Some(own) = seen.you else { return };
        let seats = seen.view.pawns.seats();
        let play = Play {
            number,
            silence: self.silences.at(table),
            own,
            seats,
            unity: self.dialect == Dialect::Unity,
            codes: vec![START_CODE; usize::from(seats)],
            mover: Seat::of(0),
            turn: 1,
            roll: None,
            moves: Vec::new(),
            wrong: 0,
            rubbish: 0,
            forgiven: false,
            over: false,
        };
        effects.write.extend([Packet::Init(own.number() + 1).to_byte(), Packet::START.to_byte()]);
        effects.write.push(play.turn_packet());
        self.play = Some(play);
    }

    /// What one action did: a roll, or the rest of a turn.
    fn happened(&mut self, seq: u64, events: &[GameEvent], effects: &mut Effects) {
        if seq <= self.seq {
            return;
        }
        self.seq = seq;
        let events: Vec<Event> = events.iter().filter_map(|sent| read_json(&sent.event)).collect();
        let Some(play) = self.play.as_mut().filter(|play| !play.over) else { return };
        // A client that has asked for nothing has let its time run out.
        let by_clock = play.mover == play.own && self.asked.is_none();
        let rolled = events.iter().find_map(|event| match event {
            Event::Rolled { roll, .. } => Some(*roll),
            _ => None,
        });
        if let Some(roll) = rolled {
            play.roll = Some(roll);
            play.moves.clear();
            play.wrong = 0;
            // A client of this dialect would answer a roll that it did not ask for, later.
            if !(by_clock && play.unity) {
                effects.write.push(Packet::Roll(roll).to_byte());
            }
            return;
        }
        events.iter().for_each(|event| play.moved(event));
        let decided = self.asked.as_ref().and_then(|asked| asked.believes.as_ref());
        let knows_it = play.mover == play.own && decided == Some(&play.codes);
        if play.mover == play.own {
            play.forgiven = by_clock;
        }
        if !knows_it && !play.silence.covers(play.number, play.turn) {
            play.positions(&mut effects.write);
        }
        let winner = events.iter().find_map(|event| match event {
            Event::Won { seat } => Some(*seat),
            Event::Stopped { winners, .. } => winners.first(),
            _ => None,
        });
        play.roll = None;
        play.moves.clear();
        if let Some(winner) = winner {
            play.over = true;
            self.waiting.clear();
            effects.write.push(Packet::Init(winner.number() + 1).to_byte());
            effects.end = Some(if play.unity { AFTER_THE_WIN_UNITY } else { AFTER_THE_WIN });
            if let Some(table) = self.table.filter(|_| play.unity) {
                // The connection outlives the game; the seat does not.
                effects.ask(ClientMsg::Leave(Leave { table, reference: None }));
            }
        } else {
            play.mover = play.mover.next(play.seats);
            play.turn += 1;
            effects.write.push(play.turn_packet());
        }
    }

    fn answered(&mut self, reference: Option<Ref>, refused: bool, effects: &mut Effects) {
        if self.asked.as_ref().is_none_or(|asked| Some(asked.reference) != reference) {
            return;
        }
        let claimed = self.asked.take().is_some_and(|asked| asked.believes.is_some());
        let in_turn = self.play.as_ref().is_some_and(|play| play.mover == play.own && !play.over);
        if refused && claimed && in_turn {
            // The server could not store it: the client is asked again, and it counts for nothing.
            self.ask_again(effects);
        }
        self.go_on(effects);
    }

    fn take_view(&mut self, view: &protocol::GameJson) {
        self.seen = read_view(view).or(self.seen.take());
    }
}

impl Translator for SorryTranslator {
    const PROTOCOL: LegacyProtocol = LegacyProtocol::Sorry;
    /// Before the game there is nothing that a client could say, and others may be long in coming.
    const BEGIN_TIMEOUT_MS: i64 = 30 * 60_000;
    /// A turn has a clock, unless the operator turns it off; and a connection lasts for one game.
    const IDLE_TIMEOUT_MS: i64 = 3_600_000;
    type Event = ();

    fn has_begun(&self) -> bool {
        self.play.is_some()
    }

    fn room(&self) -> usize {
        if self.closed { 0 } else { MAX_WAITING - self.waiting.len().min(MAX_WAITING) }
    }

    fn on_bytes(&mut self, bytes: &[u8], effects: &mut Effects) -> usize {
        // Before the start nothing that a client says means anything.
        if self.play.as_ref().is_some_and(|play| !play.over) && !self.closed {
            self.waiting.extend(bytes);
            self.go_on(effects);
        }
        bytes.len()
    }

    fn on_server_message(&mut self, message: ServerMsg, _: i64, effects: &mut Effects) {
        match message {
            ServerMsg::Table(table) => {
                self.table = Some(table.info.table);
                if let Ok(options) = SorryOptions::from_settings(&table.info.options) {
                    self.dialect = options.dialect;
                }
                if let Some(view) = &table.seen {
                    self.take_view(view);
                }
                self.game_number = table.game_number;
                self.nth = table.nth;
                if table.game_number > 0 && self.play.is_none() && table.result.is_none() {
                    self.begin(table.game_number, effects);
                }
                // The first of a game is its deal, which says nothing on this wire.
                for missed in &table.missed {
                    if !missed.events.is_empty() && !is_deal(&missed.events) {
                        self.happened(missed.seq, &missed.events, effects);
                    }
                }
                self.seq = self.seq.max(table.seq);
            }
            ServerMsg::Update(update) => {
                self.game_number = update.game_number;
                self.nth = update.nth;
                if let Some(seen) = &update.seen {
                    self.take_view(seen);
                }
                if update.result.as_ref().is_some_and(|result| result.abandoned) {
                    if self.play.as_ref().is_some_and(|play| !play.over) {
                        self.give_up(effects);
                    }
                } else if self.play.is_none() {
                    self.seq = update.seq;
                    self.begin(update.game_number, effects);
                } else {
                    self.happened(update.seq, &update.events, effects);
                }
            }
            ServerMsg::Done(done) => self.answered(done.reference, false, effects),
            ServerMsg::Refused(refused) => self.answered(refused.reference, true, effects),
            // After the win nothing has to be sent: the client leaves on its own.
            ServerMsg::TableRemoved { .. } if self.play.as_ref().is_some_and(|play| play.over) => {}
            ServerMsg::TableRemoved { .. } | ServerMsg::Bye(_) => self.give_up(effects),
            _ => {}
        }
    }

    fn on_event(&mut self, (): (), _: &mut Effects) {}

    fn last_seq(&self, table: TableId) -> Option<u64> {
        (self.table == Some(table)).then_some(self.seq)
    }
}

/// Whether these events only shuffle the cards before the first turn.
fn is_deal(events: &[GameEvent]) -> bool {
    let shuffles = |event: &Event| matches!(event, Event::Shuffled { .. } | Event::Order { .. });
    events.iter().filter_map(|sent| read_json::<Event>(&sent.event)).all(|event| shuffles(&event))
}

//! Lines of one client ↔ messages of the server.

use std::collections::VecDeque;

use games::gomoku::{Action, Event};
use protocol::{
    Act, ClientMsg, GameEvent, LegacyProtocol, Missed, Occupant, Presence, Ref, Rematch, SeatInfo, ServerMsg,
    Start, TableId,
};

use super::lines::Lines;
use super::packet::{ErrorReason, FromClient, ToClient};
use crate::translator::{Effects, GatewayRequest, Translator, read_json};

/// This many lines that cannot be read close the connection.
const MAX_BAD_MESSAGES: u32 = 100;

/// This many lines may wait while the server thinks about one; then nothing more is read.
const MAX_WAITING: usize = 64;

/// How much is read at once.
const ROOM: usize = 1_024;

/// One client at its table.
#[derive(Debug)]
pub struct GomokuTranslator {
    /// What the server calls the client.
    name: String,
    lines: Lines,
    /// Lines that wait until the server has answered the one before.
    waiting: VecDeque<String>,
    asked: Option<PendingRequest>,
    last_ref: Ref,
    heard_anything: bool,
    extended: bool,
    unreadable: u32,
    closed: bool,
    table: Option<TableId>,
    seats: Vec<SeatInfo>,
    /// The client's own number.
    id: u8,
    game_number: u32,
    nth: u32,
    seq: u64,
    /// The client has entered a game: its board is open, and stays so. It does not survive a second `EnterGame`.
    on_board: bool,
    /// Whose turn it is, if a game runs.
    turn: Option<u8>,
    /// The last move of this game, as it was sent.
    last_move: Option<ToClient>,
}

/// What the server was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingRequest {
    Start(Ref),
    Place(Ref),
    Restart(Ref),
}

impl GomokuTranslator {
    /// A client that was promised this number.
    #[must_use]
    pub fn new(id: u8) -> Self {
        Self {
            name: String::new(),
            lines: Lines::new(),
            waiting: VecDeque::new(),
            asked: None,
            last_ref: 100,
            heard_anything: false,
            extended: false,
            unreadable: 0,
            closed: false,
            table: None,
            seats: Vec::new(),
            id,
            game_number: 0,
            nth: 0,
            seq: 0,
            on_board: false,
            turn: None,
            last_move: None,
        }
    }

    /// What the client is sent at once.
    #[must_use]
    pub fn greeting(&self) -> Vec<u8> {
        format!("{}\n", ToClient::AssignPlayerId(self.id)).into_bytes()
    }

    /// The server has given the client a name.
    pub fn is_called(&mut self, name: String) {
        self.name = name;
    }

    fn say(&self, message: ToClient, effects: &mut Effects) {
        if message.is_plain() || self.extended {
            effects.write.extend_from_slice(format!("{message}\n").as_bytes());
        }
    }

    fn refuse(&self, reason: ErrorReason, effects: &mut Effects) {
        effects.log.push(format!("Refused: {reason}."));
        self.say(ToClient::Error(reason), effects);
    }

    /// A move of the client was refused. It has painted its own pebble and believes that it has moved: the move before it,
    /// sent again, puts it in turn again, and where there is none an empty board does.
    fn put_in_turn_again(&self, effects: &mut Effects) {
        if !self.extended && self.turn == Some(self.id) {
            self.say(self.last_move.unwrap_or(ToClient::RestartGame), effects);
        }
    }

    /// Handles waiting lines, as long as the server need not be waited for.
    fn go_on(&mut self, effects: &mut Effects) {
        while self.asked.is_none()
            && !self.closed
            && let Some(line) = self.waiting.pop_front()
        {
            self.line(&line, effects);
        }
    }

    fn line(&mut self, line: &str, effects: &mut Effects) {
        let first = !std::mem::replace(&mut self.heard_anything, true);
        let (Some(table), own) = (self.table, self.id) else { return };
        match FromClient::parse(line) {
            Some(FromClient::HelloExtended) if first => self.extended = true,
            Some(FromClient::StartGame) => {
                effects.log.push(format!("Receive the 'StartGame' command from player {own}."));
                let reference = self.next_ref();
                self.asked = Some(PendingRequest::Start(reference));
                let start = ClientMsg::Start(Start { table, reference: Some(reference) });
                effects.asks.push(GatewayRequest::AfterArrivals(start));
            }
            Some(FromClient::PlaceChess { x, y, id }) => {
                effects.log.push(format!("Receive the 'PlaceChess' command from player {own}."));
                effects.log.push(format!("Player {own} wants to place chess at ({x},{y})."));
                if id != Some(own) {
                    self.refuse(ErrorReason::Id, effects);
                    self.put_in_turn_again(effects);
                    return;
                }
                // Plain data: writing it cannot fail.
                let Ok(action) = serde_json::value::to_raw_value(&Action::place(x, y)) else { return };
                let reference = self.next_ref();
                self.asked = Some(PendingRequest::Place(reference));
                effects.ask(ClientMsg::Act(Act {
                    table,
                    game_number: self.game_number,
                    nth: self.nth,
                    action,
                    reference: Some(reference),
                }));
            }
            Some(FromClient::RestartGame) => {
                effects.log.push("Receive the 'RestartGame' command.".to_owned());
                let reference = self.next_ref();
                self.asked = Some(PendingRequest::Restart(reference));
                let restart =
                    Rematch { table, nonce: None, bots_for_absent: None, reference: Some(reference) };
                effects.asks.push(GatewayRequest::AfterArrivals(ClientMsg::Rematch(restart)));
            }
            Some(FromClient::HelloExtended) | None => self.unreadable(effects),
        }
    }

    fn unreadable(&mut self, effects: &mut Effects) {
        self.unreadable += 1;
        self.refuse(ErrorReason::Syntax, effects);
        if self.unreadable >= MAX_BAD_MESSAGES {
            self.give_up(effects);
        }
    }

    fn give_up(&mut self, effects: &mut Effects) {
        self.closed = true;
        self.waiting.clear();
        effects.close();
    }

    fn next_ref(&mut self) -> Ref {
        self.last_ref = self.last_ref.wrapping_add(1);
        self.last_ref
    }

    fn answered(&mut self, reference: Option<Ref>, refused: Option<&str>, effects: &mut Effects) {
        let Some(asked) = self.asked else { return };
        let (PendingRequest::Start(own) | PendingRequest::Place(own) | PendingRequest::Restart(own)) = asked;
        if reference != Some(own) {
            return;
        }
        self.asked = None;
        match (asked, refused) {
            (PendingRequest::Start(_), None) => effects.log.push("The game started successfully.".to_owned()),
            (PendingRequest::Start(_), Some("cannot_start")) => {
                let line = "Can't start the game, because there are less than 3 players.";
                effects.log.push(line.to_owned());
                self.say(ToClient::InsufficientConnections, effects);
            }
            (PendingRequest::Place(_), Some(code)) => {
                self.refuse(ErrorReason::of(code), effects);
                self.put_in_turn_again(effects);
            }
            (_, Some(code)) => self.refuse(ErrorReason::of(code), effects),
            (PendingRequest::Place(_) | PendingRequest::Restart(_), None) => {}
        }
        self.go_on(effects);
    }

    /// Applies a change of the seats, and sends the client what concerns it.
    fn seated(&mut self, seats: Vec<SeatInfo>, effects: &mut Effects) {
        let before = std::mem::replace(&mut self.seats, seats);
        let taken = |seats: &[SeatInfo]| seats.iter().filter(|seat| seat.occupant != Occupant::Empty).count();
        let gone = taken(&self.seats) < taken(&before);
        for (old, number) in before.iter().zip(1..) {
            let Occupant::Person { name, .. } = &old.occupant else { continue };
            match seat_of(&self.seats, name) {
                None if gone => self.say(ToClient::PlayerLeft(number), effects),
                Some((_, now)) if is_away(now) && !is_away(old) => {
                    self.say(ToClient::PlayerLeft(number), effects);
                }
                Some((_, now)) if !is_away(now) && is_away(old) => {
                    self.say(ToClient::PlayerBack(number), effects);
                }
                _ => {}
            }
        }
        let own = seat_of(&self.seats, &self.name).map(|(number, _)| number);
        if let Some(id) = own.filter(|id| *id != self.id) {
            // Somebody else took the promised seat. The client is not on the board yet.
            self.id = id;
            self.say(ToClient::AssignPlayerId(id), effects);
        }
    }

    fn happened(&mut self, seq: u64, events: &[GameEvent], effects: &mut Effects) {
        if seq <= self.seq {
            return;
        }
        self.seq = seq;
        for event in events.iter().filter_map(|sent| read_json::<Event>(&sent.event)) {
            let message = match event {
                Event::Begun { first, .. } => {
                    self.turn = Some(first.number() + 1);
                    self.last_move = None;
                    let was_on_board = std::mem::replace(&mut self.on_board, true);
                    if was_on_board { ToClient::RestartGame } else { ToClient::EnterGame }
                }
                Event::Placed { seat, at } => {
                    let placed = ToClient::PlaceChess { x: at.x, y: at.y, id: seat.number() + 1 };
                    self.turn = Some(seat.next(self.seats.len() as u8).number() + 1);
                    self.last_move = Some(placed);
                    placed
                }
                Event::Won { seat, .. } => {
                    self.turn = None;
                    ToClient::GameOver(seat.number() + 1)
                }
                Event::Drawn { .. } => {
                    self.turn = None;
                    ToClient::GameOver(0)
                }
            };
            self.say(message, effects);
        }
    }

    fn missed(&mut self, missed: &[Missed], effects: &mut Effects) {
        for missed in missed {
            self.happened(missed.seq, &missed.events, effects);
        }
    }
}

/// The number and the seat of somebody.
fn seat_of<'a>(seats: &'a [SeatInfo], wanted: &str) -> Option<(u8, &'a SeatInfo)> {
    let sits = |seat: &SeatInfo| matches!(&seat.occupant, Occupant::Person { name, .. } if name == wanted);
    (1..).zip(seats).find(|(_, seat)| sits(seat))
}

const fn is_away(seat: &SeatInfo) -> bool {
    matches!(seat.presence, Presence::Disconnected { .. } | Presence::Left)
}

impl Translator for GomokuTranslator {
    const PROTOCOL: LegacyProtocol = LegacyProtocol::Gomoku;
    /// A client need not send anything before a game, and it may take long until two others connect.
    const BEGIN_TIMEOUT_MS: i64 = 30 * 60_000;
    /// There is no clock, unless the operator sets one.
    const IDLE_TIMEOUT_MS: i64 = 2 * 3_600_000;
    type Event = ();

    fn has_begun(&self) -> bool {
        self.heard_anything || self.turn.is_some()
    }

    fn room(&self) -> usize {
        if self.closed || self.waiting.len() >= MAX_WAITING { 0 } else { ROOM }
    }

    fn on_bytes(&mut self, bytes: &[u8], effects: &mut Effects) -> usize {
        if self.closed {
            return 0;
        }
        let (lines, too_long) = self.lines.take(bytes);
        let count = lines.len();
        self.waiting.extend(lines);
        self.go_on(effects);
        if too_long.is_err() {
            self.refuse(ErrorReason::Syntax, effects);
            self.give_up(effects);
        }
        count
    }

    fn on_server_message(&mut self, message: ServerMsg, _: i64, effects: &mut Effects) {
        match message {
            ServerMsg::Table(table) => {
                self.table = Some(table.info.table);
                self.seated(table.info.seats, effects);
                self.game_number = table.game_number;
                self.nth = table.nth;
                self.missed(&table.missed, effects);
                self.seq = self.seq.max(table.seq);
            }
            ServerMsg::SeatsUpdate(news) => self.seated(news.seats, effects),
            ServerMsg::Update(update) => {
                self.game_number = update.game_number;
                self.nth = update.nth;
                // The end of an abandoned game repeats its last event.
                if update.result.is_some_and(|result| result.abandoned) {
                    self.seq = self.seq.max(update.seq);
                    self.turn = None;
                } else {
                    self.happened(update.seq, &update.events, effects);
                }
            }
            ServerMsg::Done(done) => self.answered(done.reference, None, effects),
            ServerMsg::Refused(refused) => self.answered(refused.reference, Some(&refused.code), effects),
            ServerMsg::TableRemoved { .. } | ServerMsg::Bye(_) => self.give_up(effects),
            _ => {}
        }
    }

    fn on_event(&mut self, (): (), _: &mut Effects) {}

    fn last_seq(&self, table: TableId) -> Option<u64> {
        (self.table == Some(table)).then_some(self.seq)
    }
}

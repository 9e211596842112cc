//! Lines of one client ↔ messages of the house.

use std::collections::VecDeque;

use games::gomoku::{Action, Event};
use protocol::{
    Act, ClientMsg, EventTold, Missed, Occupant, Presence, Ref, Rematch, SeatCard, ServerMsg, Start, TableId,
    Wire,
};

use super::lines::Lines;
use super::packet::{ErrorReason, FromClient, ToClient};
use crate::map::{Deeds, Map, read_json};

/// So many lines that cannot be read close the connection.
const PATIENCE: u32 = 100;

/// So many lines may wait while the house thinks about one; then nothing more is read.
const MOST_WAITING: usize = 64;

/// How much is read at once.
const ROOM: usize = 1_024;

/// One client at its table.
#[derive(Debug)]
pub struct GomokuMap {
    /// What the house calls the client.
    name: String,
    lines: Lines,
    /// Lines that wait until the house has answered the one before.
    waiting: VecDeque<String>,
    asked: Option<Asked>,
    last_ref: Ref,
    heard_anything: bool,
    extended: bool,
    unreadable: u32,
    closed: bool,
    table: Option<TableId>,
    seats: Vec<SeatCard>,
    /// The client's own number, once it has one.
    id: Option<u8>,
    nth: u32,
    seq: u64,
    /// Somebody has sat down since the last game began, so the next one starts and does not restart.
    fresh: bool,
}

/// What the house was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Start(Ref),
    Place(Ref),
    Restart(Ref),
}

impl GomokuMap {
    /// A client that the house calls so.
    #[must_use]
    pub fn new(name: String) -> Self {
        Self {
            name,
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
            id: None,
            nth: 0,
            seq: 0,
            fresh: true,
        }
    }

    fn say(&self, message: ToClient, deeds: &mut Deeds) {
        if message.is_plain() || self.extended {
            deeds.write.extend_from_slice(format!("{message}\n").as_bytes());
        }
    }

    fn refuse(&self, reason: ErrorReason, deeds: &mut Deeds) {
        deeds.log.push(format!("Refused: {reason}."));
        self.say(ToClient::Error(reason), deeds);
    }

    /// Handles waiting lines, as long as the house need not be waited for.
    fn go_on(&mut self, deeds: &mut Deeds) {
        while self.asked.is_none()
            && !self.closed
            && let Some(line) = self.waiting.pop_front()
        {
            self.line(&line, deeds);
        }
    }

    fn line(&mut self, line: &str, deeds: &mut Deeds) {
        let first = !std::mem::replace(&mut self.heard_anything, true);
        let (Some(table), Some(own)) = (self.table, self.id) else { return };
        match FromClient::parse(line) {
            Some(FromClient::HelloExtended) if first => self.extended = true,
            Some(FromClient::StartGame) => {
                deeds.log.push(format!("Receive the 'StartGame' command from player {own}."));
                let reference = self.next_ref();
                self.asked = Some(Asked::Start(reference));
                deeds.ask(ClientMsg::Start(Start { table, reference: Some(reference) }));
            }
            Some(FromClient::PlaceChess { x, y, id }) => {
                deeds.log.push(format!("Receive the 'PlaceChess' command from player {own}."));
                deeds.log.push(format!("Player {own} wants to place chess at ({x},{y})."));
                if id != Some(own) {
                    self.refuse(ErrorReason::Id, deeds);
                    return;
                }
                // Plain data: writing it cannot fail.
                let Ok(action) = serde_json::value::to_raw_value(&Action::place(x, y)) else { return };
                let reference = self.next_ref();
                self.asked = Some(Asked::Place(reference));
                deeds.ask(ClientMsg::Act(Act { table, nth: self.nth, action, reference: Some(reference) }));
            }
            Some(FromClient::RestartGame) => {
                deeds.log.push("Receive the 'RestartGame' command.".to_owned());
                let reference = self.next_ref();
                self.asked = Some(Asked::Restart(reference));
                deeds.ask(ClientMsg::Rematch(Rematch { table, nonce: None, reference: Some(reference) }));
            }
            Some(FromClient::HelloExtended) | None => self.unreadable(deeds),
        }
    }

    fn unreadable(&mut self, deeds: &mut Deeds) {
        self.unreadable += 1;
        self.refuse(ErrorReason::Syntax, deeds);
        if self.unreadable >= PATIENCE {
            self.give_up(deeds);
        }
    }

    fn give_up(&mut self, deeds: &mut Deeds) {
        self.closed = true;
        self.waiting.clear();
        deeds.close();
    }

    fn next_ref(&mut self) -> Ref {
        self.last_ref = self.last_ref.wrapping_add(1);
        self.last_ref
    }

    fn answered(&mut self, reference: Option<Ref>, refused: Option<&str>, deeds: &mut Deeds) {
        let Some(asked) = self.asked else { return };
        let (Asked::Start(own) | Asked::Place(own) | Asked::Restart(own)) = asked;
        if reference != Some(own) {
            return;
        }
        self.asked = None;
        match (asked, refused) {
            (Asked::Start(_), None) => deeds.log.push("The game started successfully.".to_owned()),
            (Asked::Start(_), Some("too_few")) => {
                let line = "Can't start the game, because there are less than 3 players.";
                deeds.log.push(line.to_owned());
                self.say(ToClient::InsufficientConnections, deeds);
            }
            (_, Some(code)) => self.refuse(ErrorReason::of(code), deeds),
            (Asked::Place(_) | Asked::Restart(_), None) => {}
        }
        self.go_on(deeds);
    }

    /// Takes in who sits where, and tells the client what of it concerns it.
    fn seated(&mut self, seats: Vec<SeatCard>, deeds: &mut Deeds) {
        let before = std::mem::replace(&mut self.seats, seats);
        let taken = |seats: &[SeatCard]| seats.iter().filter(|seat| seat.who != Occupant::Empty).count();
        if taken(&self.seats) < self.seats.len() {
            self.fresh = true;
        }
        let gone = taken(&self.seats) < taken(&before);
        for (old, number) in before.iter().zip(1..) {
            let Occupant::Person { name, .. } = &old.who else { continue };
            match seat_of(&self.seats, name) {
                None if gone => self.say(ToClient::PlayerLeft(number), deeds),
                Some((_, now)) if is_away(now) && !is_away(old) => {
                    self.say(ToClient::PlayerLeft(number), deeds);
                }
                Some((_, now)) if !is_away(now) && is_away(old) => {
                    self.say(ToClient::PlayerBack(number), deeds);
                }
                _ => {}
            }
        }
        let own = seat_of(&self.seats, &self.name).map(|(number, _)| number);
        if let Some(id) = own
            && self.id != own
        {
            self.id = own;
            self.say(ToClient::AssignPlayerId(id), deeds);
            self.go_on(deeds);
        }
    }

    fn happened(&mut self, seq: u64, events: &[EventTold], deeds: &mut Deeds) {
        if seq <= self.seq {
            return;
        }
        self.seq = seq;
        for event in events.iter().filter_map(|told| read_json::<Event>(&told.event)) {
            let message = match event {
                Event::Begun { .. } if std::mem::take(&mut self.fresh) => ToClient::EnterGame,
                Event::Begun { .. } => ToClient::RestartGame,
                Event::Placed { seat, at } => {
                    ToClient::PlaceChess { x: at.x, y: at.y, id: seat.number() + 1 }
                }
                Event::Won { seat, .. } => ToClient::GameOver(seat.number() + 1),
                Event::Drawn { .. } => ToClient::GameOver(0),
            };
            self.say(message, deeds);
        }
    }

    fn missed(&mut self, missed: &[Missed], deeds: &mut Deeds) {
        for missed in missed {
            self.happened(missed.seq, &missed.events, deeds);
        }
    }
}

/// The number and the seat of somebody.
fn seat_of<'a>(seats: &'a [SeatCard], wanted: &str) -> Option<(u8, &'a SeatCard)> {
    let sits = |seat: &SeatCard| matches!(&seat.who, Occupant::Person { name, .. } if name == wanted);
    (1..).zip(seats).find(|(_, seat)| sits(seat))
}

const fn is_away(seat: &SeatCard) -> bool {
    matches!(seat.presence, Presence::Lost { .. } | Presence::Left)
}

impl Map for GomokuMap {
    const WIRE: Wire = Wire::Gomoku;
    type News = ();

    fn room(&self) -> usize {
        if self.closed || self.waiting.len() >= MOST_WAITING { 0 } else { ROOM }
    }

    fn hear(&mut self, bytes: &[u8], deeds: &mut Deeds) -> usize {
        if self.closed {
            return 0;
        }
        let (lines, too_long) = self.lines.take(bytes);
        let count = lines.len();
        self.waiting.extend(lines);
        self.go_on(deeds);
        if too_long.is_err() {
            self.refuse(ErrorReason::Syntax, deeds);
            self.give_up(deeds);
        }
        count
    }

    fn told(&mut self, message: ServerMsg, _: i64, deeds: &mut Deeds) {
        match message {
            ServerMsg::Table(table) => {
                self.table = Some(table.card.table);
                self.seated(table.card.seats, deeds);
                self.nth = table.nth;
                self.missed(&table.missed, deeds);
                self.seq = self.seq.max(table.seq);
            }
            ServerMsg::TableNews(news) => self.seated(news.seats, deeds),
            ServerMsg::Update(update) => {
                self.nth = update.nth;
                // A game that was abandoned is told with what happened last in it, once more.
                if update.result.is_some_and(|result| result.abandoned) {
                    self.seq = self.seq.max(update.seq);
                } else {
                    self.happened(update.seq, &update.events, deeds);
                }
            }
            ServerMsg::Done(done) => self.answered(done.reference, None, deeds),
            ServerMsg::Refused(refused) => self.answered(refused.reference, Some(&refused.code), deeds),
            ServerMsg::TableGone { .. } | ServerMsg::Bye(_) => self.give_up(deeds),
            _ => {}
        }
    }

    fn news(&mut self, (): (), _: &mut Deeds) {}

    fn seen(&self, table: TableId) -> Option<u64> {
        (self.table == Some(table)).then_some(self.seq)
    }
}

//! What is done with a datagram when it arrives: acknowledgements and repeats at once, all else waits to be judged.

use std::net::SocketAddr;
use std::time::Duration;

use game::Seat;

use super::play::{Awaiting, Heard, MAX_QUEUE, Play};
use crate::golf::contact::Socket;
use crate::golf::message::{GameState, Laid, Message, Pop};

/// This many invitations to the next game are kept.
const MAX_INVITATIONS: usize = 4;

/// What to do with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It was acted on before: acknowledge it again.
    Repeat,
    /// It may be for now or for later.
    Queue,
    /// It is for nothing.
    Drop,
}

impl Play {
    pub(super) fn arrived(&mut self, socket: Socket, from: SocketAddr, text: &str, now: Duration) {
        if let Some(seat) = self.seat_at(from) {
            self.heard_from.insert(seat, now);
        }
        if let Some(acknowledged) = text.strip_prefix("ack ") {
            return self.acknowledged(socket, from, acknowledged, now);
        }
        if self.came_back(socket, from, text) {
            return self.progress(now);
        }
        let Ok(message) = Message::read(text) else { return };
        let Some(seat) = self.seat_at(from) else {
            return self.keep_invitation(socket, from, text, &message);
        };
        let heard = Heard { socket, from, seat, text: text.to_owned(), message };
        match self.fate(&heard, now) {
            Fate::Repeat => {
                self.came_twice(now);
                self.acknowledge(&heard);
            }
            Fate::Queue => self.queue(heard),
            Fate::Drop => self.keep_invitation(socket, from, &heard.text, &heard.message),
        }
    }

    /// A client that invites while the player is still busy with the end of a game would not ask again.
    fn keep_invitation(&mut self, socket: Socket, from: SocketAddr, text: &str, message: &Message) {
        let invites = matches!(message, Message::Assign { .. })
            && socket == Socket::Base
            && self.step == Awaiting::Done;
        if invites && self.invitations.len() < MAX_INVITATIONS {
            self.invitations.push((from, text.to_owned()));
        }
    }

    fn queue(&mut self, heard: Heard) {
        // The state of the game belongs to the second socket, but there are dealers who send it to the first.
        let socket = match heard.message {
            Message::State(_) => Socket::Dealing,
            _ => heard.socket,
        };
        let queue = &mut self.queues[usize::from(socket.offset())];
        let waits = queue.iter().any(|other| other.from == heard.from && other.text == heard.text);
        if !waits && queue.len() < MAX_QUEUE {
            queue.push_back(heard);
        }
    }

    fn fate(&mut self, heard: &Heard, now: Duration) -> Fate {
        if self.remembered.contains(&(heard.seat, heard.text.clone())) {
            return Fate::Repeat;
        }
        match &heard.message {
            Message::State(state) if heard.seat == self.dealer => self.fate_of_state(state, &heard.text),
            Message::State(_) => Fate::Drop,
            Message::Query if self.me != self.dealer || heard.socket != Socket::States => Fate::Drop,
            Message::Query if self.was_answered(heard.seat) => {
                self.answer_again(heard.seat, now);
                Fate::Repeat
            }
            Message::Query if heard.seat != self.asker() => {
                self.answer_again(heard.seat, now);
                Fate::Drop
            }
            Message::Query => Fate::Queue,
            _ if heard.socket != Socket::Base || self.step == Awaiting::Done => Fate::Drop,
            Message::Pop(pop) => self.fate_of_pop(heard.seat, &heard.text, pop, now),
            Message::Replace { laid, by } => self.fate_of_replace(heard.seat, &heard.text, *laid, by, now),
            Message::Assign { .. }
            | Message::Deal { .. }
            | Message::Stack { .. }
            | Message::Announce
            | Message::Reveal { .. } => Fate::Queue,
        }
    }

    fn fate_of_state(&self, state: &GameState, text: &str) -> Fate {
        let between_turns = matches!(self.step, Awaiting::Reveal | Awaiting::State);
        let before_play =
            matches!(self.step, Awaiting::Assign | Awaiting::Deal | Awaiting::Stack | Awaiting::Announce);
        if self.me == self.dealer && !self.dealing.awaits(text) {
            return Fate::Repeat;
        }
        match state {
            // Also when all cards are up: there are dealers who say it once too often, and then everybody plays on.
            GameState::Continue if before_play || !between_turns => Fate::Repeat,
            GameState::NewRound if before_play || self.step == Awaiting::Reveal => Fate::Repeat,
            GameState::NewRound if !self.table.may_end_round() && self.table.last_turn().is_none() => {
                Fate::Repeat
            }
            GameState::End { .. } if self.step == Awaiting::Done => {
                if self.last_word.as_deref() == Some(text) { Fate::Repeat } else { Fate::Drop }
            }
            _ => Fate::Queue,
        }
    }

    /// A pop is new when its player is the next in turn and has not popped; else it can only be a repeat.
    fn fate_of_pop(&mut self, seat: Seat, text: &str, pop: &Pop, now: Duration) -> Fate {
        let is_over = self.table.all_up() && self.me == self.dealer;
        if seat != self.me && self.next_to_pop() == Some(seat) && !is_over {
            // A player cannot steal the same card twice; any other pop is more likely early than a repeat.
            let steals = matches!(pop, Pop::Steal { .. });
            let is_repeat = steals && self.turns.excuses(seat, text);
            return if is_repeat { Fate::Repeat } else { Fate::Queue };
        }
        let before = self.turns.said_before(seat).pop.clone();
        let Some(latest) = self.turns.latest_of(seat) else {
            return if before.as_deref() == Some(text) { Fate::Repeat } else { Fate::Drop };
        };
        if latest.pop == text {
            return Fate::Repeat;
        }
        // What was taken for this turn's pop may have been a late copy of an earlier one. Then this is the right one.
        let undecided = matches!(self.step, Awaiting::Replace | Awaiting::State);
        if !undecided || !self.turns.may_be_late(seat, &latest.pop) {
            return Fate::Drop;
        }
        let mut table = *latest.before_pop.clone();
        if table.pop(seat, pop).is_err() {
            return Fate::Drop;
        }
        // A steal is a whole turn: what was laid belonged to the late copy.
        let mut replaced = latest.replace.clone().filter(|_| !table.turn_is_over());
        if let Some(replaced) = &mut replaced {
            *replaced.before = table.clone();
            if table.replace(seat, replaced.laid, &replaced.by).is_err() {
                return Fate::Drop;
            }
        }
        self.table = table;
        self.step = if self.table.turn_is_over() { Awaiting::State } else { Awaiting::Replace };
        if let Some(latest) = &mut self.turns.latest {
            text.clone_into(&mut latest.pop);
            latest.replace = replaced;
        }
        self.progress(now);
        Fate::Repeat
    }

    fn fate_of_replace(&mut self, seat: Seat, text: &str, laid: Laid, by: &str, now: Duration) -> Fate {
        if self.step == Awaiting::Replace && seat == self.table.head() {
            return Fate::Queue;
        }
        let before = self.turns.said_before(seat).replace.clone();
        let Some(replaced) = self.turns.latest_of(seat).and_then(|turn| turn.replace.as_ref()) else {
            return if before.as_deref() == Some(text) { Fate::Repeat } else { Fate::Drop };
        };
        if replaced.text == text {
            return Fate::Repeat;
        }
        if self.step != Awaiting::State || !self.turns.may_be_late(seat, &replaced.text) {
            return Fate::Drop;
        }
        let mut table = *replaced.before.clone();
        if table.replace(seat, laid, by).is_err() {
            return Fate::Drop;
        }
        self.table = table;
        if let Some(replaced) = self.turns.latest.as_mut().and_then(|turn| turn.replace.as_mut()) {
            text.clone_into(&mut replaced.text);
            replaced.laid = laid;
        }
        self.progress(now);
        Fate::Repeat
    }
}

//! What goes out, again and again until it is acknowledged.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use game::Seat;

use super::Timing;
use super::play::{Play, Step};
use crate::golf::contact::Socket;
use crate::golf::message::Message;

/// For how long after a surplus acknowledgement others are doubted.
const ROUGH_FOR: Duration = Duration::from_secs(10);
/// Nothing has happened for so long: what may not have arrived is said again.
const STALLED: Duration = Duration::from_secs(1);

/// Who speaks: each goes through the players by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// The dealer, dealing.
    Deal,
    /// The dealer, telling how the game goes on.
    State,
    /// The player, turning two cards.
    Reveal,
    /// The player in turn.
    Turn,
}

impl Lane {
    const ALL: [Self; 4] = [Self::Deal, Self::State, Self::Reveal, Self::Turn];

    /// From which socket, and to which.
    const fn sockets(self) -> (Socket, Socket) {
        match self {
            Self::Deal | Self::Reveal => (Socket::Dealing, Socket::Base),
            Self::State => (Socket::States, Socket::Dealing),
            Self::Turn => (Socket::Base, Socket::Base),
        }
    }
}

/// One message on its way to several players, one after the other.
#[derive(Clone, Debug)]
struct Broadcast {
    text: String,
    /// A repeat could be counted as a further card.
    of_a_card: bool,
    to: VecDeque<(Seat, SocketAddr)>,
    /// When the first of them was last sent to.
    sent: Option<Duration>,
    tries: u32,
}

/// The question how the game goes on, on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    sent: Option<Duration>,
    tries: u32,
    acknowledged: bool,
}

/// All that is on its way.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    lanes: [VecDeque<Broadcast>; 4],
    /// What was acknowledged, as long as somebody might not have it after all.
    acknowledged: Vec<(Lane, SocketAddr, String)>,
}

impl Lanes {
    pub(super) fn is_empty(&self, lane: Lane) -> bool {
        self.lanes[lane as usize].is_empty()
    }

    /// What was said on this lane is known to have arrived.
    pub(super) fn forget(&mut self, lane: Lane) {
        self.acknowledged.retain(|(other, ..)| *other != lane);
    }

    /// Who is to acknowledge something.
    pub(super) fn receivers(&self) -> impl Iterator<Item = Seat> {
        self.lanes.iter().filter_map(|lane| lane.front()?.to.front()).map(|(seat, _)| *seat)
    }

    /// Takes an acknowledgement of this text, on this socket, from this address. Whether it was awaited.
    fn acknowledged(&mut self, socket: Socket, from: SocketAddr, text: &str) -> bool {
        for lane in Lane::ALL.into_iter().filter(|lane| lane.sockets().0 == socket) {
            let queue = &mut self.lanes[lane as usize];
            let Some(first) = queue.front_mut().filter(|first| first.sent.is_some() && first.text == text)
            else {
                continue;
            };
            if first.to.front().is_none_or(|(_, address)| *address != from) {
                continue;
            }
            first.to.pop_front();
            first.sent = None;
            first.tries = 0;
            if matches!(lane, Lane::State | Lane::Turn) {
                self.acknowledged.push((lane, from, text.to_owned()));
            }
            if first.to.is_empty() {
                queue.pop_front();
            }
            return true;
        }
        false
    }
}

impl Play {
    /// Sends a message to these players, one after the other, when what was said before on this lane has arrived.
    pub(super) fn broadcast(&mut self, lane: Lane, message: &Message, seats: &[Seat]) {
        let to_socket = lane.sockets().1;
        let to = seats.iter().map(|seat| (*seat, self.table.player(*seat).socket(to_socket))).collect();
        let of_a_card = matches!(message, Message::Deal { .. } | Message::Reveal { .. });
        let broadcast = Broadcast { text: message.to_string(), of_a_card, to, sent: None, tries: 0 };
        self.lanes.lanes[lane as usize].push_back(broadcast);
    }

    /// Something was acknowledged, perhaps not for the first time.
    pub(super) fn acknowledged(&mut self, socket: Socket, from: SocketAddr, text: &str, now: Duration) {
        if self.lanes.acknowledged(socket, from, text) {
            self.progress(now);
        } else if text == Message::Query.to_string() {
            if let Some(asked) = &mut self.asked {
                asked.acknowledged = true;
            }
        } else if self.seat_at(from).is_some() {
            self.came_twice(now);
            self.rough.insert(from, now);
        }
    }

    /// A turned card that comes back as it is counts as acknowledged too. Whether it was awaited.
    pub(super) fn came_back(&mut self, socket: Socket, from: SocketAddr, text: &str) -> bool {
        socket == Socket::Dealing && text.starts_with("reveal") && self.lanes.acknowledged(socket, from, text)
    }

    /// Sends what is due now. Whoever has been asked too often, or is silent for too long, has vanished.
    pub(super) fn send_what_is_due(&mut self, now: Duration, timing: Timing) -> Option<Seat> {
        for lane in Lane::ALL {
            let Some(first) = self.lanes.lanes[lane as usize].front_mut() else { continue };
            let Some((seat, to)) = first.to.front().copied() else { continue };
            let gap = if first.of_a_card { timing.resend_cards } else { timing.resend };
            if first.sent.is_some_and(|sent| now < sent + gap) {
                continue;
            }
            if first.tries > timing.tries {
                if self.needs_no_farewell(seat) {
                    continue;
                }
                return Some(seat);
            }
            first.tries += 1;
            first.sent = Some(now);
            let text = first.text.clone();
            self.send(lane.sockets().0, to, text);
        }
        if let Some(asked) = &mut self.asked
            && !asked.acknowledged
            && asked.sent.is_none_or(|sent| now >= sent + timing.resend)
        {
            if asked.tries > timing.tries {
                self.asked = None;
                return (self.step == Step::State).then_some(self.dealer);
            }
            asked.tries += 1;
            asked.sent = Some(now);
            let to = self.table.player(self.dealer).socket(Socket::States);
            self.send(Socket::Dealing, to, Message::Query.to_string());
        }
        self.say_again(now);
        let silent = now >= self.since + timing.patience && self.step != Step::Done;
        silent.then(|| self.waits_for().first().copied()).flatten()
    }

    /// Whoever left when all was played, before hearing that it is over, is no loss. Whether it is so.
    pub(super) fn needs_no_farewell(&mut self, seat: Seat) -> bool {
        let lane = &mut self.lanes.lanes[Lane::State as usize];
        let Some(first) = lane.front_mut().filter(|first| first.text.starts_with("game state\nend")) else {
            return false;
        };
        if first.to.front().is_none_or(|(receiver, _)| *receiver != seat) {
            return false;
        }
        first.to.pop_front();
        first.sent = None;
        first.tries = 0;
        if first.to.is_empty() {
            lane.pop_front();
        }
        true
    }

    /// When acknowledgements come twice, one may have been taken for that of a later message. If nothing happens any
    /// more, that message is said again.
    fn say_again(&mut self, now: Duration) {
        if now < self.since + STALLED || now < self.echo_at {
            return;
        }
        self.echo_at = now + STALLED;
        let doubted =
            |address: &SocketAddr| self.rough.get(address).is_some_and(|seen| now < *seen + ROUGH_FOR);
        let again: Vec<_> =
            self.lanes.acknowledged.iter().filter(|(_, address, _)| doubted(address)).cloned().collect();
        for (lane, address, text) in again {
            self.send(lane.sockets().0, address, text);
        }
    }

    /// When something is due next.
    pub(super) fn deadline(&self, now: Duration, timing: Timing) -> Option<Duration> {
        let lanes = self.lanes.lanes.iter().filter_map(|lane| {
            let first = lane.front()?;
            let gap = if first.of_a_card { timing.resend_cards } else { timing.resend };
            Some(first.sent.map_or(Duration::ZERO, |sent| sent + gap))
        });
        let asked = self.asked.filter(|asked| !asked.acknowledged);
        let asked = asked.map(|asked| asked.sent.map_or(Duration::ZERO, |sent| sent + timing.resend));
        let reveal = (self.step == Step::Reveal && self.own_reveal.chosen.is_some() && !self.own_reveal.sent)
            .then_some(self.own_reveal.not_before);
        let turn = (self.step == Step::Mine && !self.turns.chosen && self.turn_not_before > now)
            .then_some(self.turn_not_before);
        let patience = (!self.waits_for().is_empty()).then(|| self.since + timing.patience);
        let echo = (!self.rough.is_empty()).then(|| self.echo_at.max(self.since + STALLED));
        let all = lanes.chain(asked).chain(reveal).chain(turn).chain(patience).chain(echo);
        all.chain(self.dealing.next_round_at(now)).min()
    }
}

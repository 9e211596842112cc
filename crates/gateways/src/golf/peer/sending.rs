//! Outgoing messages, repeated until they are acknowledged.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use game::Seat;

use super::Timing;
use super::play::{Awaiting, Heard, Play, RevealsSent};
use crate::golf::contact::Socket;
use crate::golf::message::Message;

/// For how long after a surplus acknowledgement others are doubted.
const ROUGH_FOR: Duration = Duration::from_secs(10);
/// After this long without any progress, messages that may not have arrived are sent again.
const STALLED: Duration = Duration::from_secs(1);

/// After this long without the dealer's message it is requested again, if something went wrong recently.
const LOST: Duration = Duration::from_secs(2);
/// The same if nothing seems to be wrong.
const SURELY_LOST: Duration = Duration::from_secs(5);

/// The sender of a message: each lane goes through the players separately.
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

/// A message that was acknowledged.
struct Arrived {
    seat: Seat,
    /// How often it was sent, and when last.
    tries: u32,
    sent: Option<Duration>,
    of_a_card: bool,
}

/// An unanswered question how the game goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingQuestion {
    /// When it is sent next.
    due: Duration,
    tries: u32,
    acknowledged: bool,
}

impl PendingQuestion {
    /// Asks from this time on.
    pub(super) const fn from(due: Duration) -> Self {
        Self { due, tries: 0, acknowledged: false }
    }
}

/// All that is on its way.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    lanes: [VecDeque<Broadcast>; 4],
    /// What was acknowledged of the own turn, as long as somebody might not have it after all.
    acknowledged: Vec<(SocketAddr, String)>,
}

impl Lanes {
    pub(super) fn is_empty(&self, lane: Lane) -> bool {
        self.lanes[lane as usize].is_empty()
    }

    /// All messages of this player's turn have been acknowledged.
    pub(super) fn turn_is_known(&mut self) {
        self.acknowledged.clear();
    }

    /// The own turn never happened.
    pub(super) fn drop_turn(&mut self) {
        self.lanes[Lane::Turn as usize].clear();
        self.acknowledged.clear();
    }

    /// Who is to acknowledge something.
    pub(super) fn receivers(&self) -> impl Iterator<Item = Seat> {
        self.lanes.iter().filter_map(|lane| lane.front()?.to.front()).map(|(seat, _)| *seat)
    }

    /// Takes an acknowledgement of this text, on this socket, from this address, if it was awaited.
    fn acknowledged(&mut self, socket: Socket, from: SocketAddr, text: &str) -> Option<Arrived> {
        for lane in Lane::ALL.into_iter().filter(|lane| lane.sockets().0 == socket) {
            let queue = &mut self.lanes[lane as usize];
            let Some(first) = queue.front_mut().filter(|first| first.sent.is_some() && first.text == text)
            else {
                continue;
            };
            let Some((seat, _)) = first.to.front().copied().filter(|(_, address)| *address == from) else {
                continue;
            };
            let arrived = Arrived { seat, tries: first.tries, sent: first.sent, of_a_card: first.of_a_card };
            first.to.pop_front();
            first.sent = None;
            first.tries = 0;
            if lane == Lane::Turn {
                self.acknowledged.push((from, text.to_owned()));
            }
            if first.to.is_empty() {
                queue.pop_front();
            }
            return Some(arrived);
        }
        None
    }
}

impl Play {
    /// Sends a message to these players, one after the other, when the earlier messages of this lane have arrived.
    pub(super) fn broadcast(&mut self, lane: Lane, message: &Message, seats: &[Seat]) {
        let to_socket = lane.sockets().1;
        let to = seats.iter().map(|seat| (*seat, self.table.player(*seat).socket(to_socket))).collect();
        let of_a_card = matches!(message, Message::Deal { .. } | Message::Reveal { .. });
        let broadcast = Broadcast { text: message.to_string(), of_a_card, to, sent: None, tries: 0 };
        self.lanes.lanes[lane as usize].push_back(broadcast);
    }

    /// Something was acknowledged, perhaps not for the first time.
    pub(super) fn acknowledged(&mut self, socket: Socket, from: SocketAddr, text: &str, now: Duration) {
        if let Some(arrived) = self.lanes.acknowledged(socket, from, text) {
            self.is_lossy |= arrived.tries > 1;
            // Cards are waited for, so that the time is the player's own; who was asked twice may mean either.
            if let Some(sent) = arrived.sent.filter(|_| arrived.of_a_card && !self.is_lossy) {
                self.pace.took(arrived.seat, now.saturating_sub(sent));
            }
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

    /// A reveal that another player echoes unchanged counts as acknowledged too. Returns whether it was awaited.
    pub(super) fn came_back(&mut self, socket: Socket, from: SocketAddr, text: &str) -> bool {
        socket == Socket::Dealing
            && text.starts_with("reveal")
            && self.lanes.acknowledged(socket, from, text).is_some()
    }

    /// Sends what is due now. A client that has been asked too often, or is silent for too long, has vanished.
    pub(super) fn send_what_is_due(&mut self, now: Duration, timing: Timing) -> Option<Seat> {
        for lane in Lane::ALL {
            let Some(first) = self.lanes.lanes[lane as usize].front() else { continue };
            let Some((seat, to)) = first.to.front().copied() else { continue };
            if first.sent.is_some_and(|sent| now < sent + self.gap(seat, first.of_a_card, timing)) {
                continue;
            }
            // Before the first turn of a round somebody may still have to turn its cards, and these go out slowly.
            let before_play = self.table.last_turn().is_none() && matches!(lane, Lane::State | Lane::Turn);
            let tries = if before_play && self.is_lossy { 4 * timing.tries } else { timing.tries };
            if first.tries > tries && !self.is_alive(seat, now, timing) {
                if self.needs_no_farewell(seat) {
                    continue;
                }
                return Some(seat);
            }
            let Some(first) = self.lanes.lanes[lane as usize].front_mut() else { continue };
            let again = first.tries > 0;
            first.tries += 1;
            first.sent = Some(now);
            let text = first.text.clone();
            self.send(lane.sockets().0, to, text);
            if again {
                self.trouble(now);
            }
        }
        let dealer_lives = self.is_alive(self.dealer, now, timing);
        let gap = self.gap(self.dealer, false, timing);
        if let Some(asked) = &mut self.asked
            && !asked.acknowledged
            && now >= asked.due
        {
            if asked.tries > timing.tries && !dealer_lives {
                self.asked = None;
                return (self.step == Awaiting::State).then_some(self.dealer);
            }
            asked.tries += 1;
            asked.due = now + gap;
            self.send_question();
        }
        self.say_again(now);
        let silent = now >= self.since + timing.patience && self.is_waiting(now);
        silent.then(|| self.waits_for().first().copied().unwrap_or(self.me))
    }

    /// How long an acknowledgement is waited for.
    fn gap(&self, seat: Seat, of_a_card: bool, timing: Timing) -> Duration {
        let least = if of_a_card { timing.resend_cards } else { timing.resend };
        self.pace.gap(seat, self.table.seats(), least)
    }

    /// A client that still says something has not vanished, even if it takes nothing for now: it may have to reach a third
    /// player first.
    fn is_alive(&self, seat: Seat, now: Duration, timing: Timing) -> bool {
        self.heard_from.get(&seat).is_some_and(|heard| now < *heard + timing.resend * timing.tries)
    }

    /// A client that left when all was played, before it received the end, is not counted as lost. Whether this is the case.
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

    /// When acknowledgements arrive twice, one may have been taken for that of a later message. If there is no progress, that
    /// message is sent again.
    fn say_again(&mut self, now: Duration) {
        if now < self.since + STALLED || now < self.echo_at {
            return;
        }
        self.echo_at = now + STALLED;
        self.rough.retain(|_, seen| now < *seen + ROUGH_FOR);
        let surely = now >= self.since + SURELY_LOST;
        // Who does not take the end of a turn may have missed its beginning.
        let all_doubted = surely && !self.lanes.is_empty(Lane::Turn);
        // While the dealer's message or the question for it is under way, no player can continue.
        let explained =
            !self.lanes.is_empty(Lane::State) || self.asked.is_some_and(|asked| !asked.acknowledged);
        let doubted = |address: &SocketAddr| !explained && (all_doubted || self.rough.contains_key(address));
        let again: Vec<_> =
            self.lanes.acknowledged.iter().filter(|(address, _)| doubted(address)).cloned().collect();
        for (address, text) in again {
            self.send(Lane::Turn.sockets().0, address, text);
        }
        let lost = surely || now < self.trouble_until && now >= self.since + LOST;
        if lost && self.misses_the_state() {
            self.send_question();
        }
    }

    /// Whether the dealer's message is overdue: it would be this player's turn, the player in turn plays already, or there is
    /// nothing left to play. Then the dealer may have an acknowledgement although the message was lost.
    fn misses_the_state(&self) -> bool {
        let head = self.table.head();
        let plays = |heard: &Heard| heard.seat == head && matches!(heard.message, Message::Pop(_));
        self.step == Awaiting::State
            && (self.table.all_up() || head == self.me || self.queues[0].iter().any(plays))
    }

    fn send_question(&mut self) {
        let to = self.table.player(self.dealer).socket(Socket::States);
        self.send(Socket::Dealing, to, Message::Query.to_string());
    }

    /// When something is due next.
    pub(super) fn deadline(&self, now: Duration, timing: Timing) -> Option<Duration> {
        let lanes = self.lanes.lanes.iter().filter_map(|lane| {
            let first = lane.front()?;
            let (seat, _) = first.to.front()?;
            let gap = self.gap(*seat, first.of_a_card, timing);
            Some(first.sent.map_or(Duration::ZERO, |sent| sent + gap))
        });
        let asked = self.asked.filter(|asked| !asked.acknowledged).map(|asked| asked.due);
        let turns_cards = self.own_reveal.chosen.is_some() && self.own_reveal.sent != RevealsSent::Both;
        let reveal = (self.step == Awaiting::Reveal && turns_cards).then(|| self.own_reveal_due(timing));
        let turn = (self.step == Awaiting::Mine && !self.turns.chosen && self.turn_not_before > now)
            .then_some(self.turn_not_before);
        let patience = self.is_waiting(now).then(|| self.since + timing.patience);
        let echo = (!self.rough.is_empty() || self.step == Awaiting::State)
            .then(|| self.echo_at.max(self.since + STALLED));
        let all = lanes.chain(asked).chain(reveal).chain(turn).chain(patience).chain(echo);
        all.chain(self.dealing.next_round_at(now)).min()
    }
}

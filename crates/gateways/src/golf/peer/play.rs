//! A game as one player is in it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

use game::Seat;
use games::golf::{Action, TwoPlaces};

use super::dealing::Dealing;
use super::pace::Pace;
use super::sending::{Lane, Lanes, PendingQuestion};
use super::turns::Turns;
use super::{Ending, Outgoing, Timing};
use crate::golf::contact::{Contact, Socket};
use crate::golf::message::{GameState, Laid, Message, Pop};
use crate::golf::table::{Foul, Table};

/// This many messages wait on a socket at the most.
pub(super) const MAX_QUEUE: usize = 64;

/// How long a network that doubles is remembered.
const CAREFUL_FOR: Duration = Duration::from_secs(5);
/// How long a network that loses is remembered.
const TROUBLE_FOR: Duration = Duration::from_secs(15);
/// How long a turn waits for late copies then.
pub(super) const CAREFUL_PAUSE: Duration = Duration::from_millis(100);

/// How long an own turn waits that was opened although all cards were up.
pub(super) const EXTRA_TURN_PAUSE: Duration = Duration::from_millis(200);

/// What the player waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Awaiting {
    /// The dealer's own invitation.
    Assign,
    /// Cards.
    Deal,
    /// The stock.
    Stack,
    /// The announcement.
    Announce,
    /// Everybody's turned cards, and the own choice.
    Reveal,
    /// How the game goes on.
    State,
    /// What another player takes.
    Pop,
    /// Where another player lays it.
    Replace,
    /// The own choices.
    Mine,
    /// Nothing more.
    Done,
}

/// A message that waits to be judged.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) socket: Socket,
    pub(super) from: SocketAddr,
    pub(super) seat: Seat,
    pub(super) text: String,
    pub(super) message: Message,
}

/// The own two cards before play.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnReveal {
    /// When the next of them may be turned.
    pub(super) not_before: Duration,
    pub(super) chosen: Option<TwoPlaces>,
    pub(super) sent: RevealsSent,
    /// Since when the dealer's second card is known.
    pub(super) dealer_done: Option<Duration>,
}

/// How many of the own two cards are turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RevealsSent {
    None,
    One,
    Both,
}

impl OwnReveal {
    pub(super) const fn from(not_before: Duration) -> Self {
        Self { not_before, chosen: None, sent: RevealsSent::None, dealer_done: None }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) table: Table,
    pub(super) me: Seat,
    pub(super) dealer: Seat,
    pub(super) step: Awaiting,
    /// One for each socket.
    pub(super) queues: [VecDeque<Heard>; 3],
    pub(super) lanes: Lanes,
    /// The messages acknowledged in this round, with their senders.
    pub(super) remembered: HashSet<(Seat, String)>,
    pub(super) turns: Turns,
    pub(super) asked: Option<PendingQuestion>,
    pub(super) own_reveal: OwnReveal,
    /// The dealer's part, if this player deals.
    pub(super) dealing: Dealing,
    pub(super) pace: Pace,
    /// When the last datagram of each of the others arrived.
    pub(super) heard_from: HashMap<Seat, Duration>,
    /// Since when nothing new has happened.
    pub(super) since: Duration,
    /// Who has acknowledged something more often than expected, and when last: a message of theirs or of ours was
    /// repeated on the way, so an acknowledgement may have been meant for an earlier message.
    pub(super) rough: HashMap<SocketAddr, Duration>,
    pub(super) echo_at: Duration,
    /// A message arrived twice recently. Until this time turns begin a moment later, so that late copies of one turn's
    /// messages do not arrive in the next: messages have no numbers.
    pub(super) careful_until: Duration,
    /// Until then an expected message may have been lost although its sender has an acknowledgement.
    pub(super) trouble_until: Duration,
    /// Something of this game had to be said again, or came twice.
    pub(super) is_lossy: bool,
    /// When the own turn may begin.
    pub(super) turn_not_before: Duration,
    /// The table before a turn that the dealer opened although all cards were up.
    pub(super) before_extra: Option<Box<Table>>,
    /// The dealer's message that ends the game, once it was sent.
    pub(super) last_word: Option<String>,
    pub(super) out: VecDeque<Outgoing>,
    /// Invitations that came before the player was ready for another game.
    pub(super) invitations: Vec<(SocketAddr, String)>,
}

impl Play {
    pub(super) fn new(table: Table, me: Seat, dealer: Seat, step: Awaiting, now: Duration) -> Self {
        let seats = table.seats();
        Self {
            table,
            me,
            dealer,
            step,
            queues: Default::default(),
            lanes: Lanes::default(),
            remembered: HashSet::new(),
            turns: Turns::new(seats),
            asked: None,
            own_reveal: OwnReveal::from(now),
            before_extra: None,
            dealing: Dealing::default(),
            pace: Pace::default(),
            heard_from: HashMap::new(),
            since: now,
            rough: HashMap::new(),
            echo_at: now,
            careful_until: Duration::ZERO,
            trouble_until: Duration::ZERO,
            is_lossy: false,
            turn_not_before: now,
            last_word: None,
            out: VecDeque::new(),
            invitations: Vec::new(),
        }
    }

    pub(super) fn seat_at(&self, from: SocketAddr) -> Option<Seat> {
        Seat::all(self.table.seats()).find(|seat| self.table.player(*seat).owns(from))
    }

    pub(super) fn remember(&mut self, seat: Seat, text: &str) {
        self.remembered.insert((seat, text.to_owned()));
    }

    pub(super) fn send(&mut self, socket: Socket, to: SocketAddr, text: String) {
        self.out.push_back(Outgoing { socket, to, text });
    }

    pub(super) fn acknowledge(&mut self, heard: &Heard) {
        self.send(heard.socket, heard.from, format!("ack {}", heard.text));
    }

    /// Something came twice.
    pub(super) fn came_twice(&mut self, now: Duration) {
        self.careful_until = now + CAREFUL_FOR;
        self.is_lossy = true;
        self.trouble(now);
    }

    /// Something was lost, doubled or late.
    pub(super) fn trouble(&mut self, now: Duration) {
        self.trouble_until = now + TROUBLE_FOR;
    }

    /// Something new has happened.
    pub(super) fn progress(&mut self, now: Duration) {
        self.since = now;
    }

    pub(super) fn has_to_decide(&self, now: Duration) -> bool {
        match self.step {
            Awaiting::Reveal => self.own_reveal.chosen.is_none(),
            Awaiting::Mine => now >= self.turn_not_before && !self.turn_is_chosen(),
            _ => false,
        }
    }

    /// Whether the own turn is decided to its end.
    fn turn_is_chosen(&self) -> bool {
        self.turns.chosen && self.table.turn_is_over()
    }

    pub(super) fn decide(&mut self, action: Action, now: Duration) -> Result<(), Foul> {
        self.progress(now);
        let name = self.table.player(self.me).name().to_owned();
        let message = match action {
            Action::Reveal(two) => {
                self.own_reveal.chosen = Some(two);
                return Ok(());
            }
            Action::TakeStock => Message::Pop(Pop::Stock),
            Action::TakeDiscard => Message::Pop(Pop::Discard),
            Action::Steal(steal) => Message::Pop(Pop::Steal {
                victim: self.table.player(steal.from).name().to_owned(),
                card: i64::from(steal.card.number()),
                thief: name,
                own: i64::from(steal.own.number()),
            }),
            Action::Swap(place) => Message::Replace { laid: Laid::At(i64::from(place.number())), by: name },
            Action::ThrowAway => Message::Replace { laid: Laid::Away, by: name },
            Action::Turn(_) => return Err(Foul::Rule("Peers turn no card after a throw.".to_owned())),
        };
        self.table.act(self.me, action)?;
        if !self.turns.chosen {
            self.turns.chosen = true;
            self.lanes.turn_is_known();
            // What was asked after the turn before was answered: others had their turns since.
            self.asked = None;
        }
        let others = self.me.next(self.table.seats()).round(self.table.seats());
        let others = others.filter(|seat| *seat != self.me).collect::<Vec<_>>();
        self.broadcast(Lane::Turn, &message, &others);
        Ok(())
    }

    /// Does all that can be done now; how the game ended, if it does.
    pub(super) fn settle(&mut self, now: Duration, timing: Timing) -> Option<Ending> {
        loop {
            match self.judge(now, timing) {
                Ok(true) => {}
                Ok(false) => {
                    if !self.advance(now, timing) && !self.advance_dealing(now) {
                        break;
                    }
                }
                Err((seat, text, foul)) => return Some(self.cheated(seat, &text, &foul)),
            }
        }
        if let Some(ending) = self.finished() {
            return Some(ending);
        }
        match self.send_what_is_due(now, timing) {
            Some(seat) => Some(self.vanished(seat)),
            None => self.finished(),
        }
    }

    /// Steps that need no message.
    fn advance(&mut self, now: Duration, timing: Timing) -> bool {
        match self.step {
            Awaiting::Reveal => {
                if self.turn_own_cards(now, timing) {
                    return true;
                }
                let done = self.own_reveal.sent == RevealsSent::Both
                    && self.table.all_revealed()
                    && self.lanes.is_empty(Lane::Reveal);
                if done {
                    self.step = Awaiting::State;
                    if self.me == self.dealer {
                        self.asked = Some(PendingQuestion::from(now + timing.after_reveals));
                    }
                }
                done
            }
            Awaiting::Mine if self.turn_is_chosen() && self.lanes.is_empty(Lane::Turn) => {
                self.step = Awaiting::State;
                self.turns.ended();
                self.before_extra = None;
                self.asked = Some(PendingQuestion::from(now));
                true
            }
            _ => false,
        }
    }

    /// Turns the own cards before play when it is time; whether one was turned. A client that does not deal waits with the
    /// second one for the dealer's.
    fn turn_own_cards(&mut self, now: Duration, timing: Timing) -> bool {
        if self.own_reveal.dealer_done.is_none() && self.table.has_revealed(self.dealer) {
            self.own_reveal.dealer_done = Some(now);
        }
        let Some(two) = self.own_reveal.chosen.filter(|_| now >= self.own_reveal_due(timing)) else {
            return false;
        };
        let [first, second] = two.places();
        let (place, sent) = match self.own_reveal.sent {
            RevealsSent::None => (first, RevealsSent::One),
            RevealsSent::One => (second, RevealsSent::Both),
            RevealsSent::Both => return false,
        };
        if sent == RevealsSent::One && self.me != self.dealer {
            self.own_reveal.not_before = now + timing.dealers_second;
        }
        self.own_reveal.sent = sent;
        let of = self.table.player(self.me).name().to_owned();
        // The dealer last: when it has all cards it opens the first turn, and one that still waits for a card would drop that.
        let mut everybody = self.table.order().collect::<Vec<_>>();
        everybody.sort_by_key(|seat| *seat == self.dealer);
        let message = Message::Reveal { place: i64::from(place.number()), of };
        self.broadcast(Lane::Reveal, &message, &everybody);
        true
    }

    /// When the next of the own two cards may be turned.
    pub(super) fn own_reveal_due(&self, timing: Timing) -> Duration {
        let OwnReveal { not_before, sent, dealer_done, .. } = self.own_reveal;
        match dealer_done {
            Some(since) if sent == RevealsSent::One => not_before.min(since + timing.after_dealers_second),
            _ => not_before,
        }
    }

    /// Whose pop is the next that can be new. Others may be a turn ahead: they have received all of a turn that this
    /// player has not received to its end, or whose end not everybody has acknowledged.
    pub(super) fn next_to_pop(&self) -> Option<Seat> {
        match self.step {
            Awaiting::Mine if !self.turn_is_chosen() => None,
            Awaiting::Replace => Some(self.table.head().next(self.table.seats())),
            Awaiting::Assign | Awaiting::Done => None,
            _ => Some(self.table.head()),
        }
    }

    /// The game is over for this player. A dealer waits until everybody knows.
    fn finished(&self) -> Option<Ending> {
        let word = self.last_word.as_ref().filter(|_| self.lanes.is_empty(Lane::State))?;
        let Ok(Message::State(GameState::End { winner: named })) = Message::read(word) else { return None };
        Some(Ending::Finished { named, winner: self.table.winner().name().to_owned() })
    }

    fn cheated(&self, seat: Seat, text: &str, foul: &Foul) -> Ending {
        let name = self.table.player(seat).name().to_owned();
        let said: String = text.replace(['\n', '\r'], " ").chars().take(60).collect();
        Ending::Cheated { name, what: format!("{foul} ({said:?})") }
    }

    pub(super) fn vanished(&self, seat: Seat) -> Ending {
        let what = match self.step {
            Awaiting::Deal | Awaiting::Stack | Awaiting::Announce | Awaiting::Assign => "the deal",
            Awaiting::Reveal => "two turned cards",
            Awaiting::State => "the state of the game",
            Awaiting::Pop | Awaiting::Replace => "a turn",
            Awaiting::Mine | Awaiting::Done => "an acknowledgement",
        };
        let what =
            if self.lanes.receivers().any(|receiver| receiver == seat) { "an acknowledgement" } else { what };
        Ending::Vanished { name: self.table.player(seat).name().to_owned(), what: what.to_owned() }
    }

    /// Whether the game can go on only when something arrives, be it from the own sockets.
    pub(super) fn is_waiting(&self, now: Duration) -> bool {
        let own = self.has_to_decide(now) || self.dealing.wants_deck();
        self.step != Awaiting::Done && (!own || !self.waits_for().is_empty())
    }

    /// Whom the player waits for.
    pub(super) fn waits_for(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.lanes.receivers().collect();
        match self.step {
            Awaiting::Assign | Awaiting::Mine | Awaiting::Done => {}
            // A dealer waits for a client that has to ask how the game goes on, everybody else for the dealer.
            Awaiting::State if self.me == self.dealer => seats.push(self.asker()),
            Awaiting::Deal | Awaiting::Stack | Awaiting::Announce | Awaiting::State => {
                seats.push(self.dealer);
            }
            Awaiting::Reveal => seats.extend(self.table.yet_to_reveal()),
            Awaiting::Pop | Awaiting::Replace => seats.push(self.table.head()),
        }
        seats.retain(|seat| *seat != self.me);
        seats
    }

    pub(super) const fn waiting_since(&self) -> Duration {
        self.since
    }

    /// What the dealer said last, and who that is, to be acknowledged again.
    pub(super) fn farewell(&self) -> Option<(Contact, String)> {
        Some((self.table.player(self.dealer).clone(), self.last_word.clone()?))
    }

    pub(super) fn early_invitations(&self) -> Vec<(SocketAddr, String)> {
        self.invitations.clone()
    }
}

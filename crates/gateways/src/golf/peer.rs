//! A player, or a dealer who plays, without I/O: datagrams, choices and time go in, datagrams and questions come out.
//!
//! Each of the three sockets is a queue. A message is judged when the player waits on its socket, and acknowledged
//! then; what was acknowledged before is acknowledged again whenever it comes. What goes out is sent to one player
//! after the other, repeatedly until each has acknowledged it.

mod dealing;
mod hearing;
mod judging;
mod pace;
mod play;
mod sending;
mod turns;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use game::Seat;
use games::golf::{Action, DealtDeck, Seen};

use self::play::{Awaiting, Play};
use super::contact::{Contact, Socket};
use super::message::Message;
use super::table::{Foul, Table};

/// How long things take. Only tests know other times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Until a message is sent again.
    pub resend: Duration,
    /// The same for dealt and turned cards: there are players who count a repeat as a further card.
    pub resend_cards: Duration,
    /// How often a message is sent again before its receiver is given up.
    pub tries: u32,
    /// From the announcement to the first turned card: there are players who are not ready at once.
    pub before_reveal: Duration,
    /// From the dealer's second turned card to the own: there are dealers whose next message is lost as long as not everybody
    /// has acknowledged that card.
    pub after_dealers_second: Duration,
    /// How long the dealer's second turned card is waited for.
    pub dealers_second: Duration,
    /// From the last turned card to the dealer's next message: there are players who drop a `pop` as long as they have not
    /// received all turned cards, their own included.
    pub after_reveals: Duration,
    /// From the end of a round to the next deal.
    pub between_rounds: Duration,
    /// How long a silent player is waited for.
    pub patience: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            resend: Duration::from_millis(500),
            resend_cards: Duration::from_secs(2),
            tries: 20,
            before_reveal: Duration::from_millis(100),
            after_dealers_second: Duration::from_millis(100),
            dealers_second: Duration::from_secs(2),
            after_reveals: Duration::from_millis(100),
            between_rounds: Duration::from_secs(1),
            patience: Duration::from_secs(300),
        }
    }
}

/// A datagram to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// From which of the own sockets.
    pub socket: Socket,
    /// Where to.
    pub to: SocketAddr,
    /// The text of the message.
    pub text: String,
}

/// What the player has to decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Where the player sits.
    pub seat: Seat,
    /// What the player sees, and what can be done.
    pub view: Seen,
}

/// How a game ended for this player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to the end.
    Finished {
        /// Whom the dealer names.
        named: String,
        /// Who has won by our reckoning.
        winner: String,
    },
    /// Somebody broke the rules.
    Cheated {
        /// The player's name.
        name: String,
        /// What was wrong, and with which message.
        what: String,
    },
    /// Somebody does not answer any more.
    Vanished {
        /// The player's name.
        name: String,
        /// What we waited for.
        what: String,
    },
}

/// One player at its three sockets.
#[derive(Clone, Debug)]
pub struct Peer {
    name: String,
    timing: Timing,
    now: Duration,
    play: Option<Box<Play>>,
    ending: Option<Ending>,
    /// The last message of the previous game and its sender: the acknowledgement may have been lost.
    farewell: Option<(Contact, String)>,
    out: VecDeque<Outgoing>,
}

impl Peer {
    /// A player who waits for a game.
    #[must_use]
    pub fn new(name: &str, timing: Timing) -> Self {
        Self {
            name: name.to_owned(),
            timing,
            now: Duration::ZERO,
            play: None,
            ending: None,
            farewell: None,
            out: VecDeque::new(),
        }
    }

    /// Begins a game as its dealer, with these players in this order. `false` if that cannot be.
    pub fn start(&mut self, players: &[Contact], steal: bool, now: Duration) -> bool {
        self.passes(now);
        let Some(table) = Table::new(players, steal) else { return false };
        let Some(me) = table.seat_of(&self.name).filter(|_| self.play.is_none()) else { return false };
        let mut play = Play::new(table, me, me, Awaiting::Assign, self.now);
        play.assign(players, steal);
        self.play = Some(Box::new(play));
        self.settle();
        true
    }

    /// The table, once there is a game.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.play.as_ref().map(|play| &play.table)
    }

    /// What has happened, for the table.
    pub fn table_mut(&mut self) -> Option<&mut Table> {
        self.play.as_mut().map(|play| &mut play.table)
    }

    /// Where this player sits, once there is a game.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.play.as_ref().map(|play| play.me)
    }

    /// Whether this player deals.
    #[must_use]
    pub fn is_dealer(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.me == play.dealer)
    }

    /// Who deals, once there is a game.
    #[must_use]
    pub fn dealer(&self) -> Option<&Contact> {
        self.play.as_ref().map(|play| play.table.player(play.dealer))
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What the player has to decide now, if anything.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        let play = self.play.as_ref().filter(|_| self.ending.is_none())?;
        play.has_to_decide(self.now).then(|| Question { seat: play.me, view: play.table.seen(play.me) })
    }

    /// The player decides.
    ///
    /// # Errors
    /// If there is nothing to decide, or the rules forbid it; nothing has happened then.
    pub fn decide(&mut self, action: Action, now: Duration) -> Result<(), Foul> {
        self.passes(now);
        // What the rules allow, not only what is offered: others at the table of the server may do it.
        let asked = self.question().is_some();
        let allows = |play: &Play| asked && play.table.legal(play.me).contains(&action);
        let Some(play) = self.play.as_deref_mut().filter(|play| allows(play)) else {
            return Err(Foul::Rule("This cannot be done now.".to_owned()));
        };
        play.decide(action, self.now)?;
        self.settle();
        Ok(())
    }

    /// The round for which the dealer needs a deck, if it does.
    #[must_use]
    pub fn needs_deck(&self) -> Option<u8> {
        let play = self.play.as_ref().filter(|_| self.ending.is_none())?;
        play.needs_deck(self.now)
    }

    /// The dealer deals a round from this deck.
    pub fn deal(&mut self, deck: &DealtDeck, now: Duration) {
        self.passes(now);
        if self.needs_deck().is_some()
            && let Some(play) = &mut self.play
        {
            play.deal(deck);
            self.settle();
        }
    }

    /// Processes a datagram.
    pub fn hear(&mut self, socket: Socket, from: SocketAddr, bytes: &[u8], now: Duration) {
        self.passes(now);
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        let from = SocketAddr::new(from.ip().to_canonical(), from.port());
        if let Some(play) =
            self.play.as_mut().filter(|_| !matches!(self.ending, Some(ref ending) if ending.is_bad()))
        {
            play.arrived(socket, from, text, self.now);
        } else if let Some((dealer, farewell)) = &self.farewell
            && dealer.owns(from)
            && farewell == text
        {
            let text = format!("ack {text}");
            self.out.push_back(Outgoing { socket, to: from, text });
        } else if socket == Socket::Base && self.ending.is_none() {
            self.invited(from, text);
        }
        self.settle();
    }

    /// Perhaps a dealer wants this player in a game.
    fn invited(&mut self, from: SocketAddr, text: &str) {
        let Ok(Message::Assign { steal, players }) = Message::read(text) else { return };
        let Some(table) = Table::new(&players, steal) else { return };
        let Some(me) = table.seat_of(&self.name) else { return };
        let Some(dealer) = Seat::all(table.seats()).find(|seat| table.player(*seat).owns(from)) else {
            return;
        };
        let mut play = Play::new(table, me, dealer, Awaiting::Deal, self.now);
        play.remember(dealer, text);
        play.send(Socket::Base, from, format!("ack {text}"));
        self.play = Some(Box::new(play));
    }

    /// Time never goes back, whatever a caller says.
    fn passes(&mut self, now: Duration) {
        self.now = self.now.max(now);
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) {
        self.passes(now);
        self.settle();
    }

    /// Somebody's ports are closed.
    pub fn gone(&mut self, seat: Seat) {
        let Some(play) = self.play.as_mut().filter(|_| self.ending.is_none()) else { return };
        if play.waits_for().contains(&seat) && !play.needs_no_farewell(seat) {
            self.ending = Some(play.vanished(seat));
        }
        self.settle();
    }

    /// Whom the player waits for, by seat, and since when.
    #[must_use]
    pub fn waits_for(&self) -> Option<(Vec<Seat>, Duration)> {
        let play = self.play.as_ref().filter(|_| self.ending.is_none())?;
        let seats = play.waits_for();
        (!seats.is_empty()).then_some((seats, play.waiting_since()))
    }

    /// When [`tick`](Self::tick) has to be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.play.as_ref().filter(|_| self.ending.is_none())?.deadline(self.now, self.timing)
    }

    /// The next datagram to be sent.
    pub fn outgoing(&mut self) -> Option<Outgoing> {
        self.out.pop_front()
    }

    /// Forgets the game that is over, and waits for another. Returns its table.
    pub fn reset(&mut self) -> Option<Table> {
        let play = self.play.take()?;
        self.farewell = play.farewell();
        self.ending = None;
        let early = play.early_invitations();
        for (from, text) in early {
            if self.play.is_none() {
                self.invited(from, &text);
            }
        }
        self.settle();
        Some(play.table)
    }

    /// Does all that can be done now.
    fn settle(&mut self) {
        let (now, timing) = (self.now, self.timing);
        let Some(play) = &mut self.play else { return };
        if self.ending.is_none() {
            self.ending = play.settle(now, timing);
        }
        self.out.append(&mut play.out);
    }
}

impl Ending {
    /// Whether the game was broken off.
    #[must_use]
    pub const fn is_bad(&self) -> bool {
        !matches!(self, Self::Finished { .. })
    }
}

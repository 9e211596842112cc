//! A network in which time passes only when nothing else can happen, and which can lose, double and delay.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::time::Duration;

use game::{Chance, FastRng, Seed, below, dice};
use games::cards::Card;
use games::golf::{Action, DealtDeck};
use gateways::golf::{Contact, Ending, Outgoing, Peer, Socket, Timing};

/// How datagrams fare, in hundredths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weather {
    pub(super) lost: u32,
    pub(super) doubled: u32,
    pub(super) delayed: u32,
    /// The longest delay, in milliseconds.
    pub(super) delay: u32,
}

/// A program at a block of ports.
pub(super) trait Program {
    fn hear(&mut self, socket: Socket, from: SocketAddr, bytes: &[u8], now: Duration);
    /// Does all that can be done now, and returns what is sent.
    fn run(&mut self, now: Duration) -> Vec<Outgoing>;
    fn deadline(&self) -> Option<Duration>;
    fn is_done(&self) -> bool;
}

struct Datagram {
    from: SocketAddr,
    to: SocketAddr,
    bytes: Vec<u8>,
}

pub(super) struct Network {
    pub(super) now: Duration,
    weather: Weather,
    dice: FastRng,
    on_the_way: BTreeMap<(Duration, u64), Datagram>,
    sent: u64,
    /// Everything that was sent, for golden transcripts.
    pub(super) log: Option<Vec<(Duration, SocketAddr, SocketAddr, String)>>,
    /// Who is killed, and when: from then on it receives and says nothing.
    pub(super) killed: Option<(usize, Duration)>,
}

impl Network {
    pub(super) fn new(weather: Weather, seed: u64) -> Self {
        Self {
            now: Duration::ZERO,
            weather,
            dice: dice(seed),
            on_the_way: BTreeMap::new(),
            sent: 0,
            log: None,
            killed: None,
        }
    }

    fn chance(&mut self, hundredths: u32) -> bool {
        below(&mut self.dice, 100) < hundredths
    }

    fn post(&mut self, contact: &Contact, out: &Outgoing) {
        let from = contact.socket(out.socket);
        if let Some(log) = &mut self.log {
            log.push((self.now, from, out.to, out.text.clone()));
        }
        let copies =
            if self.chance(self.weather.lost) { 0 } else { 1 } + u32::from(self.chance(self.weather.doubled));
        for _ in 0..copies {
            // A tenth of a millisecond is what loopback takes.
            let mut wait = Duration::from_micros(100);
            if self.chance(self.weather.delayed) {
                wait += Duration::from_millis(u64::from(below(&mut self.dice, self.weather.delay + 1)));
            }
            self.sent += 1;
            let datagram = Datagram { from, to: out.to, bytes: out.text.clone().into_bytes() };
            self.on_the_way.insert((self.now + wait, self.sent), datagram);
        }
    }

    fn is_dead(&self, index: usize) -> bool {
        self.killed.is_some_and(|(victim, at)| victim == index && self.now >= at)
    }

    /// The last datagrams, to find out what went wrong.
    pub(super) fn last_words(&self) -> String {
        let log = self.log.as_deref().unwrap_or_default();
        let line = |(at, from, to, said): &(Duration, SocketAddr, SocketAddr, String)| {
            let said = said.replace('\n', "|");
            format!("{:10.4} {} > {} {said:.70}\n", at.as_secs_f64(), from.port(), to.port())
        };
        log[log.len().saturating_sub(40)..].iter().map(line).collect()
    }

    /// Runs everybody until all are done, or this much time has passed. Whether all are done.
    pub(super) fn run(&mut self, programs: &mut [(Contact, &mut dyn Program)], limit: Duration) -> bool {
        let mut homes = HashMap::new();
        for (index, (contact, _)) in programs.iter().enumerate() {
            for socket in Socket::ALL {
                homes.insert(contact.socket(socket), (index, socket));
            }
        }
        loop {
            for (index, (contact, program)) in programs.iter_mut().enumerate() {
                if self.is_dead(index) {
                    continue;
                }
                for out in program.run(self.now) {
                    self.post(contact, &out);
                }
            }
            let mut living = programs.iter().enumerate().filter(|(index, _)| !self.is_dead(*index));
            if living.all(|(_, (_, program))| program.is_done()) {
                return true;
            }
            if self.now > limit {
                return false;
            }
            let next = self.on_the_way.first_key_value().map(|((at, _), _)| *at);
            let living = programs.iter().enumerate().filter(|(index, _)| !self.is_dead(*index));
            let deadline = living.filter_map(|(_, (_, program))| program.deadline()).min();
            match (next, deadline) {
                (Some(next), deadline) if deadline.is_none_or(|deadline| next <= deadline) => {
                    let ((at, _), datagram) = self.on_the_way.pop_first().unwrap();
                    self.now = self.now.max(at);
                    if let Some((index, socket)) =
                        homes.get(&datagram.to).filter(|(index, _)| !self.is_dead(*index))
                    {
                        programs[*index].1.hear(*socket, datagram.from, &datagram.bytes, self.now);
                    }
                }
                // At least a little time passes, so that nothing can hang.
                (_, Some(deadline)) => self.now = deadline.max(self.now + Duration::from_micros(1)),
                (_, None) => return false,
            }
        }
    }
}

/// Where a player of a test is.
pub(super) fn contact(number: u16) -> Contact {
    let name = ["ann", "bob", "cid", "dot"][usize::from(number)];
    Contact::new(name, [127, 0, 0, 1].into(), 4505 + 5 * number).unwrap()
}

/// Our own player, who decides at random.
pub(super) struct Ours {
    pub(super) peer: Peer,
    chance: Chance,
    dice: FastRng,
    pub(super) thumb: Option<fn(&gateways::golf::Question) -> Action>,
    /// Does everything that the rules allow, also what our own players are not offered.
    pub(super) wanton: bool,
}

impl Ours {
    pub(super) fn new(contact: &Contact, seed: u64, timing: Timing) -> Self {
        Self {
            peer: Peer::new(contact.name(), timing),
            chance: Chance::new(Seed::from_number(seed)),
            dice: dice(seed),
            thumb: None,
            wanton: false,
        }
    }

    pub(super) fn ending(&self) -> Option<&Ending> {
        self.peer.ending()
    }
}

impl Program for Ours {
    fn hear(&mut self, socket: Socket, from: SocketAddr, bytes: &[u8], now: Duration) {
        self.peer.hear(socket, from, bytes, now);
    }

    fn run(&mut self, now: Duration) -> Vec<Outgoing> {
        self.peer.tick(now);
        loop {
            if self.peer.needs_deck().is_some() {
                let mut cards = Card::pack();
                self.chance.shuffle(&mut cards);
                let deck = DealtDeck { cards, discards: 0 };
                self.peer.deal(&deck, now);
            } else if let Some(question) = self.peer.question() {
                let table = self.peer.table().unwrap();
                let legal =
                    if self.wanton { table.legal(question.seat) } else { question.view.legal.clone() };
                let any = legal[below(&mut self.dice, legal.len() as u32) as usize];
                let action = self.thumb.map_or(any, |thumb| thumb(&question));
                self.peer.decide(action, now).unwrap();
            } else {
                break;
            }
        }
        // Everything is decided, so a client that is in a game waits for somebody, and must not do so for ever.
        if self.peer.table().is_some() && self.peer.ending().is_none() {
            assert!(self.peer.deadline().is_some(), "a player waits without a deadline: {:?}", self.peer);
        }
        std::iter::from_fn(|| self.peer.outgoing()).collect()
    }

    fn deadline(&self) -> Option<Duration> {
        self.peer.deadline()
    }

    fn is_done(&self) -> bool {
        self.peer.ending().is_some()
    }
}

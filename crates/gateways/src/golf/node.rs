//! A player at its three sockets.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use game::Seat;
use tokio::net::UdpSocket;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::contact::{Contact, Socket};
use super::peer::{Ending, Peer, Question, Timing};

/// The longest datagram that is read whole; a longer one is not a message.
const ROOM: usize = 8_192;
/// After waiting this long for a client it is probed.
const LOOK_AFTER: Duration = Duration::from_secs(2);
/// How often.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// A client whose ports are found closed this often in a row is gone.
const STRIKES: u32 = 2;
/// How long a closed port may take to show.
const SHOWS_TIMEOUT: Duration = Duration::from_millis(300);
/// What is sent to a port to find out whether it is closed. It is not a message of the protocol.
const PROBE: &[u8] = b"anybody there";
/// This many datagrams are read from a socket before the others are looked at.
const AT_ONCE: usize = 32;

/// Why a player cannot have its sockets.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A port is taken.
    #[error("port {0} is taken")]
    Taken(u16),
    /// Something else.
    #[error("port {0} cannot be opened: {1}")]
    Io(u16, io::Error),
}

/// What the code that runs the player has to know.
#[derive(Clone, Debug)]
pub enum NodeEvent {
    /// A dealer has taken the player into a game.
    Joined,
    /// Something happened at the table.
    News,
    /// The player has to decide.
    Asked(Box<Question>),
    /// The dealer needs a deck for this round.
    DeckWanted(u8),
    /// The game is over.
    Ended(Ending),
}

/// A player with its sockets.
#[derive(Debug)]
pub struct Node {
    peer: Peer,
    sockets: [UdpSocket; 3],
    port: u16,
    started: Instant,
    /// What was sent already.
    joined: bool,
    asked: Option<Box<Question>>,
    deck_wanted: Option<u8>,
    ended: bool,
    looks: Looks,
}

#[derive(Debug)]
struct Looks {
    next: Instant,
    strikes: HashMap<Seat, u32>,
    /// Who was looked at, and whether the ports were closed.
    tell: mpsc::Sender<(Seat, bool)>,
    replies: mpsc::Receiver<(Seat, bool)>,
}

impl Node {
    /// Opens the three sockets, on all addresses of the family.
    ///
    /// # Errors
    /// If one of them cannot be had.
    pub async fn open(name: &str, port: u16, v4: bool, timing: Timing) -> Result<Self, OpenError> {
        let any: IpAddr = if v4 { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
        let open = async |offset: u16| {
            let port = port.saturating_add(offset);
            let socket = UdpSocket::bind((any, port)).await.map_err(|error| match error.kind() {
                io::ErrorKind::AddrInUse => OpenError::Taken(port),
                _ => OpenError::Io(port, error),
            })?;
            // A socket must have been polled before it can send, or the first message would be lost.
            socket.writable().await.map_err(|error| OpenError::Io(port, error))?;
            Ok::<_, OpenError>(socket)
        };
        let sockets = [open(0).await?, open(1).await?, open(2).await?];
        let now = Instant::now();
        let (tell, replies) = mpsc::channel(16);
        Ok(Self {
            peer: Peer::new(name, timing),
            sockets,
            port,
            started: now,
            joined: false,
            asked: None,
            deck_wanted: None,
            ended: false,
            looks: Looks { next: now, strikes: HashMap::new(), tell, replies },
        })
    }

    /// The first port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The player.
    #[must_use]
    pub const fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Commands to the player.
    pub const fn peer_mut(&mut self) -> &mut Peer {
        &mut self.peer
    }

    /// The time as the player counts it.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whatever is to be decided is asked again.
    pub fn ask_again(&mut self) {
        self.asked = None;
    }

    /// Forgets the game that is over, and waits for another.
    pub fn reset(&mut self) -> Option<super::table::Table> {
        self.joined = false;
        self.asked = None;
        self.deck_wanted = None;
        self.ended = false;
        self.looks.strikes.clear();
        self.peer.reset()
    }

    /// Lets the player play until something has to be known. It may be given up at any time and called again.
    pub async fn next(&mut self) -> NodeEvent {
        loop {
            self.flush();
            if let Some(happening) = self.happening() {
                return happening;
            }
            self.look_after_the_silent();
            let wake = self.wake();
            let [base, dealing, states] = &self.sockets;
            let ready = tokio::select! {
                _ = base.readable() => Some(Socket::Base),
                _ = dealing.readable() => Some(Socket::Dealing),
                _ = states.readable() => Some(Socket::States),
                Some((seat, closed)) = self.looks.replies.recv() => {
                    self.looked(seat, closed);
                    None
                }
                () = tokio::time::sleep_until(wake) => None,
            };
            match ready {
                Some(socket) => self.read(socket),
                None => {
                    let now = self.now();
                    self.peer.tick(now);
                }
            }
        }
    }

    /// Keeps answering the other players until the future is dropped.
    pub async fn linger(&mut self) {
        loop {
            let happening = self.next().await;
            // News is kept until it is taken.
            if let (NodeEvent::News, Some(table)) = (happening, self.peer.table_mut()) {
                drop(table.take_emitted());
            }
        }
    }

    fn wake(&self) -> Instant {
        let far = Duration::from_secs(3_600);
        let deadline = self.peer.deadline().unwrap_or_else(|| self.now() + far);
        let looks =
            self.peer.waits_for().map(|(_, since)| self.looks.next.max(self.started + since + LOOK_AFTER));
        let deadline = self.started + deadline;
        looks.map_or(deadline, |looks| looks.min(deadline))
    }

    fn read(&mut self, socket: Socket) {
        let mut buffer = [0; ROOM];
        for _ in 0..AT_ONCE {
            match self.sockets[usize::from(socket.offset())].try_recv_from(&mut buffer) {
                Ok((length, from)) => {
                    let now = self.now();
                    self.peer.hear(socket, from, &buffer[..length], now);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) => tracing::debug!(%error, "receiving on a player's socket failed"),
            }
        }
    }

    /// Sends what is to be sent. What cannot be sent now counts as lost on the way.
    fn flush(&mut self) {
        while let Some(out) = self.peer.outgoing() {
            let socket = &self.sockets[usize::from(out.socket.offset())];
            if let Err(error) = socket.try_send_to(out.text.as_bytes(), out.to) {
                tracing::debug!(to = %out.to, %error, "a message could not be sent");
            }
        }
    }

    fn happening(&mut self) -> Option<NodeEvent> {
        if self.peer.table_mut().is_some_and(|table| table.has_news()) {
            if !self.joined {
                self.joined = true;
                return Some(NodeEvent::Joined);
            }
            return Some(NodeEvent::News);
        }
        if !self.joined && self.peer.table().is_some() {
            self.joined = true;
            return Some(NodeEvent::Joined);
        }
        if let Some(ending) = self.peer.ending().filter(|_| !self.ended) {
            self.ended = true;
            return Some(NodeEvent::Ended(ending.clone()));
        }
        let deck = self.peer.needs_deck();
        if deck != self.deck_wanted {
            self.deck_wanted = deck;
            if let Some(round) = deck {
                return Some(NodeEvent::DeckWanted(round));
            }
        }
        let asked = self.peer.question().map(Box::new);
        if asked != self.asked {
            self.asked.clone_from(&asked);
            return asked.map(NodeEvent::Asked);
        }
        None
    }

    /// A client that has been silent for a while may have closed its ports, and that can be seen.
    fn look_after_the_silent(&mut self) {
        let now = Instant::now();
        let Some((seats, since)) = self.peer.waits_for() else { return };
        if now < self.looks.next || now < self.started + since + LOOK_AFTER {
            return;
        }
        self.looks.next = now + LOOK_EVERY;
        let Some(table) = self.peer.table() else { return };
        for seat in seats {
            let (contact, found) = (table.player(seat).clone(), self.looks.tell.clone());
            tokio::spawn(async move {
                let closed = is_closed(&contact).await;
                // A full channel loses one look of many.
                let _ = found.try_send((seat, closed));
            });
        }
    }

    fn looked(&mut self, seat: Seat, closed: bool) {
        let strikes = self.looks.strikes.entry(seat).or_default();
        *strikes = if closed { *strikes + 1 } else { 0 };
        if *strikes >= STRIKES {
            self.peer.gone(seat);
        }
    }
}

/// Whether the ports of a player in a game are closed for certain. Legacy programs take any datagram for an
/// acknowledgement while they wait for one, so a probe is sent only if no process can receive it. That can be found out
/// only for players on this machine.
async fn is_closed(contact: &Contact) -> bool {
    let free = [Socket::States, Socket::Base].into_iter().all(|socket| is_free_here(contact.socket(socket)));
    // A port that is free on this machine may be mapped to another.
    free && refuses(contact.socket(Socket::Base)).await
}

/// Whether the base port of a player who is in no game is closed for certain. A client that waits for a game drops what it does
/// not expect there.
pub(super) async fn is_absent(contact: &Contact) -> bool {
    refuses(contact.socket(Socket::Base)).await
}

/// Whether no process on this machine has a socket at this address. False for every address of another machine.
fn is_free_here(address: SocketAddr) -> bool {
    std::net::UdpSocket::bind(address).is_ok()
}

async fn refuses(address: SocketAddr) -> bool {
    let any: IpAddr =
        if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let Ok(socket) = UdpSocket::bind((any, 0)).await else { return false };
    if socket.connect(address).await.is_err() || socket.send(PROBE).await.is_err() {
        return false;
    }
    let heard = tokio::time::timeout(SHOWS_TIMEOUT, socket.recv(&mut [0; 1])).await;
    matches!(heard, Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused)
}

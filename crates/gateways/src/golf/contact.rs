//! Where a player is.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use super::words::{fields, number};

/// How many ports a player owns.
const BLOCK: u16 = 5;
/// A block that begins later does not fit.
const LAST_PORT: u16 = 65_531;
/// No wild program has longer names.
const MAX_NAME: usize = 64;

/// Which of a player's three sockets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Socket {
    /// The first port: what players say to each other.
    Base,
    /// One higher: sends the dealer's messages, reveals and questions; receives the state of the game.
    Dealing,
    /// Two higher: the dealer receives questions about the state of the game.
    States,
}

impl Socket {
    /// All three, in order of their ports.
    pub const ALL: [Self; 3] = [Self::Base, Self::Dealing, Self::States];

    /// How far from the first port.
    #[must_use]
    pub const fn offset(self) -> u16 {
        self as u16
    }
}

/// A player's name and place, as the manager tells it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contact {
    name: String,
    address: IpAddr,
    port: u16,
}

impl Contact {
    /// A player, if the name can stand in a message and the block of ports exists.
    #[must_use]
    pub fn new(name: &str, address: IpAddr, port: u16) -> Option<Self> {
        let good =
            |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, ',' | '(' | ')' | '[' | ']');
        let fits = (1..=MAX_NAME).contains(&name.len()) && name.chars().all(good);
        (fits && (1..=LAST_PORT).contains(&port)).then(|| Self { name: name.to_owned(), address, port })
    }

    /// Reads what stands in the brackets of `(ann, 127.0.0.1, 4505)`.
    #[must_use]
    pub fn read(inner: &str) -> Option<Self> {
        let mut fields = fields(inner);
        let (name, address, port) = (fields.next()?, fields.next()?, fields.next()?);
        if fields.next().is_some() {
            return None;
        }
        Self::new(name, address.parse::<IpAddr>().ok()?.to_canonical(), u16::try_from(number(port)?).ok()?)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first port of the block.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The address.
    #[must_use]
    pub const fn address(&self) -> IpAddr {
        self.address
    }

    /// Where one of the three sockets is.
    #[must_use]
    pub const fn socket(&self, socket: Socket) -> SocketAddr {
        SocketAddr::new(self.address, self.port + socket.offset())
    }

    /// Whether a datagram from there is from this player.
    #[must_use]
    pub fn owns(&self, from: SocketAddr) -> bool {
        let block = self.port..self.port.saturating_add(BLOCK);
        from.ip().to_canonical() == self.address && block.contains(&from.port())
    }
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.name, self.address, self.port)
    }
}

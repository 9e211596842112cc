//! A relay between real processes that loses, doubles and reorders datagrams.
//!
//! It is a proxy of a real manager and replaces the ports in every registration by its own, so that players receive the
//! relay's ports instead of each other's. Each player's block is mirrored: a datagram that arrives at the mirror of one
//! socket is forwarded, unless it is lost, from the mirror of the socket that sent it, so that every player sees the
//! others at the addresses that the manager listed.

use std::collections::BTreeMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use game::{FastRng, below, dice};

use super::harness::block;

/// How datagrams fare, in hundredths.
#[derive(Clone, Copy)]
pub(super) struct Weather {
    pub(super) lost: u32,
    pub(super) doubled: u32,
    /// Delayed by up to twenty milliseconds, so that others overtake.
    pub(super) delayed: u32,
}

/// So often a thread looks whether the relay is still wanted.
const LOOK: Duration = Duration::from_millis(200);

/// One player's sockets and their mirrors.
struct Mirror {
    real: u16,
    port: u16,
    sockets: [UdpSocket; 3],
}

/// A datagram that leaves from this socket of this mirror.
struct Parcel {
    from: Arc<Mirror>,
    offset: usize,
    to: SocketAddr,
    bytes: Vec<u8>,
}

struct Shared {
    manager: SocketAddr,
    weather: Weather,
    luck: Mutex<FastRng>,
    mirrors: Mutex<Vec<Arc<Mirror>>>,
    post: Mutex<Sender<(Duration, Parcel)>>,
    over: AtomicBool,
    carried: AtomicU64,
    lost: AtomicU64,
}

pub(super) struct Relay {
    /// Where the players find the manager.
    pub(super) manager: SocketAddr,
    shared: Arc<Shared>,
}

fn here(port: u16) -> SocketAddr {
    ([127, 0, 0, 1], port).into()
}

impl Relay {
    pub(super) fn before(manager: SocketAddr, weather: Weather, seed: u64) -> Self {
        let (post, posted) = channel();
        let shared = Arc::new(Shared {
            manager,
            weather,
            luck: Mutex::new(dice(seed)),
            mirrors: Mutex::default(),
            post: Mutex::new(post),
            over: AtomicBool::new(false),
            carried: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        });
        std::thread::spawn(move || deliver(&posted));
        let front = UdpSocket::bind(here(0)).unwrap();
        let address = front.local_addr().unwrap();
        let ours = shared.clone();
        std::thread::spawn(move || ours.stand_before_the_manager(&front));
        Self { manager: address, shared }
    }

    /// How many datagrams between players were carried, and how many lost.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.shared.carried.load(Ordering::Relaxed), self.shared.lost.load(Ordering::Relaxed))
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
    }
}

/// Sends each parcel when its time has come.
fn deliver(posted: &Receiver<(Duration, Parcel)>) {
    let mut waiting: BTreeMap<(Instant, u64), Parcel> = BTreeMap::new();
    let mut count = 0_u64;
    loop {
        let now = Instant::now();
        while let Some(entry) = waiting.first_entry().filter(|entry| entry.key().0 <= now) {
            let parcel = entry.remove();
            // A player that has closed its port receives nothing.
            let _ = parcel.from.sockets[parcel.offset].send_to(&parcel.bytes, parcel.to);
        }
        let next = waiting.keys().next();
        let wait = next.map_or(LOOK, |(at, _)| at.saturating_duration_since(Instant::now()));
        match posted.recv_timeout(wait) {
            Ok((delay, parcel)) => {
                count += 1;
                waiting.insert((Instant::now() + delay, count), parcel);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl Shared {
    fn chance(&self, hundredths: u32) -> bool {
        below(&mut self.luck.lock().unwrap(), 100) < hundredths
    }

    /// What arrives at a socket until the relay is over.
    fn each(&self, socket: &UdpSocket, mut take: impl FnMut(&[u8], SocketAddr)) {
        socket.set_read_timeout(Some(LOOK)).unwrap();
        let mut buffer = vec![0; 65_536];
        while !self.over.load(Ordering::Relaxed) {
            // A closed port of a player can show up as an error.
            if let Ok((length, from)) = socket.recv_from(&mut buffer) {
                take(&buffer[..length], from);
            }
        }
    }

    fn stand_before_the_manager(self: &Arc<Self>, front: &UdpSocket) {
        let beyond = UdpSocket::bind(here(0)).unwrap();
        beyond.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        self.each(front, |bytes, from| {
            let request = self.rewritten(std::str::from_utf8(bytes).unwrap());
            if self.chance(self.weather.lost) {
                return;
            }
            beyond.send_to(request.as_bytes(), self.manager).unwrap();
            let mut answer = vec![0; 65_536];
            let length = beyond.recv(&mut answer).unwrap_or(0);
            if length > 0 && !self.chance(self.weather.lost) {
                front.send_to(&answer[..length], from).unwrap();
            }
        });
    }

    /// `register ann 4505` with the port of ann's mirror.
    fn rewritten(self: &Arc<Self>, request: &str) -> String {
        let words: Vec<&str> = request.split(' ').collect();
        let ["register", name, port] = words[..] else { return request.to_owned() };
        format!("register {name} {}", self.mirror_of(port.parse().unwrap()))
    }

    fn mirror_of(self: &Arc<Self>, real: u16) -> u16 {
        let mut mirrors = self.mirrors.lock().unwrap();
        if let Some(mirror) = mirrors.iter().find(|mirror| mirror.real == real) {
            return mirror.port;
        }
        let open = |port: u16| {
            let open = |offset: u16| UdpSocket::bind(here(port + offset));
            Some((port, [open(0).ok()?, open(1).ok()?, open(2).ok()?]))
        };
        let (port, sockets) = std::iter::repeat_with(block).find_map(open).unwrap();
        let mirror = Arc::new(Mirror { real, port, sockets });
        mirrors.push(mirror.clone());
        for offset in 0..3 {
            let (shared, mirror) = (self.clone(), mirror.clone());
            std::thread::spawn(move || {
                shared
                    .each(&mirror.sockets[offset], |bytes, from| shared.carry(&mirror, offset, bytes, from));
            });
        }
        port
    }

    fn carry(&self, to: &Mirror, offset: usize, bytes: &[u8], from: SocketAddr) {
        let sender = {
            let mirrors = self.mirrors.lock().unwrap();
            let sent = |mirror: &&Arc<Mirror>| (mirror.real..mirror.real + 3).contains(&from.port());
            mirrors.iter().find(sent).cloned()
        };
        let Some(sender) = sender else { return };
        self.carried.fetch_add(1, Ordering::Relaxed);
        let lost = self.chance(self.weather.lost);
        self.lost.fetch_add(u64::from(lost), Ordering::Relaxed);
        let copies = u32::from(!lost) + u32::from(self.chance(self.weather.doubled));
        for _ in 0..copies {
            let late =
                if self.chance(self.weather.delayed) { below(&mut self.luck.lock().unwrap(), 21) } else { 0 };
            let parcel = Parcel {
                from: sender.clone(),
                offset: usize::from(from.port() - sender.real),
                to: here(to.real + offset as u16),
                bytes: bytes.to_vec(),
            };
            // The post ends with the relay.
            let _ = self.post.lock().unwrap().send((Duration::from_millis(u64::from(late)), parcel));
        }
    }
}

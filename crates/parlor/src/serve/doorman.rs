//! How much one address may ask of the house.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tables::{Credit, Time};

use super::settings::{Addresses, Settings};

/// So many addresses are remembered before those that have nothing to be remembered for are forgotten.
const FIRST_SWEEP: usize = 1_024;

/// What one address may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// WebSockets at a time, and connections that have not become one.
    pub(crate) connections: u32,
    /// New WebSockets a minute.
    pub(crate) connections_per_minute: u32,
    /// Requests a second, for long; four times as many at once.
    pub(crate) requests_per_second: u32,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotNow {
    /// Too many connections are open.
    TooMany,
    /// Too much was asked in too short a time.
    TooFast,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Socket,
    Line,
}

/// Keeps count of what each address does.
#[derive(Debug)]
pub(crate) struct Doorman {
    limits: Limits,
    /// Not counted at all.
    unlimited: Addresses,
    /// Their connections are those of many visitors.
    proxies: Addresses,
    time: Time,
    book: Mutex<Book>,
}

#[derive(Debug)]
struct Book {
    pages: HashMap<IpAddr, Page>,
    sweep_at: usize,
}

#[derive(Debug)]
struct Page {
    sockets: u32,
    lines: u32,
    connects: Credit,
    requests: Credit,
}

impl Page {
    const fn count(&mut self, kind: Kind) -> &mut u32 {
        match kind {
            Kind::Socket => &mut self.sockets,
            Kind::Line => &mut self.lines,
        }
    }

    fn can_be_forgotten(&mut self, now: i64) -> bool {
        self.sockets == 0 && self.lines == 0 && self.connects.is_full(now) && self.requests.is_full(now)
    }
}

/// Something open that is counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted(Option<(Arc<Doorman>, IpAddr, Kind)>);

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some((doorman, address, kind)) = self.0.take()
            && let Some(page) = doorman.book().pages.get_mut(&address)
        {
            let count = page.count(kind);
            *count = count.saturating_sub(1);
        }
    }
}

impl Doorman {
    pub(crate) fn new(settings: &Settings, time: Time) -> Arc<Self> {
        Arc::new(Self {
            limits: settings.limits(),
            unlimited: settings.unlimited_networks.clone(),
            proxies: settings.trusted_proxies.clone(),
            time,
            book: Mutex::new(Book { pages: HashMap::new(), sweep_at: FIRST_SWEEP }),
        })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Pages are changed in single steps: whoever panicked has not left one half written.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks up the page of an address; nothing if it is not limited.
    fn on_page<T>(&self, address: IpAddr, now: i64, ask: impl FnOnce(&mut Page) -> T) -> Option<T> {
        if self.unlimited.contain(address) {
            return None;
        }
        let mut book = self.book();
        if book.pages.len() >= book.sweep_at {
            book.pages.retain(|_, page| !page.can_be_forgotten(now));
            book.sweep_at = FIRST_SWEEP.max(2 * book.pages.len());
        }
        let Limits { connections_per_minute, requests_per_second, .. } = self.limits;
        let page = book.pages.entry(one_place(address)).or_insert_with(|| Page {
            sockets: 0,
            lines: 0,
            connects: Credit::new(connections_per_minute, 60_000 / connections_per_minute.max(1), now),
            requests: Credit::new(requests_per_second * 4, 1_000 / requests_per_second.max(1), now),
        });
        Some(ask(page))
    }

    /// Whether a request may be answered.
    pub(crate) fn may_ask(&self, address: IpAddr) -> Result<(), NotNow> {
        let now = self.time.now();
        match self.on_page(address, now, |page| page.requests.spend(now)) {
            Some(false) => Err(NotNow::TooFast),
            _ => Ok(()),
        }
    }

    /// Whether a WebSocket may be opened just now. How many there are is another question.
    pub(crate) fn may_connect(&self, address: IpAddr) -> Result<(), NotNow> {
        let now = self.time.now();
        match self.on_page(address, now, |page| page.connects.spend(now)) {
            Some(false) => Err(NotNow::TooFast),
            _ => Ok(()),
        }
    }

    /// Counts a WebSocket.
    pub(crate) fn socket(self: &Arc<Self>, address: IpAddr) -> Result<Counted, NotNow> {
        self.count(address, Kind::Socket)
    }

    /// Counts a connection that may become a WebSocket, or ask for other things.
    pub(crate) fn line(self: &Arc<Self>, address: IpAddr) -> Result<Counted, NotNow> {
        if self.proxies.contain(address) { Ok(Counted(None)) } else { self.count(address, Kind::Line) }
    }

    fn count(self: &Arc<Self>, address: IpAddr, kind: Kind) -> Result<Counted, NotNow> {
        let most = self.limits.connections;
        let counted = self.on_page(address, self.time.now(), |page| {
            let count = page.count(kind);
            let fits = *count < most;
            *count += u32::from(fits);
            fits
        });
        match counted {
            None => Ok(Counted(None)),
            Some(true) => Ok(Counted(Some((self.clone(), one_place(address), kind)))),
            Some(false) => Err(NotNow::TooMany),
        }
    }
}

/// Whoever has one IPv6 address has its whole block of 64 bits.
fn one_place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doorman() -> (Arc<Doorman>, Time) {
        let time = Time::manual(1_000);
        let limits = Limits { connections: 2, connections_per_minute: 3, requests_per_second: 1 };
        let book = Mutex::new(Book { pages: HashMap::new(), sweep_at: 4 });
        let (unlimited, proxies) = (Addresses::this_machine(), "7.7.7.7".parse().unwrap());
        (Arc::new(Doorman { limits, unlimited, proxies, time: time.clone(), book }), time)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_may_hold_so_many_connections_and_others_are_not_held_up() {
        let (doorman, _) = doorman();
        let (here, there) = (address("1.2.3.4"), address("2001:db8::1"));
        let held = [doorman.socket(here).unwrap(), doorman.socket(here).unwrap()];
        assert_eq!(doorman.socket(here).unwrap_err(), NotNow::TooMany);
        let line = doorman.line(here);
        assert!(line.is_ok(), "what is no WebSocket is counted apart");
        let _other = [doorman.socket(there).unwrap(), doorman.socket(address("2001:db8::2")).unwrap()];
        assert_eq!(
            doorman.socket(address("2001:db8::3")).unwrap_err(),
            NotNow::TooMany,
            "one block, one place"
        );
        drop(held);
        assert!(doorman.socket(here).is_ok());
        let proxied: Vec<_> = (0..9).map(|_| doorman.line(address("7.7.7.7"))).collect();
        assert!(proxied.iter().all(Result::is_ok), "a proxy comes for many");
        assert!(
            (0..100).all(|_| doorman.socket(address("127.0.0.1")).is_ok()),
            "this machine is not limited"
        );
    }

    #[test]
    fn credits_run_out_and_come_back() {
        let (doorman, time) = doorman();
        let here = address("1.2.3.4");
        assert!((0..4).all(|_| doorman.may_ask(here).is_ok()));
        assert_eq!(doorman.may_ask(here), Err(NotNow::TooFast));
        assert!((0..3).all(|_| doorman.may_connect(here).is_ok()));
        assert_eq!(doorman.may_connect(here), Err(NotNow::TooFast));
        assert!(doorman.may_ask(address("1.2.3.5")).is_ok());
        assert!(time.advance(20_000));
        assert!(doorman.may_ask(here).is_ok() && doorman.may_connect(here).is_ok());
        assert_eq!(doorman.may_connect(here), Err(NotNow::TooFast));
    }

    #[test]
    fn the_book_does_not_grow_with_everybody_who_ever_came() {
        let (doorman, time) = doorman();
        let kept = doorman.socket(address("9.9.9.9")).unwrap();
        for number in 0..50_000_u32 {
            assert!(doorman.may_ask(std::net::Ipv4Addr::from(number).into()).is_ok());
            if number % 100 == 0 {
                assert!(time.advance(60_000));
            }
        }
        let book = doorman.book();
        assert!(book.pages.len() < 5_000, "{}", book.pages.len());
        assert!(book.pages.contains_key(&address("9.9.9.9")), "whoever is here is remembered");
        drop(book);
        drop(kept);
    }
}

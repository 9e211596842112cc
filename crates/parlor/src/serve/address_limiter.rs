//! How much one address may ask of the server.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tables::{Time, TokenBucket, address_block};

use super::client_addr::ClientAddr;
use super::settings::{Addresses, Settings};

/// This many addresses are remembered before those that have nothing to be remembered for are forgotten.
const FIRST_SWEEP: usize = 1_024;

/// What one address may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddressLimits {
    /// WebSockets at a time, and connections that have not become one.
    pub(crate) connections: u32,
    /// New WebSockets a minute.
    pub(crate) connections_per_minute: u32,
    /// Requests a second, for long; four times as many at once.
    pub(crate) requests_per_second: u32,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LimitExceeded {
    /// Too many connections are open.
    TooMany,
    /// Too much was asked in too short a time.
    TooFast {
        /// Milliseconds after which the same request would be answered.
        retry_ms: u32,
    },
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionKind {
    WebSocket,
    Http,
}

/// Keeps count of what each address does.
#[derive(Debug)]
pub(crate) struct AddressLimiter {
    limits: AddressLimits,
    /// Not counted at all.
    unlimited: Addresses,
    /// Their connections are those of many visitors.
    proxies: Addresses,
    time: Time,
    book: Mutex<AddressMap>,
}

#[derive(Debug)]
struct AddressMap {
    pages: HashMap<IpAddr, AddressUsage>,
    sweep_at: usize,
}

#[derive(Debug)]
struct AddressUsage {
    sockets: u32,
    lines: u32,
    connects: TokenBucket,
    requests: TokenBucket,
}

impl AddressUsage {
    const fn count(&mut self, kind: ConnectionKind) -> &mut u32 {
        match kind {
            ConnectionKind::WebSocket => &mut self.sockets,
            ConnectionKind::Http => &mut self.lines,
        }
    }

    fn can_be_forgotten(&mut self, now: i64) -> bool {
        self.sockets == 0 && self.lines == 0 && self.connects.is_full(now) && self.requests.is_full(now)
    }
}

/// Something open that is counted until it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionGuard(Option<(Arc<AddressLimiter>, IpAddr, ConnectionKind)>);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        if let Some((address_limiter, address, kind)) = self.0.take()
            && let Some(page) = address_limiter.book().pages.get_mut(&address)
        {
            let count = page.count(kind);
            *count = count.saturating_sub(1);
        }
    }
}

impl AddressLimiter {
    pub(crate) fn new(settings: &Settings, time: Time) -> Arc<Self> {
        Arc::new(Self {
            limits: settings.limits(),
            unlimited: settings.unlimited_networks.clone(),
            proxies: settings.trusted_proxies.clone(),
            time,
            book: Mutex::new(AddressMap { pages: HashMap::new(), sweep_at: FIRST_SWEEP }),
        })
    }

    fn book(&self) -> MutexGuard<'_, AddressMap> {
        // Pages are changed in single steps: whoever panicked has not left one half written.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks up the page of an address; nothing if it is not limited.
    fn on_page<T>(
        &self,
        address: ClientAddr,
        now: i64,
        ask: impl FnOnce(&mut AddressUsage) -> T,
    ) -> Option<T> {
        let ClientAddr { ip, is_shared } = address;
        if self.unlimited.contain(ip) && !is_shared {
            return None;
        }
        let mut book = self.book();
        if book.pages.len() >= book.sweep_at {
            book.pages.retain(|_, page| !page.can_be_forgotten(now));
            book.sweep_at = FIRST_SWEEP.max(2 * book.pages.len());
        }
        let AddressLimits { connections_per_minute, requests_per_second, .. } = self.limits;
        let page = book.pages.entry(address_block(ip)).or_insert_with(|| AddressUsage {
            sockets: 0,
            lines: 0,
            connects: TokenBucket::new(connections_per_minute, 60_000 / connections_per_minute.max(1), now),
            requests: TokenBucket::new(requests_per_second * 4, 1_000 / requests_per_second.max(1), now),
        });
        Some(ask(page))
    }

    /// Whether a request may be answered.
    pub(crate) fn allow_request(&self, address: ClientAddr) -> Result<(), LimitExceeded> {
        self.take(address, |page| &mut page.requests)
    }

    /// Whether a WebSocket may be opened just now. How many there are is another question.
    pub(crate) fn allow_websocket(&self, address: ClientAddr) -> Result<(), LimitExceeded> {
        self.take(address, |page| &mut page.connects)
    }

    fn take(
        &self,
        address: ClientAddr,
        bucket: impl FnOnce(&mut AddressUsage) -> &mut TokenBucket,
    ) -> Result<(), LimitExceeded> {
        let now = self.time.now();
        let taken = self.on_page(address, now, |page| {
            let bucket = bucket(page);
            if bucket.take(now) { Ok(()) } else { Err(bucket.wait_ms(1, now)) }
        });
        taken.unwrap_or(Ok(())).map_err(|retry_ms| LimitExceeded::TooFast { retry_ms })
    }

    /// Counts a WebSocket.
    pub(crate) fn socket(self: &Arc<Self>, address: ClientAddr) -> Result<ConnectionGuard, LimitExceeded> {
        self.count(address, ConnectionKind::WebSocket)
    }

    /// Counts a connection that may become a WebSocket, or ask for other things.
    pub(crate) fn line(self: &Arc<Self>, address: IpAddr) -> Result<ConnectionGuard, LimitExceeded> {
        if self.proxies.contain(address) {
            Ok(ConnectionGuard(None))
        } else {
            self.count(ClientAddr { ip: address, is_shared: false }, ConnectionKind::Http)
        }
    }

    fn count(
        self: &Arc<Self>,
        address: ClientAddr,
        kind: ConnectionKind,
    ) -> Result<ConnectionGuard, LimitExceeded> {
        let most = self.limits.connections;
        let counted = self.on_page(address, self.time.now(), |page| {
            let count = page.count(kind);
            let fits = *count < most;
            *count += u32::from(fits);
            fits
        });
        match counted {
            None => Ok(ConnectionGuard(None)),
            Some(true) => Ok(ConnectionGuard(Some((self.clone(), address_block(address.ip), kind)))),
            Some(false) => Err(LimitExceeded::TooMany),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_limiter() -> (Arc<AddressLimiter>, Time) {
        let time = Time::manual(1_000);
        let limits = AddressLimits { connections: 2, connections_per_minute: 3, requests_per_second: 1 };
        let book = Mutex::new(AddressMap { pages: HashMap::new(), sweep_at: 4 });
        let (unlimited, proxies) = (Addresses::this_machine(), "7.7.7.7".parse().unwrap());
        (Arc::new(AddressLimiter { limits, unlimited, proxies, time: time.clone(), book }), time)
    }

    fn address(text: &str) -> ClientAddr {
        ClientAddr::own(text.parse().unwrap())
    }

    #[test]
    fn one_address_may_hold_so_many_connections_and_others_are_not_held_up() {
        let (address_limiter, _) = address_limiter();
        let (here, there) = (address("1.2.3.4"), address("2001:db8::1"));
        let held = [address_limiter.socket(here).unwrap(), address_limiter.socket(here).unwrap()];
        assert_eq!(address_limiter.socket(here).unwrap_err(), LimitExceeded::TooMany);
        let line = address_limiter.line(here.ip);
        assert!(line.is_ok(), "what is no WebSocket is counted apart");
        let _other =
            [address_limiter.socket(there).unwrap(), address_limiter.socket(address("2001:db8::2")).unwrap()];
        assert_eq!(
            address_limiter.socket(address("2001:db8::3")).unwrap_err(),
            LimitExceeded::TooMany,
            "one block, one place"
        );
        drop(held);
        assert!(address_limiter.socket(here).is_ok());
        let proxied: Vec<_> = (0..9).map(|_| address_limiter.line(address("7.7.7.7").ip)).collect();
        assert!(proxied.iter().all(Result::is_ok), "a proxy comes for many");
        assert!(
            (0..100).all(|_| address_limiter.socket(address("127.0.0.1")).is_ok()),
            "this machine is not limited"
        );
        let proxied = ClientAddr { is_shared: true, ..address("127.0.0.1") };
        let held: Vec<_> = (0..3).map(|_| address_limiter.socket(proxied)).collect();
        assert!(held[1].is_ok() && held[2].is_err(), "but what a proxy on it passes on is");
    }

    #[test]
    fn credits_run_out_and_come_back() {
        let (address_limiter, time) = address_limiter();
        let here = address("1.2.3.4");
        assert!((0..4).all(|_| address_limiter.allow_request(here).is_ok()));
        assert_eq!(address_limiter.allow_request(here), Err(LimitExceeded::TooFast { retry_ms: 1_000 }));
        assert!((0..3).all(|_| address_limiter.allow_websocket(here).is_ok()));
        assert_eq!(address_limiter.allow_websocket(here), Err(LimitExceeded::TooFast { retry_ms: 20_000 }));
        assert!(address_limiter.allow_request(address("1.2.3.5")).is_ok());
        assert!(time.advance(20_000));
        assert!(address_limiter.allow_request(here).is_ok() && address_limiter.allow_websocket(here).is_ok());
        assert_eq!(address_limiter.allow_websocket(here), Err(LimitExceeded::TooFast { retry_ms: 20_000 }));
    }

    #[test]
    fn the_book_does_not_grow_with_everybody_who_ever_came() {
        let (address_limiter, time) = address_limiter();
        let kept = address_limiter.socket(address("9.9.9.9")).unwrap();
        for number in 0..50_000_u32 {
            assert!(
                address_limiter
                    .allow_request(ClientAddr::own(std::net::Ipv4Addr::from(number).into()))
                    .is_ok()
            );
            if number % 100 == 0 {
                assert!(time.advance(60_000));
            }
        }
        let book = address_limiter.book();
        assert!(book.pages.len() < 5_000, "{}", book.pages.len());
        assert!(book.pages.contains_key(&address("9.9.9.9").ip), "a connected client is remembered");
        drop(book);
        drop(kept);
    }
}

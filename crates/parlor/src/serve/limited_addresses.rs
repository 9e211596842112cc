//! Which addresses are limited: applies the server's limiter to HTTP and WebSockets.

use std::net::IpAddr;
use std::sync::Arc;

use tables::{LimitAccount, LimitExceeded, LimitGuard, LimitKind, Limiter};

use super::client_addr::ClientAddr;
use super::settings::{Addresses, Settings};

/// The limiter, and who is exempt from it.
#[derive(Debug)]
pub(crate) struct LimitedAddresses {
    limiter: Arc<Limiter>,
    /// Not counted at all.
    unlimited: Addresses,
    /// Their connections are those of many clients.
    proxies: Addresses,
}

impl LimitedAddresses {
    pub(crate) fn new(settings: &Settings, limiter: Arc<Limiter>) -> Self {
        let (unlimited, proxies) = (settings.unlimited_networks.clone(), settings.trusted_proxies.clone());
        Self { limiter, unlimited, proxies }
    }

    /// The address that a client is limited by; `None` if it is exempt.
    pub(crate) fn limited(&self, client: ClientAddr) -> Option<IpAddr> {
        (client.is_shared || !self.unlimited.contain(client.ip)).then_some(client.ip)
    }

    fn account(&self, client: ClientAddr) -> Option<Arc<LimitAccount>> {
        self.limited(client).map(|address| self.limiter.address(address))
    }

    fn take(&self, client: ClientAddr, kind: LimitKind) -> Result<(), LimitExceeded> {
        self.account(client).map_or(Ok(()), |account| account.take(kind, 1, self.limiter.now()))
    }

    fn open(&self, client: ClientAddr, kind: LimitKind) -> Result<LimitGuard, LimitExceeded> {
        self.account(client).map_or_else(|| Ok(LimitGuard::default()), |account| account.open(kind))
    }

    /// Whether a request may be answered.
    pub(crate) fn allow_request(&self, client: ClientAddr) -> Result<(), LimitExceeded> {
        self.take(client, LimitKind::Requests)
    }

    /// Whether a WebSocket may be opened just now. How many there are is another question.
    pub(crate) fn allow_websocket(&self, client: ClientAddr) -> Result<(), LimitExceeded> {
        self.take(client, LimitKind::Connections)
    }

    /// Counts a WebSocket.
    pub(crate) fn websocket(&self, client: ClientAddr) -> Result<LimitGuard, LimitExceeded> {
        self.open(client, LimitKind::OpenConnections)
    }

    /// Counts a connection that may become a WebSocket, or ask for other things.
    pub(crate) fn http_connection(&self, peer: IpAddr) -> Result<LimitGuard, LimitExceeded> {
        if self.proxies.contain(peer) {
            return Ok(LimitGuard::default());
        }
        self.open(ClientAddr { ip: peer, is_shared: false }, LimitKind::OpenRequests)
    }
}

#[cfg(test)]
mod tests {
    use tables::{AddressLimits, LimitConfig, Time};

    use super::*;

    fn limited_addresses() -> LimitedAddresses {
        let addresses = AddressLimits { max_connections_per_address: 2, ..AddressLimits::default() };
        let config = LimitConfig { addresses, ..LimitConfig::default() };
        let limiter = Limiter::new(config, Time::manual(1_000));
        let (unlimited, proxies) = (Addresses::this_machine(), "7.7.7.7".parse().unwrap());
        LimitedAddresses { limiter, unlimited, proxies }
    }

    fn address(text: &str) -> ClientAddr {
        ClientAddr::own(text.parse().unwrap())
    }

    #[test]
    fn websockets_and_other_connections_of_an_address_are_counted_apart() {
        let addresses = limited_addresses();
        let here = address("1.2.3.4");
        let _held = [addresses.websocket(here).unwrap(), addresses.websocket(here).unwrap()];
        assert!(addresses.websocket(here).unwrap_err().retry_ms > 0);
        assert!(addresses.http_connection(here.ip).is_ok());
        let proxied: Vec<_> = (0..9).map(|_| addresses.http_connection(address("7.7.7.7").ip)).collect();
        assert!(proxied.iter().all(Result::is_ok), "a proxy comes for many");
    }

    #[test]
    fn this_machine_is_exempt_but_what_a_proxy_on_it_passes_on_is_not() {
        let addresses = limited_addresses();
        let held: Vec<_> = (0..100).map(|_| addresses.websocket(address("127.0.0.1"))).collect();
        assert!(held.iter().all(Result::is_ok));
        let proxied = ClientAddr { is_shared: true, ..address("127.0.0.1") };
        let held: Vec<_> = (0..3).map(|_| addresses.websocket(proxied)).collect();
        assert!(held[1].is_ok() && held[2].is_err());
    }
}

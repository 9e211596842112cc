//! One connection's place at a legacy port: what its address may have there, and how it is slowed down.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tables::{LimitAccount, LimitExceeded, LimitGuard, LimitKind, Limiter};

/// How to go on after messages were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Nothing more is read for this time.
    Wait(Duration),
    /// The client has exceeded its rate too often: its connection is closed, as a WebSocket is.
    Close,
}

/// One connection's place. It is given back when dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    limiter: Arc<Limiter>,
    /// `None` for an address that is not limited.
    limited: Option<Limited>,
}

#[derive(Debug)]
struct Limited {
    ip: IpAddr,
    address: Arc<LimitAccount>,
    connection: Arc<LimitAccount>,
    _counted: LimitGuard,
}

impl ConnectionPermit {
    /// A permit for one more connection from an address. Loopback addresses are limited only if `limit_loopback` is set.
    ///
    /// # Errors
    /// If the address has too many connections, or opens them too fast.
    pub fn enter(limiter: &Arc<Limiter>, ip: IpAddr, limit_loopback: bool) -> Result<Self, LimitExceeded> {
        let limiter = limiter.clone();
        if ip.to_canonical().is_loopback() && !limit_loopback {
            return Ok(Self { limiter, limited: None });
        }
        let address = limiter.address(ip);
        let _counted = address.open(LimitKind::OpenLegacyConnections)?;
        address.take(LimitKind::LegacyConnections, 1, limiter.now())?;
        let connection = limiter.legacy_connection();
        Ok(Self { limiter, limited: Some(Limited { ip, address, connection, _counted }) })
    }

    /// The address, if it is limited.
    #[must_use]
    pub fn limited_address(&self) -> Option<IpAddr> {
        self.limited.as_ref().map(|limited| limited.ip)
    }

    /// Notes this many messages, and says how to go on.
    #[must_use]
    pub fn spend(&self, messages: usize) -> Pace {
        let Some(Limited { address, connection, .. }) = &self.limited else {
            return Pace::Wait(Duration::ZERO);
        };
        let (now, messages) = (self.limiter.now(), u32::try_from(messages).unwrap_or(u32::MAX));
        let wait_ms = address.charge(LimitKind::LegacyMessages, messages, now);
        let rate = self.limiter.config().addresses.legacy_messages_per_second;
        // What the wait is for was too much.
        let excess = (u64::from(wait_ms) * u64::from(rate)).div_ceil(1_000).min(u64::from(messages)) as u32;
        match connection.take(LimitKind::Warnings, excess, now) {
            Ok(()) => Pace::Wait(Duration::from_millis(wait_ms.into())),
            Err(_) => Pace::Close,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use tables::{AddressLimits, LimitConfig, Time};

    use super::*;

    const FAR: &str = "192.0.2.7";
    const HERE: &str = "127.0.0.1";

    fn limiter(addresses: AddressLimits) -> (Arc<Limiter>, Time) {
        let time = Time::manual(1_000_000);
        (Limiter::new(LimitConfig { addresses, ..LimitConfig::default() }, time.clone()), time)
    }

    fn enter(limiter: &Arc<Limiter>, ip: &str) -> Result<ConnectionPermit, LimitExceeded> {
        ConnectionPermit::enter(limiter, ip.parse().unwrap(), false)
    }

    #[test]
    fn an_address_has_a_number_of_places_and_gets_them_back() {
        let limits = AddressLimits { legacy_max_connections_per_address: 2, ..AddressLimits::default() };
        let (limiter, time) = limiter(limits);
        let (first, _second) = (enter(&limiter, FAR).unwrap(), enter(&limiter, FAR).unwrap());
        assert!(enter(&limiter, FAR).is_err());
        assert!(enter(&limiter, "::ffff:192.0.2.7").is_err(), "the same in other clothes");
        assert!(enter(&limiter, "192.0.2.8").is_ok());
        let block = ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(|text| enter(&limiter, text));
        assert!(block[1].is_ok() && block[2].is_err(), "who has one IPv6 address has its whole block");
        drop(first);
        assert_eq!(enter(&limiter, FAR).unwrap_err().retry_ms, 30_000, "two a minute");
        assert!(time.advance(30_000) && enter(&limiter, FAR).is_ok());
    }

    #[test]
    fn this_machine_is_limited_only_if_the_operator_says_so() {
        let limits = AddressLimits { legacy_max_connections_per_address: 1, ..AddressLimits::default() };
        let (limiter, _) = limiter(limits);
        let places: Vec<_> = (0..50).map(|_| enter(&limiter, HERE).unwrap()).collect();
        assert_eq!(places[0].spend(1_000_000), Pace::Wait(Duration::ZERO));
        let strict = |ip: &str| ConnectionPermit::enter(&limiter, ip.parse().unwrap(), true);
        let _one = strict(HERE).unwrap();
        assert!(strict(HERE).is_err());
    }

    #[test]
    fn a_client_that_is_too_fast_waits_and_all_connections_of_an_address_share() {
        let limits = AddressLimits { legacy_messages_per_second: 10, ..AddressLimits::default() };
        let (limiter, time) = limiter(limits);
        let (one, other) = (enter(&limiter, FAR).unwrap(), enter(&limiter, FAR).unwrap());
        assert_eq!(one.spend(6), Pace::Wait(Duration::ZERO));
        assert_eq!(other.spend(4), Pace::Wait(Duration::ZERO));
        assert_eq!(one.spend(5), Pace::Wait(Duration::from_millis(500)));
        assert!(time.advance(600));
        assert_eq!(other.spend(1), Pace::Wait(Duration::ZERO));
    }

    #[test]
    fn a_flood_is_closed_and_a_client_that_is_a_little_too_fast_is_not() {
        let limits = AddressLimits { legacy_messages_per_second: 10, ..AddressLimits::default() };
        let (limiter, time) = limiter(limits);
        let flood = enter(&limiter, FAR).unwrap();
        // The wait is kept each time, and it makes no difference: forty messages too many are forgiven, one a second.
        let mut read = 0;
        while let Pace::Wait(wait) = flood.spend(100) {
            assert!(time.advance(wait.as_millis() as u32));
            read += 100;
            assert!(read < 1_000, "a flood went on");
        }
        let other = enter(&limiter, "192.0.2.8").unwrap();
        for _ in 0..100 {
            assert!(matches!(other.spend(11), Pace::Wait(_)));
            assert!(time.advance(1_100));
        }
    }
}

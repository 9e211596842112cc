//! How much one address may ask of the old ports.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tables::address_block;
use tokio::time::Instant;

/// What one address may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegacyLimits {
    /// At most this many connections at a time.
    pub connections: u32,
    /// At most this many messages a second, of all its connections together.
    pub messages_per_second: u32,
    /// Whether this machine itself is limited too.
    pub loopback: bool,
}

impl Default for LegacyLimits {
    fn default() -> Self {
        Self { connections: 2_000, messages_per_second: 500, loopback: false }
    }
}

/// Counts what each address does. Addresses without a connection are forgotten.
#[derive(Debug)]
pub struct LegacyLimiter {
    config: LegacyLimits,
    addresses: Mutex<HashMap<IpAddr, Used>>,
}

#[derive(Debug)]
struct Used {
    connections: u32,
    /// Messages that may be sent at once; below zero if somebody has to wait.
    credit: f64,
    at: Instant,
}

/// One connection's place. It is given back when dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    limits: Arc<LegacyLimiter>,
    /// Nothing for an address that is not limited.
    address: Option<IpAddr>,
}

impl LegacyLimiter {
    /// Nobody is here yet.
    #[must_use]
    pub fn new(config: LegacyLimits) -> Arc<Self> {
        Arc::new(Self { config, addresses: Mutex::default() })
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<IpAddr, Used>> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more connection from an address; nothing if it has too many.
    #[must_use]
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = address_block(address);
        if address.is_loopback() && !self.config.loopback {
            return Some(ConnectionPermit { limits: self.clone(), address: None });
        }
        let mut addresses = self.addresses();
        let full = f64::from(self.config.messages_per_second);
        let used = addresses.entry(address).or_insert_with(|| Used {
            connections: 0,
            credit: full,
            at: Instant::now(),
        });
        if used.connections >= self.config.connections {
            return None;
        }
        used.connections += 1;
        Some(ConnectionPermit { limits: self.clone(), address: Some(address) })
    }
}

impl ConnectionPermit {
    /// Notes this many messages, and says how long to wait before more are read.
    #[must_use]
    pub fn spend(&self, messages: usize) -> Duration {
        let Some(address) = self.address else { return Duration::ZERO };
        let rate = f64::from(self.limits.config.messages_per_second);
        let mut addresses = self.limits.addresses();
        let Some(used) = addresses.get_mut(&address) else { return Duration::ZERO };
        let now = Instant::now();
        let earned = now.duration_since(used.at).as_secs_f64() * rate;
        used.at = now;
        used.credit = (used.credit + earned).min(rate) - messages as f64;
        if used.credit >= 0.0 { Duration::ZERO } else { Duration::from_secs_f64(-used.credit / rate) }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut addresses = self.limits.addresses();
        if let Some(used) = addresses.get_mut(&address) {
            used.connections -= 1;
            if used.connections == 0 {
                addresses.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    const FAR: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7));
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let limits = LegacyLimiter::new(LegacyLimits { connections: 2, ..LegacyLimits::default() });
        let first = limits.enter(FAR).unwrap();
        let _second = limits.enter(FAR).unwrap();
        assert!(limits.enter(FAR).is_none());
        assert!(limits.enter("::ffff:192.0.2.7".parse().unwrap()).is_none(), "the same in other clothes");
        assert!(limits.enter("192.0.2.8".parse().unwrap()).is_some());
        let block =
            ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(|text| limits.enter(text.parse().unwrap()));
        assert!(block[1].is_some() && block[2].is_none(), "who has one IPv6 address has its whole block");
        drop(block);
        drop(first);
        assert!(limits.enter(FAR).is_some());
        drop(_second);
        assert!(limits.addresses().is_empty(), "nothing is kept of whoever is gone");
    }

    #[test]
    fn this_machine_is_limited_only_if_the_operator_says_so() {
        let limits = LegacyLimiter::new(LegacyLimits { connections: 1, ..LegacyLimits::default() });
        let places: Vec<_> = (0..50).map(|_| limits.enter(HERE).unwrap()).collect();
        assert_eq!(places[0].spend(1_000_000), Duration::ZERO);
        let strict =
            LegacyLimiter::new(LegacyLimits { connections: 1, loopback: true, ..LegacyLimits::default() });
        let _one = strict.enter(HERE).unwrap();
        assert!(strict.enter(HERE).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_too_fast_waits_and_all_connections_of_an_address_share() {
        let config = LegacyLimits { messages_per_second: 10, ..LegacyLimits::default() };
        let limits = LegacyLimiter::new(config);
        let (one, other) = (limits.enter(FAR).unwrap(), limits.enter(FAR).unwrap());
        assert_eq!(one.spend(6), Duration::ZERO);
        assert_eq!(other.spend(4), Duration::ZERO);
        assert_eq!(one.spend(5), Duration::from_millis(500));
        tokio::time::advance(Duration::from_millis(600)).await;
        assert_eq!(other.spend(1), Duration::ZERO);
    }
}

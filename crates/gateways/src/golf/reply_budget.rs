//! How much the manager sends to an address on the public network.
//!
//! The sender of a datagram can be forged, and a list of players is longer than the question for it. So a public address,
//! registered or not, is sent at most three times the bytes of its own requests, and beyond that a little each minute.
//! Private networks and this machine are exempt.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};

/// An answer may be this many times as long as its request.
const GAIN: usize = 3;
/// How many bytes beyond that an address is sent in a minute.
const EXTRA_PER_MINUTE: u64 = 2_048;
const MINUTE: u64 = 60_000;
/// How many addresses are remembered. More than these at the same time get nothing beyond the gain.
const MAX_ADDRESSES: usize = 10_000;

/// What is said instead of an answer that is too long.
const FAILURE: &str = "FAILURE";

/// What public addresses were sent lately beyond the usual.
#[derive(Debug, Default)]
pub(super) struct ReplyBudget {
    spent: HashMap<IpAddr, Spent>,
}

#[derive(Debug)]
struct Spent {
    bytes: u64,
    /// In milliseconds of the caller's clock.
    at: u64,
}

impl Spent {
    /// What is still spent at this time: a minute pays everything back.
    const fn left(&self, now: u64) -> u64 {
        let paid_back = now.saturating_sub(self.at).saturating_mul(EXTRA_PER_MINUTE) / MINUTE;
        self.bytes.saturating_sub(paid_back)
    }
}

impl ReplyBudget {
    /// The answer to a request of this length as it may be sent: as it is, cut to a refusal, or not at all.
    pub(super) fn limit(&mut self, to: IpAddr, request: usize, answer: String, now: u64) -> Option<String> {
        let to = to.to_canonical();
        if is_local(to) || self.allows(to, request, answer.len(), now) {
            return Some(answer);
        }
        self.allows(to, request, FAILURE.len(), now).then(|| FAILURE.to_owned())
    }

    fn allows(&mut self, to: IpAddr, request: usize, answer: usize, now: u64) -> bool {
        let extra = answer.saturating_sub(GAIN * request) as u64;
        if extra == 0 {
            return true;
        }
        if self.spent.len() >= MAX_ADDRESSES {
            self.spent.retain(|_, spent| spent.left(now) > 0);
        }
        let key = network(to);
        let before = self.spent.get(&key).map_or(0, |spent| spent.left(now));
        let known = self.spent.contains_key(&key) || self.spent.len() < MAX_ADDRESSES;
        let bytes = before + extra;
        if !known || bytes > EXTRA_PER_MINUTE {
            return false;
        }
        self.spent.insert(key, Spent { bytes, at: now });
        true
    }
}

/// Who is counted together: one IPv4 address, or the network that one IPv6 subscriber has.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

/// Whether an address is of this machine or of a private network.
pub(super) fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn sent(budget: &mut ReplyBudget, to: &str, request: usize, answer: usize, now: u64) -> usize {
        budget.limit(address(to), request, "x".repeat(answer), now).map_or(0, |answer| answer.len())
    }

    #[test]
    fn a_public_address_is_sent_three_times_its_requests_and_two_kibibytes_a_minute_beyond() {
        let mut budget = ReplyBudget::default();
        let far = "203.0.113.9";
        for _ in 0..1_000 {
            assert_eq!(sent(&mut budget, far, 13, 39, 0), 39, "three times is always sent");
        }
        assert_eq!(sent(&mut budget, far, 13, 39 + 2_048, 0), 39 + 2_048);
        assert_eq!(sent(&mut budget, far, 13, 40, 0), FAILURE.len(), "and no byte more this minute");
        assert_eq!(sent(&mut budget, far, 1, 12, 0), 0, "not even a refusal");
        assert_eq!(sent(&mut budget, far, 0, 12, 0), 0);
        assert_eq!(
            sent(&mut budget, far, 13, 39 + 1_024, 30_000),
            39 + 1_024,
            "half a minute pays half of it back"
        );
        assert_eq!(sent(&mut budget, far, 13, 40, 30_000), FAILURE.len());
        assert_eq!(sent(&mut budget, "203.0.113.10", 13, 1_000, 30_000), 1_000, "another address");
    }

    #[test]
    fn in_any_minute_no_forger_makes_the_manager_send_more() {
        let mut budget = ReplyBudget::default();
        let (mut asked, mut got) = (0, 0);
        for now in (0..600_000).step_by(100) {
            asked += 13;
            got += sent(&mut budget, "203.0.113.9", 13, 30_000, now);
        }
        assert!(got <= 3 * asked + 11 * 2_048, "{got} bytes for {asked}");
    }

    #[test]
    fn private_networks_are_exempt_and_subscribers_are_counted_once() {
        let mut budget = ReplyBudget::default();
        for local in [
            "127.0.0.1",
            "::1",
            "10.1.2.3",
            "192.168.0.7",
            "172.16.9.9",
            "::ffff:10.0.0.1",
            "fd00::7",
            "fe80::1",
        ] {
            for _ in 0..3 {
                assert_eq!(sent(&mut budget, local, 13, 60_000, 0), 60_000, "{local}");
            }
        }
        assert_eq!(sent(&mut budget, "2001:db8::1", 13, 2_000, 0), 2_000);
        assert_eq!(sent(&mut budget, "2001:db8::2", 13, 2_000, 0), FAILURE.len(), "the same subscriber");
        assert_eq!(sent(&mut budget, "::ffff:203.0.113.9", 13, 2_000, 0), 2_000);
        assert_eq!(
            sent(&mut budget, "203.0.113.9", 13, 2_000, 0),
            FAILURE.len(),
            "the same in other clothes"
        );
    }

    #[test]
    fn many_addresses_cost_no_more_memory_than_some_and_are_forgotten_after_a_minute() {
        let mut budget = ReplyBudget::default();
        for number in 0..20_000u32 {
            let far = IpAddr::V4((0xCB00_7100 + number).into());
            let _ = budget.limit(far, 13, "x".repeat(100), 0);
        }
        assert_eq!(budget.spent.len(), MAX_ADDRESSES);
        assert_eq!(sent(&mut budget, "198.51.100.1", 13, 100, 0), FAILURE.len());
        assert_eq!(sent(&mut budget, "198.51.100.1", 13, 100, MINUTE), 100);
        assert_eq!(budget.spent.len(), 1);
    }
}

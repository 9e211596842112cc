//! How much the manager sends to an address on the public network.
//!
//! The sender of a datagram can be forged, and a list of players is longer than the question for it. So a public address,
//! registered or not, is sent at most three times the bytes of its own requests, and beyond that a little each minute.
//! Private networks and this machine are exempt.

use std::net::IpAddr;
use std::sync::Arc;

use tables::{Limit, LimitKind, Limiter};

/// An answer may be this many times as long as its request.
const GAIN: usize = 3;

/// Sent instead of an answer that is too long.
const FAILURE: &str = "FAILURE";

/// What public addresses may ask and be sent.
#[derive(Debug)]
pub(super) struct ReplyBudget {
    limiter: Arc<Limiter>,
}

impl ReplyBudget {
    pub(super) const fn new(limiter: Arc<Limiter>) -> Self {
        Self { limiter }
    }

    /// Whether a datagram from this address is read. One that is not gets no answer: an answer could be sent to somebody who
    /// never asked.
    pub(super) fn allows_request(&self, from: IpAddr) -> bool {
        let from = from.to_canonical();
        is_local(from) || self.limiter.address(from).take(LimitKind::Datagrams, 1, self.limiter.now()).is_ok()
    }

    /// The answer to a request of this length as it may be sent: as it is, cut to a refusal, or not at all.
    pub(super) fn limit(&self, to: IpAddr, request: usize, answer: String) -> Option<String> {
        let to = to.to_canonical();
        if is_local(to) || self.allows(to, request, answer.len()) {
            return Some(answer);
        }
        self.allows(to, request, FAILURE.len()).then(|| FAILURE.to_owned())
    }

    fn allows(&self, to: IpAddr, request: usize, answer: usize) -> bool {
        let extra = answer.saturating_sub(GAIN * request);
        if extra == 0 {
            return true;
        }
        let most = match self.limiter.config().of_address().of(LimitKind::ReplyBytes) {
            Limit::Rate(rate) => rate.burst,
            Limit::AtOnce(_) | Limit::Unlimited => u32::MAX,
        };
        let Some(extra) = u32::try_from(extra).ok().filter(|extra| *extra <= most) else { return false };
        self.limiter.address(to).take(LimitKind::ReplyBytes, extra, self.limiter.now()).is_ok()
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
    use tables::{LimitConfig, Time};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn budget(max_addresses: usize) -> (ReplyBudget, Time) {
        let time = Time::manual(1_000_000);
        (ReplyBudget::new(Limiter::bounded(LimitConfig::default(), time.clone(), max_addresses)), time)
    }

    fn sent(budget: &ReplyBudget, to: &str, request: usize, answer: usize) -> usize {
        budget.limit(address(to), request, "x".repeat(answer)).map_or(0, |answer| answer.len())
    }

    #[test]
    fn a_public_address_is_sent_three_times_its_requests_and_two_kibibytes_a_minute_beyond() {
        let (budget, time) = budget(10);
        let far = "203.0.113.9";
        for _ in 0..1_000 {
            assert_eq!(sent(&budget, far, 13, 39), 39, "three times is always sent");
        }
        assert_eq!(sent(&budget, far, 13, 39 + 2_048), 39 + 2_048);
        assert_eq!(sent(&budget, far, 13, 40), FAILURE.len(), "and no byte more this minute");
        assert_eq!(sent(&budget, far, 1, 12), 0, "not even a refusal");
        assert_eq!(sent(&budget, far, 0, 12), 0);
        assert!(time.advance(30_000));
        assert_eq!(sent(&budget, far, 13, 39 + 1_024), 39 + 1_024, "half a minute pays half of it back");
        assert_eq!(sent(&budget, far, 13, 40), FAILURE.len());
        assert_eq!(sent(&budget, "203.0.113.10", 13, 1_000), 1_000, "another address");
    }

    #[test]
    fn in_any_minute_no_forger_makes_the_manager_send_more() {
        let (budget, time) = budget(10);
        let (mut asked, mut got) = (0, 0);
        for _ in 0..6_000 {
            assert!(time.advance(100));
            asked += 13;
            got += sent(&budget, "203.0.113.9", 13, 30_000);
        }
        assert!(got <= 3 * asked + 11 * 2_048, "{got} bytes for {asked}");
    }

    #[test]
    fn private_networks_are_exempt_and_subscribers_are_counted_once() {
        let (budget, _) = budget(10);
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
            for _ in 0..1_000 {
                assert!(budget.allows_request(address(local)), "{local}");
            }
            for _ in 0..3 {
                assert_eq!(sent(&budget, local, 13, 60_000), 60_000, "{local}");
            }
        }
        assert_eq!(sent(&budget, "2001:db8::1", 13, 2_000), 2_000);
        assert_eq!(sent(&budget, "2001:db8::2", 13, 2_000), FAILURE.len(), "the same subscriber");
        assert_eq!(sent(&budget, "::ffff:203.0.113.9", 13, 2_000), 2_000);
        assert_eq!(sent(&budget, "203.0.113.9", 13, 2_000), FAILURE.len(), "the same in other clothes");
    }

    #[test]
    fn a_flood_of_datagrams_is_not_read_and_others_are() {
        let (budget, time) = budget(10);
        let (flood, other) = (address("203.0.113.9"), address("203.0.113.10"));
        let read = (0..10_000).filter(|_| budget.allows_request(flood)).count();
        assert_eq!(read, 200, "four seconds' worth");
        assert!(budget.allows_request(other));
        assert!(time.advance(1_000));
        assert_eq!((0..10_000).filter(|_| budget.allows_request(flood)).count(), 50);
    }

    #[test]
    fn many_addresses_cost_no_more_memory_than_some_and_are_forgotten_after_a_minute() {
        let (budget, time) = budget(100);
        let far = |number: u32| IpAddr::V4((0xCB00_7100 + number).into());
        let answered = (0..20_000).filter(|number| {
            budget.limit(far(*number), 13, "x".repeat(100)).is_some_and(|answer| answer.len() == 100)
        });
        assert_eq!(answered.count(), 100 + 2_048 / 61, "each of the first, and the rest together as one");
        assert_eq!(sent(&budget, "198.51.100.1", 13, 100), FAILURE.len());
        assert!(time.advance(60_000));
        assert_eq!(sent(&budget, "198.51.100.1", 13, 100), 100);
    }
}

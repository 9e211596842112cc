//! Things that may be said now and then, however often they happen.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Lets one through in a while, and counts the others.
#[derive(Debug)]
pub struct LogThrottle {
    interval: i64,
    next: AtomicI64,
    held_back: AtomicU64,
}

impl LogThrottle {
    /// One in this many milliseconds.
    #[must_use]
    pub const fn every_ms(interval: i64) -> Self {
        Self { interval, next: AtomicI64::new(i64::MIN), held_back: AtomicU64::new(0) }
    }

    /// Whether it may be said now; if so, how often it could not be said since the last time.
    pub fn allow(&self, now: i64) -> Option<u64> {
        let next = self.next.load(Ordering::Relaxed);
        // A clock that was set back must not silence it for ever.
        let due = now >= next || now < next.saturating_sub(self.interval);
        // Of two at the same instant one says it.
        let ours = due
            && self
                .next
                .compare_exchange(next, now + self.interval, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if ours {
            return Some(self.held_back.swap(0, Ordering::Relaxed));
        }
        self.held_back.fetch_add(1, Ordering::Relaxed);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_let_through_in_a_while_and_the_others_are_counted() {
        let throttle = LogThrottle::every_ms(1_000);
        assert_eq!(throttle.allow(5_000), Some(0));
        assert_eq!([5_000, 5_500, 5_999].map(|now| throttle.allow(now)), [None; 3]);
        assert_eq!(throttle.allow(6_000), Some(3));
        assert_eq!(throttle.allow(6_001), None);
        assert_eq!(throttle.allow(1), Some(1), "a clock that was set back");
    }
}

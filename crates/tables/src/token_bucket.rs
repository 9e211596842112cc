//! How fast somebody may ask.

use crate::server::ServerConfig;

/// Credits that come back with time: this many at once, one more after each interval.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    most: u32,
    interval: u32,
    left: u32,
    since: i64,
}

impl TokenBucket {
    /// This many at once, one more after each interval of the given number of milliseconds.
    #[must_use]
    pub fn new(most: u32, interval: u32, now: i64) -> Self {
        Self { most, interval: interval.max(1), left: most, since: now }
    }

    /// Takes one credit; false if there is none.
    pub fn take(&mut self, now: i64) -> bool {
        self.take_n(1, now)
    }

    /// Takes this many credits at once, or none if there are fewer. Nothing costs more than half of what there can be.
    pub fn take_n(&mut self, cost: u32, now: i64) -> bool {
        self.earn(now);
        let cost = cost.min(self.most.div_ceil(2));
        self.left = match self.left.checked_sub(cost) {
            Some(left) => left,
            None => return false,
        };
        true
    }

    /// Milliseconds until `cost` credits are there, if nobody takes any in between.
    #[must_use]
    pub fn wait_ms(&self, cost: u32, now: i64) -> u32 {
        let missing = i64::from(cost.min(self.most.div_ceil(2)).saturating_sub(self.left));
        let there_at = self.since + missing * i64::from(self.interval);
        u32::try_from((there_at - now).max(0)).unwrap_or(u32::MAX)
    }

    /// Whether all credits are there.
    pub fn is_full(&mut self, now: i64) -> bool {
        self.earn(now);
        self.left == self.most
    }

    fn earn(&mut self, now: i64) {
        let earned = (now - self.since).max(0) / i64::from(self.interval);
        if earned > 0 {
            self.left = self.left.saturating_add(earned.min(i64::from(self.most)) as u32).min(self.most);
            self.since += earned * i64::from(self.interval);
        }
    }
}

/// What one person may say, over all their connections together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PersonQuotas {
    pub(crate) messages: TokenBucket,
    pub(crate) chat: TokenBucket,
    pub(crate) tables: TokenBucket,
    pub(crate) drafts: TokenBucket,
}

impl PersonQuotas {
    pub(crate) fn new(config: &ServerConfig, now: i64) -> Self {
        let ServerConfig {
            messages_per_second,
            chat_messages_per_minute,
            tables_per_minute,
            drafts_per_minute,
            ..
        } = *config;
        // Bursts of up to ten seconds' worth.
        let per_minute = |rate: u32| TokenBucket::new((rate / 6).max(1), 60_000 / rate.max(1), now);
        Self {
            messages: TokenBucket::new(messages_per_second * 4, 1_000 / messages_per_second.max(1), now),
            tables: TokenBucket::new(tables_per_minute, 60_000 / tables_per_minute.max(1), now),
            chat: per_minute(chat_messages_per_minute),
            drafts: per_minute(drafts_per_minute),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_run_out_and_come_back_with_time() {
        let mut bucket = TokenBucket::new(3, 100, 0);
        assert!((0..3).all(|_| bucket.take(0)));
        assert!(!bucket.take(99));
        assert!(bucket.take(100));
        assert!(!bucket.take(150));
        assert!(bucket.take(200));
        assert!((0..3).all(|_| bucket.take(1_000_000)));
        assert!(!bucket.take(1_000_000));
    }

    #[test]
    fn the_wait_is_exactly_as_long_as_it_takes() {
        for (cost, now) in [(1, 0), (1, 70), (3, 70), (5, 99), (1_000, 130)] {
            let mut bucket = TokenBucket::new(10, 100, 0);
            assert!((0..10).all(|_| bucket.take(0)) && !bucket.take_n(cost, now));
            let wait = i64::from(bucket.wait_ms(cost, now));
            assert!(!bucket.take_n(cost, now + wait - 1), "{cost} at {now}");
            assert!(bucket.take_n(cost, now + wait), "{cost} at {now}");
        }
    }

    #[test]
    fn what_is_dear_takes_several_and_can_always_be_had_at_some_time() {
        let mut bucket = TokenBucket::new(10, 100, 0);
        assert!(bucket.take_n(4, 0) && bucket.take_n(4, 0) && !bucket.take_n(4, 0));
        assert!(bucket.take(0) && bucket.take(0) && !bucket.take(0));
        assert!(!bucket.take_n(1_000, 499) && bucket.take_n(1_000, 500));
    }
}

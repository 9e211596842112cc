//! How often something may happen: a bucket of credits that refills with time.

/// A number at once, and one more after each interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// At most this many at once.
    pub burst: u32,
    /// Microseconds until one credit is back.
    pub interval_us: u32,
}

const SECOND_US: u32 = 1_000_000;

impl Rate {
    /// At most `burst` at once, and `count` in each such number of seconds (at most an hour).
    #[must_use]
    pub const fn new(burst: u32, count: u32, seconds: u32) -> Self {
        let interval = seconds.saturating_mul(SECOND_US) / if count == 0 { 1 } else { count };
        Self {
            burst: if burst == 0 { 1 } else { burst },
            interval_us: if interval == 0 { 1 } else { interval },
        }
    }

    /// Sustained N a second; bursts up to 4×.
    #[must_use]
    pub const fn per_second(rate: u32) -> Self {
        Self::new(rate.saturating_mul(4), rate, 1)
    }

    /// N a minute, all of them at once if need be.
    #[must_use]
    pub const fn per_minute(rate: u32) -> Self {
        Self::new(rate, rate, 60)
    }

    /// N a minute; bursts up to ten seconds' worth.
    #[must_use]
    pub const fn spread_per_minute(rate: u32) -> Self {
        Self::new(rate / 6, rate, 60)
    }

    /// The same for N people together.
    #[must_use]
    pub const fn times(self, people: u32) -> Self {
        let interval = self.interval_us / if people == 0 { 1 } else { people };
        Self {
            burst: self.burst.saturating_mul(people),
            interval_us: if interval == 0 { 1 } else { interval },
        }
    }

    fn worth(self, credits: u32) -> i64 {
        i64::from(credits) * i64::from(self.interval_us)
    }
}

/// Credits of one rate, stored as the moment when the bucket will be full, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenBucket {
    full_at: i64,
}

impl TokenBucket {
    /// A full bucket.
    pub const FULL: Self = Self { full_at: i64::MIN };

    /// Takes credits at this millisecond, or none if there are fewer: then says after how many milliseconds there will be
    /// enough, if nobody takes any in between. Nothing costs more than all there can be.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn take(&mut self, rate: Rate, cost: u32, now: i64) -> Result<(), u32> {
        let full_at = self.after(rate, cost.min(rate.burst), now);
        let missing = full_at - now * 1_000 - rate.worth(rate.burst);
        if missing > 0 {
            return Err(milliseconds(missing));
        }
        self.full_at = full_at;
        Ok(())
    }

    /// Takes credits even if there are fewer; says after how many milliseconds the debt is paid.
    pub fn charge(&mut self, rate: Rate, cost: u32, now: i64) -> u32 {
        self.full_at = self.after(rate, cost, now);
        milliseconds(self.full_at - now * 1_000 - rate.worth(rate.burst))
    }

    /// Whether the bucket is full.
    #[must_use]
    pub const fn is_full(self, now: i64) -> bool {
        self.full_at <= now * 1_000
    }

    fn after(self, rate: Rate, cost: u32, now: i64) -> i64 {
        self.full_at.max(now * 1_000).saturating_add(rate.worth(cost))
    }
}

fn milliseconds(microseconds: i64) -> u32 {
    u32::try_from((microseconds.max(0) + 999) / 1_000).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Rate = Rate::new(10, 10, 1);

    #[test]
    fn credits_run_out_and_come_back_with_time() {
        let (mut bucket, rate) = (TokenBucket::FULL, Rate::new(3, 10, 1));
        assert!((0..3).all(|_| bucket.take(rate, 1, 0).is_ok()));
        assert_eq!(bucket.take(rate, 1, 99), Err(1));
        assert_eq!(bucket.take(rate, 1, 100), Ok(()));
        assert_eq!(bucket.take(rate, 1, 150), Err(50));
        assert_eq!(bucket.take(rate, 1, 200), Ok(()));
        assert!((0..3).all(|_| bucket.take(rate, 1, 1_000_000).is_ok()));
        assert!(bucket.take(rate, 1, 1_000_000).is_err());
        assert!(!bucket.is_full(1_000_299) && bucket.is_full(1_000_300));
    }

    #[test]
    fn the_wait_is_exactly_as_long_as_it_takes() {
        for (cost, now) in [(1, 0), (1, 70), (3, 70), (5, 99), (1_000, 130)] {
            let mut bucket = TokenBucket::FULL;
            assert!((0..10).all(|_| bucket.take(TEN, 1, 0).is_ok()));
            let wait = i64::from(bucket.take(TEN, cost, now).unwrap_err());
            assert!(bucket.take(TEN, cost, now + wait - 1).is_err(), "{cost} at {now}");
            assert!(bucket.take(TEN, cost, now + wait).is_ok(), "{cost} at {now}");
        }
    }

    #[test]
    fn every_rate_is_kept_for_long_whatever_it_is() {
        for per_minute in [1, 7, 30, 60, 1_500, 59_999, 60_000_000] {
            let (mut bucket, rate) = (TokenBucket::FULL, Rate::new(5, per_minute, 60));
            let taken: u64 = (0..60_000)
                .map(|now| (0..5_u64).take_while(|_| bucket.take(rate, 1, now).is_ok()).count() as u64)
                .sum();
            let expected = u64::from(per_minute).min(5 * 60_000);
            assert!((expected..=expected + 5).contains(&taken), "{taken} of {per_minute}");
        }
    }

    #[test]
    fn a_debt_is_paid_before_anything_else_is_taken() {
        let mut bucket = TokenBucket::FULL;
        assert_eq!(bucket.charge(TEN, 6, 0), 0);
        assert_eq!(bucket.charge(TEN, 9, 0), 500);
        assert_eq!(bucket.take(TEN, 1, 500), Err(100));
        assert_eq!(bucket.take(TEN, 1, 600), Ok(()));
    }
}

//! How fast somebody may ask.

/// Credits that come back with time: so many at once, one more after each interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    most: u32,
    interval: u32,
    left: u32,
    since: i64,
}

impl Credit {
    pub(super) fn new(most: u32, interval: u32, now: i64) -> Self {
        Self { most, interval: interval.max(1), left: most, since: now }
    }

    /// Takes one credit; false if there is none.
    pub(super) fn spend(&mut self, now: i64) -> bool {
        let earned = (now - self.since).max(0) / i64::from(self.interval);
        if earned > 0 {
            self.left = self.left.saturating_add(earned.min(i64::from(self.most)) as u32).min(self.most);
            self.since += earned * i64::from(self.interval);
        }
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_run_out_and_come_back_with_time() {
        let mut credit = Credit::new(3, 100, 0);
        assert!((0..3).all(|_| credit.spend(0)));
        assert!(!credit.spend(99));
        assert!(credit.spend(100));
        assert!(!credit.spend(150));
        assert!(credit.spend(200));
        assert!((0..3).all(|_| credit.spend(1_000_000)));
        assert!(!credit.spend(1_000_000));
    }
}

//! How fast somebody may ask.

use crate::hall::HallConfig;

/// Credits that come back with time: so many at once, one more after each interval.
#[derive(Clone, Copy, Debug)]
pub struct Credit {
    most: u32,
    interval: u32,
    left: u32,
    since: i64,
}

impl Credit {
    /// So many at once, one more after each interval of so many milliseconds.
    #[must_use]
    pub fn new(most: u32, interval: u32, now: i64) -> Self {
        Self { most, interval: interval.max(1), left: most, since: now }
    }

    /// Takes one credit; false if there is none.
    pub fn spend(&mut self, now: i64) -> bool {
        self.spend_more(1, now)
    }

    /// Takes so many credits at once, or none if there are fewer. Nothing costs more than half of what there can be.
    pub fn spend_more(&mut self, cost: u32, now: i64) -> bool {
        self.earn(now);
        let cost = cost.min(self.most.div_ceil(2));
        self.left = match self.left.checked_sub(cost) {
            Some(left) => left,
            None => return false,
        };
        true
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
pub(crate) struct Credits {
    pub(crate) messages: Credit,
    pub(crate) chat: Credit,
    pub(crate) tables: Credit,
}

impl Credits {
    pub(crate) fn new(config: &HallConfig, now: i64) -> Self {
        let HallConfig { messages_per_second, chat_messages_per_minute, tables_per_minute, .. } = *config;
        Self {
            messages: Credit::new(messages_per_second * 4, 1_000 / messages_per_second.max(1), now),
            tables: Credit::new(tables_per_minute, 60_000 / tables_per_minute.max(1), now),
            chat: Credit::new(
                (chat_messages_per_minute / 6).max(1),
                60_000 / chat_messages_per_minute.max(1),
                now,
            ),
        }
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

    #[test]
    fn what_is_dear_takes_several_and_can_always_be_had_at_some_time() {
        let mut credit = Credit::new(10, 100, 0);
        assert!(credit.spend_more(4, 0) && credit.spend_more(4, 0) && !credit.spend_more(4, 0));
        assert!(credit.spend(0) && credit.spend(0) && !credit.spend(0));
        assert!(!credit.spend_more(1_000, 499) && credit.spend_more(1_000, 500));
    }
}

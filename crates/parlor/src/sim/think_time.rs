//! How long a bot thinks, in time of the processor: what else runs on the machine does not count.

use std::collections::BTreeMap;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// Times are kept in steps of the eighth part of a doubling: a percentile is right to nine parts in a hundred.
const STEPS_A_DOUBLING: f64 = 8.0;

/// The thoughts of one bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ThinkTime {
    /// How many decisions there were that left a choice.
    #[serde(rename = "n")]
    decisions: u64,
    #[serde(rename = "us")]
    micros: u64,
    #[serde(rename = "max")]
    longest: u64,
    /// How many thoughts were so long, by step.
    #[serde(rename = "h")]
    steps: BTreeMap<u16, u64>,
}

/// Their summary, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct ThoughtFor {
    pub(crate) decisions: u64,
    pub(crate) mean_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) max_ms: f64,
}

/// What this thread has used of a processor so far.
pub(crate) fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    // The kernel returns no negative times.
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

impl ThinkTime {
    pub(crate) fn add(&mut self, thought: Duration) {
        let micros = u64::try_from(thought.as_micros()).unwrap_or(u64::MAX);
        self.decisions += 1;
        self.micros = self.micros.saturating_add(micros);
        self.longest = self.longest.max(micros);
        *self.steps.entry(step(micros)).or_insert(0) += 1;
    }

    /// Adds the measurements of another thread or game.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.micros = self.micros.saturating_add(other.micros);
        self.longest = self.longest.max(other.longest);
        for (step, count) in &other.steps {
            *self.steps.entry(*step).or_insert(0) += count;
        }
    }

    /// `None` if there was no decision.
    pub(crate) fn summary(&self) -> Option<ThoughtFor> {
        if self.decisions == 0 {
            return None;
        }
        let in_ms = |micros: f64| micros / 1_000.0;
        let wanted = (self.decisions * 99).div_ceil(100);
        let mut seen = 0;
        let p99 = self.steps.iter().find(|(_, count)| {
            seen += **count;
            seen >= wanted
        });
        let p99 = p99.map_or(self.longest as f64, |(step, _)| upper_end(*step));
        Some(ThoughtFor {
            decisions: self.decisions,
            mean_ms: in_ms(self.micros as f64 / self.decisions as f64),
            p99_ms: in_ms(p99.min(self.longest as f64)),
            max_ms: in_ms(self.longest as f64),
        })
    }
}

fn step(micros: u64) -> u16 {
    (STEPS_A_DOUBLING * (micros.max(1) as f64).log2()) as u16
}

fn upper_end(step: u16) -> f64 {
    ((f64::from(step) + 1.0) / STEPS_A_DOUBLING).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_thought_is_exact_and_the_percentile_near() {
        let mut all = ThinkTime::default();
        assert_eq!(all.summary(), None);
        for millis in 1..=1_000 {
            let mut one = ThinkTime::default();
            one.add(Duration::from_millis(millis));
            all.merge(&one);
        }
        let summary = all.summary().unwrap();
        assert_eq!((summary.decisions, summary.max_ms), (1_000, 1_000.0));
        assert!((summary.mean_ms - 500.5).abs() < 1e-6, "{summary:?}");
        assert!((990.0..1_000.1).contains(&summary.p99_ms), "{summary:?}");
    }

    #[test]
    fn only_work_counts_as_thought() {
        let before = processor_time();
        let mut sum = 0u64;
        while processor_time() - before < Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }
}

//! How long things took, in this many buckets each exact within two percent.

use std::time::Duration;

/// Buckets for each doubling.
const STEPS: usize = 64;

/// How often which time was taken.
#[derive(Clone, Debug)]
pub(super) struct Latency {
    counts: Vec<u64>,
    total: u64,
}

impl Default for Latency {
    fn default() -> Self {
        Self { counts: vec![0; STEPS * 32], total: 0 }
    }
}

impl Latency {
    pub(super) fn note(&mut self, took: Duration) {
        let micros = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        self.counts[bucket(micros)] += 1;
        self.total += 1;
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The milliseconds within which this part of all was done; 0 if nothing was.
    pub(super) fn quantile(&self, part: f64) -> f64 {
        let wanted = (self.total as f64 * part).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted && *count > 0 {
                return upper(bucket) as f64 / 1_000.0;
            }
        }
        0.0
    }
}

/// Below twice the steps each microsecond has its own bucket; then each doubling is cut into equal steps.
fn bucket(micros: u32) -> usize {
    let micros = micros as usize;
    if micros < 2 * STEPS {
        return micros;
    }
    let doublings = (micros / STEPS).ilog2() as usize;
    doublings * STEPS + (micros >> doublings)
}

/// The largest time that falls into a bucket.
const fn upper(bucket: usize) -> u64 {
    if bucket < 2 * STEPS {
        return bucket as u64;
    }
    let doublings = bucket / STEPS - 1;
    (((bucket - doublings * STEPS) as u64 + 1) << doublings) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_falls_into_a_bucket_that_tells_it_within_two_percent() {
        let mut last = 0;
        for micros in (0..2_000_000_u32).step_by(7).chain([u32::MAX]) {
            let bucket = bucket(micros);
            assert!(bucket >= last && bucket < STEPS * 32, "{micros}");
            last = bucket;
            let shown = upper(bucket);
            assert!(
                shown >= u64::from(micros) && shown as f64 <= f64::from(micros) * 1.02 + 1.0,
                "{micros} {shown}"
            );
        }
    }

    #[test]
    fn quantiles_are_those_of_what_was_noted() {
        let mut latency = Latency::default();
        assert!(latency.quantile(0.99) == 0.0);
        for milliseconds in 1..=100 {
            latency.note(Duration::from_millis(milliseconds));
        }
        assert!((latency.quantile(0.5) - 50.0).abs() < 1.0);
        assert!((latency.quantile(0.99) - 99.0).abs() < 2.0);
    }
}

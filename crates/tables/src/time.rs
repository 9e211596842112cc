//! Time, passed in.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// The time of the house, in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Time(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The machine's clock.
    Real,
    /// A clock that moves only when it is told to, so that no test has to wait.
    Manual(Arc<watch::Sender<i64>>),
}

impl Time {
    /// The machine's clock.
    #[must_use]
    pub const fn real() -> Self {
        Self(Source::Real)
    }

    /// A clock that stands at `now` until it is moved.
    #[must_use]
    pub fn manual(now: i64) -> Self {
        Self(Source::Manual(Arc::new(watch::Sender::new(now))))
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::Real => real_now(),
            Source::Manual(clock) => *clock.borrow(),
        }
    }

    /// Moves a manual clock on. A real one cannot be moved: false.
    #[must_use]
    pub fn advance(&self, milliseconds: u32) -> bool {
        match &self.0 {
            Source::Real => false,
            Source::Manual(clock) => {
                clock.send_modify(|now| *now += i64::from(milliseconds));
                true
            }
        }
    }

    /// Waits until a moment; for ever if there is none.
    pub async fn sleep_until(&self, moment: Option<i64>) {
        let Some(moment) = moment else { return std::future::pending().await };
        match &self.0 {
            Source::Real => {
                let left = moment.saturating_sub(real_now()).max(0);
                tokio::time::sleep(Duration::from_millis(left as u64)).await;
            }
            Source::Manual(clock) => {
                let mut moved = clock.subscribe();
                // The sender lives in this handle, so it cannot be gone.
                let _ = moved.wait_for(|now| *now >= moment).await;
            }
        }
    }
}

fn real_now() -> i64 {
    // A machine set before 1970 has other troubles.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_manual_clock_wakes_sleepers_when_it_is_moved() {
        let time = Time::manual(1_000);
        time.sleep_until(Some(1_000)).await;
        let sleeper = tokio::spawn({
            let time = time.clone();
            async move { time.sleep_until(Some(3_000)).await }
        });
        assert!(time.advance(1_999));
        assert!(!sleeper.is_finished());
        assert!(time.advance(1));
        sleeper.await.unwrap();
        assert_eq!(time.now(), 3_000);
        assert!(!Time::real().advance(1));
    }
}

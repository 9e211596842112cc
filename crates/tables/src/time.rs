//! Time, passed in.
//!
//! The server's time is monotonic: setting the machine's clock an hour forward or back ends no game and blocks no rate
//! limit. Dates that people see are derived from it too, so after the clock was set they are off by as much until the
//! next start.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

/// The time of the server, in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Time(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The machine's clock as it stood when the server started, and the time since.
    Real { started_at: i64, started: Instant },
    /// A clock that a test advances, so that no test has to wait.
    Manual(Arc<watch::Sender<i64>>),
}

impl Time {
    /// Starts at the time of the machine's clock, and is monotonic from there.
    #[must_use]
    pub fn real() -> Self {
        // A machine set before 1970 has other troubles.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(Source::Real { started_at: since.as_millis() as i64, started: Instant::now() })
    }

    /// Starts at this time, and is monotonic from there: the nodes of a cluster start at the time of their database, however
    /// far the clocks of their machines are apart.
    #[must_use]
    pub fn real_from(now: i64) -> Self {
        Self(Source::Real { started_at: now, started: Instant::now() })
    }

    /// A clock that stays at `now` until it is advanced.
    #[must_use]
    pub fn manual(now: i64) -> Self {
        Self(Source::Manual(Arc::new(watch::Sender::new(now))))
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::Real { started_at, started } => started_at + started.elapsed().as_millis() as i64,
            Source::Manual(clock) => *clock.borrow(),
        }
    }

    /// Whether it is the machine's: only that one goes on while the process is paused.
    #[must_use]
    pub const fn is_real(&self) -> bool {
        matches!(self.0, Source::Real { .. })
    }

    /// Moves a manual clock on. A real one cannot be moved: false.
    #[must_use]
    pub fn advance(&self, milliseconds: u32) -> bool {
        match &self.0 {
            Source::Real { .. } => false,
            Source::Manual(clock) => {
                clock.send_modify(|now| *now += i64::from(milliseconds));
                true
            }
        }
    }

    /// Waits until a moment; for ever if it is `None`.
    pub async fn sleep_until(&self, moment: Option<i64>) {
        let Some(moment) = moment else { return std::future::pending().await };
        match &self.0 {
            Source::Real { .. } => {
                let left = moment.saturating_sub(self.now()).max(0);
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

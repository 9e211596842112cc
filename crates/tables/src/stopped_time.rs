//! How long no clock ran: while the store could not write, and while the process itself was paused.
//!
//! Every table adds this time to its deadlines, also one that had nothing to store meanwhile: its players could not have
//! acted.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often the server looks at the time, in milliseconds.
pub(crate) const TICK: i64 = 1_000;

/// A look that comes later than this, in milliseconds, means that the process was paused.
const PAUSED_AFTER: i64 = 2_500;

/// Time for which no clock ran, over all tables. Times are those of [`crate::Time`].
#[derive(Debug, Default)]
pub(crate) struct StoppedTime {
    state: Mutex<State>,
    /// How often a clock was stopped: as long as all is well, an action costs no lock.
    stops: AtomicU64,
    /// When the server last looked at the time; zero if pauses are not looked for.
    last_tick: AtomicI64,
}

#[derive(Debug, Default)]
struct State {
    total: i64,
    /// Since when nothing can be stored.
    down_since: Option<i64>,
}

/// Something that is about to be stored. If it succeeds it says nothing about failures that were reported after it began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreAttempt {
    stops_before: u64,
}

impl StoppedTime {
    /// To be called before something is stored, so that its success can be reported.
    pub(crate) fn attempt(&self) -> StoreAttempt {
        StoreAttempt { stops_before: self.stops.load(Ordering::SeqCst) }
    }

    fn ever_stopped(&self) -> bool {
        self.stops.load(Ordering::SeqCst) > 0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something that was to be stored from `began` on was not. Whether this is news.
    pub(crate) fn store_failed(&self, began: i64) -> bool {
        let mut state = self.lock();
        self.stops.fetch_add(1, Ordering::SeqCst);
        let news = state.down_since.is_none();
        state.down_since = Some(state.down_since.map_or(began, |since| since.min(began)));
        news
    }

    /// Something was stored.
    pub(crate) fn store_works(&self, attempt: StoreAttempt, now: i64) {
        if !self.ever_stopped() {
            return;
        }
        let mut state = self.lock();
        if self.stops.load(Ordering::SeqCst) != attempt.stops_before {
            // The store failed at something later: the next attempt tells.
            return;
        }
        if let Some(since) = state.down_since.take() {
            state.total += (now - since).max(0);
        }
    }

    /// Whether the store cannot write, as far as is known.
    pub(crate) fn is_store_down(&self) -> bool {
        self.ever_stopped() && self.lock().down_since.is_some()
    }

    /// Milliseconds for which no clock ran, since the server was started.
    pub(crate) fn total(&self, now: i64) -> i64 {
        self.look_for_a_pause(now);
        if !self.ever_stopped() {
            return 0;
        }
        let state = self.lock();
        state.total + state.down_since.map_or(0, |since| (now - since).max(0))
    }

    /// The server looks at the time, as it does every [`TICK`].
    pub(crate) fn tick(&self, now: i64) {
        self.look_for_a_pause(now);
        self.last_tick.store(now, Ordering::Relaxed);
    }

    /// The first caller after a pause records it: timers may fire before the tick that is overdue.
    fn look_for_a_pause(&self, now: i64) {
        let is_pause = |last: i64| last > 0 && now - last > PAUSED_AFTER;
        if !is_pause(self.last_tick.load(Ordering::Relaxed)) {
            return;
        }
        let mut state = self.lock();
        let last = self.last_tick.load(Ordering::Relaxed);
        if is_pause(last) {
            self.last_tick.store(now, Ordering::Relaxed);
            self.stops.fetch_add(1, Ordering::SeqCst);
            // While the store is down all time is counted already.
            if state.down_since.is_none() {
                state.total += now - last - TICK;
            }
            tracing::warn!(paused_ms = now - last, "the process was paused; no clock ran meanwhile");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_an_outage_is_counted_once_from_its_beginning() {
        let stopped = StoppedTime::default();
        assert_eq!(stopped.total(5_000), 0);
        assert!(stopped.store_failed(6_000) && !stopped.store_failed(5_500) && !stopped.store_failed(9_000));
        assert_eq!((stopped.total(10_000), stopped.is_store_down()), (4_500, true));
        let attempt = stopped.attempt();
        stopped.store_works(attempt, 12_000);
        stopped.store_works(attempt, 13_000);
        assert_eq!((stopped.total(20_000), stopped.is_store_down()), (6_500, false));
    }

    #[test]
    fn a_success_that_began_before_a_failure_was_known_does_not_end_the_outage() {
        let stopped = StoppedTime::default();
        let early = stopped.attempt();
        stopped.store_failed(5_000);
        stopped.store_works(early, 5_000);
        assert_eq!((stopped.total(15_000), stopped.is_store_down()), (10_000, true));
        let late = stopped.attempt();
        stopped.store_works(late, 15_000);
        assert_eq!((stopped.total(20_000), stopped.is_store_down()), (10_000, false));
    }

    #[test]
    fn a_paused_process_runs_no_clock_whoever_notices_it_first() {
        let stopped = StoppedTime::default();
        stopped.tick(1_000);
        stopped.tick(2_100);
        assert_eq!(stopped.total(4_500), 0, "a late tick is not a pause");
        stopped.tick(4_500);
        // A timer fires before the next tick.
        assert_eq!(stopped.total(16_500), 11_000);
        stopped.tick(16_500);
        assert_eq!(stopped.total(17_500), 11_000);
    }
}

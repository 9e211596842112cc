//! Work that no table waits for: it uses a thread of the bots while no decision wants one.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use super::BotPool;

/// The lane whose threads are lent: that of decisions that take seconds.
const SLOW: usize = 1;

/// The thread that work in the background runs on. It counts as one of the bots' threads while it is held.
pub(crate) struct BackgroundThread {
    pool: BotPool,
}

impl BotPool {
    /// Runs work as soon as a thread is free and no decision waits for one. `None` if the server closes before.
    pub(crate) fn in_background<T: Send + 'static>(
        &self,
        work: impl FnOnce(&BackgroundThread) -> T + Send + 'static,
    ) -> tokio::task::JoinHandle<Option<T>> {
        let thread = BackgroundThread { pool: self.clone() };
        tokio::task::spawn_blocking(move || {
            if !thread.take() {
                return None;
            }
            // Given back also if the work panics.
            let held = HeldThread(&thread);
            let done = work(&thread);
            drop(held);
            Some(done)
        })
    }
}

struct HeldThread<'a>(&'a BackgroundThread);

impl Drop for HeldThread<'_> {
    fn drop(&mut self) {
        self.0.release();
    }
}

impl BackgroundThread {
    /// Whether to stop. While decisions wait for a thread, this call lends them its own, and returns when it has it again:
    /// work that calls it several times a millisecond delays nobody.
    pub(crate) fn is_over(&self) -> bool {
        if self.pool.closing.load(Ordering::Relaxed) {
            return true;
        }
        if self.pool.lane(SLOW).queue.waiting() > 0 {
            self.release();
            // When the server closes, a thread that nobody needs any more is as good as this one.
            if !self.take() {
                self.pool.lane(SLOW).free -= 1;
                return true;
            }
        }
        false
    }

    /// Waits until a thread is free that no decision wants; `false` if the server closes.
    fn take(&self) -> bool {
        let mut lane = self.pool.lane(SLOW);
        loop {
            if self.pool.closing.load(Ordering::Relaxed) {
                return false;
            }
            if lane.free > 0 && lane.queue.waiting() == 0 {
                lane.free -= 1;
                return true;
            }
            lane = self.pool.freed.wait(lane).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn release(&self) {
        self.pool.lane(SLOW).free += 1;
        self.pool.start_waiting(SLOW);
        // Other work in the background may wait for this very thread.
        self.pool.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use bots::Level;
    use protocol::TableId;

    use super::super::{BotJob, BotOwner, CancelFlag};
    use super::*;
    use crate::live_game::BotTask;

    #[tokio::test]
    async fn work_in_the_background_begins_when_other_work_there_ends() {
        let pool = BotPool::new(1, Arc::default());
        let (release, may_end) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let first = pool.in_background(move |_| {
            let _ = begun.send(());
            may_end.recv().unwrap();
        });
        begins.await.unwrap();
        let others: Vec<_> = (0..3).map(|_| pool.in_background(|_| ())).collect();
        // They wait for the only thread before it is free.
        tokio::time::sleep(Duration::from_millis(20)).await;
        release.send(()).unwrap();
        first.await.unwrap().unwrap();
        for other in others {
            let ended = tokio::time::timeout(Duration::from_secs(20), other).await;
            ended.expect("it begins").unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn work_in_the_background_makes_way_for_a_decision_and_goes_on() {
        let pool = BotPool::new(1, Arc::default());
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (release, may_end) = std::sync::mpsc::channel::<()>();
        let work = pool.in_background(move |thread| {
            let _ = begun.send(());
            let mut rounds = 0_u64;
            while may_end.try_recv().is_err() {
                assert!(!thread.is_over());
                rounds += 1;
                std::thread::yield_now();
            }
            rounds
        });
        begins.await.unwrap();
        // The only thread is at work; a decision that may take seconds still begins at once.
        let started = Instant::now();
        let wanted = CancelFlag::default();
        let (done, ends) = tokio::sync::oneshot::channel();
        let job = BotJob {
            owner: BotOwner::Table(TableId::new(1)),
            table: TableId::new(1),
            level: Level::Expert,
            task: BotTask::of(|_, _| None),
            fixed: None,
        };
        pool.think(job, &wanted, |_| async {
            let _ = done.send(());
        });
        ends.await.unwrap();
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        release.send(()).unwrap();
        assert!(work.await.unwrap().unwrap() > 0);
        assert_eq!(pool.lane(SLOW).free, 1, "the thread is given back");
    }

    #[tokio::test]
    async fn work_in_the_background_waits_while_bots_think_and_stops_when_the_server_closes() {
        let pool = BotPool::new(1, Arc::default());
        let wanted = CancelFlag::default();
        let (release, may_end) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let task = BotTask::of(move |_, _| {
            let _ = begun.send(());
            let _ = may_end.recv();
            None
        });
        let owner = BotOwner::Table(TableId::new(1));
        let job = BotJob { owner, table: TableId::new(1), level: Level::Expert, task, fixed: None };
        pool.think(job, &wanted, |_| async {});
        begins.await.unwrap();
        let waits = pool.in_background(|_| ());
        pool.close();
        assert!(waits.await.unwrap().is_none(), "it never began");
        drop(release);
    }
}

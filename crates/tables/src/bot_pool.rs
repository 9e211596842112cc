//! Where bots think: a few threads of their own, never those of the network.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::{Budget, Level};
use game::Rng;
use protocol::GameJson;
use tokio::sync::Semaphore;

use crate::live_game::BotTask;

/// How much later than its level allows a bot may answer before it is given up.
const HUNG_AFTER: Duration = Duration::from_secs(10);

/// A few places to think at.
#[derive(Clone, Debug)]
pub(crate) struct BotPool {
    places: Arc<Semaphore>,
    closing: Arc<AtomicBool>,
    hung_after: Duration,
}

/// Whether anybody still wants what the bots of one table think. When it is dropped, nobody does: bots that think
/// stop at once, and those that wait for a place never begin.
#[derive(Debug, Default)]
pub(crate) struct CancelFlag(Arc<AtomicBool>);

impl Drop for CancelFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl BotPool {
    pub(crate) fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.max(1))),
            closing: Arc::default(),
            hung_after: HUNG_AFTER,
        }
    }

    /// Thinks as long as the level may, and passes the decision to `then`; `None` if the bot found none.
    pub(crate) fn think<F>(
        &self,
        thought: BotTask,
        level: Level,
        wanted: &CancelFlag,
        then: impl FnOnce(Option<GameJson>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let hung_after = self.hung_after;
        let (places, closing, unwanted) = (self.places.clone(), self.closing.clone(), wanted.0.clone());
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(place) = places.acquire_owned().await else { return };
            if unwanted.load(Ordering::Relaxed) {
                return;
            }
            let longest = Duration::from_millis(level.time_limit_ms().into());
            let decided = tokio::task::spawn_blocking(move || {
                let mut dice = game::dice(getrandom::u64().unwrap_or_else(|_| game::dice(0).next_u64()));
                let started = Instant::now();
                let stop = || {
                    closing.load(Ordering::Relaxed)
                        || unwanted.load(Ordering::Relaxed)
                        || started.elapsed() >= longest
                };
                thought.decide(&mut dice, Budget { simulations: u32::MAX, stop: &stop })
            });
            // A bot that asks its budget is never this late. The thread of one that does not cannot be ended.
            let decided = tokio::time::timeout(longest + hung_after, decided).await;
            drop(place);
            // Without a decision the table plays the default action.
            match decided {
                Ok(Ok(action)) => then(action).await,
                Ok(Err(error)) => {
                    tracing::error!(%error, "bot failed to decide");
                    then(None).await;
                }
                Err(_) => {
                    tracing::error!(%level, "bot does not stop thinking");
                    then(None).await;
                }
            }
        });
    }

    /// Bots that still think answer at once with what they have.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bot_stops_thinking_when_its_table_closes() {
        let pool = BotPool::new(1);
        let wanted = CancelFlag::default();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (done, ends) = tokio::sync::oneshot::channel();
        let thought = BotTask::of(move |_, budget| {
            let _ = begun.send(());
            let started = Instant::now();
            while !budget.is_over() {
                std::thread::yield_now();
            }
            let _ = done.send(started.elapsed());
            None
        });
        pool.think(thought, Level::Expert, &wanted, |_| async {});
        begins.await.unwrap();
        drop(wanted);
        let longest = Duration::from_millis(Level::Expert.time_limit_ms().into());
        assert!(ends.await.unwrap() < longest, "only the clock stopped it");
    }

    #[tokio::test]
    async fn a_bot_that_panics_or_hangs_is_answered_for_and_others_go_on_thinking() {
        let pool = BotPool { hung_after: Duration::ZERO, ..BotPool::new(1) };
        let wanted = CancelFlag::default();
        let (release, hangs) = std::sync::mpsc::channel::<()>();
        let tasks = [
            BotTask::of(move |_, _| {
                // Until the test ends, whatever the budget says.
                let _ = hangs.recv();
                None
            }),
            BotTask::of(|_, _| panic!("a bug in a bot")),
        ];
        for task in tasks {
            let (done, answer) = tokio::sync::oneshot::channel();
            pool.think(task, Level::Random, &wanted, |action| async move {
                let _ = done.send(action.is_none());
            });
            assert_eq!(answer.await, Ok(true), "the table hears that there is no decision");
        }
        let (done, answer) = tokio::sync::oneshot::channel();
        let task = BotTask::of(|_, _| serde_json::value::RawValue::from_string("1".to_owned()).ok());
        pool.think(task, Level::Random, &wanted, |action| async move {
            let _ = done.send(action.is_some());
        });
        assert_eq!(answer.await, Ok(true));
        drop(release);
    }

    #[tokio::test]
    async fn a_level_thinks_no_longer_than_it_may() {
        let (done, ends) = tokio::sync::oneshot::channel();
        let thought = BotTask::of(move |_, budget| {
            while !budget.is_over() {
                std::thread::yield_now();
            }
            let _ = done.send(());
            None
        });
        let wanted = CancelFlag::default();
        BotPool::new(1).think(thought, Level::Hard, &wanted, |_| async {});
        // It ends by itself: nobody closes the table or the server.
        ends.await.unwrap();
    }
}

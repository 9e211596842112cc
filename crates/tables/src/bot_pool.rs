//! Where bots think: a few threads of their own, never those of the network.

mod background;
mod fair_queue;

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bots::{Budget, Level};
use game::Rng;
use protocol::{GameJson, TableId};

use self::fair_queue::FairQueue;
use crate::live_game::BotTask;
use crate::metrics::Metrics;
use crate::people::PersonId;

/// How much later than its level allows a bot may answer before it is given up.
const HUNG_AFTER: Duration = if cfg!(test) { Duration::from_millis(500) } else { Duration::from_secs(10) };

/// Levels that may think for longer than this, in milliseconds, have threads of their own: others do not wait for them.
const SHORT: u32 = 1_000;

/// Whose decision it is: that person waits for it, before others do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BotOwner {
    /// The host of the table.
    Person(PersonId),
    /// A table where no person is seated.
    Table(TableId),
}

/// A decision to be made, and for whom.
pub(crate) struct BotJob {
    pub(crate) owner: BotOwner,
    pub(crate) table: TableId,
    pub(crate) level: Level,
    pub(crate) task: BotTask,
    /// How it is thought about where everybody must meet the same bots; else by time and by chance.
    pub(crate) fixed: Option<FixedThinking>,
}

/// Thinking that depends on nothing but these numbers: neither on time nor on what else the machine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FixedThinking {
    /// The seed of the bot's dice.
    pub(crate) dice: u64,
    /// How many nodes, or simulations, it may look at.
    pub(crate) nodes: u32,
}

type Then = Box<dyn FnOnce(Option<GameJson>) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

struct QueuedJob {
    level: Level,
    task: BotTask,
    fixed: Option<FixedThinking>,
    unwanted: Arc<AtomicBool>,
    then: Then,
}

/// A few threads to think on.
#[derive(Clone)]
pub(crate) struct BotPool {
    lanes: Arc<[Mutex<Lane>; 2]>,
    closing: Arc<AtomicBool>,
    /// Notified when a thread of the slow lane may be free for work in the background.
    freed: Arc<Condvar>,
    metrics: Arc<Metrics>,
    hung_after: Duration,
    /// What bots do instead of thinking, in tests of tables.
    #[cfg(test)]
    pub(crate) instead: Arc<std::sync::OnceLock<fn() -> BotTask>>,
}

/// What became of a decision.
enum Decided {
    /// It was thought about as long as it may be; `None` if the bot found nothing.
    Whole(Option<GameJson>),
    /// It was to be the same whenever it is made, and was stopped before its end.
    Stopped,
}

/// Some threads, and the jobs that wait for them.
struct Lane {
    free: usize,
    queue: FairQueue<BotOwner, TableId, QueuedJob>,
}

/// Cancels the bots of one table when it is dropped: bots that think stop at once, and those that wait for a thread
/// never begin.
#[derive(Debug, Default)]
pub(crate) struct CancelFlag(Arc<AtomicBool>);

impl Drop for CancelFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

const fn lane_of(level: Level) -> usize {
    if level.time_limit_ms() > SHORT { 1 } else { 0 }
}

impl BotPool {
    /// `threads` for quick decisions, and as many for those that take seconds.
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> Self {
        let lane = |_| Mutex::new(Lane { free: threads.max(1), queue: FairQueue::default() });
        Self {
            lanes: Arc::new(std::array::from_fn(lane)),
            closing: Arc::default(),
            freed: Arc::default(),
            metrics,
            hung_after: HUNG_AFTER,
            #[cfg(test)]
            instead: Arc::default(),
        }
    }

    /// Thinks as long as the level may, as soon as it is the owner's turn, and passes the decision to `then`; `None` if the
    /// bot found none.
    pub(crate) fn think<F>(
        &self,
        job: BotJob,
        wanted: &CancelFlag,
        then: impl FnOnce(Option<GameJson>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let BotJob { owner, table, level, task, fixed } = job;
        #[cfg(test)]
        let task = self.instead.get().map_or(task, |instead| instead());
        let then: Then = Box::new(|action| Box::pin(then(action)));
        let queued = QueuedJob { level, task, fixed, unwanted: wanted.0.clone(), then };
        let lane = lane_of(level);
        self.lane(lane).queue.push(owner, table, queued);
        self.metrics.bot_decisions_waiting.inc();
        self.start_waiting(lane);
    }

    fn lane(&self, lane: usize) -> MutexGuard<'_, Lane> {
        // A queue is changed in single steps.
        self.lanes[lane].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts waiting jobs while threads are free.
    fn start_waiting(&self, lane: usize) {
        loop {
            let (owner, job) = {
                let mut state = self.lane(lane);
                if self.closing.load(Ordering::Relaxed) || state.free == 0 {
                    return;
                }
                let Some((owner, job)) = state.queue.pop(|job| job.level.time_limit_ms().into()) else {
                    return;
                };
                self.metrics.bot_decisions_waiting.dec();
                if job.unwanted.load(Ordering::Relaxed) {
                    state.queue.finished(owner, job.level.time_limit_ms().into(), 0);
                    continue;
                }
                state.free -= 1;
                (owner, job)
            };
            let pool = self.clone();
            tokio::spawn(async move {
                let (level, started) = (job.level, Instant::now());
                let (action, then) = pool.decide(job).await;
                {
                    let mut state = pool.lane(lane);
                    state.free += 1;
                    let used = started.elapsed().as_millis() as u64;
                    state.queue.finished(owner, level.time_limit_ms().into(), used);
                }
                pool.start_waiting(lane);
                pool.freed.notify_one();
                // Without a decision the table plays the default action. The result of an interrupted search is not used.
                if let Decided::Whole(action) = action {
                    then(action).await;
                }
            });
        }
    }

    async fn decide(&self, job: QueuedJob) -> (Decided, Then) {
        let QueuedJob { level, task, fixed, unwanted, then } = job;
        if let Some(fixed) = fixed {
            return (self.decide_fixed(task, fixed, unwanted).await, then);
        }
        let closing = self.closing.clone();
        let longest = Duration::from_millis(level.time_limit_ms().into());
        let decided = tokio::task::spawn_blocking(move || {
            let mut dice = game::dice(getrandom::u64().unwrap_or_else(|_| game::dice(0).next_u64()));
            let started = Instant::now();
            let stop = || {
                closing.load(Ordering::Relaxed)
                    || unwanted.load(Ordering::Relaxed)
                    || started.elapsed() >= longest
            };
            task.decide(&mut dice, Budget { simulations: u32::MAX, stop: &stop })
        });
        // A bot that asks its budget is never this late. The thread of one that does not cannot be ended.
        let action = match tokio::time::timeout(longest + self.hung_after, decided).await {
            Ok(Ok(action)) => action,
            Ok(Err(error)) => {
                tracing::error!(%error, "bot failed to decide");
                None
            }
            Err(_) => {
                tracing::error!(%level, "bot does not stop thinking");
                None
            }
        };
        (Decided::Whole(action), then)
    }

    /// Thinks to the end, however long that takes. A job that was cancelled is stopped without an answer.
    async fn decide_fixed(&self, task: BotTask, fixed: FixedThinking, unwanted: Arc<AtomicBool>) -> Decided {
        let closing = self.closing.clone();
        let decided = tokio::task::spawn_blocking(move || {
            let stop = || closing.load(Ordering::Relaxed) || unwanted.load(Ordering::Relaxed);
            let budget = Budget { simulations: fixed.nodes, stop: &stop };
            let action = task.decide(&mut game::dice(fixed.dice), budget);
            if stop() { Decided::Stopped } else { Decided::Whole(action) }
        });
        decided.await.unwrap_or_else(|error| {
            tracing::error!(%error, "bot failed to decide");
            Decided::Whole(None)
        })
    }

    /// Stops the pool: bots that still think answer at once with what they have, and waiting jobs are dropped.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        for lane in 0..self.lanes.len() {
            let mut state = self.lane(lane);
            self.metrics.bot_decisions_waiting.dec_by(state.queue.waiting() as i64);
            state.queue.clear();
        }
        self.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> BotPool {
        BotPool::new(1, Arc::default())
    }

    fn job(owner: u64, level: Level, task: BotTask) -> BotJob {
        let (owner, table) = (BotOwner::Person(PersonId(owner)), TableId::new(owner));
        BotJob { owner, table, level, task, fixed: None }
    }

    /// A decision that takes all the time it may.
    fn endless() -> BotTask {
        BotTask::of(|_, budget| {
            while !budget.is_over() {
                std::thread::yield_now();
            }
            None
        })
    }

    #[tokio::test]
    async fn somebody_with_a_hundred_tables_waits_for_themselves_and_others_do_not() {
        let (pool, wanted) = (pool(), CancelFlag::default());
        let answered = Arc::new(std::sync::atomic::AtomicU32::new(0));
        for level in [Level::Hard, Level::Expert].repeat(100) {
            let answered = answered.clone();
            pool.think(job(1, level, endless()), &wanted, move |_| async move {
                answered.fetch_add(1, Ordering::Relaxed);
            });
        }
        let (done, ends) = tokio::sync::oneshot::channel();
        pool.think(job(2, Level::Hard, endless()), &wanted, |_| async {
            let _ = done.send(());
        });
        ends.await.unwrap();
        // The one that was thought about already, and the next one in turn: not all that came before.
        let before = answered.load(Ordering::Relaxed);
        assert!(before <= 2, "{before} decisions of somebody else came first");
    }

    #[tokio::test]
    async fn when_the_server_closes_no_bot_begins_to_think_and_those_that_do_stop() {
        let (pool, wanted) = (pool(), CancelFlag::default());
        let begun = Arc::new(std::sync::atomic::AtomicU32::new(0));
        let (done, ends) = tokio::sync::oneshot::channel();
        pool.think(job(1, Level::Expert, endless()), &wanted, |_| async {
            let _ = done.send(());
        });
        for _ in 0..50 {
            let begun = begun.clone();
            let task = BotTask::of(move |_, _| {
                begun.fetch_add(1, Ordering::Relaxed);
                None
            });
            pool.think(job(2, Level::Expert, task), &wanted, |_| async {});
        }
        let started = Instant::now();
        pool.close();
        ends.await.unwrap();
        assert!(started.elapsed() < Duration::from_millis(500), "{:?}", started.elapsed());
        assert_eq!((begun.load(Ordering::Relaxed), pool.metrics.bot_decisions_waiting.get()), (0, 0));
    }

    #[tokio::test]
    async fn a_bot_stops_thinking_when_its_table_closes() {
        let pool = pool();
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
        pool.think(job(1, Level::Expert, thought), &wanted, |_| async {});
        begins.await.unwrap();
        drop(wanted);
        let longest = Duration::from_millis(Level::Expert.time_limit_ms().into());
        assert!(ends.await.unwrap() < longest, "only the clock stopped it");
    }

    #[tokio::test]
    async fn a_bot_that_panics_or_hangs_is_answered_for_and_others_go_on_thinking() {
        let pool = BotPool { hung_after: Duration::ZERO, ..pool() };
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
            pool.think(job(1, Level::Random, task), &wanted, |action| async move {
                let _ = done.send(action.is_none());
            });
            assert_eq!(answer.await, Ok(true), "the table hears that there is no decision");
        }
        let (done, answer) = tokio::sync::oneshot::channel();
        let task = BotTask::of(|_, _| serde_json::value::RawValue::from_string("1".to_owned()).ok());
        pool.think(job(1, Level::Random, task), &wanted, |action| async move {
            let _ = done.send(action.is_some());
        });
        assert_eq!(answer.await, Ok(true));
        drop(release);
    }

    #[tokio::test]
    async fn fixed_thinking_depends_on_its_numbers_alone_and_is_answered_whole_or_not_at_all() {
        let (pool, wanted) = (pool(), CancelFlag::default());
        let fixed = FixedThinking { dice: 7, nodes: 3 };
        let rolled = |pool: &BotPool| {
            let (done, answer) = tokio::sync::oneshot::channel();
            let task = BotTask::of(|dice, budget| {
                let text = format!("[{},{}]", dice.next_u64() % 1_000, budget.simulations);
                serde_json::value::RawValue::from_string(text).ok()
            });
            let job = BotJob { fixed: Some(fixed), ..job(1, Level::Medium, task) };
            pool.think(job, &wanted, |action| async move {
                let _ = done.send(action.map(|action| action.get().to_owned()));
            });
            answer
        };
        let first = rolled(&pool).await.unwrap();
        assert_eq!((first.is_some(), &rolled(&pool).await.unwrap()), (true, &first));
        // Far beyond what the level may take, it still thinks; and what was stopped is answered to nobody.
        let (begun, begins) = std::sync::mpsc::channel();
        let (done, mut answer) = tokio::sync::oneshot::channel();
        let unwanted = CancelFlag::default();
        let task = BotTask::of(move |_, budget| {
            let _ = begun.send(());
            while !budget.is_over() {
                std::thread::yield_now();
            }
            None
        });
        pool.think(BotJob { fixed: Some(fixed), ..job(1, Level::Medium, task) }, &unwanted, |_| async {
            let _ = done.send(());
        });
        tokio::task::spawn_blocking(move || begins.recv()).await.unwrap().unwrap();
        assert!(answer.try_recv().is_err());
        drop(unwanted);
        assert!(answer.await.is_err(), "nobody hears of it");
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
        pool().think(job(1, Level::Hard, thought), &wanted, |_| async {});
        // It ends although neither the table nor the server is closed.
        ends.await.unwrap();
    }
}

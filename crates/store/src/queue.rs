//! The queue before the one writer: calls gather while a transaction is stored, and share the next.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::registry::Registry;
use tokio::sync::{mpsc, oneshot};

use crate::stats::Counters;
use crate::{CommitError, StoreStats, Write};

/// How many calls may wait. Later calls wait for a place, which slows the tables down before memory does.
const QUEUE: usize = 4096;

/// How many calls share a transaction at most.
const GROUP: usize = 1024;

/// A group may gather for this many steps while every thread of the server is busy anyway: six milliseconds. A transaction
/// costs some actions' worth of time, which is better spent on what waits.
const MAX_GATHERING_STEPS: u32 = 24;
/// How long a step is. After each, the writer checks whether a thread has become idle.
const GATHERING_STEP: Duration = Duration::from_micros(250);

/// What became of the calls of a group, in their order; or the one reason why none was stored.
pub(crate) type Outcome = Result<Vec<Result<(), CommitError>>, CommitError>;

/// One call of [`Store::commit`](crate::Store::commit).
#[derive(Debug)]
pub(crate) struct CommitRequest {
    pub(crate) writes: Vec<Write>,
    queued: Instant,
    answer: oneshot::Sender<Result<(), CommitError>>,
}

#[derive(Debug)]
enum QueueMsg {
    Commit(CommitRequest),
    Close(oneshot::Sender<()>),
}

/// Makes a queue: the end of the callers and the end of the writer.
pub(crate) fn queue() -> (Queue, Writer) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let counters = Arc::<Counters>::default();
    let writer = Writer { orders: receiver, counters: Arc::clone(&counters), taken: Vec::new() };
    (Queue { orders: sender, counters }, writer)
}

/// The callers' end.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    orders: mpsc::Sender<QueueMsg>,
    counters: Arc<Counters>,
}

impl Queue {
    pub(crate) async fn commit(&self, writes: Vec<Write>) -> Result<(), CommitError> {
        for write in &writes {
            write.check()?;
        }
        let (answer, answered) = oneshot::channel();
        let call = CommitRequest { writes, queued: Instant::now(), answer };
        self.orders.send(QueueMsg::Commit(call)).await.map_err(|_| CommitError::Closed)?;
        // Closing the store answers all that wait: silence means that the writer died.
        answered.await.unwrap_or_else(|_| Err(CommitError::Unknown("the writer stopped".to_owned())))
    }

    /// Returns when all earlier calls are stored and the writer has released the database.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.orders.send(QueueMsg::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        // If another closed it first: wait until the writer's end is gone.
        self.orders.closed().await;
    }

    pub(crate) fn stats(&self) -> StoreStats {
        self.counters.read(length(&self.orders))
    }

    /// Shows the metrics of the store in a registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        // Weak: a registry must not keep the writer waiting for calls.
        let orders = self.orders.downgrade();
        self.counters.register(registry, move || orders.upgrade().map_or(0, |orders| length(&orders)));
    }
}

/// How many orders wait.
fn length(orders: &mpsc::Sender<QueueMsg>) -> usize {
    orders.max_capacity() - orders.capacity()
}

/// The writer's end.
#[derive(Debug)]
pub(crate) struct Writer {
    orders: mpsc::Receiver<QueueMsg>,
    counters: Arc<Counters>,
    taken: Vec<QueueMsg>,
}

/// Calls to be stored in one transaction.
#[derive(Debug)]
pub(crate) struct CommitGroup {
    pub(crate) calls: Vec<CommitRequest>,
    /// Whether the store is to be closed afterwards, and who wants to know.
    pub(crate) close: Option<CloseWaiters>,
}

/// Who waits for the store to be closed.
#[derive(Debug)]
pub(crate) struct CloseWaiters(Vec<oneshot::Sender<()>>);

impl Writer {
    /// Waits for calls, which [`Self::gather`] then makes a group of; false when no handle is left.
    pub(crate) fn wait_blocking(&mut self) -> bool {
        self.orders.blocking_recv_many(&mut self.taken, GROUP) > 0
    }

    /// [`Self::wait_blocking`] for tasks. Calls that were taken when the future is dropped come with the next group.
    pub(crate) async fn wait(&mut self) -> bool {
        self.orders.recv_many(&mut self.taken, GROUP).await > 0
    }

    /// The calls that wait, as a group. Those that come while it is stored share the next, and there is no waiting for more
    /// except as long as `is_busy` says that it delays nobody.
    pub(crate) fn gather(&mut self, is_busy: impl Fn() -> bool) -> CommitGroup {
        for step in 0..=MAX_GATHERING_STEPS {
            if self.orders.len() + self.taken.len() >= GROUP || !is_busy() {
                break;
            }
            if step == 0 {
                // The thread that sent the call may only wait for this core to become idle.
                std::thread::yield_now();
            } else {
                std::thread::sleep(GATHERING_STEP);
            }
        }
        while self.taken.len() < GROUP
            && let Ok(order) = self.orders.try_recv()
        {
            self.taken.push(order);
        }
        self.group()
    }

    /// The calls that wait, or the next one, for tasks.
    #[cfg(any(feature = "postgres", feature = "testing"))]
    pub(crate) async fn next(&mut self) -> Option<CommitGroup> {
        self.wait().await.then(|| self.group())
    }

    fn group(&mut self) -> CommitGroup {
        let mut group = CommitGroup { calls: Vec::with_capacity(self.taken.len()), close: None };
        for order in self.taken.drain(..) {
            match (order, &mut group.close) {
                (QueueMsg::Commit(call), None) => group.calls.push(call),
                (QueueMsg::Commit(call), Some(_)) => refuse(call),
                (QueueMsg::Close(done), None) => group.close = Some(CloseWaiters(vec![done])),
                (QueueMsg::Close(done), Some(closing)) => closing.0.push(done),
            }
        }
        group
    }

    /// What is counted.
    pub(crate) fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Tells every call of a group what became of it.
    pub(crate) fn answer(&self, calls: Vec<CommitRequest>, outcome: Outcome) {
        let now = Instant::now();
        if let Some(oldest) = calls.iter().map(|call| call.queued).min() {
            self.counters.batch(now.duration_since(oldest));
        }
        let mut each = outcome.map(Vec::into_iter);
        for call in calls {
            let answer = match &mut each {
                Ok(results) => results.next().unwrap_or(Err(CommitError::Closed)),
                Err(error) => Err(error.clone()),
            };
            match answer {
                Ok(()) => self.counters.stored(call.writes.len(), now.duration_since(call.queued)),
                Err(_) => self.counters.failed(),
            }
            // Nobody waits any more if the caller was dropped; the write stands all the same.
            let _ = call.answer.send(answer);
        }
    }

    /// Refuses the calls that still wait, once the database has been released.
    pub(crate) fn close_blocking(mut self, mut closing: CloseWaiters) {
        self.orders.close();
        while let Some(order) = self.orders.blocking_recv() {
            closing.refuse(order);
        }
    }

    /// [`Self::close_blocking`] for tasks.
    #[cfg(feature = "postgres")]
    pub(crate) async fn close(mut self, mut closing: CloseWaiters) {
        self.orders.close();
        while let Some(order) = self.orders.recv().await {
            closing.refuse(order);
        }
    }
}

impl CloseWaiters {
    fn refuse(&mut self, order: QueueMsg) {
        match order {
            QueueMsg::Commit(call) => refuse(call),
            QueueMsg::Close(done) => self.0.push(done),
        }
    }
}

impl Drop for CloseWaiters {
    fn drop(&mut self) {
        for done in self.0.drain(..) {
            let _ = done.send(());
        }
    }
}

fn refuse(call: CommitRequest) {
    let _ = call.answer.send(Err(CommitError::Closed));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn call() -> QueueMsg {
        let (answer, _) = oneshot::channel();
        QueueMsg::Commit(CommitRequest { writes: Vec::new(), queued: Instant::now(), answer })
    }

    #[test]
    fn calls_gather_only_while_every_thread_is_busy() {
        let (queue, mut writer) = queue();
        queue.orders.try_send(call()).unwrap();
        queue.orders.try_send(call()).unwrap();
        assert!(writer.wait_blocking());
        assert_eq!(writer.gather(|| false).calls.len(), 2, "an idle thread waits for nobody's company");

        queue.orders.try_send(call()).unwrap();
        assert!(writer.wait_blocking());
        let looks = Cell::new(0);
        let group = writer.gather(|| {
            looks.set(looks.get() + 1);
            queue.orders.try_send(call()).unwrap();
            looks.get() < 3
        });
        assert_eq!(group.calls.len(), 4, "what comes while all are busy shares the transaction");
    }
}

//! The queue before the one writer: calls gather while a transaction is stored, and share the next.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use prometheus_client::registry::Registry;
use tokio::sync::{mpsc, oneshot};

use crate::stats::Counters;
use crate::{CommitError, StoreStats, Write};

/// How many calls may wait. Whoever comes later waits for a place, which slows the tables down before memory does.
const QUEUE: usize = 4096;

/// How many calls share a transaction at most.
const GROUP: usize = 1024;

/// After a transaction that so many calls shared, the next one waits this long for others to join it. On a fast disk a
/// busy house would else make thousands of small transactions a second, each with its own way to the disk; a house with
/// less to do than four thousand calls a second never waits.
const BUSY: usize = 32;
const GATHER: Duration = Duration::from_millis(8);

/// What became of the calls of a group, in their order; or the one reason why none was stored.
pub(crate) type Outcome = Result<Vec<Result<(), CommitError>>, CommitError>;

/// One call of [`Store::commit`](crate::Store::commit).
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) writes: Vec<Write>,
    queued: Instant,
    answer: oneshot::Sender<Result<(), CommitError>>,
}

#[derive(Debug)]
enum Order {
    Commit(Call),
    Close(oneshot::Sender<()>),
}

/// Makes a queue: the end of the callers and the end of the writer.
pub(crate) fn queue() -> (Queue, Writer) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let counters = Arc::<Counters>::default();
    let writer = Writer { orders: receiver, counters: Arc::clone(&counters), taken: Vec::new(), last: 0 };
    (Queue { orders: sender, counters }, writer)
}

/// The callers' end.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    orders: mpsc::Sender<Order>,
    counters: Arc<Counters>,
}

impl Queue {
    pub(crate) async fn commit(&self, writes: Vec<Write>) -> Result<(), CommitError> {
        for write in &writes {
            write.check()?;
        }
        let (answer, answered) = oneshot::channel();
        let call = Call { writes, queued: Instant::now(), answer };
        self.orders.send(Order::Commit(call)).await.map_err(|_| CommitError::Closed)?;
        // Whoever closes the store answers all that wait: silence means that the writer died.
        answered.await.unwrap_or_else(|_| Err(CommitError::Unknown("the writer stopped".to_owned())))
    }

    /// Returns when all earlier calls are stored and the writer has let go of the database.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.orders.send(Order::Close(done)).await.is_ok() {
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
fn length(orders: &mpsc::Sender<Order>) -> usize {
    orders.max_capacity() - orders.capacity()
}

/// The writer's end.
#[derive(Debug)]
pub(crate) struct Writer {
    orders: mpsc::Receiver<Order>,
    counters: Arc<Counters>,
    taken: Vec<Order>,
    /// How many calls the last group had.
    last: usize,
}

/// Calls to be stored in one transaction.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) calls: Vec<Call>,
    /// Whether the store is to be closed afterwards, and who wants to know.
    pub(crate) close: Option<Closing>,
}

/// Who waits for the store to be closed.
#[derive(Debug)]
pub(crate) struct Closing(Vec<oneshot::Sender<()>>);

impl Writer {
    /// All calls that wait, or the next one; nothing when no handle is left.
    pub(crate) fn next_blocking(&mut self) -> Option<Group> {
        let count = self.orders.blocking_recv_many(&mut self.taken, GROUP);
        if self.last >= BUSY && (1..GROUP).contains(&count) {
            thread::sleep(GATHER);
            while self.taken.len() < GROUP
                && let Ok(order) = self.orders.try_recv()
            {
                self.taken.push(order);
            }
        }
        self.last = self.taken.len();
        (count > 0).then(|| self.group())
    }

    /// [`Self::next_blocking`] for tasks.
    #[cfg(feature = "postgres")]
    pub(crate) async fn next(&mut self) -> Option<Group> {
        let count = self.orders.recv_many(&mut self.taken, GROUP).await;
        (count > 0).then(|| self.group())
    }

    fn group(&mut self) -> Group {
        let mut group = Group { calls: Vec::with_capacity(self.taken.len()), close: None };
        for order in self.taken.drain(..) {
            match (order, &mut group.close) {
                (Order::Commit(call), None) => group.calls.push(call),
                (Order::Commit(call), Some(_)) => refuse(call),
                (Order::Close(done), None) => group.close = Some(Closing(vec![done])),
                (Order::Close(done), Some(closing)) => closing.0.push(done),
            }
        }
        group
    }

    /// What is counted.
    #[cfg(feature = "postgres")]
    pub(crate) fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Tells every call of a group what became of it.
    pub(crate) fn answer(&self, calls: Vec<Call>, outcome: Outcome) {
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

    /// Refuses whoever still waits, once the database has been let go of.
    pub(crate) fn close_blocking(mut self, mut closing: Closing) {
        self.orders.close();
        while let Some(order) = self.orders.blocking_recv() {
            closing.refuse(order);
        }
    }

    /// [`Self::close_blocking`] for tasks.
    #[cfg(feature = "postgres")]
    pub(crate) async fn close(mut self, mut closing: Closing) {
        self.orders.close();
        while let Some(order) = self.orders.recv().await {
            closing.refuse(order);
        }
    }
}

impl Closing {
    fn refuse(&mut self, order: Order) {
        match order {
            Order::Commit(call) => refuse(call),
            Order::Close(done) => self.0.push(done),
        }
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        for done in self.0.drain(..) {
            let _ = done.send(());
        }
    }
}

fn refuse(call: Call) {
    let _ = call.answer.send(Err(CommitError::Closed));
}

//! The thread that reads, on a connection of its own: a long read never holds up a move.

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::ReadError;

/// How many reads may wait.
const QUEUE: usize = 256;

type Job = Box<dyn FnOnce(&Connection) + Send>;

enum Order {
    Read(Job),
    Close(oneshot::Sender<()>),
}

/// The callers' end.
#[derive(Clone)]
pub(crate) struct Reader {
    orders: mpsc::Sender<Order>,
}

/// The thread's end.
pub(super) struct Reading {
    orders: mpsc::Receiver<Order>,
}

impl Reader {
    pub(super) fn new() -> (Self, Reading) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        (Self { orders: sender }, Reading { orders: receiver })
    }

    /// Asks the database something. The question runs on the reader's thread.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ReadError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let _ = answer.send(question(connection));
        });
        self.orders.send(Order::Read(job)).await.map_err(|_| ReadError::Closed)?;
        let result = answered.await.map_err(|_| ReadError::Closed)?;
        result.map_err(|error| ReadError::Failed(error.to_string()))
    }

    /// Returns when the connection is gone.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.orders.send(Order::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

impl Reading {
    pub(super) fn run(mut self, connection: Connection) {
        while let Some(order) = self.orders.blocking_recv() {
            match order {
                Order::Read(job) => job(&connection),
                Order::Close(done) => {
                    self.orders.close();
                    drop(connection);
                    let _ = done.send(());
                    return;
                }
            }
        }
    }
}

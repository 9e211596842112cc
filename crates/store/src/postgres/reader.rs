//! The session that reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

use super::failure::{Failure, describe};
use super::pg_connection::{Address, PgConnection};
use crate::ReadError;
use crate::queue::Queue;

/// Asks the database. Questions of several callers share the connection.
#[derive(Clone)]
pub(crate) struct Reader {
    address: Arc<Address>,
    link: Arc<Mutex<Slot>>,
    queue: Queue,
    unsettled: Arc<AtomicBool>,
}

enum Slot {
    /// Not connected yet, or no more.
    Empty,
    Linked(Arc<PgConnection>),
    /// The store was closed.
    Closed,
}

pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Reader {
    pub(super) fn new(address: Arc<Address>, queue: Queue, unsettled: Arc<AtomicBool>) -> Self {
        Self { address, link: Arc::new(Mutex::new(Slot::Empty)), queue, unsettled }
    }

    /// The connection; a new one if there is none, or if it is the one that was found broken.
    pub(super) async fn link(
        &self,
        broken: Option<&Arc<PgConnection>>,
    ) -> Result<Arc<PgConnection>, ReadError> {
        if self.unsettled.load(Ordering::SeqCst) {
            // An empty commit returns when the writer is back with the lock: then nothing can happen late.
            self.queue.commit(Vec::new()).await.map_err(|error| ReadError::Unsettled(bare(&error)))?;
        }
        let mut slot = self.link.lock().await;
        match &*slot {
            Slot::Closed => Err(ReadError::Closed),
            Slot::Linked(link)
                if !link.client.is_closed() && !broken.is_some_and(|broken| Arc::ptr_eq(link, broken)) =>
            {
                Ok(Arc::clone(link))
            }
            Slot::Linked(_) | Slot::Empty => {
                let connected = self.address.connect().await;
                let link = Arc::new(connected.map_err(|error| ReadError::Failed(bare(&error)))?);
                *slot = Slot::Linked(Arc::clone(&link));
                Ok(link)
            }
        }
    }

    pub(crate) async fn close(&self) {
        *self.link.lock().await = Slot::Closed;
    }

    /// Runs a query, and repeats it once if the connection turns out to be lost: reading twice has no side effects.
    pub(super) async fn rows(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, ReadError> {
        let link = self.link(None).await?;
        let failure = match self.patiently(&link, link.client.query(sql, values)).await? {
            Ok(rows) => return Ok(rows),
            Err(error) => Failure::from(error),
        };
        match failure {
            Failure::Lost(_) => {
                let link = self.link(Some(&link)).await?;
                let again = self.patiently(&link, link.client.query(sql, values)).await?;
                again.map_err(|error| failed(&error))
            }
            answer => Err(ReadError::Failed(answer.text().to_owned())),
        }
    }

    /// Waits for an answer as long as one may take. A connection on which none comes is cut off, so that the next question
    /// goes over another.
    pub(super) async fn patiently<T>(
        &self,
        link: &PgConnection,
        answer: impl Future<Output = T>,
    ) -> Result<T, ReadError> {
        timeout(self.address.response_timeout, answer).await.map_err(|_| {
            link.cut();
            ReadError::Failed(self.address.silence())
        })
    }

    pub(super) async fn row(&self, sql: &str, values: Values<'_>) -> Result<Option<Row>, ReadError> {
        Ok(self.rows(sql, values).await?.pop())
    }
}

pub(super) fn failed(error: &Error) -> ReadError {
    ReadError::Failed(describe(error))
}

/// The sentence without its full stop: it becomes part of another.
fn bare(error: &impl ToString) -> String {
    error.to_string().trim_end_matches('.').to_owned()
}

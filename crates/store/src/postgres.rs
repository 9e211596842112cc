//! The store in PostgreSQL: one session that writes and holds the lock, one that reads.

pub(crate) mod backup;
mod batch;
mod failure;
mod pg_connection;
mod probe;
mod queries;
mod reader;
mod records;
mod schema;
mod session;
mod statements;
mod table_questions;
mod tls;
mod url;
mod writer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) use reader::Reader;

use self::pg_connection::Address;
use self::session::Session;
use crate::queue::{self, Queue};
use crate::{OpenError, StoreLocation, StoreOptions};

/// How long a new server waits for the lock: the session of one that was just killed ends a moment later.
const WAIT_AT_OPENING: Duration = Duration::from_secs(1);

/// Connects, checks or makes the tables, and starts the task that writes.
pub(crate) async fn open(
    place: &StoreLocation,
    url: &str,
    opening: StoreOptions,
) -> Result<(Queue, Reader), OpenError> {
    let StoreOptions { faults, response_timeout, node } = opening;
    let address = Arc::new(Address::new(place, url, response_timeout)?);
    let session = Session::open(&address, node, None, WAIT_AT_OPENING).await?;
    let (queue, orders) = queue::queue();
    let unsettled = Arc::<AtomicBool>::default();
    let reader = Reader::new(Arc::clone(&address), queue.clone(), Arc::clone(&unsettled));
    tokio::spawn(writer::WriterTask::new(address, node, session, orders, faults, unsettled).run());
    Ok((queue, reader))
}

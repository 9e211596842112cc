//! The store in PostgreSQL: one session that writes and holds the lock, one that reads.

pub(crate) mod backup;
mod batch;
mod failure;
mod figures;
mod ownership;
mod page_files;
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
use self::session::{Member, Session};
use crate::queue::{self, Queue};
use crate::{OpenError, StoreLocation, StoreOptions};

/// How long a new server waits for the lock: the session of one that was just killed ends a moment later.
const WAIT_AT_OPENING: Duration = Duration::from_secs(1);

/// A question about leases is not waited for longer than this: one that comes too late is of no use.
const LEASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Connects, checks or makes the tables, and starts the task that writes.
pub(crate) async fn open(
    place: &StoreLocation,
    url: &str,
    opening: StoreOptions,
) -> Result<Opened, OpenError> {
    let StoreOptions { faults, response_timeout, node, shared } = opening;
    let member = Member { node, shared };
    let address = Arc::new(Address::new(place, url, response_timeout)?);
    let session = Session::open(&address, member, None, WAIT_AT_OPENING).await?;
    let (queue, orders) = queue::queue();
    let unsettled = Arc::<AtomicBool>::default();
    let reader = Reader::new(Arc::clone(&address), queue.clone(), Arc::clone(&unsettled));
    tokio::spawn(writer::WriterTask::new(address, member, session, orders, faults, unsettled).run());
    let leases = if shared {
        let address = Arc::new(Address::new(place, url, response_timeout.min(LEASE_TIMEOUT))?);
        // What the writer may still have on its way changes no lease, and a claim raises the epoch above it.
        Some(Reader::new(address, queue.clone(), Arc::default()))
    } else {
        None
    };
    Ok(Opened { queue, reader, leases })
}

/// A database that was opened.
pub(crate) struct Opened {
    pub(crate) queue: Queue,
    pub(crate) reader: Reader,
    /// Asks about leases, where several servers share the database.
    pub(crate) leases: Option<Reader>,
}

//! How a store is opened.

use std::time::Duration;

use crate::Faults;

/// How a store is opened, beside where it is.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// Can make commits fail, for tests.
    pub faults: Faults,
    /// A PostgreSQL that does not answer within this time is treated as disconnected, and the store reconnects. A disk of our own cannot
    /// be hurried.
    pub response_timeout: Duration,
    /// The number of this server among those that share the database: the owner of the tables it opens and takes.
    pub node: u64,
    /// Whether other servers work on the same database. Then none of them has it alone: leases and epochs keep them apart
    /// ([`Store::renew_lease`](crate::Store::renew_lease)).
    pub shared: bool,
}

/// The number of a server that has its database alone.
pub(crate) const SINGLE_SERVER: u64 = 1;

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            faults: Faults::none(),
            response_timeout: Duration::from_secs(10),
            node: SINGLE_SERVER,
            shared: false,
        }
    }
}

impl From<Faults> for StoreOptions {
    fn from(faults: Faults) -> Self {
        Self { faults, ..Self::default() }
    }
}

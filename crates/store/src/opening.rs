//! How a store is opened.

use std::time::Duration;

use crate::Faults;

/// How a store is opened, beside where it is.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Can make commits fail, for tests.
    pub faults: Faults,
    /// A PostgreSQL that does not answer within this time is taken for lost, and looked for anew. A disk of our own cannot
    /// be hurried.
    pub answer_within: Duration,
    /// The number of this server among those that share the database: the owner of the tables it opens and takes.
    pub node: u64,
}

impl Default for Opening {
    fn default() -> Self {
        Self { faults: Faults::none(), answer_within: Duration::from_secs(10), node: 1 }
    }
}

impl From<Faults> for Opening {
    fn from(faults: Faults) -> Self {
        Self { faults, ..Self::default() }
    }
}

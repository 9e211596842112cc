//! [`Store`] among several servers: leases, and who owns which table.

use std::time::Duration;

use crate::store::Leases;
use crate::{Claim, ClaimedTable, Node, ReadError, ReadableGames, RenewedLease, Store};

/// Asks about leases; refused if the store is not shared.
macro_rules! ask {
    ($self:ident, $node:ident, $reader:ident => $answer:expr) => {
        match &$self.leases {
            Leases::Alone => Err(alone()),
            #[cfg(feature = "postgres")]
            Leases::Postgres { node, reader } => {
                let ($node, $reader) = (*node, reader);
                $answer
            }
            #[cfg(feature = "testing")]
            Leases::Memory { node, reader } => {
                let ($node, $reader) = (*node, reader);
                $answer
            }
        }
    };
}

fn alone() -> ReadError {
    ReadError::Failed("the database is not shared by several servers".to_owned())
}

impl Store {
    /// Renews the lease of this server for `length` from now on, by the clock of the database.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn renew_lease(
        &self,
        name: &str,
        build: &str,
        length: Duration,
    ) -> Result<RenewedLease, ReadError> {
        ask!(self, node, reader => reader.renew_lease(node, name, build, length).await)
    }

    /// Ends the lease of this server now: what it still owns may be claimed by others.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn end_lease(&self) -> Result<(), ReadError> {
        ask!(self, node, reader => reader.end_lease(node).await)
    }

    /// All servers whose lease is valid.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn living_nodes(&self) -> Result<Vec<Node>, ReadError> {
        ask!(self, _node, reader => reader.living_nodes().await)
    }

    /// Makes this server the owner of a table, unless another has it whose lease is valid.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared. The table may be this server's all the same.
    pub async fn claim_table(&self, table: u64, can: &ReadableGames) -> Result<Claim, ReadError> {
        ask!(self, node, reader => reader.claim_table(node, table, can).await)
    }

    /// Makes this server the owner of some tables below a number whose owner is gone, or that sleep and are due.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared. Some tables may be this server's all the same.
    pub async fn claim_waiting(
        &self,
        now: i64,
        below: u64,
        limit: u32,
        can: &ReadableGames,
    ) -> Result<Vec<ClaimedTable>, ReadError> {
        ask!(self, node, reader => reader.claim_waiting(node, now, below, limit, can).await)
    }

    /// The tables that this server owns, and the epoch of each.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn own_tables(&self) -> Result<Vec<(u64, u64)>, ReadError> {
        ask!(self, node, reader => reader.tables_owned_by(node).await)
    }

    /// Takes or keeps the lease for something that one server does at a time. Whether this one has it; a server that has
    /// its database alone always does.
    ///
    /// # Errors
    /// If the database cannot be asked.
    pub async fn hold_lease(&self, name: &str, length: Duration) -> Result<bool, ReadError> {
        match &self.leases {
            Leases::Alone => Ok(true),
            #[cfg(feature = "postgres")]
            Leases::Postgres { node, reader } => reader.hold_lease(*node, name, length).await,
            #[cfg(feature = "testing")]
            Leases::Memory { node, reader } => reader.hold_lease(*node, name, length).await,
        }
    }

    /// Whether other servers may change what is stored.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        !matches!(self.leases, Leases::Alone)
    }

    /// Forgets servers whose lease ran out a while ago and that own nothing.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn forget_gone_nodes(&self) -> Result<(), ReadError> {
        ask!(self, _node, reader => reader.forget_gone_nodes().await)
    }

    /// The newest open table with at least this number.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not shared.
    pub async fn newest_table(&self, at_least: u64) -> Result<Option<u64>, ReadError> {
        ask!(self, _node, reader => reader.newest_table(at_least).await)
    }
}

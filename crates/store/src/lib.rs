//! The journal and the records of the house, kept in SQLite or in PostgreSQL.
//!
//! A [`Store`] is a handle to one database. Everything that is written goes through [`Store::commit`]: a list of
//! [`Write`]s that is stored as a whole or not at all, and that is durable when the call returns. Calls that come
//! while another is being stored wait in a bounded queue and then share one transaction.
//!
//! # What is promised
//! - An acknowledged write is there after a crash at any instant.
//! - A table's journal holds each sequence number once: [`CommitError::Conflict`] is the fence between two servers
//!   that both believe a table is theirs.
//! - A call that breaks a constraint harms no other call of its transaction.
//! - A database that is damaged, foreign or from a newer program is refused and left as it was.
//! - One server at a time: the second is refused for as long as the first lives.
//!
//! # What is absent
//! No games, no messages, no clock: bodies are text, and times come from the caller, in milliseconds since 1970.

pub mod backup;
mod error;
mod faults;
mod opening;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod rows;
mod sqlite;
mod stats;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod write;

pub use error::{CommitError, OpenError, ReadError};
pub use faults::{BadFault, Fault, Faults};
pub use opening::Opening;
pub use place::{BadPlace, Place};
pub use rows::{Entry, LiveTable, Person, Replay, ReplayHead, SeatResult, Standing, Which};
pub use stats::{DURATION_BUCKETS, StoreStats};
pub use store::Store;
pub use write::Write;

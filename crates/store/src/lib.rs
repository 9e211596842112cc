//! The journal and the records of the server, kept in SQLite or in PostgreSQL.
//!
//! A [`Store`] is a handle to one database. Everything that is written goes through [`Store::commit`]: a list of
//! [`Write`]s that is stored as a whole or not at all, and that is durable when the call returns. Calls that come
//! while another is being stored wait in a bounded queue and then share one transaction.
//!
//! # What is promised
//! - An acknowledged write survives a crash at any instant.
//! - A table's journal has no gap: a fact has exactly the next number, or it is refused ([`CommitError::Conflict`]).
//! - A table has one owner: the server that takes it raises its epoch, and a write that names an older epoch is refused
//!   ([`CommitError::NotOwner`]).
//! - A call that breaks a constraint does not affect the other calls of its transaction.
//! - A database that is damaged, foreign or from a newer program is refused and left as it was.
//! - One server at a time: the second is refused for as long as the first lives. Servers that share a PostgreSQL
//!   database ([`StoreOptions::shared`]) have leases instead, and own tables one by one.
//!
//! # What is absent
//! No games, no messages, no clock: bodies are text, and times come from the caller, in milliseconds since 1970.

pub mod backup;
mod digest;
mod documents;
mod error;
mod faults;
mod fence;
mod leases;
#[cfg(feature = "testing")]
mod memory;
mod ownership;
mod page_files;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod rows;
mod sqlite;
mod stats;
mod store;
mod store_location;
mod store_options;
#[cfg(feature = "testing")]
pub mod testing;
mod write;

pub use documents::{Document, DocumentsQuery};
pub use error::{CommitError, OpenError, ReadError};
pub use faults::{Fault, FaultError, Faults};
#[cfg(feature = "testing")]
pub use memory::{MemoryDatabase, Reach, StoredFact, Weather};
pub use ownership::{Claim, ClaimedTable, Node, ReadableGames, RenewedLease};
pub use page_files::KeptFile;
pub use rows::{
    DueTable, FigureTotals, GamesQuery, HeadToHead, JournalDefect, JournalRow, OwnedTable, PastRating,
    Person, PersonFigure, PlayerGameStats, RatingHistoryQuery, Replay, ReplayHead, ReplaySeat, SeatAtTable,
    SeatFigure, SeatResult, SeatedBot, SeatedPerson, ShownRating, SizeStats, StoredReview, StoredTable,
    TableCounts, TableInfo,
};
pub use stats::{DURATION_BUCKETS, StoreStats};
pub use store::Store;
pub use store_location::{StoreLocation, StoreLocationError};
pub use store_options::StoreOptions;
pub use write::{FIRST_EPOCH, Write};

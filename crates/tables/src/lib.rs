//! The running hall: lobby, tables, seats, clocks, bots, sessions.
//!
//! A [`Session`] is one connection, whatever carries it; it speaks the native protocol. Each table is an actor that
//! stores before it tells: what a client has been told survives anything.

mod address_block;
mod bot_pool;
mod frame_buffer;
mod journal;
mod legacy_rules;
mod live_game;
mod lobby;
mod log_throttle;
mod metrics;
mod outbox;
mod people;
mod server;
mod session;
mod stopped_time;
mod table;
mod time;
mod token_bucket;

pub use address_block::address_block;
pub use frame_buffer::{FrameBuffer, FramedMessage};
pub use legacy_rules::{LegacyRules, NoLegacyRules, PeerRecord};
pub use lobby::{LobbyObserver, TablePage};
pub use log_throttle::LogThrottle;
pub use metrics::Metrics;
pub use outbox::{Closed, DirectWriter, Outbox, Outgoing, WriteProgress};
pub use people::{People, PersonId, PersonInfo};
pub use server::{OpenServerError, Retention, Server, ServerConfig};
pub use session::Session;
pub use time::Time;
pub use token_bucket::TokenBucket;

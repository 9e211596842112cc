//! The running hall: lobby, tables, seats, clocks, bots, sessions.
//!
//! A [`Session`] is one connection, whatever carries it; it speaks the native protocol. Each table is an actor that
//! stores before it tells: what a client has been told survives anything.

mod bot_pool;
mod credit;
mod desk;
mod entry;
mod hall;
mod legacy_rules;
mod live_game;
mod lobby;
mod metrics;
mod outbox;
mod people;
mod rarely;
mod session;
mod table;
mod time;

pub use credit::Credit;
pub use desk::{Desk, Written};
pub use hall::{Hall, HallConfig, OpenHallError};
pub use legacy_rules::{LegacyRules, NoLegacyRules};
pub use lobby::LobbyWatcher;
pub use metrics::Metrics;
pub use outbox::{Closed, Outbox, Outgoing, Shortcut, Taken};
pub use people::{Known, People, PersonId};
pub use rarely::Rarely;
pub use session::{Flow, Session};
pub use time::Time;

//! The original wire protocols of the games: each leads to the same server.
//!
//! A gateway has three parts: a codec (bytes ↔ packets) and a map (packets ↔ messages of the server), both without I/O,
//! and a thin task that moves bytes between a socket and the same [`tables::Session`] that browsers use.

pub mod chicago;
pub mod golf;
pub mod gomoku;
pub mod legacy_permit;
mod legacy_programs;
pub mod legacy_stream;
mod listener;
mod seat_assigner;
pub mod sorry;
pub mod translator;

pub use legacy_programs::LegacyPrograms;
pub use listener::{GatewayConnection, GatewayContext};

use game::options::RawOptions;
use protocol::{Clock, NewTable, OnLeave, Watchers};

/// A table as an old protocol opens it.
fn new_table(
    game: &str,
    seats: Option<u8>,
    options: RawOptions,
    clock: Clock,
    on_leave: OnLeave,
) -> NewTable {
    NewTable {
        game: game.to_owned(),
        seats,
        options,
        clock,
        private: false,
        watch_policy: Watchers::Open,
        on_leave,
        // Where a lost connection ends the game, it does so at once: old protocols know nothing else.
        grace_seconds: (on_leave == OnLeave::End).then_some(0),
        bots: Vec::new(),
        substitute_level: None,
        bot_delay_ms: None,
        hints: Some(false),
        rated: false,
        same_address: false,
    }
}

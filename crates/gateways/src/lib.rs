//! The original wire protocols of the games: each is a door into the same hall.
//!
//! A gateway has three parts: a codec (bytes ↔ packets) and a map (packets ↔ messages of the house), both without I/O,
//! and a thin task that moves bytes between a socket and the same [`tables::Session`] that browsers use.

pub mod chicago;
pub mod golf;
pub mod gomoku;
mod legacy_programs;
pub mod limits;
pub mod link;
mod listener;
pub mod map;
pub mod sorry;
mod waiting;

pub use legacy_programs::LegacyPrograms;
pub use listener::{Door, Visitor};

use game::options::Settings;
use protocol::{Clock, NewTable, OnLeave, Watchers};

/// A table as an old protocol opens it.
fn new_table(game: &str, seats: Option<u8>, options: Settings, clock: Clock, on_leave: OnLeave) -> NewTable {
    NewTable {
        game: game.to_owned(),
        seats,
        options,
        clock,
        private: false,
        watchers: Watchers::Open,
        on_leave,
        // Where a lost connection ends the game, it does so at once: old protocols know nothing else.
        grace: (on_leave == OnLeave::End).then_some(0),
        bots: Vec::new(),
        level: None,
        bot_pause: None,
    }
}

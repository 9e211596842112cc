//! The client of a server: every game, on the full screen or line by line.
//!
//! `app` is the full screen without a terminal, `plain` the lines without a stream; both are built on `core`, which
//! holds the messages received and interprets typed lines. Nothing here implements rules: the view contains the legal
//! actions, and the server answers a refused one with a sentence.

mod address;
mod app;
mod boards;
mod catalogue;
mod choice;
mod command;
mod connections;
mod core;
mod device_link;
mod help;
mod hint;
mod hot_seat;
mod keys;
mod look;
mod model;
mod plain;
mod qr;
mod replay;
mod review;
mod run;
mod saved;
mod screens;
mod settings;
mod sign_in;
mod table;
mod terminal;
#[cfg(test)]
mod tests;

pub use address::{Address, AddressError, LinkCode};
pub use catalogue::{Catalogue, GameInfo, OptionInfo, Range};
pub use connections::{Fetch, Method, PageRequest};
pub use look::Look;
pub use run::{LocalGame, PlayError, PlayOptions, play};
pub use saved::{LOCAL, Saved, SavedError, read_token, state_dir};
pub use settings::Settings;
pub use sign_in::ask;

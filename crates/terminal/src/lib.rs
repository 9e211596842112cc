//! Playing at a terminal.
//!
//! [`play`] is the client of a server, for every game. [`onecard`] is a separate program: One Card at one keyboard, by
//! question and answer, with a log. Rules and sentences come from the games; nothing here implements them. Streams,
//! randomness and waiting are passed in, so that all of it can be tested without a terminal.

pub mod onecard;
pub mod play;

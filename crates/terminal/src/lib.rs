//! Playing at a terminal.
//!
//! [`play`] is the client of a server, for every game. [`onecard`] is a program of its own: One Card at one keyboard, by
//! question and answer, with a log. Nothing here knows the rules; they are asked, and so are the sentences. Streams,
//! luck and waiting are passed in, so that all of it can be tested without a terminal.

pub mod onecard;
pub mod play;

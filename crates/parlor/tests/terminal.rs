//! `parlor play` as people use it: the real program in a real pseudo-terminal, or line by line through pipes, against a
//! real server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "terminal/full_screen.rs"]
mod full_screen;
#[path = "terminal/local.rs"]
mod local;
#[path = "terminal/plain.rs"]
mod plain;
#[path = "terminal/screen.rs"]
mod screen;
#[path = "support/server.rs"]
mod server;

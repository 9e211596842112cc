//! `parlor play` as people use it: the real program in a real pseudo-terminal, or line by line through pipes, against a
//! real server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "terminal/behaviour.rs"]
mod behaviour;
#[path = "support/client.rs"]
mod client;
#[path = "terminal/devices.rs"]
mod devices;
#[path = "terminal/full_screen.rs"]
mod full_screen;
#[path = "terminal/hints.rs"]
mod hints;
#[path = "terminal/hostile.rs"]
mod hostile;
#[path = "terminal/hot_seat.rs"]
mod hot_seat;
#[path = "terminal/local.rs"]
mod local;
#[path = "terminal/mixed.rs"]
mod mixed;
#[path = "terminal/picture.rs"]
mod picture;
#[path = "terminal/pictures.rs"]
mod pictures;
#[path = "terminal/plain.rs"]
mod plain;
#[path = "support/playing.rs"]
mod playing;
#[path = "terminal/proxy.rs"]
mod proxy;
#[path = "terminal/reviews.rs"]
mod reviews;
#[path = "terminal/screen.rs"]
mod screen;
#[path = "support/server.rs"]
mod server;
#[path = "terminal/watched.rs"]
mod watched;

//! Data written by version 0.1 opens, goes on and verifies, for ever.
//!
//! `fixtures/v0.1` holds what that version wrote. Nothing here depends on the wall clock: the server is started at the
//! time at which the fixtures end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod server;
}

mod old_data {
    mod databases;
    mod expected;
    mod files;
    mod messages;
    mod playing;
}

//! Nothing acknowledged is lost: the real server is killed with SIGKILL at random instants under load, opened again on
//! the same folder, and every client compares what was acknowledged with what the server says now.
//!
//! `PARLOR_KILLS=200 cargo nextest run -p parlor --test killed` is the long version; `make storm` runs it. `make journal-long`
//! plays 10,000 games with rematches, kills the server now and then, and sees that neither disk nor memory grows.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod server;
}

#[path = "killed/footprint.rs"]
mod footprint;
#[path = "killed/ledger.rs"]
mod ledger;
#[path = "killed/line.rs"]
mod line;
#[path = "killed/player.rs"]
mod player;
#[path = "killed/slow_readers.rs"]
mod slow_readers;
#[path = "killed/storm.rs"]
mod storm;

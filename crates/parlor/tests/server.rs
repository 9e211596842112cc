//! The server as people meet it: the scenarios of one process again, with the real binary on real sockets, on both
//! databases.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[macro_use]
#[path = "../../tables/tests/server/list.rs"]
mod list;

#[path = "support"]
mod support {
    pub(crate) mod http;
    pub(crate) mod server;
}

#[path = "../../tables/tests/server"]
mod server {
    pub(crate) mod answers;
    pub(crate) mod chat;
    pub(crate) mod clocks;
    pub(crate) mod deals;
    pub(crate) mod games;
    #[path = "../../../parlor/tests/server/harness.rs"]
    pub(crate) mod harness;
    pub(crate) mod hints;
    pub(crate) mod lives;
    pub(crate) mod outages;
    pub(crate) mod person;
    pub(crate) mod presence;
    pub(crate) mod refusals;
    pub(crate) mod restart;
    pub(crate) mod seats;
    pub(crate) mod secrets;
    pub(crate) mod storm;
    pub(crate) mod strangers;
    pub(crate) mod watchers;
}

#[path = "server/client.rs"]
mod client;
#[path = "server/everywhere.rs"]
mod everywhere;
#[path = "server/sockets.rs"]
mod sockets;

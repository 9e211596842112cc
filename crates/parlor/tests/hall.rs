//! The hall as people meet it: the scenarios of one process again, with the real binary on real sockets, on both
//! databases.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[macro_use]
#[path = "../../tables/tests/hall/list.rs"]
mod list;

#[path = "support"]
mod support {
    pub(crate) mod http;
    pub(crate) mod server;
}

#[path = "../../tables/tests/hall"]
mod hall {
    pub(crate) mod answers;
    #[path = "../../../parlor/tests/hall/bed.rs"]
    pub(crate) mod bed;
    pub(crate) mod chat;
    pub(crate) mod clocks;
    pub(crate) mod deals;
    pub(crate) mod games;
    pub(crate) mod lives;
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

#[path = "hall/client.rs"]
mod client;
#[path = "hall/everywhere.rs"]
mod everywhere;
#[path = "hall/sockets.rs"]
mod sockets;

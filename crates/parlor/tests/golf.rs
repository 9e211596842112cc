//! `parlor golf` and `parlor serve --golf-manager` with real processes on real sockets.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
}

mod golf {
    mod bed;
    mod bridge;
    mod games;
    mod kills;
    mod managers;
    mod many;
    mod peers;
    mod relay;
    mod staying;
    mod weather;
    mod words;
}

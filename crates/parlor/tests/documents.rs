//! What the documents show works: commands are run, configurations are loaded, links lead somewhere.
//!
//! Every fenced block has an info string that says what it is (`documents/blocks.rs`). A block that cannot be run says
//! why in a comment before it; `make test` lists those blocks at its end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
    pub(crate) mod skipped;
}

mod documents {
    mod blocks;
    mod commands;
    mod configuration;
    mod links;
    mod openapi;
    mod proxies;
    mod sandbox;
    mod tls;
    mod tutorial;
}

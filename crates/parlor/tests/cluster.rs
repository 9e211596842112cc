//! Three nodes, one PostgreSQL, one NATS: all of them real processes, and each fault that can befall them once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
    pub(crate) mod skipped;
}

mod cluster {
    mod balancer;
    mod builds;
    mod cuts;
    mod encrypted;
    mod faults;
    mod harness;
    mod leaving;
    mod legacy;
    mod moderation;
    mod player;
    mod ready;
    mod sharing;
    mod storm;
    mod storm_player;
    mod wire;
    mod wired;
    mod wrong_settings;
}

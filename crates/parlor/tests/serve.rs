//! `parlor serve` and `parlor admin`, as an operator meets them: the real binary on real sockets.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod raw;
    pub(crate) mod server;
    pub(crate) mod skipped;
    pub(crate) mod stores;
}

mod serve {
    mod admin;
    mod admin_token;
    mod announcements;
    mod any_heads;
    mod backup;
    mod calls;
    mod closing;
    mod console;
    mod day;
    mod devices;
    mod door;
    mod examples;
    mod exchange;
    mod faults;
    mod figures;
    mod floods;
    mod follows;
    mod forgetting;
    mod healthcheck;
    mod hooks;
    mod http;
    mod kept;
    mod lessons;
    mod limits;
    mod metrics;
    mod moderation;
    mod monitoring;
    mod outage;
    mod packaging;
    mod pauses;
    mod people;
    mod playing;
    mod postgres;
    mod push;
    mod ratings;
    mod ready;
    mod review;
    mod scheduled;
    mod secrets;
    mod settings;
    mod simulated;
    mod slow;
    mod sockets;
    mod starting;
    mod strangers;
    mod tournaments;
    mod vacations;
    mod verify;
    mod wall_clock;
    mod websocket_cases;
}

//! The old ports of the real program: clients of the original protocols that know bytes and nothing else, among
//! themselves and with people from the web, a terminal and bots, through kills and in crowds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
}

/// What the gateways are tested with in one process, against the program.
#[path = "../../gateways/tests/legacy"]
mod legacy {
    pub(crate) mod chicago;
    mod chicago_games;
    mod gomoku;
    #[path = "../../../parlor/tests/legacy/harness.rs"]
    pub(crate) mod harness;
    pub(crate) mod old_gomoku;
    pub(crate) mod old_sorry;
    pub(crate) mod raw;
    mod sorry;
    pub(crate) mod sorry_rules;
}

#[path = "legacy/crowd.rs"]
mod crowd;
#[path = "legacy/doors.rs"]
mod doors;
#[path = "legacy/killed.rs"]
mod killed;
#[path = "legacy/lost.rs"]
mod lost;
#[path = "legacy/mixed.rs"]
mod mixed;
#[path = "legacy/rubbish.rs"]
mod rubbish;

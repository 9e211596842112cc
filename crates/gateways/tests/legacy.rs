//! The old ports, as clients meet them that were written from the descriptions of the protocols and know nothing of this
//! crate: plain bytes over real sockets. The server runs in this process; `parlor`'s tests play the same against the
//! real program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod legacy {
    pub(crate) mod chicago;
    mod chicago_games;
    mod gomoku;
    pub(crate) mod harness;
    pub(crate) mod old_gomoku;
    pub(crate) mod old_sorry;
    pub(crate) mod raw;
    mod sorry;
    pub(crate) mod sorry_rules;
    mod stalled;
}

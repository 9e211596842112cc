//! The shape of the server: which crate knows which, and that every decision has its test.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod repository {
    pub(crate) mod decisions;
    pub(crate) mod edges;
    pub(crate) mod files;
    pub(crate) mod game_lists;
    pub(crate) mod guarantees;
    pub(crate) mod licences;
    pub(crate) mod mutants;
}

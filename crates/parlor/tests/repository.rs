//! The shape of the repository: which crate knows which, that every decision has its test, and in which words.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod repository {
    pub(crate) mod decisions;
    pub(crate) mod edges;
    pub(crate) mod files;
    pub(crate) mod game_lists;
    pub(crate) mod guarantees;
    pub(crate) mod licences;
    pub(crate) mod mutants;
    pub(crate) mod words;
}

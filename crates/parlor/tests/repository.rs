//! The shape of the server: which crate knows which, and that every decision has its test.

mod repository {
    pub(crate) mod decisions;
    pub(crate) mod edges;
    pub(crate) mod files;
    pub(crate) mod game_lists;
    pub(crate) mod guarantees;
    pub(crate) mod mutants;
}

//! The rules, each held by a test that is named after it.

mod laws;

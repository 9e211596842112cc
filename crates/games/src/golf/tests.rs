//! What the rules promise.

mod laws;

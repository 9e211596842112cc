//! The promises of the game, each held by a test.

mod laws;

use super::*;

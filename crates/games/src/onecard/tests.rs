//! The tests of One Card.

mod laws;

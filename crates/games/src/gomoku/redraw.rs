//! Gomoku has no randomness, so there is nothing to redraw.

use game::{Redraw, Rng};

use super::Gomoku;

impl Redraw for Gomoku {
    fn redrawn(&self, _: &mut impl Rng) -> Self {
        self.clone()
    }
}

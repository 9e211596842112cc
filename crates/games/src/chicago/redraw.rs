//! The deck, drawn again.

use game::{Chance, Redraw, Rng, shuffle};

use super::Chicago;

impl Redraw for Chicago {
    /// Hands, returned cards and sealed choices are known to somebody; only the order of the deck is not.
    fn redrawn(&self, rng: &mut impl Rng) -> Self {
        let mut redrawn = self.clone();
        shuffle(rng, redrawn.deck.as_mut_slice());
        redrawn.chance = Chance::imagined(rng);
        redrawn
    }
}

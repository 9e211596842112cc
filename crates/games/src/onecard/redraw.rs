//! The stock, drawn again.

use game::{Chance, Redraw, Rng, shuffle};

use super::OneCard;

impl Redraw for OneCard {
    /// Every card that is not in the stock lies open or is in somebody's hand.
    fn redrawn(&self, rng: &mut impl Rng) -> Self {
        let mut redrawn = *self;
        shuffle(rng, redrawn.piles.stock_mut());
        redrawn.chance = Chance::imagined(rng);
        redrawn
    }
}

//! Chance that has not fallen yet, drawn again.

use rand_core::Rng;

use crate::Game;

/// A game whose undecided randomness can be drawn again. Reviews of finished games measure luck with it.
pub trait Redraw: Game {
    /// The same position, with everything that no seat knows drawn again, each possibility as likely as it was in play:
    /// the order of a stock, cards that lie face down before everybody. What any seat or watcher sees stays the same.
    #[must_use]
    fn redrawn(&self, rng: &mut impl Rng) -> Self;

    /// This position once for each way in which the next draw can fall, with its probability. Empty where there are too
    /// many ways to list.
    fn next_draws(&self) -> Vec<(f64, Self)> {
        Vec::new()
    }
}

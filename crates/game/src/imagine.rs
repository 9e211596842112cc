//! Worlds for bots to search.

use rand_core::Rng;

use crate::{Game, Seat, SeenOf};

/// A game whose hidden part can be imagined from what one seat knows.
pub trait Imagine: Game {
    /// A position as it could be, given what the seat knows: what the seat sees of the result is this very `seen`. What the
    /// seat does not know is drawn from `rng`, each possibility about as likely as it is in play.
    fn imagine(
        rules: u16,
        options: &Self::Options,
        seat: Seat,
        seen: &SeenOf<Self>,
        rng: &mut impl Rng,
    ) -> Self;
}

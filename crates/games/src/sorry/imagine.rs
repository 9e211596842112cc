//! A position as it could be, from what a seat knows.

use game::{Chance, PerSeat, Rng, SeenOf};

use super::draw_pile::DrawPile;
use super::seat_packs::SeatPacks;
use super::{DeckKind, Phase, Sorry, SorryOptions, ViewPhase};

/// Everything but the cards to come lies open.
pub(super) fn world(options: &SorryOptions, view: &SeenOf<Sorry>, rng: &mut impl Rng) -> Sorry {
    let left = view.cards_left.as_deref().filter(|_| options.deck == DeckKind::Classic45);
    Sorry {
        options: *options,
        pawns: PerSeat::from_fn(view.pawns.seats(), |seat| view.pawns[seat].place),
        turn: view.turn as u16,
        mover: view.mover,
        phase: match (view.phase, &view.drawn) {
            (ViewPhase::Move, Some(drawn)) => Phase::Move(drawn.card),
            (ViewPhase::Over, _) => Phase::Over,
            (ViewPhase::Roll | ViewPhase::Move, _) => Phase::Roll,
        },
        last: view.last,
        packs: SeatPacks::new(view.pawns.seats()),
        pile: DrawPile::imagined(options.deck, left, rng),
        chance: Chance::imagined(rng),
    }
}

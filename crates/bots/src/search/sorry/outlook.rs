//! Who is likely to win at Sorry!: exactly for two, by the turns that pawns need for more.

use game::{PerSeat, Seat, SeenOf};
use games::sorry::{Colour, Place, Sorry, SorryOptions, ViewPhase};

use super::board::{self, HOME, START};
use super::solution;
use crate::Budget;
use crate::heuristics::sorry::{place_after, turns};
use crate::luck::{LuckMethod, Outlook};
use crate::meter::Meter;

/// This many turns ahead make the win e times as likely, among more than two: pawns are sent back often.
const SCALE: f64 = 20.0;

impl Outlook for Sorry {
    fn luck_method(_: &SorryOptions, seats: u8) -> LuckMethod {
        if seats == 2 { LuckMethod::Exact } else { LuckMethod::Estimated }
    }

    fn outlook(options: &SorryOptions, seen: &[SeenOf<Self>]) -> PerSeat<f64> {
        let view = &seen[0];
        let seats = seen.len() as u8;
        let after = |places: &dyn Fn(Seat) -> Place, next: Seat| shares(options, seats, places, next);
        if view.phase != ViewPhase::Move {
            return after(&|seat| view.pawns[seat].place, view.mover);
        }
        // The card is used as well as it can be.
        let next = view.mover.next(seats);
        let ways = view
            .targets
            .iter()
            .map(|target| after(&|seat| place_after(view, view.mover, target, seat), next));
        let best = ways.max_by(|one, other| one[view.mover].total_cmp(&other[view.mover]));
        best.unwrap_or_else(|| after(&|seat| view.pawns[seat].place, next))
    }
}

/// The shares of the win if the pawns stand here and this seat draws next.
fn shares(options: &SorryOptions, seats: u8, place: &dyn Fn(Seat) -> Place, next: Seat) -> PerSeat<f64> {
    if let Some(home) = Seat::all(seats).find(|seat| board::number(place(*seat)) == HOME) {
        return PerSeat::from_fn(seats, |seat| f64::from(u8::from(seat == home)));
    }
    if seats == 2
        && let Some(solution) = solution::of(options, &Meter::of(&Budget::usual()))
    {
        let mut pawns = [START; 4];
        Seat::all(2).for_each(|seat| pawns[seat.index()] = board::number(place(seat)));
        let chance = solution.before(next.index(), pawns);
        return PerSeat::from_fn(2, |seat| if seat == next { chance } else { 1.0 - chance });
    }
    let table = turns(options);
    let weights = PerSeat::<f64>::from_fn(seats, |seat| {
        // Seats that draw later are half a turn behind, on average.
        let wait = f64::from((seat.number() + seats - next.number()) % seats) / f64::from(seats);
        let needed = table[usize::from(Colour::of(seat).steps_left(place(seat)))] + wait;
        (-needed / SCALE).exp()
    });
    let sum: f64 = weights.as_slice().iter().sum();
    weights.map(|_, weight| weight / sum)
}

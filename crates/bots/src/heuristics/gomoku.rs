//! Gomoku: complete, stop, fork, and otherwise build.
//!
//! Against two who pay attention a single four is worth nothing, and an open one no more: each of them closes
//! one end. So fours are not made one by one, but only when one pebble gives more ways to win than there are
//! others to close them. Until somebody has shown attention the first four is tried all the same.

mod block;
#[cfg(test)]
mod tests;
pub(crate) mod windows;

pub use block::Block;

use std::cmp::Reverse;

use game::{FastRng, Seat};
use games::gomoku::{Action, Crossing, Gomoku};

use super::Heuristic;
use crate::BotInput;
use windows::{Pebbles, Promise, best_by, cell};

/// What a window weighs that holds this many own pebbles and no others.
const OWN: [u32; 5] = [1, 6, 36, 216, 0];
/// The same when single fours would be stopped: the fourth pebble in a window is wasted.
const OWN_QUIET: [u32; 5] = [1, 8, 60, 0, 0];
/// What it weighs to enter a window of the others.
const OTHERS: [u32; 5] = [0, 2, 12, 60, 0];

/// All that the rules of thumb look at.
struct Assessment<'a> {
    input: BotInput<'a, Gomoku>,
    pebbles: Pebbles,
    promises: [Promise; 3],
    quiet: bool,
}

impl<'a> Assessment<'a> {
    fn new(input: BotInput<'a, Gomoku>) -> Self {
        let BotInput { options, seat, view, .. } = input;
        let pebbles = Pebbles::read(options, view);
        let quiet = pebbles.was_stopped(seat);
        let mut weights = [OTHERS; 3];
        weights[seat.index()] = if quiet { OWN_QUIET } else { OWN };
        let promises = pebbles.promises(weights);
        Self { input, pebbles, promises, quiet }
    }

    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        self.input.seat.round(self.input.view.seats).skip(1)
    }

    /// Whether one pebble here wins for the seat.
    fn completes(&self, crossing: Crossing, seat: Seat) -> bool {
        self.promises[seat.index()].best[cell(crossing)] == 4
    }

    /// Whether one pebble here makes more ways to win for the seat than the others can close.
    fn forks(&self, crossing: Crossing, seat: Seat) -> bool {
        let at = cell(crossing);
        self.promises[seat.index()].best[at] == 3
            && self.pebbles.threats_after(at, seat) >= usize::from(self.input.view.seats)
    }

    /// How many forks the seats other than this one would have after a pebble here.
    fn forks_left(&self, crossing: Crossing) -> usize {
        let view = self.input.view;
        let after = self.pebbles.with(cell(crossing), self.input.seat);
        let promises = after.promises([[0; 5]; 3]);
        let BotInput { options, seat, .. } = self.input;
        let input = BotInput { rules: 1, options, seat, view };
        let thought = Assessment { input, pebbles: after, promises, quiet: self.quiet };
        let forks = |seat| {
            view.legal
                .iter()
                .filter(|action| action.crossing() != crossing && thought.forks(action.crossing(), seat))
                .count()
        };
        self.others().map(forks).sum()
    }

    /// What a quiet pebble here is worth: what it builds and what it spoils. The first pebbles go near the centre.
    fn worth(&self, crossing: Crossing) -> (u32, Reverse<u32>) {
        let at = cell(crossing);
        let total = self.promises.iter().map(|promise| promise.weight[at]).sum::<u32>();
        let wasted = self.quiet && self.promises[self.input.seat.index()].best[at] == 3;
        let worth = if wasted { total / 16 } else { total };
        let view = self.input.view;
        let opening = view.pebbles < u16::from(view.seats);
        (worth, Reverse(if opening { crossing.from_centre(view.lines()) } else { 0 }))
    }
}

impl Assessment<'_> {
    /// The best of the legal actions whose crossing is wanted.
    fn best_where(&self, dice: &mut FastRng, wanted: impl Fn(Crossing) -> bool) -> Option<Action> {
        best_by(&self.input.view.legal, dice, |action| {
            let crossing = action.crossing();
            wanted(crossing).then(|| self.worth(crossing))
        })
    }

    /// Completes the own five, else stops the next player's, else that of the player after.
    fn five(&self, dice: &mut FastRng) -> Option<Action> {
        let mut owners = self.input.seat.round(self.input.view.seats);
        owners.find_map(|owner| self.best_where(dice, |crossing| self.completes(crossing, owner)))
    }

    /// Makes more ways to win than can be closed.
    fn fork(&self, dice: &mut FastRng) -> Option<Action> {
        self.best_where(dice, |crossing| self.forks(crossing, self.input.seat))
    }

    /// If another could do that, leaves as few such chances as possible.
    fn defence(&self, dice: &mut FastRng) -> Option<Action> {
        let legal = &self.input.view.legal;
        let in_danger = |crossing| self.others().any(|other| self.forks(crossing, other));
        if !legal.iter().any(|action| in_danger(action.crossing())) {
            return None;
        }
        // Whatever spoils a fork lies in one of the windows it is made of.
        let near = |at| self.others().any(|other| self.promises[other.index()].best[at] >= 3);
        best_by(legal, dice, |action| {
            let crossing = action.crossing();
            near(cell(crossing)).then(|| (Reverse(self.forks_left(crossing)), self.worth(crossing)))
        })
    }
}

impl Heuristic for Gomoku {
    fn heuristic(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let first = input.view.legal[0];
        let thought = Assessment::new(input);
        let urgent = thought.five(dice).or_else(|| thought.fork(dice)).or_else(|| thought.defence(dice));
        urgent.or_else(|| thought.best_where(dice, |_| true)).unwrap_or(first)
    }

    fn heuristic_scores(input: BotInput<'_, Self>, _: &mut FastRng) -> Vec<f64> {
        let thought = Assessment::new(input);
        input.view.legal.iter().map(|action| f64::from(thought.worth(action.crossing()).0)).collect()
    }
}

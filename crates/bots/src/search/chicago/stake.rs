//! What points are worth: the chance to win the game.

use games::cards::CardSet;
use games::cards::poker::{Class, HandValue};
use games::chicago::{Chicago, ChicagoOptions, points_for};

use super::race::Race;
use crate::BotInput;
use crate::heuristics::chicago::exchange::value_of;

/// Who has this many at the end of a round wins.
const GOAL: i32 = 52;
pub(super) const LAST_TRICK: i32 = 5;
pub(super) const CHICAGO: i32 = 15;

/// The totals before what is decided now, and what counts at this table.
pub(super) struct Stake {
    totals: [i32; 4],
    seats: usize,
    own: usize,
    options: ChicagoOptions,
    /// Who has made a Chicago already, where nobody can win without one.
    made: [bool; 4],
    race: &'static Race,
}

/// Points that everybody gets on top of the totals.
pub(super) type Points = [i32; 4];

impl Stake {
    pub(super) fn of(input: BotInput<'_, Chicago>) -> Self {
        let BotInput { options, seat, view, .. } = input;
        let mut stake = Self {
            totals: [0; 4],
            seats: usize::from(view.seats),
            own: seat.index(),
            options: *options,
            made: [true; 4],
            race: Race::of(view.seats),
        };
        for (seat, total) in view.scores.iter() {
            stake.totals[seat.index()] = *total;
            stake.made[seat.index()] = !options.must_chicago || view.made_chicago.contains(seat);
        }
        stake
    }

    pub(super) const fn plus_last(&self) -> bool {
        self.options.chicago_plus_last
    }

    /// Pays the best of these hands. A royal flush ends the game: then the seat that has it.
    pub(super) fn pay_best(&self, hands: &[CardSet; 4], points: &mut Points) -> Option<usize> {
        let mut best: Option<(HandValue, usize)> = None;
        let mut tied = false;
        for (seat, hand) in hands.iter().enumerate().take(self.seats) {
            let Some(value) = value_of(*hand) else { continue };
            match best {
                Some((other, _)) if value < other => {}
                Some((other, _)) if value == other => tied = true,
                _ => (best, tied) = (Some((value, seat)), false),
            }
        }
        let (value, seat) = best?;
        if value.class() == Class::RoyalFlush {
            return Some(seat);
        }
        if !tied {
            points[seat] += i32::from(points_for(value.class(), &self.options));
            if self.options.four_resets && value.class() == Class::FourOfAKind {
                let others = (0..self.seats).filter(|other| *other != seat);
                others.for_each(|other| points[other] = -self.totals[other]);
            }
        }
        None
    }

    /// The own chance to win with these points on top, at the end of a round in which this seat made a Chicago.
    pub(super) fn chance(&self, points: &Points, chicago: Option<usize>) -> f64 {
        /// A missing Chicago weighs this many points where nobody can win without one.
        const MISSING: i32 = 12;
        let total = |seat: usize| {
            let may_win = self.made[seat] || chicago == Some(seat);
            let sum = self.totals[seat] + points[seat];
            if may_win { sum } else { sum.min(GOAL - 1) - MISSING }
        };
        let own = total(self.own);
        let others = (0..self.seats).filter(|seat| *seat != self.own).map(total);
        let best = others.clone().max().unwrap_or_default();
        if own.max(best) >= GOAL && own != best {
            return if own > best { 1.0 } else { 0.0 };
        }
        self.race.chance(GOAL - own, others.map(|other| GOAL - other))
    }
}

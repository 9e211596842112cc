//! What points are worth: the chance to win the game.

use games::cards::CardSet;
use games::cards::poker::{Class, HandValue};
use games::chicago::{Chicago, ChicagoOptions, points_for};

use crate::Question;
use crate::thumb::chicago::exchange::value_of;

/// Who has so many at the end of a round wins.
const GOAL: i32 = 52;
/// What a player scores in a round, about.
const PACE: f64 = 6.5;
/// The spread of the difference between two players in one round.
const SPREAD: f64 = 8.0;
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
}

/// Points that everybody gets on top of the totals.
pub(super) type Points = [i32; 4];

impl Stake {
    pub(super) fn of(question: Question<'_, Chicago>) -> Self {
        let Question { options, seat, view } = question;
        let mut stake = Self {
            totals: [0; 4],
            seats: usize::from(view.seats),
            own: seat.index(),
            options: *options,
            made: [true; 4],
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
        }
        None
    }

    /// The own chance to win with these points on top, at the end of a round in which this seat made a Chicago.
    pub(super) fn chance(&self, points: &Points, chicago: Option<usize>) -> f64 {
        /// A logistic curve this steep is near the normal one.
        const STEEPNESS: f64 = 1.7;
        /// A missing Chicago weighs so many points where nobody can win without one.
        const MISSING: i32 = 12;
        let total = |seat: usize| {
            let may_win = self.made[seat] || chicago == Some(seat);
            let sum = self.totals[seat] + points[seat];
            if may_win { sum } else { sum.min(GOAL - 1) - MISSING }
        };
        let own = total(self.own);
        let other = (0..self.seats).filter(|seat| *seat != self.own).map(total).max().unwrap_or_default();
        if own.max(other) >= GOAL && own != other {
            return if own > other { 1.0 } else { 0.0 };
        }
        let rounds = (f64::from(GOAL - own.max(other)) / PACE).max(0.35);
        let lead = f64::from(own - other);
        let ahead = 1.0 / (1.0 + (-STEEPNESS * lead / (SPREAD * rounds.sqrt())).exp());
        // One of several: the others behind the best still have a share.
        ahead.powf(1.0 + 0.35 * (self.seats as f64 - 2.0))
    }
}

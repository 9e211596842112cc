//! Luck in a finished game: what each deal, draw and turned card was worth to each seat.
//!
//! Let V be the seats' outlook from all that the seats together know. The luck of a step is V after it minus the
//! expectation of V over everything that could have come instead, with its true probability: the unseen cards are
//! redrawn and the same action is played. Whatever V is, the expectation of that difference is 0, so a result minus
//! its luck is an unbiased estimate; a better V only makes it narrower. V must not be changed to fit a game: it is
//! fixed before the game is looked at.

mod chicago;
mod golf;
mod gomoku;
mod onecard;
#[cfg(test)]
mod tests;

use game::{Chance, DiscardEvents, FastRng, Game, PerSeat, Played, Redraw, Replay, Seat, SeenOf, Viewer};

use crate::Budget;
use crate::search::shares;

/// How the luck of a game is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LuckMethod {
    /// The game has no chance in it.
    None,
    /// The expectation is a sum over every card that could have come, with values of the solved game.
    Exact,
    /// The expectation is a mean over redrawn worlds, with values by a rule of thumb.
    Estimated,
}

impl LuckMethod {
    /// Its name in reviews.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Exact => "exact",
            Self::Estimated => "estimated",
        }
    }
}

/// A game of which somebody can say quickly who is likely to win.
pub trait Outlook: Redraw {
    /// How luck is computed at such a table.
    #[must_use]
    fn luck_method(options: &Self::Options, seats: u8) -> LuckMethod {
        let _ = (options, seats);
        LuckMethod::Estimated
    }

    /// Each seat's expected share of the win, from what all seats together know. `seen` has one entry for each seat; the game
    /// is not over.
    fn outlook(options: &Self::Options, seen: &[SeenOf<Self>]) -> PerSeat<f64>;
}

/// A step at which chance fell.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceEvent {
    /// The step of the record; 0 is the deal.
    pub step: usize,
    /// What it brought each seat, in shares of the win: positive is good luck.
    pub luck: PerSeat<f64>,
    /// The standard error of each; 0 if nothing was sampled.
    pub error: PerSeat<f64>,
}

/// Worlds from which an expectation is estimated.
const WORLDS: usize = 160;
/// If this many worlds look the same to all seats after a step, nothing was drawn in it.
const WORLDS_TO_NOTICE: usize = 8;

/// The steps of a finished game at which chance fell, in order. When the budget says stop, the rest is left out.
pub fn luck<'a, G: Outlook>(
    replay: &'a Replay<G>,
    dice: &'a mut FastRng,
    budget: Budget<'a>,
) -> impl Iterator<Item = ChanceEvent> + 'a {
    let options = replay.options();
    let deal = |chance| G::deal(replay.rules(), options, replay.seats(), chance, &mut DiscardEvents);
    let mut position = deal(replay.chance());
    let has_chance = G::luck_method(options, replay.seats()) != LuckMethod::None;
    let mut actions = replay.actions().iter().enumerate();
    let mut is_dealt = false;
    std::iter::from_fn(move || {
        if !has_chance {
            return None;
        }
        if !is_dealt {
            is_dealt = true;
            let event = event(0, options, &position, &[], |dice| deal(Chance::imagined(dice)), dice);
            if event.is_some() {
                return event;
            }
        }
        for (index, &Played { seat, action }) in actions.by_ref() {
            if budget.is_over() {
                return None;
            }
            let played = |mut world: G| {
                world.apply(seat, action, &mut DiscardEvents);
                world
            };
            let after = played(position.clone());
            let before = std::mem::replace(&mut position, after);
            let ways: Vec<(f64, G)> =
                before.next_draws().into_iter().map(|(p, way)| (p, played(way))).collect();
            let redraw = |dice: &mut FastRng| played(before.redrawn(dice));
            let event = event(index + 1, options, &position, &ways, redraw, dice);
            if event.is_some() {
                return event;
            }
        }
        None
    })
}

/// The luck of one step, if anything was drawn in it: the outcome compared with all possible ones, or with sampled worlds
/// if they cannot be enumerated.
fn event<G: Outlook>(
    step: usize,
    options: &G::Options,
    came: &G,
    ways: &[(f64, G)],
    mut redraw: impl FnMut(&mut FastRng) -> G,
    dice: &mut FastRng,
) -> Option<ChanceEvent> {
    let seats = came.seats();
    let known = known_to_all(came);
    let value = outlook_of(options, came, &known);
    if !ways.is_empty() {
        let mut expected = PerSeat::<f64>::new(seats);
        let mut is_drawn = false;
        for (probability, way) in ways {
            let seen = known_to_all(way);
            let worth = outlook_of(options, way, &seen);
            is_drawn |= worth != value;
            Seat::all(seats).for_each(|seat| expected[seat] += probability * worth[seat]);
        }
        let luck = PerSeat::from_fn(seats, |seat| value[seat] - expected[seat]);
        return is_drawn.then(|| ChanceEvent { step, luck, error: PerSeat::new(seats) });
    }
    let mut is_drawn = false;
    let (mut sum, mut squares) = (PerSeat::<f64>::new(seats), PerSeat::<f64>::new(seats));
    for count in 0..WORLDS {
        if count == WORLDS_TO_NOTICE && !is_drawn {
            return None;
        }
        let world = redraw(dice);
        let seen = known_to_all(&world);
        is_drawn = is_drawn || seen != known;
        let worth = outlook_of(options, &world, &seen);
        for seat in Seat::all(seats) {
            sum[seat] += worth[seat];
            squares[seat] += worth[seat] * worth[seat];
        }
    }
    let count = WORLDS as f64;
    let luck = PerSeat::from_fn(seats, |seat| value[seat] - sum[seat] / count);
    let error = PerSeat::from_fn(seats, |seat| {
        let mean = sum[seat] / count;
        ((squares[seat] / count - mean * mean).max(0.0) / count).sqrt()
    });
    Some(ChanceEvent { step, luck, error })
}

fn known_to_all<G: Game>(position: &G) -> Vec<SeenOf<G>> {
    Seat::all(position.seats()).map(|seat| position.seen(Viewer::Seat(seat))).collect()
}

fn outlook_of<G: Outlook>(options: &G::Options, position: &G, seen: &[SeenOf<G>]) -> PerSeat<f64> {
    match position.status().outcome() {
        Some(outcome) => shares(position, outcome.winners),
        None => G::outlook(options, seen),
    }
}

/// Shares of the win that belong to these numbers, of which the highest is the best: two seats that are `scale` apart share
/// it e to 1.
fn softmax(values: &PerSeat<f64>, scale: f64) -> PerSeat<f64> {
    let best = values.as_slice().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = values.map(|_, value| ((value - best) / scale).exp());
    let sum: f64 = weights.as_slice().iter().sum();
    weights.map(|_, weight| weight / sum)
}

/// The scale at which [`softmax`] of two normal numbers with this standard deviation is nearly their chance to win.
fn scale_of(deviation: f64) -> f64 {
    0.83 * deviation
}

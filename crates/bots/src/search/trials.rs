//! Choices compared in the same imagined worlds.
//!
//! One choice is the favourite: what the rule of thumb would do. The others are measured by how much better or worse
//! they do *in the same world with the same random draws*, which takes far fewer worlds than to measure each separately.
//! Another choice is taken only if it is significantly better; so a short search is never worse than none.

mod measure;

use crate::Budget;
use crate::meter::Meter;

/// After this many worlds the choices that are clearly behind are given up.
const BATCH: u32 = 16;
/// Behind the best by this many standard errors of the difference.
const CLEARLY: f64 = 2.5;
/// To replace the favourite, a choice must be better by this many standard errors.
const BEYOND_CHANCE: f64 = 0.7;

#[derive(Clone, Copy, Default)]
struct Trial {
    worlds: f64,
    ahead: f64,
    squares: f64,
    given_up: bool,
}

impl Trial {
    fn mean(&self) -> f64 {
        if self.worlds == 0.0 { 0.0 } else { self.ahead / self.worlds }
    }

    fn error(&self) -> f64 {
        let worlds = self.worlds.max(1.0);
        let mean = self.mean();
        // A few worlds that happen to agree prove nothing yet.
        let variance = (self.squares / worlds - mean * mean).max(0.0) + 0.02 / worlds;
        (variance / worlds).sqrt()
    }
}

/// Why choices are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To take one: the favourite unless another is better beyond chance.
    Play,
    /// To say what each is worth: none is preferred, and each is measured against the best.
    Advice,
}

/// What a comparison came to.
pub(super) struct Compared {
    /// The value of each choice; none of those that were tried in no world.
    pub(super) values: Vec<Option<f64>>,
    /// The standard error of the difference between each choice and the favourite; for advice, the best.
    pub(super) errors: Vec<f64>,
    /// The one to take.
    pub(super) best: usize,
}

/// Compares choices in at most `worlds` worlds. `value` returns the value of a choice in a world, or `None` if the meter
/// has stopped it: then the comparison ends, even in the middle of a world. Without any world the favourite is the best.
pub(super) fn compare<W>(
    purpose: Purpose,
    choices: usize,
    favourite: usize,
    worlds: u32,
    (budget, meter): (Budget<'_>, &Meter<'_>),
    mut imagine: impl FnMut() -> W,
    mut value: impl FnMut(&W, usize) -> Option<f64>,
) -> Compared {
    if purpose == Purpose::Advice {
        return measure::measure(choices, favourite, worlds, (budget, meter), imagine, value);
    }
    let mut trials = vec![Trial::default(); choices];
    let (mut sum, mut count) = (0.0, 0.0);
    'worlds: for number in 1..=worlds.min(budget.simulations).max(1) {
        if meter.is_over() {
            break;
        }
        let world = imagine();
        let Some(standard) = value(&world, favourite) else { break };
        sum += standard;
        count += 1.0;
        for (choice, trial) in trials.iter_mut().enumerate() {
            if choice == favourite || trial.given_up {
                continue;
            }
            let Some(value) = value(&world, choice) else { break 'worlds };
            let ahead = value - standard;
            trial.worlds += 1.0;
            trial.ahead += ahead;
            trial.squares += ahead * ahead;
        }
        if number % BATCH == 0 && !give_up(&mut trials, favourite) {
            break;
        }
    }
    let mut best = (favourite, 0.0);
    for (choice, trial) in trials.iter().enumerate().filter(|(choice, _)| *choice != favourite) {
        let surely = trial.mean() - BEYOND_CHANCE * trial.error();
        if surely > best.1 {
            best = (choice, surely);
        }
    }
    let standard = (count > 0.0).then(|| sum / count);
    let value = |(choice, trial): (usize, &Trial)| match standard {
        Some(standard) if choice == favourite => Some(standard),
        Some(standard) if trial.worlds > 0.0 => Some(standard + trial.mean()),
        _ => None,
    };
    let error = |(choice, trial): (usize, &Trial)| if choice == favourite { 0.0 } else { trial.error() };
    Compared {
        values: trials.iter().enumerate().map(value).collect(),
        errors: trials.iter().enumerate().map(error).collect(),
        best: best.0,
    }
}

/// Choices clearly behind are tried no more. Whether any is still open.
fn give_up(trials: &mut [Trial], favourite: usize) -> bool {
    let best = trials.iter().map(Trial::mean).fold(0.0, f64::max);
    let mut open = false;
    for (choice, trial) in trials.iter_mut().enumerate() {
        trial.given_up |= choice != favourite && trial.mean() + CLEARLY * trial.error() < best;
        open |= choice != favourite && !trial.given_up;
    }
    open
}

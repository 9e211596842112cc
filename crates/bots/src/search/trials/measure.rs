//! What each choice is worth, for advice: none is preferred.
//!
//! All choices are tried in the same worlds, and what each of them came to in each world is kept: so the difference between
//! any two, and how sure it is, is known from the worlds in which both were tried.

use super::{BATCH, Compared};
use crate::Budget;
use crate::meter::Meter;

/// Behind the best by this many standard errors of the difference: no further worlds are spent on it.
const SURELY: f64 = 5.0;
/// No choice is given up before this many worlds.
const MIN_WORLDS: usize = 64;

/// What the choices came to, each in the first worlds: the number of worlds may differ.
struct Trials(Vec<Vec<f64>>);

impl Trials {
    fn mean(&self, choice: usize) -> Option<f64> {
        let values = &self.0[choice];
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The mean difference of one choice from another in the worlds of both, and its standard error.
    fn difference(&self, one: usize, other: usize) -> (f64, f64) {
        let differences = self.0[one].iter().zip(&self.0[other]).map(|(one, other)| one - other);
        let (count, sum, squares) = differences.fold((0.0, 0.0, 0.0), |(count, sum, squares), difference| {
            (count + 1.0, sum + difference, squares + difference * difference)
        });
        if count == 0.0 || one == other {
            return (0.0, 0.0);
        }
        let mean: f64 = sum / count;
        // A few worlds that happen to agree prove nothing yet.
        let unseen = if squares == 0.0 { 0.0 } else { 0.02 / count };
        let variance: f64 = (squares / count - mean * mean).max(0.0) + unseen;
        (mean, (variance / count).sqrt())
    }

    /// The choice with the highest mean of those tried in most worlds; of equals the favourite, else the first.
    fn best(&self, favourite: usize) -> usize {
        let most = self.0.iter().map(Vec::len).max().unwrap_or_default();
        let mut best = favourite;
        for choice in (0..self.0.len()).filter(|choice| self.0[*choice].len() == most) {
            let behind = self.0[best].len() < most;
            if behind || self.mean(choice) > self.mean(best) {
                best = choice;
            }
        }
        best
    }
}

pub(super) fn measure<W>(
    choices: usize,
    favourite: usize,
    worlds: u32,
    (budget, meter): (Budget<'_>, &Meter<'_>),
    mut imagine: impl FnMut() -> W,
    mut value: impl FnMut(&W, usize) -> Option<f64>,
) -> Compared {
    let mut trials = Trials(vec![Vec::new(); choices]);
    let mut open: Vec<usize> = (0..choices).collect();
    for number in 1..=worlds.min(budget.simulations).max(1) {
        if meter.is_over() {
            break;
        }
        let world = imagine();
        // A world that only some of the choices were tried in counts for none.
        let Some(values) = open.iter().map(|choice| value(&world, *choice)).collect::<Option<Vec<f64>>>()
        else {
            break;
        };
        open.iter().zip(values).for_each(|(choice, value)| trials.0[*choice].push(value));
        if number % BATCH == 0 && number as usize >= MIN_WORLDS {
            let best = trials.best(favourite);
            open.retain(|choice| {
                let (ahead, error) = trials.difference(*choice, best);
                ahead + SURELY * error >= 0.0
            });
        }
        if open.len() < 2 {
            break;
        }
    }
    let best = trials.best(favourite);
    let standard = trials.mean(best);
    let compared = (0..choices).map(|choice| {
        let (ahead, error) = trials.difference(choice, best);
        let looked_at = !trials.0[choice].is_empty();
        (standard.filter(|_| looked_at).map(|standard| standard + ahead), error)
    });
    let (values, errors) = compared.unzip();
    Compared { values, errors, best }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(worlds: u32, value: impl FnMut(&u32, usize) -> Option<f64>) -> Compared {
        let budget = Budget::usual();
        let meter = Meter::of(&budget);
        let mut next = 0;
        let imagine = || {
            next += 1;
            next
        };
        measure(3, 0, worlds, (budget, &meter), imagine, value)
    }

    #[test]
    fn errors_are_those_of_the_difference_from_the_best_in_the_same_worlds() {
        // Each world is worth something else, yet choice 1 is always worth 0.1 more than choice 0, and 2 the same as 1.
        let compared = measured(100, |world, choice| {
            Some(f64::from(world % 7) / 10.0 + if choice == 0 { 0.0 } else { 0.1 })
        });
        assert_eq!(compared.best, 1);
        assert!((compared.values[1].unwrap() - compared.values[0].unwrap() - 0.1).abs() < 1e-9);
        assert!(compared.errors[0] < 0.003 && compared.errors[1] == 0.0 && compared.errors[2] == 0.0);
        assert_eq!(compared.values[1], compared.values[2]);
    }

    #[test]
    fn a_choice_clearly_behind_is_given_up_and_keeps_its_value() {
        let mut tried = [0; 3];
        let compared = measured(1_000, |world, choice| {
            tried[choice] += 1;
            Some([0.5, 0.5, 0.1][choice] + if choice == 1 && world % 2 == 0 { 0.01 } else { 0.0 })
        });
        assert!(tried[2] < 100 && tried[1] > tried[2], "{tried:?}");
        assert!((compared.values[2].unwrap() - 0.1).abs() < 1e-9);
        assert_eq!(compared.best, 1);
    }

    #[test]
    fn a_world_that_was_not_finished_counts_for_no_choice() {
        let compared = measured(10, |_, choice| (choice < 2).then_some(0.5));
        assert_eq!(compared.values, [None; 3]);
        assert_eq!(compared.best, 0);
    }
}

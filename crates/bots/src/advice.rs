//! Advice: the best action now, and what was lost in a finished game.

#[cfg(test)]
mod tests;

use game::{Chance, DiscardEvents, FastRng, Played, Replay, Seat, Viewer};

use crate::{BotInput, Budget, Effort, Evaluation, Searchable};

/// The best action and the estimated value of every legal one, from what the seat sees and nothing else. Nothing if
/// the seat has nothing to do.
#[must_use]
pub fn hint<G: Searchable>(
    input: BotInput<'_, G>,
    effort: Effort,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<Evaluation<G::Action>> {
    if input.view.legal.as_slice().is_empty() {
        return None;
    }
    Some(G::advise(input, None, dice, quicker::<G>(effort, budget)))
}

/// Advice is an expert's, in less time if asked for: the lower levels overlook things as people do, and would not see
/// what was lost.
fn quicker<G: Searchable>(effort: Effort, budget: Budget<'_>) -> Budget<'_> {
    let most = match effort {
        Effort::Medium => G::QUICK_SIMULATIONS,
        Effort::Hard => 4 * G::QUICK_SIMULATIONS,
        Effort::Expert | Effort::Endless => u32::MAX,
    };
    Budget { simulations: budget.simulations.min(most), ..budget }
}

/// One decision of a finished game, seen again.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed<A> {
    /// The step of the record: the nth action.
    pub step: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was done.
    pub played: A,
    /// The best that was found, from what the seat knew then.
    pub best: A,
    /// The estimated values of both: shares of the win. `None` if the search was stopped before it looked.
    pub played_value: Option<f64>,
    /// See [`played_value`](Self::played_value).
    pub best_value: Option<f64>,
    /// The standard error of the difference between the two.
    pub error: f64,
    /// How many choices there were.
    pub choices: usize,
}

/// A difference below this many standard errors may be chance.
const BEYOND_CHANCE: f64 = 2.0;

impl<A: PartialEq> Reviewed<A> {
    /// What the decision cost against the best one found: 0 if it was that one or not worse beyond chance, `None` if it was
    /// not looked at.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        if self.played == self.best {
            return Some(0.0);
        }
        let loss = self.best_value? - self.played_value?;
        Some(if loss > BEYOND_CHANCE * self.error { loss } else { 0.0 })
    }
}

/// Looks at every decision of a record again, in order: `of` says whose, everybody's if nobody is named. Decisions
/// with one choice only are left out.
///
/// A decision is judged by what the seat saw then. How the hidden cards really lay, and what came after, does not
/// count. `budget` is asked for each decision anew; when it says stop, the rest is left out.
pub fn review<'a, G: Searchable>(
    replay: &'a Replay<G>,
    of: Option<Seat>,
    effort: Effort,
    dice: &'a mut FastRng,
    budget: Budget<'a>,
) -> impl Iterator<Item = Reviewed<G::Action>> + 'a {
    let mut position = G::deal(
        replay.rules(),
        replay.options(),
        replay.seats(),
        Chance::new(replay.seed()),
        &mut DiscardEvents,
    );
    let mut actions = replay.actions().iter().enumerate();
    std::iter::from_fn(move || {
        for (index, &Played { seat, action }) in actions.by_ref() {
            let view = position.seen(Viewer::Seat(seat));
            position.apply(seat, action, &mut DiscardEvents);
            if of.is_some_and(|of| of != seat) || view.legal.len() < 2 {
                continue;
            }
            if budget.is_over() {
                return None;
            }
            let input = BotInput { rules: replay.rules(), options: replay.options(), seat, view: &view };
            let evaluation = G::advise(input, Some(action), dice, quicker::<G>(effort, budget));
            return Some(judged(index + 1, seat, action, &evaluation));
        }
        None
    })
}

fn judged<A: Copy + PartialEq>(
    step: usize,
    seat: Seat,
    played: A,
    evaluation: &Evaluation<A>,
) -> Reviewed<A> {
    let best = evaluation.choice();
    let found = evaluation.choices.iter().find(|choice| choice.action == played);
    Reviewed {
        step,
        seat,
        played,
        best: best.action,
        played_value: found.and_then(|choice| choice.value),
        best_value: best.value,
        error: found.map_or(0.0, |choice| choice.error.hypot(best.error)),
        choices: evaluation.choices.len(),
    }
}

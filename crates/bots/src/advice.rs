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
    let (effort, budget) = adviser::<G>(effort, budget);
    Some(G::evaluate(input, effort, dice, budget))
}

/// Who gives advice knows what an expert knows, and takes less time over it if asked to: the lower levels overlook
/// things as people do, and would not see what was lost.
fn adviser<G: Searchable>(effort: Effort, budget: Budget<'_>) -> (Effort, Budget<'_>) {
    let most = match effort {
        Effort::Medium => G::QUICK_SIMULATIONS,
        Effort::Hard => 4 * G::QUICK_SIMULATIONS,
        Effort::Expert | Effort::Endless => u32::MAX,
    };
    (effort.max(Effort::Expert), Budget { simulations: budget.simulations.min(most), ..budget })
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
    /// The estimated values of both: shares of the win.
    pub played_value: f64,
    /// See [`played_value`](Self::played_value).
    pub best_value: f64,
    /// How many choices there were.
    pub choices: usize,
}

impl<A: PartialEq> Reviewed<A> {
    /// What the decision cost against the best one found; nothing if it was that one.
    #[must_use]
    pub fn loss(&self) -> f64 {
        if self.played == self.best { 0.0 } else { (self.best_value - self.played_value).max(0.0) }
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
            let (effort, budget) = adviser::<G>(effort, budget);
            let weighing = G::evaluate(input, effort, dice, budget);
            return Some(judged(index + 1, seat, action, &weighing));
        }
        None
    })
}

fn judged<A: Copy + PartialEq>(step: usize, seat: Seat, played: A, weighing: &Evaluation<A>) -> Reviewed<A> {
    let best = weighing.choice();
    let found = weighing.choices.iter().find(|choice| choice.action == played);
    Reviewed {
        step,
        seat,
        played,
        best: best.action,
        // Whatever was played in a record was legal, and so was weighed.
        played_value: found.map_or(best.value, |choice| choice.value),
        best_value: best.value,
        choices: weighing.choices.len(),
    }
}

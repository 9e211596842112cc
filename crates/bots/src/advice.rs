//! Advice: what each choice is worth now, and what was lost in a finished game.
//!
//! | Call | For | Progress and cancellation |
//! | --- | --- | --- |
//! | [`hint`] | a seat that is to act, the game's type known | `budget.stop` is asked several times a millisecond |
//! | [`hint_for`] | the same from a [`Knowledge`](game::face::Knowledge): actions as JSON | the same |
//! | [`review`] | a finished game, one decision at a time | an iterator: [`Review::progress`], and drop it to cancel; `budget.stop` ends it |
//! | [`review_game`](crate::review_game) | the same from the text of a record, with luck and sums: actions as JSON | `progress` is called after each; `budget.stop` ends it |
//!
//! Every legal choice has a searched value or `None`: not looked at. A value is the expected share of the win. Choices are
//! compared in the same imagined worlds with the same random draws, and [`Evaluation::loss`] is zero where the difference
//! is not statistically significant.

mod erased;
#[cfg(test)]
mod tests;

pub use erased::{Hint, HintChoice, hint_for};

use game::{DiscardEvents, FastRng, Played, Replay, Seat, Viewer};

use crate::{BotInput, Budget, Effort, Evaluation, Searchable};

/// The best action and the value of every legal one that was looked at, from what the seat sees and nothing else. `None` if
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
    /// The standard error of the difference between the two, in the same worlds; 0 if nothing was sampled.
    pub error: f64,
    /// How many choices there were.
    pub choices: usize,
    /// How many of them have a value.
    pub looked_at: usize,
}

impl<A: PartialEq> Reviewed<A> {
    /// What the decision cost against the best one found: 0 if it was that one or not worse beyond chance, `None` if it was
    /// not looked at.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        if self.played == self.best {
            return Some(0.0);
        }
        let loss = self.best_value? - self.played_value?;
        Some(crate::search::beyond_chance(loss, self.error, self.looked_at))
    }
}

/// The decisions of a record, looked at again one by one. Made by [`review`].
pub struct Review<'a, G: Searchable> {
    replay: &'a Replay<G>,
    of: Option<Seat>,
    effort: Effort,
    dice: &'a mut FastRng,
    budget: Budget<'a>,
    position: G,
    next: usize,
}

/// Evaluates every decision of a record, in order: those of seat `of`, or of all seats if it is `None`. Decisions with
/// one choice only are left out.
///
/// A decision is judged by what the seat saw then. How the hidden cards really lay, and what came after, does not
/// count. Each decision has the whole `budget`; when it says stop, the rest is left out.
pub fn review<'a, G: Searchable>(
    replay: &'a Replay<G>,
    of: Option<Seat>,
    effort: Effort,
    dice: &'a mut FastRng,
    budget: Budget<'a>,
) -> Review<'a, G> {
    let position =
        G::deal(replay.rules(), replay.options(), replay.seats(), replay.chance(), &mut DiscardEvents);
    Review { replay, of, effort, dice, budget, position, next: 0 }
}

impl<G: Searchable> Review<'_, G> {
    /// How many steps of the record are behind it, and how many there are: all of them at the end.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.replay.actions().len())
    }
}

impl<G: Searchable> Iterator for Review<'_, G> {
    type Item = Reviewed<G::Action>;

    fn next(&mut self) -> Option<Self::Item> {
        let replay = self.replay;
        while let Some(&Played { seat, action }) = replay.actions().get(self.next) {
            let view = self.position.seen(Viewer::Seat(seat));
            let wanted = self.of.is_none_or(|of| of == seat) && view.legal.len() > 1;
            if wanted && self.budget.is_over() {
                return None;
            }
            self.position.apply(seat, action, &mut DiscardEvents);
            self.next += 1;
            if !wanted {
                continue;
            }
            let input = BotInput { rules: replay.rules(), options: replay.options(), seat, view: &view };
            let budget = quicker::<G>(self.effort, self.budget);
            let evaluation = G::advise(input, Some(action), self.dice, budget);
            return Some(judged(self.next, seat, action, &evaluation));
        }
        None
    }
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
        error: found.map_or(0.0, |choice| choice.error),
        choices: evaluation.choices.len(),
        looked_at: evaluation.looked_at(),
    }
}

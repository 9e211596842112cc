//! Bots that think: they weigh every legal action from what their seat knows.

mod fingerprint;
mod shortlist;
mod tree;
mod trials;

mod chicago;
mod golf;
mod gomoku;
mod onecard;
mod sorry;

#[cfg(test)]
mod tests;

pub use gomoku::engine::{GomokuEngine, GomokuThought};
pub use tree::search as tree_search;

use game::{FastRng, Game, Imagine, PerSeat, Seat, Voice, below};

use crate::{Bot, BotInput, Budget, Heuristic, Why};

/// How hard a bot thinks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effort {
    /// A glance ahead.
    Medium,
    /// A good look, well within half a second.
    Hard,
    /// As long as it helps, within three seconds.
    Expert,
    /// Until the budget says stop: only for those who bring a clock or a number of simulations.
    Endless,
}

/// One legal action and what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluatedAction<A> {
    /// The action.
    pub action: A,
    /// What it is worth to the seat: the expected share of the win, from 0 to 1. `None` if it was not looked at.
    pub value: Option<f64>,
    /// The standard error of the difference from the best choice, in the same imagined worlds; 0 if it is known exactly.
    pub error: f64,
}

/// Every legal action with what it is worth, in the order in which the view lists them.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<A> {
    /// All legal actions.
    pub choices: Vec<EvaluatedAction<A>>,
    /// Which of them to take.
    pub best: usize,
}

impl<A: Copy> Evaluation<A> {
    /// The action with the highest value is the best; of equals the first.
    #[must_use]
    pub fn by_value(choices: Vec<EvaluatedAction<A>>) -> Self {
        let mut best = 0;
        for (index, choice) in choices.iter().enumerate() {
            if choice.value > choices[best].value {
                best = index;
            }
        }
        Self { choices, best }
    }

    /// These choices, with this action as the best.
    #[must_use]
    pub fn with_best(choices: impl Iterator<Item = EvaluatedAction<A>>, best: A) -> Self
    where
        A: PartialEq,
    {
        let choices: Vec<_> = choices.collect();
        let best = choices.iter().position(|choice| choice.action == best).unwrap_or_default();
        Self { choices, best }
    }

    /// How many choices have a value.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.choices.iter().filter(|choice| choice.value.is_some()).count()
    }

    /// What a choice costs against the best: 0 if it is not worse beyond chance, `None` if one of them was not looked at.
    #[must_use]
    pub fn loss(&self, choice: usize) -> Option<f64> {
        if choice == self.best {
            return Some(0.0);
        }
        let (choice, best) = (self.choices.get(choice)?, self.choices.get(self.best)?);
        Some(beyond_chance(best.value? - choice.value?, choice.error, self.looked_at()))
    }

    /// The action to take.
    ///
    /// # Panics
    /// If there is nothing to choose from: a seat that is to act always has something to do.
    #[must_use]
    pub fn choice(&self) -> EvaluatedAction<A> {
        self.choices[self.best]
    }
}

/// A difference between the best of several choices and another one, or 0 if it may be chance: the best of many is
/// partly the luckiest, so the more there were, the more standard errors it takes.
pub(crate) fn beyond_chance(difference: f64, error: f64, choices: usize) -> f64 {
    /// For two choices; about one difference in forty is larger by chance.
    const STANDARD_ERRORS: f64 = 2.0;
    let luckiest = 2.0 * (choices.max(2) as f64 / 2.0).ln();
    let needed = (STANDARD_ERRORS * STANDARD_ERRORS + luckiest).sqrt();
    // A rounding error is not a loss either.
    if difference > (needed * error).max(1e-9) { difference } else { 0.0 }
}

/// A game whose bots think.
///
/// A new game needs nothing but [`beginner`](Self::beginner): the tree search serves it. Games whose structure
/// allows more have a search of their own.
pub trait Searchable: Heuristic + Imagine {
    /// The yardsticks of the game: bots that strength is measured against, and that nobody meets at a table.
    const REFERENCE_BOTS: &'static [&'static str] = &[];
    /// How many simulations a quick piece of advice takes: bots of lower levels overlook things, advice must not.
    const QUICK_SIMULATIONS: u32 = 120;
    /// Whether [`note`](Self::note) ever notes anything.
    const NOTES: bool = false;

    /// What each legal action is worth, from what the seat knows.
    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Self::Action> {
        let simulations = match effort {
            Effort::Medium => 60,
            Effort::Hard => 400,
            Effort::Expert => 2_500,
            Effort::Endless => u32::MAX,
        };
        tree_search(input, simulations, dice, budget)
    }

    /// What the legal actions are worth, for advice: the action that is asked about is looked at in any case.
    fn advise(
        input: BotInput<'_, Self>,
        asked: Option<Self::Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Self::Action> {
        let _ = asked;
        Self::evaluate(input, Effort::Expert, dice, budget)
    }

    /// What speaks for a choice, where the game has words for that: facts that can be counted from what the seat sees.
    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let _ = (input, action, voice);
        None
    }

    /// What a casual player does: by default, what the rule of thumb says.
    fn casual(input: BotInput<'_, Self>, dice: &mut FastRng, budget: Budget<'_>) -> Self::Action {
        let _ = budget;
        Self::heuristic(input, dice)
    }

    /// What somebody would do who has just learnt the rules.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Self::Action;

    /// How play goes on quickly in an imagined world, for the tree search. `legal` is never empty.
    fn roll_out(&self, seat: Seat, legal: &[Self::Action], dice: &mut FastRng) -> Self::Action {
        let _ = seat;
        legal[below(dice, legal.len() as u32) as usize]
    }

    /// Each seat's share of the win if a roll-out is broken off here: half of it goes to the seats that lead.
    fn estimate_shares(&self) -> PerSeat<f64> {
        let scores = self.scores();
        let sign = if Self::LOW_SCORE_WINS { -1 } else { 1 };
        let best = scores.as_slice().iter().map(|score| sign * score).max().unwrap_or_default();
        let leaders = scores.as_slice().iter().filter(|score| sign * **score == best).count().max(1) as f64;
        let even = 0.5 / f64::from(self.seats());
        scores.map(|_, score| even + if sign * score == best { 0.5 / leaders } else { 0.0 })
    }

    /// What in a game is worth counting besides who wins, and who did it: for those who measure bots.
    #[must_use]
    fn note(event: &Self::Event) -> Option<(Seat, &'static str)> {
        let _ = event;
        None
    }

    /// The yardstick of this name.
    #[must_use]
    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        let _ = name;
        None
    }
}

/// Plays as somebody who has just learnt the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beginner;

impl<G: Searchable> Bot<G> for Beginner {
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, _: Budget<'_>) -> G::Action {
        match input.view.legal.as_slice() {
            [only] => *only,
            _ => G::beginner(input, dice),
        }
    }
}

/// Plays as a casual player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Casual;

impl<G: Searchable> Bot<G> for Casual {
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, budget: Budget<'_>) -> G::Action {
        match input.view.legal.as_slice() {
            [only] => *only,
            _ => G::casual(input, dice, budget),
        }
    }
}

/// Weighs all actions and takes the best.
#[derive(Clone, Copy, Debug)]
pub struct Searcher(pub Effort);

impl<G: Searchable> Bot<G> for Searcher {
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, budget: Budget<'_>) -> G::Action {
        match input.view.legal.as_slice() {
            [only] => *only,
            _ => G::evaluate(input, self.0, dice, budget).choice().action,
        }
    }
}

/// The share of the win that each seat got.
pub(crate) fn shares<G: Game>(position: &G, winners: game::SeatSet) -> PerSeat<f64> {
    let seats = position.seats();
    PerSeat::from_fn(seats, |seat| {
        if winners.is_empty() {
            1.0 / f64::from(seats)
        } else if winners.contains(seat) {
            1.0 / f64::from(winners.len())
        } else {
            0.0
        }
    })
}

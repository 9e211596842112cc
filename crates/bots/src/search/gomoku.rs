//! Gomoku: an engine for two, everybody for himself for three.

mod board;
pub(super) mod engine;
#[cfg(test)]
mod tests;
mod three;
mod two;

use game::{FastRng, Voice, below};
use games::gomoku::{Action, Gomoku};

use super::{Effort, Evaluation, Searchable};
use crate::heuristics::gomoku::windows::{Pebbles, best_by, cell};
use crate::{Block, Bot, BotInput, Budget, Heuristic, Why, why};

/// Of a hundred moves of a beginner at a table for two, this many are made without the rule of thumb.
const LAPSES: u32 = 30;
/// Of ten fives of the others that could be stopped, a beginner sees this many.
const FIVES_SEEN: u32 = 8;

impl Searchable for Gomoku {
    const REFERENCE_BOTS: &'static [&'static str] = &["block"];
    const QUICK_SIMULATIONS: u32 = 10_000;

    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let reason = why::gomoku(input, action)?;
        Why::new(&reason, reason.sentence(voice))
    }

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        match input.view.seats {
            2 => two::evaluate(input, effort, dice, budget),
            _ => three::evaluate(input, effort, dice, budget),
        }
    }

    fn advise(
        input: BotInput<'_, Self>,
        asked: Option<Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        match input.view.seats {
            2 => two::advise(input, asked, budget),
            _ => three::advise(input, asked, dice, budget),
        }
    }

    fn casual(input: BotInput<'_, Self>, dice: &mut FastRng, budget: Budget<'_>) -> Action {
        match input.view.seats {
            2 => two::casual(input, dice, budget),
            _ => Self::heuristic(input, dice),
        }
    }

    /// At a table for two mostly the rule of thumb. Otherwise makes its own row longer, and looks at the others' only when four lie there; not even then always.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        const OWN: [u32; 5] = [1, 4, 16, 64, 0];
        let BotInput { options, seat, view, .. } = input;
        if view.seats == 2 && below(dice, 100) >= LAPSES {
            return Self::heuristic(input, dice);
        }
        let mut weights = [[0; 5]; 3];
        weights[seat.index()] = OWN;
        let promises = Pebbles::read(options, view).promises(weights);
        let legal = &view.legal;
        let mut owners = seat.round(view.seats);
        let five = owners.find_map(|owner| {
            let seen = owner == seat || below(dice, 10) < FIVES_SEEN;
            let completes = |action: Action| promises[owner.index()].best[cell(action.crossing())] == 4;
            best_by(legal, dice, |action| (seen && completes(action)).then_some(()))
        });
        let build = |action: Action| {
            let crossing = action.crossing();
            let near = std::cmp::Reverse(crossing.from_centre(view.lines()));
            Some((promises[seat.index()].weight[cell(crossing)], near))
        };
        five.or_else(|| best_by(legal, dice, build)).unwrap_or(legal[0])
    }

    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "block").then(|| Box::new(Block) as Box<dyn Bot<Self>>)
    }
}

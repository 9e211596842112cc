//! Gomoku for two: how far each level lets the engine look, and advice.

use game::{FastRng, below};
use games::gomoku::{Action, Crossing, Gomoku};

use super::engine::{EngineLimits, GomokuEngine};
use crate::meter::Meter;
use crate::search::{Effort, EvaluatedAction, Evaluation};
use crate::{BotInput, Budget, Heuristic};

/// How far the engine looks, by effort, and how many bytes it may remember.
const fn plan(effort: Effort) -> (EngineLimits, usize) {
    match effort {
        Effort::Medium => (EngineLimits { depth: 2, nodes: 1_500, threats: 0, width: 10 }, 1 << 16),
        Effort::Hard => (EngineLimits { depth: 5, nodes: 12_000, threats: 1_500, width: 24 }, 1 << 19),
        Effort::Expert => (EngineLimits { nodes: 120_000, ..EngineLimits::NONE }, 1 << 23),
        Effort::Endless => (EngineLimits::NONE, 1 << 26),
    }
}

/// Only the move to make is searched; nothing is said about the others.
pub(super) fn evaluate(
    input: BotInput<'_, Gomoku>,
    effort: Effort,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let meter = Meter::of(&budget);
    if let Some(chosen) = opening(input, dice) {
        return only(input, chosen, None);
    }
    if below(dice, 100) < lapses(effort) {
        return only(input, Gomoku::heuristic(input, dice), None);
    }
    search(input, effort, budget, &meter)
}

/// Of a hundred moves, this many are made by the rule of thumb.
const fn lapses(effort: Effort) -> u32 {
    match effort {
        Effort::Medium => 8,
        Effort::Hard | Effort::Expert | Effort::Endless => 0,
    }
}

/// Of a hundred moves, a casual player looks ahead at this many.
const GLANCES: u32 = 50;

/// The rule of thumb, which now and then looks ahead as `medium` does.
pub(super) fn casual(input: BotInput<'_, Gomoku>, dice: &mut FastRng, budget: Budget<'_>) -> Action {
    if below(dice, 100) < GLANCES && input.view.pebbles > 1 {
        return search(input, Effort::Medium, budget, &Meter::of(&budget)).choice().action;
    }
    Gomoku::heuristic(input, dice)
}

fn search(
    input: BotInput<'_, Gomoku>,
    effort: Effort,
    budget: Budget<'_>,
    meter: &Meter<'_>,
) -> Evaluation<Action> {
    let (limits, bytes) = plan(effort);
    let thought = GomokuEngine::with_bytes(bytes).think_within(input, 0, limits.at_most(budget), meter);
    thought.map_or_else(
        || only(input, input.view.legal[0], None),
        |thought| only(input, thought.action, Some(thought.value)),
    )
}

/// By how much two values may be off if neither is won nor lost by force: a search tells no smaller differences.
const UNPROVEN_ERROR: f64 = 0.004;

/// The values of the best moves, of the one that is asked about, and of no others.
pub(super) fn advise(
    input: BotInput<'_, Gomoku>,
    asked: Option<Action>,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let (limits, bytes) = plan(Effort::Expert);
    let searched =
        GomokuEngine::with_bytes(bytes).values(input, asked, limits.at_most(budget), &Meter::of(&budget));
    let value =
        |action: Action| searched.iter().find(|(found, _)| *found == action).and_then(|found| found.1);
    let best = searched.first().map_or(input.view.legal[0], |(action, _)| *action);
    let is_proven = |value: Option<f64>| value.is_none_or(|value| value == 0.0 || value == 1.0);
    let best_is_proven = is_proven(value(best));
    let evaluated = |&action: &Action| {
        let value = value(action);
        // A win or a loss by force differs from everything else.
        let error = if best_is_proven || is_proven(value) { 0.0 } else { UNPROVEN_ERROR };
        EvaluatedAction { action, value, error }
    };
    Evaluation::with_best(input.view.legal.iter().map(evaluated), best)
}

/// A first or second move, which needs no search: in the middle, and any crossing beside the first stone as an answer. All of
/// those are good, and one is taken at random, so that games differ.
pub(super) fn opening(input: BotInput<'_, Gomoku>, dice: &mut FastRng) -> Option<Action> {
    let (view, lines) = (input.view, input.view.lines());
    if view.pebbles == 0 {
        return view.legal.iter().copied().min_by_key(|action| action.crossing().from_centre(lines));
    }
    if view.pebbles > 1 {
        return None;
    }
    let first = Crossing::all(lines).find(|at| view.pebble(*at).is_some())?;
    let beside = |action: &&Action| {
        let at = action.crossing();
        at.x.abs_diff(first.x) <= 1 && at.y.abs_diff(first.y) <= 1
    };
    let beside: Vec<Action> = view.legal.iter().filter(beside).copied().collect();
    (!beside.is_empty()).then(|| beside[below(dice, beside.len() as u32) as usize])
}

fn only(input: BotInput<'_, Gomoku>, chosen: Action, value: Option<f64>) -> Evaluation<Action> {
    let value = |action: Action| if action == chosen { value } else { None };
    Evaluation::with_best(
        input.view.legal.iter().map(|&action| EvaluatedAction { action, value: value(action), error: 0.0 }),
        chosen,
    )
}

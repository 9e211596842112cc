//! Advice for three: what can be proven, and the rest by games played out.

use game::{DiscardEvents, FastRng, Game, Imagine, Rng, Seat, Viewer};
use games::gomoku::{Action, Gomoku};

use super::super::board::{Board, Cell, next, number};
use crate::meter::{Meter, done};
use crate::search::trials::{Purpose, compare};
use crate::search::{Effort, EvaluatedAction, Evaluation, shares};
use crate::{BotInput, Budget, Heuristic};

/// Moves that are played out, and how often.
const MOVES: usize = 10;
const GAMES: u32 = 60;
/// Where the budget names a number of boards, a game counts as this many.
const BOARDS_PER_GAME: u32 = 250;
/// What a move of such a game costs for each crossing.
const WORK_PER_CROSSING: u32 = 4;

/// A five wins, and a move that leaves the next player a five loses. What else the expert considers, and the move that is asked
/// about, is played out by rules of thumb. The rest is not looked at.
pub(in super::super) fn advise(
    input: BotInput<'_, Gomoku>,
    asked: Option<Action>,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let BotInput { options, seat, view, .. } = input;
    let board = Board::read(options, view);
    let own = number(seat);
    let cell = |action: &Action| board.cell(action.crossing());
    let evaluated = |value: &dyn Fn(&Action) -> (Option<f64>, f64), best: Action| {
        let choice = |action: &Action| {
            let (value, error) = value(action);
            EvaluatedAction { action: *action, value, error }
        };
        Evaluation::with_best(view.legal.iter().map(choice), best)
    };
    if let Some(five) = view.legal.iter().find(|action| board.completes(cell(action), own)) {
        let value = |action: &Action| (board.completes(cell(action), own).then_some(1.0), 0.0);
        return evaluated(&value, *five);
    }
    let fives = board.completions(next(own, board.seats));
    let fives: &[Cell] = fives.all();
    let loses = |action: &Action| match fives {
        [] => false,
        [only] => cell(action) != *only,
        _ => true,
    };
    let expert = super::evaluate(input, Effort::Expert, dice, budget);
    let favourite = expert.choice().action;
    let mut considered: Vec<(Option<f64>, Action)> =
        expert.choices.iter().map(|choice| (choice.value, choice.action)).collect();
    considered.retain(|(value, action)| value.is_some() && *action != favourite);
    considered.sort_by(|one, other| other.0.partial_cmp(&one.0).unwrap_or(std::cmp::Ordering::Equal));
    let mut moves: Vec<Action> =
        std::iter::once(favourite).chain(asked.filter(|asked| *asked != favourite)).collect();
    let others = considered.into_iter().map(|(_, action)| action).filter(|action| Some(*action) != asked);
    moves.extend(others.take(MOVES));
    moves.retain(|action| !loses(action));
    if moves.is_empty() {
        return evaluated(&|action| (loses(action).then_some(0.0), 0.0), favourite);
    }
    let games = match budget.simulations {
        u32::MAX => GAMES,
        boards => (boards / BOARDS_PER_GAME).clamp(1, GAMES),
    };
    let meter = Meter::of(&budget);
    let start = Gomoku::imagine(input.rules, options, seat, view, dice);
    let compared = compare(
        Purpose::Advice,
        moves.len(),
        0,
        games,
        (Budget { simulations: u32::MAX, ..budget }, &meter),
        || dice.next_u64(),
        |luck, choice| {
            let mut game = start.clone();
            game.apply(seat, moves[choice], &mut DiscardEvents);
            play_out(input, game, &mut game::dice(*luck), &meter)
        },
    );
    let value = |action: &Action| match moves.iter().position(|other| other == action) {
        Some(place) => (compared.values[place], compared.errors[place]),
        None => (loses(action).then_some(0.0), 0.0),
    };
    evaluated(&value, moves[compared.best])
}

/// The seat's share of the win if everybody goes on by rules of thumb.
fn play_out(
    input: BotInput<'_, Gomoku>,
    mut game: Gomoku,
    luck: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<f64> {
    loop {
        if let Some(outcome) = game.status().outcome() {
            return Some(shares(&game, outcome.winners)[input.seat]);
        }
        let mover: Seat = game.status().to_act().first()?;
        let view = game.seen(Viewer::Seat(mover));
        let work = WORK_PER_CROSSING * view.legal.len() as u32;
        done::note(view.legal.len());
        if !meter.charge(work) {
            return None;
        }
        let action = Gomoku::heuristic(BotInput { seat: mover, view: &view, ..input }, luck);
        game.apply(mover, action, &mut DiscardEvents);
    }
}

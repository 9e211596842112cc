//! Gomoku for three: how far each level looks, and which moves it looks at.

mod advice;
mod round;

pub(super) use advice::advise;

use game::{FastRng, below};
use games::gomoku::{Action, Gomoku};

use self::round::{FORK, Fuel};
use super::board::{Board, Cell, number};
use crate::meter::Meter;
use crate::search::{Effort, EvaluatedAction, Evaluation};
use crate::{BotInput, Budget, Heuristic};

/// Of ten turns, this many times a hard player does not look for the others' forks.
const FORKS_OVERLOOKED: u32 = 5;
/// How much it counts for them to spoil what others build, in parts of what it counts for an expert.
const MEDIUM_SPOILS: i32 = 0;
const HARD_SPOILS: i32 = 1;
/// This difference of windows makes the win e times as likely as the loss.
const SCALE: f64 = 400.0;
/// Moves that a glance looks at.
const GLANCE_WIDTH: usize = 16;

pub(super) fn evaluate(
    input: BotInput<'_, Gomoku>,
    effort: Effort,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let BotInput { options, seat, view, .. } = input;
    let mut board = Board::read(options, view);
    let meter = Meter::of(&budget);
    let legal: Vec<Cell> = view.legal.iter().map(|action| board.cell(action.crossing())).collect();
    let weighed = if board.is_empty() {
        let lines = view.lines();
        let middle = legal.iter().min_by_key(|cell| board.crossing(**cell).from_centre(lines));
        middle.map(|cell| (*cell, 0)).into_iter().collect()
    } else {
        let heuristic = board.cell(Gomoku::heuristic(input, dice).crossing());
        let max_boards = budget.simulations;
        let mut thought =
            ThreePlayerSearch { board: &mut board, own: number(seat), effort, max_boards, meter: &meter };
        thought.evaluate(&legal, heuristic, dice)
    };
    let weighed = random_among_equals(weighed, dice);
    let value = |cell: Cell| {
        let found = weighed.iter().find(|(weighed, _)| *weighed == cell);
        found.map(|(_, value)| 1.0 / (1.0 + (-f64::from(*value) / SCALE).exp()))
    };
    let best = weighed.first().map_or(view.legal[0], |(cell, _)| Action::Place(board.crossing(*cell)));
    let choices = view.legal.iter().zip(&legal);
    Evaluation::with_best(
        choices.map(|(action, cell)| EvaluatedAction { action: *action, value: value(*cell), error: 0.0 }),
        best,
    )
}

struct ThreePlayerSearch<'a, 'b> {
    board: &'a mut Board,
    own: usize,
    effort: Effort,
    /// Maximum number of boards, even if the level allows more.
    max_boards: u32,
    meter: &'b Meter<'b>,
}

impl<'b> ThreePlayerSearch<'_, 'b> {
    fn fuel(&self, boards: u32) -> Fuel<'b> {
        // A search that is to stop begins nothing new.
        let boards = if self.meter.is_over() { 0 } else { boards.min(self.max_boards).max(1) };
        Fuel { left: boards, board_work: self.board.looking_work(), meter: self.meter }
    }

    /// Completes its five, else stops one; else what its effort sees: [`Effort::Medium`] builds and spoils without
    /// looking ahead, [`Effort::Hard`] makes forks and overlooks some of the others', [`Effort::Expert`] overlooks none.
    fn evaluate(&mut self, legal: &[Cell], heuristic: Cell, dice: &mut FastRng) -> Vec<(Cell, i32)> {
        let own = self.own;
        let only_legal = |mut cells: Vec<Cell>| {
            cells.retain(|cell| legal.contains(cell));
            cells
        };
        let forced = only_legal(round::forced(self.board, own));
        if !forced.is_empty() {
            // Of several crossings that stop a five, the one that does most besides.
            let cells = self.board.most_interesting(forced.into_iter(), own, usize::MAX);
            return cells.into_iter().zip((0..).map(|place| -place)).collect();
        }
        let (depth, width, boards) = match self.effort {
            Effort::Medium => return self.glance(legal, MEDIUM_SPOILS),
            Effort::Hard => (2, 8, 40_000),
            Effort::Expert => (4, 10, 400_000),
            Effort::Endless => (4, 10, u32::MAX),
        };
        let careless = self.effort == Effort::Hard && below(dice, 10) < FORKS_OVERLOOKED;
        let forks = only_legal(round::fork_makers(self.board, own));
        let mut moves = if forks.is_empty() {
            let mut moves = round::interesting(self.board, own, 2 * width);
            for seat in (0..self.board.seats).filter(|_| !careless) {
                let others = round::fork_makers(self.board, seat);
                moves.extend(others.into_iter().filter(|cell| !moves.contains(cell)).collect::<Vec<_>>());
            }
            moves
        } else {
            forks
        };
        if careless {
            return self.glance(&only_legal(moves), HARD_SPOILS);
        }
        if !moves.contains(&heuristic) {
            moves.push(heuristic);
        }
        let mut moves = only_legal(moves);
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let mut fuel = self.fuel(boards);
        let values = round::evaluate(self.board, own, &moves, depth, width, &mut fuel);
        let mut weighed: Vec<_> = moves.into_iter().zip(values).collect();
        weighed.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        // The heuristic builds forks well and is followed, unless the search sees a win, or that it loses.
        let wins = weighed.first().is_some_and(|(_, value)| *value >= FORK);
        let place = weighed.iter().position(|(cell, value)| *cell == heuristic && *value > -FORK);
        if let Some(place) = place.filter(|_| !wins) {
            weighed[..=place].rotate_right(1);
        }
        weighed
    }

    /// What builds most at a glance, and spoils: that counts this many parts of four.
    fn glance(&self, legal: &[Cell], spoils: i32) -> Vec<(Cell, i32)> {
        let worth = |cell: Cell| {
            let builds = self.board.builds(cell, self.own);
            5 * builds + spoils * (self.board.interest(cell, self.own) - 5 * builds) / 4
        };
        let mut weighed: Vec<_> = legal.iter().map(|cell| (*cell, worth(*cell))).collect();
        weighed.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
        weighed.truncate(GLANCE_WIDTH);
        let best = weighed.first().map_or(0, |(_, worth)| *worth);
        weighed.into_iter().map(|(cell, worth)| (cell, worth - best)).collect()
    }
}

/// Of the best moves that are equally good a random one comes first, so that games differ.
fn random_among_equals(mut weighed: Vec<(Cell, i32)>, dice: &mut FastRng) -> Vec<(Cell, i32)> {
    let Some(&(_, best)) = weighed.first() else { return weighed };
    // Of forks and losses the first is the surest.
    if best.abs() < FORK {
        let ties = weighed.iter().take_while(|(_, value)| *value == best).count();
        let chosen = below(dice, ties as u32) as usize;
        weighed.swap(0, chosen);
    }
    weighed
}

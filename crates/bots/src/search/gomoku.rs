//! Gomoku: alpha-beta and threats for two, everybody for himself for three.

mod board;
mod search;
#[cfg(test)]
mod tests;
mod threats;
mod three;

use game::{FastRng, below};
use games::gomoku::{Action, Gomoku};

use self::board::{Board, Cell, number};
use self::search::{SURE, Search, SearchLimits, WON, candidates};
use self::threats::{Fuel, by_fours, by_threats};
use super::{Effort, EvaluatedAction, Evaluation, Searchable};
use crate::heuristics::gomoku::windows::{Pebbles, best_by, cell};
use crate::meter::Meter;
use crate::{Block, Bot, BotInput, Budget, Heuristic};

/// Of ten fives of the others that could be stopped, a beginner sees so many.
const FIVES_SEEN: u32 = 8;
/// Of ten turns at a table for three, so many times a hard player does not look for the others' forks.
const FORKS_OVERLOOKED: u32 = 5;
/// How much it counts for them to spoil what others build, in parts of what it counts for an expert.
const MEDIUM_SPOILS: i32 = 0;
const HARD_SPOILS: i32 = 1;
/// So much difference of windows makes the win e times as likely as the loss.
const SCALE: f64 = 400.0;

/// How much is looked at, by effort.
#[derive(Clone, Copy)]
struct Plan {
    limits: SearchLimits,
    boards: u32,
    /// Boards and depth for wins by fours and threes.
    threats: (u32, u32),
}

const fn plan(effort: Effort) -> Plan {
    match effort {
        Effort::Medium => {
            Plan { limits: SearchLimits { depth: 2, width: 8 }, boards: 2_000, threats: (300, 0) }
        }
        Effort::Hard => {
            Plan { limits: SearchLimits { depth: 6, width: 12 }, boards: 40_000, threats: (8_000, 4) }
        }
        Effort::Expert => {
            Plan { limits: SearchLimits { depth: 12, width: 18 }, boards: 400_000, threats: (80_000, 8) }
        }
        Effort::Endless => {
            Plan { limits: SearchLimits { depth: 30, width: 22 }, boards: u32::MAX, threats: (400_000, 12) }
        }
    }
}

impl Searchable for Gomoku {
    const REFERENCE_BOTS: &'static [&'static str] = &["block"];
    const QUICK_SIMULATIONS: u32 = 10_000;

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let BotInput { options, seat, view, .. } = input;
        let mut board = Board::read(options, view);
        let own = number(seat);
        let meter = Meter::of(&budget);
        let max_boards = budget.simulations;
        let mut thought = Thought { board: &mut board, own, plan: plan(effort), max_boards, meter: &meter };
        let legal: Vec<Cell> =
            view.legal.iter().map(|action| thought.board.cell(action.crossing())).collect();
        let beside = thought.beside_the_first(&legal);
        let weighed = if thought.board.is_empty() {
            vec![(thought.first_pebble(&legal), 0)]
        } else if !beside.is_empty() {
            beside
        } else if thought.board.seats == 2 {
            thought.two(&legal)
        } else {
            let thumb = thought.board.cell(Self::heuristic(input, dice).crossing());
            thought.three(&legal, thumb, dice)
        };
        let weighed = tied_by_luck(weighed, dice);
        let best = weighed.first().map(|(cell, _)| *cell);
        let worst = weighed.iter().map(|(_, value)| *value).min().unwrap_or_default();
        // What was not looked at is worth a little less than the worst that was, by how it looks.
        let glance = |cell: Cell| worst - 50 - (5_000 - board.interest(cell, own).min(5_000)) / 50;
        let value = |cell: Cell| {
            let found = weighed.iter().find(|(weighed, _)| *weighed == cell).map(|(_, value)| *value);
            1.0 / (1.0 + (-f64::from(found.unwrap_or_else(|| glance(cell))) / SCALE).exp())
        };
        let choices = view.legal.iter().zip(&legal);
        let choices =
            choices.map(|(action, cell)| EvaluatedAction { action: *action, value: value(*cell) }).collect();
        let best = best.and_then(|best| legal.iter().position(|cell| *cell == best)).unwrap_or_default();
        Evaluation { choices, best }
    }

    /// Makes its own row longer, and looks at the others' only when four lie there; not even then always.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        const OWN: [u32; 5] = [1, 4, 16, 64, 0];
        let BotInput { options, seat, view, .. } = input;
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

struct Thought<'a, 'b> {
    board: &'a mut Board,
    own: usize,
    plan: Plan,
    /// Maximum number of boards in each part of the search, even if the plan allows more.
    max_boards: u32,
    meter: &'b Meter<'b>,
}

impl<'b> Thought<'_, 'b> {
    fn fuel(&self, boards: u32) -> Fuel<'b> {
        // Whoever is told to stop begins nothing new.
        let boards = if self.meter.is_over() { 0 } else { boards.min(self.max_boards).max(1) };
        Fuel { left: boards, board_work: self.board.looking_work(), meter: self.meter }
    }

    /// In the middle, if it may be put there.
    fn first_pebble(&self, legal: &[Cell]) -> Cell {
        let lines = self.board.lines as u8;
        let nearest = legal.iter().min_by_key(|cell| self.board.crossing(**cell).from_centre(lines));
        nearest.copied().unwrap_or_default()
    }

    /// For two: the answers to the first pebble, any crossing beside it. All are good, and one is taken by luck, so that
    /// no two games need be the same.
    fn beside_the_first(&self, legal: &[Cell]) -> Vec<(Cell, i32)> {
        let pebbles: Vec<Cell> =
            self.board.cells().filter(|cell| !self.board.is_free(*cell)).take(2).collect();
        let ([only], 2) = (&pebbles[..], self.board.seats) else { return Vec::new() };
        let first = self.board.crossing(*only);
        let near = |cell: &&Cell| {
            let at = self.board.crossing(**cell);
            at.x.abs_diff(first.x) <= 1 && at.y.abs_diff(first.y) <= 1
        };
        legal.iter().filter(near).map(|cell| (*cell, 0)).collect()
    }

    /// The moves that were looked at with their values, the best first. Only what the table allows is looked at.
    fn two(&mut self, legal: &[Cell]) -> Vec<(Cell, i32)> {
        let (own, other) = (self.own, 1 - self.own);
        let only_legal = |cells: &[Cell], value: i32| -> Vec<(Cell, i32)> {
            cells.iter().filter(|cell| legal.contains(cell)).map(|cell| (*cell, value)).collect()
        };
        let wins = only_legal(self.board.completions(own).all(), WON);
        if !wins.is_empty() {
            return wins;
        }
        let must = self.board.completions(other);
        let stops = only_legal(must.all(), if must.len() > 1 { -WON } else { 0 });
        if !stops.is_empty() {
            return stops;
        }
        let (boards, depth) = self.plan.threats;
        let mut fuel = self.fuel(boards);
        let fours = by_fours(self.board, own, 30, &mut fuel);
        let mut forced = fours.filter(|cell| legal.contains(cell));
        for depth in 1..=depth {
            if forced.is_some() || fuel.left == 0 {
                break;
            }
            forced = by_threats(self.board, own, depth, &mut fuel).filter(|cell| legal.contains(cell));
        }
        if let Some(cell) = forced {
            return vec![(cell, WON - 10)];
        }
        let mut moves: Vec<Cell> = candidates(self.board, own, self.plan.limits.width);
        moves.retain(|cell| legal.contains(cell));
        if moves.is_empty() {
            moves = three::interesting(self.board, own, self.plan.limits.width);
            moves.retain(|cell| legal.contains(cell));
        }
        let safe = self.safe(&moves);
        let lost: Vec<_> =
            moves.iter().filter(|cell| !safe.contains(cell)).map(|cell| (*cell, -WON + 20)).collect();
        let fuel = self.fuel(self.plan.boards);
        let (depth, width) = (self.plan.limits.depth, self.plan.limits.width);
        let mut weighed = Search::new(self.board, fuel, width).evaluate(own, safe, depth);
        weighed.extend(lost);
        weighed
    }

    /// Those after which the other has no win by force that is found quickly; all if there are none.
    fn safe(&mut self, moves: &[Cell]) -> Vec<Cell> {
        let (boards, depth) = self.plan.threats;
        let other = 1 - self.own;
        // A threat is looked for only where there is one if we did nothing.
        let mut fuel = self.fuel(boards);
        let danger = by_threats(self.board, other, depth.min(6), &mut fuel).is_some();
        if depth == 0 || !danger {
            return moves.to_vec();
        }
        let mut safe = Vec::new();
        for &cell in moves {
            let mut fuel = self.fuel(boards / 8);
            self.board.place(cell, self.own);
            if by_threats(self.board, other, depth.min(6), &mut fuel).is_none() {
                safe.push(cell);
            }
            self.board.take_back(cell, self.own);
        }
        if safe.is_empty() { moves.to_vec() } else { safe }
    }

    /// Completes its five, else stops one; else what its effort sees: [`Effort::Medium`] builds and spoils without
    /// looking ahead, [`Effort::Hard`] makes forks and overlooks some of the others', [`Effort::Expert`] overlooks none.
    fn three(&mut self, legal: &[Cell], thumb: Cell, dice: &mut FastRng) -> Vec<(Cell, i32)> {
        let own = self.own;
        let only_legal = |mut cells: Vec<Cell>| {
            cells.retain(|cell| legal.contains(cell));
            cells
        };
        let forced = only_legal(three::forced(self.board, own));
        if !forced.is_empty() {
            // Of several crossings that stop a five, the one that does most besides.
            let cells = self.board.most_interesting(forced.into_iter(), own, usize::MAX);
            return cells.into_iter().zip((0..).map(|place| -place)).collect();
        }
        let (depth, width) = match self.plan.limits.depth {
            ..=2 => return self.glance(legal, MEDIUM_SPOILS),
            3..=6 => (2, 8),
            _ => (4, 10),
        };
        let careless = self.plan.limits.depth <= 6 && below(dice, 10) < FORKS_OVERLOOKED;
        let forks = only_legal(three::fork_makers(self.board, own));
        let mut moves = if forks.is_empty() {
            let mut moves = three::interesting(self.board, own, 2 * width);
            for seat in (0..self.board.seats).filter(|_| !careless) {
                let others = three::fork_makers(self.board, seat);
                moves.extend(others.into_iter().filter(|cell| !moves.contains(cell)).collect::<Vec<_>>());
            }
            moves
        } else {
            forks
        };
        if careless {
            return self.glance(&only_legal(moves), HARD_SPOILS);
        }
        if !moves.contains(&thumb) {
            moves.push(thumb);
        }
        let mut moves = only_legal(moves);
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let mut fuel = self.fuel(self.plan.boards);
        let values = three::evaluate(self.board, own, &moves, depth, width, &mut fuel);
        let mut weighed: Vec<_> = moves.into_iter().zip(values).collect();
        weighed.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        // The rule of thumb builds forks well and is followed, unless the search sees a win, or that it loses.
        let wins = weighed.first().is_some_and(|(_, value)| *value >= three::FORK);
        let place = weighed.iter().position(|(cell, value)| *cell == thumb && *value > -three::FORK);
        if let Some(place) = place.filter(|_| !wins) {
            weighed[..=place].rotate_right(1);
        }
        weighed
    }

    /// What builds most at a glance, and spoils: that counts so many parts of four.
    fn glance(&self, legal: &[Cell], spoils: i32) -> Vec<(Cell, i32)> {
        let worth = |cell: Cell| {
            let builds = self.board.builds(cell, self.own);
            5 * builds + spoils * (self.board.interest(cell, self.own) - 5 * builds) / 4
        };
        let mut weighed: Vec<_> = legal.iter().map(|cell| (*cell, worth(*cell))).collect();
        weighed.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
        weighed.truncate(2 * self.plan.limits.width);
        let best = weighed.first().map_or(0, |(_, worth)| *worth);
        weighed.into_iter().map(|(cell, worth)| (cell, worth - best)).collect()
    }
}

/// Of the best moves that are equally good one comes first by luck, so that no two games are the same.
fn tied_by_luck(mut weighed: Vec<(Cell, i32)>, dice: &mut FastRng) -> Vec<(Cell, i32)> {
    let Some(&(_, best)) = weighed.first() else { return weighed };
    // A loss found later in the list is no tie, and of sure wins the first is the shortest.
    if best.abs() < SURE {
        let ties = weighed.iter().take_while(|(_, value)| *value == best).count();
        let chosen = below(dice, ties as u32) as usize;
        weighed.swap(0, chosen);
    }
    weighed
}

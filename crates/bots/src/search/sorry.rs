//! Sorry!: two players have been solved, three and four are played out.
//!
//! With two pawns there are 7,442 positions before a draw, so the game is solved once by value iteration with the
//! cards drawn in the pack's proportions (see [`solution`]). The pack is dealt without replacement, and everybody
//! can count: the expert weighs the next two draws by the cards that are really left. With more players every
//! choice is played out many times by quick rules of thumb, from the same cards.

mod board;
mod outlook;
mod race;
mod solution;
#[cfg(test)]
mod tests;

use game::{FastRng, Rng, Seat, Voice, below};
use games::sorry::{Action, Card, Place, Seen, Sorry, ViewPhase};

use self::board::{Board, Rules};
use super::trials::{Compared, Purpose, compare};
use super::{Effort, EvaluatedAction, Evaluation, Searchable};
use crate::heuristics::sorry::{START, Turns, cheapest, cost, place_after, turns};
use crate::meter::Meter;
use crate::{Bot, BotInput, Budget, Why, why};

impl Searchable for Sorry {
    const REFERENCE_BOTS: &'static [&'static str] = &["greedy"];

    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let reason = why::sorry(input, action)?;
        Why::new(&reason, reason.sentence(voice))
    }

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let BotInput { options, seat, view, .. } = input;
        if view.phase != ViewPhase::Move {
            return not_looked_at(input);
        }
        let rules = Rules::of(options);
        let left = cards_left(input);
        let boards: Vec<(Action, Board)> =
            view.targets.iter().map(|target| (target.action, board_after(view, seat, target))).collect();
        let two = view.pawns.seats() == 2;
        let meter = Meter::of(&budget);
        let searched = if two && effort >= Effort::Hard {
            // Who is only good knows the solution, and does not count the cards.
            let look = if effort == Effort::Hard { 0 } else { DRAWS_AHEAD };
            // Not solved in time: the race says more than a solution that is half done.
            solution::of(options, &meter).map(|solution| {
                let value = |board: &Board| solution.after(&rules, board, seat, &left, look);
                boards.iter().map(|(_, board)| value(board)).collect()
            })
        } else {
            let per_choice = match effort {
                Effort::Medium => 0,
                Effort::Hard => 300,
                Effort::Expert => 2_000,
                Effort::Endless => u32::MAX,
            };
            let boards: Vec<Board> = boards.iter().map(|(_, board)| *board).collect();
            let played = per_choice.min(budget.simulations);
            if played == 0 {
                None
            } else {
                race::play_out(&rules, turns(options), &boards, seat, &left, played, dice, &meter)
            }
        };
        let values = searched.unwrap_or_else(|| by_race(input));
        let weighed = boards.iter().zip(values).map(|((action, _), value)| EvaluatedAction {
            action: *action,
            value: Some(value),
            error: 0.0,
        });
        let mut choices: Vec<_> = weighed.collect();
        // In the order of the view's legal actions, whatever the order of its targets.
        choices.sort_by_key(|choice| view.legal.iter().position(|legal| *legal == choice.action));
        let mut weighing = Evaluation::by_value(choices);
        if effort == Effort::Medium {
            let eager = runner(input);
            let place = weighing.choices.iter().position(|choice| choice.action == eager);
            weighing.best = place.unwrap_or(weighing.best);
        }
        weighing
    }

    /// For two players from the solution, for more from games played out; no values if there is no time for either.
    fn advise(
        input: BotInput<'_, Self>,
        _: Option<Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let BotInput { options, seat, view, .. } = input;
        if view.phase != ViewPhase::Move {
            return not_looked_at(input);
        }
        let (rules, left, meter) = (Rules::of(options), cards_left(input), Meter::of(&budget));
        let boards: Vec<Board> = view.targets.iter().map(|target| board_after(view, seat, target)).collect();
        let compared = if view.pawns.seats() == 2 {
            let solution = solution::of(options, &meter);
            let value = |board| solution.map(|known| known.after(&rules, board, seat, &left, DRAWS_AHEAD));
            let values: Vec<Option<f64>> = boards.iter().map(value).collect();
            let best = (0..values.len()).rev().max_by(|one, other| {
                values[*one].partial_cmp(&values[*other]).unwrap_or(std::cmp::Ordering::Equal)
            });
            Compared { errors: vec![0.0; values.len()], best: best.unwrap_or_default(), values }
        } else {
            compare(
                Purpose::Advice,
                boards.len(),
                0,
                ADVICE_GAMES,
                (budget, &meter),
                || dice.next_u64(),
                |seed, choice| {
                    let rng = &mut game::dice(*seed);
                    race::one_game(&rules, turns(options), boards[choice], seat, left, rng, &meter)
                },
            )
        };
        let place = |action: Action| view.targets.iter().position(|target| target.action == action);
        let choices = view.legal.iter().map(|&action| EvaluatedAction {
            action,
            value: place(action).and_then(|place| compared.values[place]),
            error: place(action).map_or(0.0, |place| compared.errors[place]),
        });
        let best = view.targets.get(compared.best).map_or(view.legal[0], |target| target.action);
        Evaluation::with_best(choices, best)
    }

    /// Runs, and every other time does whatever the card allows without thinking.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let legal = &input.view.legal;
        if below(dice, 2) == 0 { legal[below(dice, legal.len() as u32) as usize] } else { runner(input) }
    }

    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "greedy").then(|| Box::new(Greedy) as Box<dyn Bot<Self>>)
    }
}

/// Advice plays each choice out this many times where the game is not solved.
const ADVICE_GAMES: u32 = 4_000;

fn not_looked_at(input: BotInput<'_, Sorry>) -> Evaluation<Action> {
    let choices = input.view.legal.iter().map(|&action| EvaluatedAction { action, value: None, error: 0.0 });
    Evaluation::by_value(choices.collect())
}

/// An expert weighs this many draws ahead by the cards that are really left.
const DRAWS_AHEAD: u8 = 2;

/// Moves as far forward as the card goes. Takes a switch that gains squares, says sorry to the pawn nearest to Home, and
/// never considers going back.
fn runner(input: BotInput<'_, Sorry>) -> Action {
    let BotInput { seat, view, .. } = input;
    let steps = |place: Place| games::sorry::Colour::of(seat).steps_left(place);
    let eager = |action: Action, to: Place| match action {
        Action::Sorry(victim) => (steps(view.pawns[seat].place), view.pawns[victim].steps_left),
        Action::Forfeit => (steps(to), u8::MAX),
        _ => (steps(to), 0),
    };
    let best = view.targets.iter().min_by_key(|target| eager(target.action, target.to));
    best.map(|target| target.action).or_else(|| view.legal.first().copied()).unwrap_or(Action::Roll)
}

/// The yardstick: counts squares, its own and 1.2 times those of the others, and looks no further.
#[derive(Clone, Copy, Debug)]
struct Greedy;

impl Bot<Sorry> for Greedy {
    fn choose(&mut self, input: BotInput<'_, Sorry>, dice: &mut FastRng, _: Budget<'_>) -> Action {
        let squares: Turns = std::array::from_fn(|steps| steps as f64);
        cheapest(input, &squares, dice)
    }
}

fn by_race(input: BotInput<'_, Sorry>) -> Vec<f64> {
    /// This many turns ahead make the win e times as likely as the loss.
    const SCALE: f64 = 8.0;
    let BotInput { options, seat, view, .. } = input;
    let cost = |target| cost(view, turns(options), seat, |other| place_after(view, seat, target, other));
    view.targets.iter().map(|target| 1.0 / (1.0 + (cost(target) / SCALE).exp())).collect()
}

fn board_after(view: &Seen, mover: Seat, target: &games::sorry::Target) -> Board {
    let mut board = Board { pawns: [board::START; 4], seats: view.pawns.seats() };
    for seat in Seat::all(board.seats) {
        board.pawns[seat.index()] = board::number(place_after(view, mover, target, seat));
    }
    board
}

/// How many of each card are still to be drawn before the pack is shuffled again. Weights, where it never ends.
fn cards_left(input: BotInput<'_, Sorry>) -> Left {
    let Some(counts) = &input.view.cards_left else { return Left { counts: [1; 11], replaced: true } };
    let mut left = [0; 11];
    for count in counts {
        left[count.card as usize] = count.left;
    }
    Left { counts: left, replaced: false }
}

/// What can be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    counts: [u8; 11],
    /// Whether every draw is from the same cards.
    replaced: bool,
}

impl Left {
    /// The pack from which the next card comes: a new one if this one is used up.
    fn next_pack(self) -> Self {
        if self.replaced || self.counts.iter().any(|count| *count > 0) {
            self
        } else {
            Self { counts: Card::ALL.map(Card::in_pack), replaced: false }
        }
    }

    fn total(self) -> u32 {
        self.counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// What is left once this card is drawn.
    fn without(mut self, card: usize) -> Self {
        if !self.replaced {
            self.counts[card] -= 1;
        }
        self
    }
}

/// The steps of the thumb's tables: from Start and from every square.
const _: () = assert!(START == 61);

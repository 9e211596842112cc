//! Gomoku.

use game::{Dice, below};
use games::gomoku::{Action, Gomoku};

use super::Thinker;
use crate::thumb::gomoku::windows::{Pebbles, best_by, cell};
use crate::{Block, Bot, Question};

/// Of ten fives of the others that could be stopped, a beginner sees so many.
const FIVES_SEEN: u32 = 8;

impl Thinker for Gomoku {
    const YARDSTICKS: &'static [&'static str] = &["block"];

    /// Makes its own row longer, and looks at the others' only when four lie there; not even then always.
    fn beginner(question: Question<'_, Self>, dice: &mut Dice) -> Action {
        const OWN: [u32; 5] = [1, 4, 16, 64, 0];
        let Question { options, seat, view } = question;
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

    fn yardstick(name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "block").then(|| Box::new(Block) as Box<dyn Bot<Self>>)
    }
}

//! The yardstick: a player who sees one pebble ahead and no further.

use game::{Dice, Seat};
use games::gomoku::{Action, Gomoku};

use super::windows::{Pebbles, best_by, cell};
use crate::{Bot, Budget, Question};

/// Wins if one pebble does it; else stops a five of the next player, else of the one after; else plays anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block;

impl Bot<Gomoku> for Block {
    fn choose(&mut self, question: Question<'_, Gomoku>, dice: &mut Dice, _: Budget<'_>) -> Action {
        let Question { options, seat, view } = question;
        let promises = Pebbles::read(options, view).promises([[0; 5]; 3]);
        let completes = |owner: Seat| {
            move |action: Action| (promises[owner.index()].best[cell(action.crossing())] == 4).then_some(())
        };
        let urgent = seat.round(view.seats).find_map(|owner| best_by(&view.legal, dice, completes(owner)));
        urgent.or_else(|| best_by(&view.legal, dice, |_| Some(()))).unwrap_or(view.legal[0])
    }
}

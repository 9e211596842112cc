//! The yardstick: a player who sees one pebble ahead and no further.

use game::{FastRng, Seat};
use games::gomoku::{Action, Gomoku};

use super::windows::{Pebbles, best_by, cell};
use crate::{Bot, BotInput, Budget};

/// Wins if one pebble does it; else stops a five of the next player, else of the one after; else plays anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block;

impl Bot<Gomoku> for Block {
    fn choose(&mut self, input: BotInput<'_, Gomoku>, dice: &mut FastRng, _: Budget<'_>) -> Action {
        let BotInput { options, seat, view, .. } = input;
        let promises = Pebbles::read(options, view).promises([[0; 5]; 3]);
        let completes = |owner: Seat| {
            move |action: Action| (promises[owner.index()].best[cell(action.crossing())] == 4).then_some(())
        };
        let urgent = seat.round(view.seats).find_map(|owner| best_by(&view.legal, dice, completes(owner)));
        urgent.or_else(|| best_by(&view.legal, dice, |_| Some(()))).unwrap_or(view.legal[0])
    }
}

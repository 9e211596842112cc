//! Chicago by rules of thumb: keep what pays, save high cards for the last two tricks, and call only with a hand
//! that hardly anything can beat.

pub(crate) mod exchange;
pub(crate) mod tricks;

use game::FastRng;
use games::cards::CardSet;
use games::chicago::{Action, Chicago, Phase, Seen};

use super::Heuristic;
use crate::BotInput;

impl Heuristic for Chicago {
    fn heuristic(input: BotInput<'_, Self>, _: &mut FastRng) -> Action {
        let view = input.view;
        let wish = match view.phase {
            Phase::Exchange => exchange::change(view),
            Phase::OpenCard => exchange::open_card(view),
            Phase::Call => tricks::call(view, input.options),
            Phase::Tricks => tricks::play(view),
            Phase::Over => None,
        };
        // A table's own rules may forbid the wish; then the first action listed will do.
        wish.filter(|wish| view.legal.contains(wish))
            .or(view.legal.first().copied())
            .unwrap_or(Action::NoChicago)
    }
}

/// The cards that the viewer holds.
pub(crate) fn hand(view: &Seen) -> CardSet {
    view.hand.iter().flatten().flatten().copied().collect()
}

#[cfg(test)]
mod tests;

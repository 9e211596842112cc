//! Any legal action, each with equal chance.

use game::{FastRng, Game, below};

use crate::{Bot, BotInput, Budget};

/// Plays any legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, _: Budget<'_>) -> G::Action {
        let legal = input.view.legal.as_slice();
        legal[below(dice, legal.len() as u32) as usize]
    }
}

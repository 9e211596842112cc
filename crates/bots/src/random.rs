//! Any legal action, each with equal chance.

use game::{Dice, Game, below};

use crate::{Bot, Budget, Question};

/// Plays any legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, question: Question<'_, G>, dice: &mut Dice, _: Budget<'_>) -> G::Action {
        let legal = G::legal_in(question.view);
        legal[below(dice, legal.len() as u32) as usize]
    }
}

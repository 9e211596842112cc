//! Rules of thumb: quick, sensible play without search, one file a game.

pub(crate) mod chicago;
pub(crate) mod golf;
pub(crate) mod gomoku;
pub(crate) mod onecard;
pub(crate) mod sorry;

pub use gomoku::Block;

use game::{Dice, Game, below};

use crate::{Bot, Budget, Question};

/// A game that has a rule of thumb.
pub trait Thumb: Game {
    /// A sensible action among those the view lists.
    fn thumb(question: Question<'_, Self>, dice: &mut Dice) -> Self::Action;

    /// A score for each legal action, in the order of the view. If there are too many to search all, those with the
    /// highest scores are searched. By default the scores are random.
    fn heuristic_scores(question: Question<'_, Self>, dice: &mut Dice) -> Vec<f64> {
        let legal = Self::legal_in(question.view);
        legal.iter().map(|_| f64::from(below(dice, 1 << 16))).collect()
    }
}

/// Plays by the game's rule of thumb.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleOfThumb;

impl<G: Thumb> Bot<G> for RuleOfThumb {
    fn choose(&mut self, question: Question<'_, G>, dice: &mut Dice, _: Budget<'_>) -> G::Action {
        G::thumb(question, dice)
    }
}

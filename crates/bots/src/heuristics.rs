//! Rules of thumb: quick, sensible play without search, one file a game.

pub(crate) mod chicago;
pub(crate) mod golf;
pub(crate) mod gomoku;
pub(crate) mod onecard;
pub(crate) mod sorry;

pub use gomoku::Block;

use game::{FastRng, Game, below};

use crate::{Bot, BotInput, Budget};

/// A game that has a rule of thumb.
pub trait Heuristic: Game {
    /// A sensible action among those the view lists.
    fn heuristic(input: BotInput<'_, Self>, dice: &mut FastRng) -> Self::Action;

    /// A score for each legal action, in the order of the view. If there are too many to search all, those with the
    /// highest scores are searched. By default the scores are random.
    fn heuristic_scores(input: BotInput<'_, Self>, dice: &mut FastRng) -> Vec<f64> {
        input.view.legal.iter().map(|_| f64::from(below(dice, 1 << 16))).collect()
    }
}

/// Plays by the game's rule of thumb.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl<G: Heuristic> Bot<G> for HeuristicBot {
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, _: Budget<'_>) -> G::Action {
        G::heuristic(input, dice)
    }
}

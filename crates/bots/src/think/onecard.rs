//! One Card.

use game::{Dice, below};
use games::cards::{Card, Rank};
use games::onecard::{Action, OneCard};

use super::Thinker;
use crate::Question;

impl Thinker for OneCard {
    /// Attacks as soon as there is something to attack with, lays jacks and queens for fun, and otherwise any card
    /// that fits.
    fn beginner(question: Question<'_, Self>, dice: &mut Dice) -> Action {
        let legal = &question.view.legal;
        let fun = |action: &&Action| match top(**action).map(Card::rank) {
            Some(Rank::Two | Rank::Three) => 2,
            Some(Rank::Jack | Rank::Queen) => 1,
            Some(_) => 0,
            None => -1,
        };
        let most = legal.iter().map(|action| fun(&action)).max().unwrap_or_default();
        let liked: Vec<_> = legal.iter().filter(|action| fun(action) == most).collect();
        *liked[below(dice, liked.len() as u32) as usize]
    }
}

/// The card that an action lays on top.
fn top(action: Action) -> Option<Card> {
    match action {
        Action::Play(card) => Some(card),
        Action::PlaySeveral(several) => Some(several.top()),
        Action::Draw | Action::Keep => None,
    }
}

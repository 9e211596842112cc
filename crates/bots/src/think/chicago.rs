//! Chicago.

use game::Dice;
use games::cards::{Card, CardSet, Rank};
use games::chicago::{Action, Chicago, Phase};

use super::Thinker;
use crate::Question;
use crate::thumb::chicago::{exchange, hand, tricks};

impl Thinker for Chicago {
    /// Keeps what is alike and nothing else, takes every trick that can be taken and so has no high card left for
    /// the last one, and calls with three aces or kings in the hand, whatever the rest is.
    fn beginner(question: Question<'_, Self>, _: &mut Dice) -> Action {
        let view = question.view;
        let held = hand(view);
        let wish = match view.phase {
            Phase::Exchange => {
                let alike = exchange::groups(held);
                let kept =
                    if alike.is_empty() { tricks::highest(held).map_or(held, CardSet::only) } else { alike };
                Action::Change(held - kept)
            }
            Phase::OpenCard => Action::TakeOpen,
            Phase::Call => {
                let high = held.iter().filter(|card: &Card| card.rank() >= Rank::King).count();
                if high >= 4 { Action::CallChicago } else { Action::NoChicago }
            }
            Phase::Tricks | Phase::Over => {
                let legal: CardSet = view.legal.iter().filter_map(card_of).collect();
                let best = view
                    .tricks
                    .last()
                    .and_then(|trick| tricks::best_card(trick.leader, &trick.cards, view.seats));
                let winning = match best {
                    None => tricks::highest(legal),
                    Some((_, best)) => tricks::highest(tricks::above(best, legal)),
                };
                winning.or_else(|| tricks::lowest(legal)).map_or(Action::NoChicago, Action::Play)
            }
        };
        if view.legal.contains(&wish) { wish } else { view.legal[0] }
    }
}

fn card_of(action: &Action) -> Option<Card> {
    match action {
        Action::Play(card) => Some(*card),
        _ => None,
    }
}

//! Chicago: every choice is played out to the end of the round in many worlds.
//!
//! Others' hands are imagined from what the seat has seen: which cards are gone, how many cards everybody changed
//! (three changed means that a pair was kept, two that three of a kind were), what was paid, who could not follow.
//! Exchanges are played on by the rule of thumb. Cards of a trick are weighed twice: by the exact outcome with open
//! cards, and by how quick players would go on. What counts in the end is the chance to win the game.

mod exchange;
mod known;
mod stake;
#[cfg(test)]
mod tests;
mod tricks;

use game::{Dice, Rng, Seat};
use games::cards::{Card, CardSet, Rank};
use games::chicago::{Action, Chicago, Event, Phase};

use self::exchange::Now;
use self::known::Known;
use self::stake::Stake;
use self::tricks::Play;
use super::trials::compare;
use super::{Effort, Thinker, Weighed, Weighing};
use crate::thumb::chicago::{exchange as thumb_exchange, hand, tricks as thumb_tricks};
use crate::{Budget, Question, Thumb};

impl Thinker for Chicago {
    const NOTES: bool = true;

    fn weigh(
        question: Question<'_, Self>,
        effort: Effort,
        dice: &mut Dice,
        budget: Budget<'_>,
    ) -> Weighing<Action> {
        let worlds = match effort {
            Effort::Medium => 6,
            Effort::Hard => 24,
            Effort::Expert => 700,
            Effort::Endless => u32::MAX,
        };
        let legal = &question.view.legal;
        let thumb = Self::thumb(question, dice);
        let favourite = legal.iter().position(|action| *action == thumb).unwrap_or_default();
        // Only an expert draws conclusions from how many cards the others changed and what they were paid.
        let reads_others = effort >= Effort::Expert;
        let (known, stake) = (Known::of(question, reads_others), Stake::of(question));
        let compared = compare(
            legal.len(),
            favourite,
            worlds,
            budget,
            || (known.imagine(dice), dice.next_u64()),
            |(world, luck), choice| match legal[choice] {
                Action::Change(thrown) => exchange::play_out(&known, &stake, world, Now::Throw(thrown)),
                Action::TakeOpen => {
                    let open = known.open.map_or(Now::DrawUnseen, Now::TakeOpen);
                    exchange::play_out(&known, &stake, world, open)
                }
                Action::DrawUnseen => exchange::play_out(&known, &stake, world, Now::DrawUnseen),
                Action::CallChicago => {
                    tricks::value(&Play::called_by(&known, world, known.own), &known, &stake, world)
                }
                Action::NoChicago => {
                    let caller = known.other_caller(*luck);
                    let play = match caller {
                        Some(caller) => Play::called_by(&known, world, caller),
                        None => Play::begin(&known, world),
                    };
                    tricks::value(&play, &known, &stake, world)
                }
                Action::Play(card) => {
                    let mut play = Play::now(&known, world);
                    play.put(card);
                    tricks::value(&play, &known, &stake, world)
                }
            },
        );
        let choices = legal.iter().zip(&compared.values);
        let choices = choices.map(|(&action, &value)| Weighed { action, value }).collect();
        Weighing { choices, best: compared.best }
    }

    fn note(event: &Event) -> Option<(Seat, &'static str)> {
        match event {
            Event::ChicagoMade { seat } => Some((*seat, "Chicagos made")),
            Event::ChicagoFailed { seat } => Some((*seat, "Chicagos failed")),
            _ => None,
        }
    }

    /// Keeps what is alike and nothing else, takes every trick that can be taken and so has no high card left for
    /// the last one, and calls with four aces or kings in the hand, whatever the rest is.
    fn beginner(question: Question<'_, Self>, _: &mut Dice) -> Action {
        let view = question.view;
        let held = hand(view);
        let wish = match view.phase {
            Phase::Exchange => {
                let alike = thumb_exchange::groups(held);
                let kept = if alike.is_empty() {
                    thumb_tricks::highest(held).map_or(held, CardSet::only)
                } else {
                    alike
                };
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
                    .and_then(|trick| thumb_tricks::best_card(trick.leader, &trick.cards, view.seats));
                let winning = match best {
                    None => thumb_tricks::highest(legal),
                    Some((_, best)) => thumb_tricks::highest(thumb_tricks::above(best, legal)),
                };
                winning.or_else(|| thumb_tricks::lowest(legal)).map_or(Action::NoChicago, Action::Play)
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

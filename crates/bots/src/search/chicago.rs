//! Chicago: every choice is played out to the end of the round in many worlds.
//!
//! Others' hands are imagined from what the seat has seen: which cards are gone, how many cards everybody changed
//! and what was paid, who could not follow. An expert tells the whole round again until it agrees with that. In the
//! exchanges to come the others go on by the rule of thumb, and the seat by the plan that does best. Cards of a trick
//! are weighed by how quick players would go on, and where that is feasible also by the exact outcome with open cards.
//! What counts in the end is the chance to win the race to the last point.

mod exchange;
mod known;
mod manner;
mod past;
mod race;
mod stake;
#[cfg(test)]
mod tests;
mod tricks;

use std::cmp::Ordering;

use game::{FastRng, Seat, Voice, below};
use games::cards::{Card, CardSet, Rank};
use games::chicago::{Action, Chicago, Event, Phase};

use self::exchange::{Now, Plan};
use self::known::{RoundKnowledge, World};
use self::stake::Stake;
use self::tricks::Play;
use super::trials::{Purpose, compare};
use super::{Effort, EvaluatedAction, Evaluation, Searchable};
use crate::heuristics::chicago::{exchange as thumb_exchange, hand, tricks as thumb_tricks};
use crate::meter::Meter;
use crate::pool::{self, Pool};
use crate::{Bot, BotInput, Budget, Heuristic, Why, why};

/// Of a hundred decisions of a casual player, this many are made as a beginner makes them.
const CASUAL_LAPSES: u32 = 50;
/// Of a hundred cards of a beginner, this many are any that may be played.
const ANY_CARD: u32 = 60;
/// What it costs to play a round on to its end, besides solving the tricks.
const ROUND_WORK: u32 = 200;

impl Searchable for Chicago {
    const REFERENCE_BOTS: &'static [&'static str] = &Pool::CHICAGO.all();
    const NOTES: bool = true;

    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let reason = why::chicago(input, action)?;
        Why::new(&reason, reason.sentence(voice))
    }

    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        pool::chicago_player(name)
    }

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        weigh(input, effort, Purpose::Play, dice, budget)
    }

    /// There are at most 32 choices, and all are looked at.
    fn advise(
        input: BotInput<'_, Self>,
        _: Option<Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        weigh(input, Effort::Expert, Purpose::Advice, dice, budget)
    }

    fn note(event: &Event) -> Option<(Seat, &'static str)> {
        match event {
            Event::ChicagoMade { seat } => Some((*seat, "Chicagos made")),
            Event::ChicagoFailed { seat } => Some((*seat, "Chicagos failed")),
            _ => None,
        }
    }

    /// Every other time the rule of thumb: it alone is stronger than a few worlds.
    fn casual(input: BotInput<'_, Self>, dice: &mut FastRng, _: Budget<'_>) -> Action {
        match below(dice, 100) < CASUAL_LAPSES {
            true => Self::beginner(input, dice),
            false => Self::heuristic(input, dice),
        }
    }

    /// Keeps what is alike and nothing else, plays any card or takes every trick that can be taken and so has no high card left for
    /// the last one, and calls with four aces or kings in the hand, whatever the rest is.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let view = input.view;
        if view.phase == Phase::Tricks && below(dice, 100) < ANY_CARD {
            return view.legal[below(dice, view.legal.len() as u32) as usize];
        }
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

/// What each choice is worth, in the same worlds.
fn weigh(
    input: BotInput<'_, Chicago>,
    effort: Effort,
    purpose: Purpose,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let worlds = match effort {
        Effort::Medium => 12,
        Effort::Hard => 80,
        Effort::Expert => 700,
        Effort::Endless => u32::MAX,
    };
    let legal = &input.view.legal;
    let thumb = Chicago::heuristic(input, dice);
    let favourite = legal.iter().position(|action| *action == thumb).unwrap_or_default();
    // Only an expert draws conclusions from how many cards the others changed and what they were paid.
    let reads_others = effort >= Effort::Expert;
    let (known, stake) = (RoundKnowledge::of(input, reads_others), Stake::of(input));
    // Before the last exchange a choice is as good as the best plan that follows it; only an expert has several.
    let plans = match effort {
        Effort::Expert | Effort::Endless if known.exchange < 3 => Plan::ALL,
        Effort::Medium | Effort::Hard | Effort::Expert | Effort::Endless => &[Plan::Hands],
    };
    let after = |now: Now, world: &World, arm: usize| {
        exchange::play_out(&known, &stake, world, now, plans[arm % plans.len()])
    };
    let meter = Meter::of(&budget);
    let value = |world: &World, arm: usize| match legal[arm / plans.len()] {
        Action::Change(thrown) => after(Now::Throw(thrown), world, arm),
        Action::TakeOpen => after(known.open.map_or(Now::DrawUnseen, Now::TakeOpen), world, arm),
        Action::DrawUnseen => after(Now::DrawUnseen, world, arm),
        Action::CallChicago => {
            tricks::value(&Play::called_by(&known, world, known.own), &known, &stake, world, &meter)
        }
        Action::NoChicago => {
            let caller = known.other_caller(world);
            let play = match caller {
                Some(caller) => Play::called_by(&known, world, caller),
                None => Play::begin(&known, world),
            };
            tricks::value(&play, &known, &stake, world, &meter)
        }
        Action::Play(card) => {
            let mut play = Play::now(&known, world);
            play.put(card);
            tricks::value(&play, &known, &stake, world, &meter)
        }
    };
    let compared = compare(
        purpose,
        legal.len() * plans.len(),
        favourite * plans.len(),
        worlds,
        (budget, &meter),
        || known.imagine(dice, &meter),
        |world, arm| {
            let value = meter.charge(ROUND_WORK).then(|| value(world, arm));
            value.filter(|_| !meter.is_over())
        },
    );
    let best_plan = |first: usize| {
        let arms = first * plans.len()..(first + 1) * plans.len();
        arms.max_by(|one, other| {
            compared.values[*one].partial_cmp(&compared.values[*other]).unwrap_or(Ordering::Equal)
        })
    };
    let choices = legal.iter().enumerate().map(|(choice, &action)| {
        let arm = best_plan(choice).unwrap_or_default();
        EvaluatedAction { action, value: compared.values[arm], error: compared.errors[arm] }
    });
    Evaluation { choices: choices.collect(), best: compared.best / plans.len() }
}

fn card_of(action: &Action) -> Option<Card> {
    match action {
        Action::Play(card) => Some(*card),
        _ => None,
    }
}

//! One Card: every choice is played out in many worlds.
//!
//! A world agrees with all that the seat knows: which cards lie open, what the stock was last made of, who could not
//! follow what. From there everybody plays by quick rules: cards with the fewest companions first, attacks on the player
//! who is nearly out, sevens kept for bad times.

#[cfg(test)]
mod tests;

use game::{DiscardEvents, FastRng, Game, Imagine, Rng, Seat, Voice, below};
use games::cards::{Card, CardSet, Rank};
use games::onecard::{Action, OneCard};

use super::shortlist::shortlist;
use super::trials::{Purpose, compare};
use super::{Effort, EvaluatedAction, Evaluation, Searchable, shares};
use crate::meter::{Meter, done};
use crate::pool::{self, Pool};
use crate::{Bot, BotInput, Budget, Heuristic, Why, why};

/// A round that is still going on after this many turns is not played out further.
const MAX_ACTIONS: usize = 600;
/// The spread of the difference between two players in one round.
const SPREAD: f64 = 5.0;
/// Advice compares its choices in this many worlds.
const ADVICE_WORLDS: u32 = 2_000;

impl Searchable for OneCard {
    const REFERENCE_BOTS: &'static [&'static str] = &Pool::ONECARD.all();
    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let reason = why::onecard(input, action)?;
        Why::new(&reason, reason.sentence(voice))
    }

    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        pool::onecard_player(name)
    }

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let worlds = match effort {
            Effort::Medium => 8,
            Effort::Hard => 12,
            Effort::Expert => 1_000,
            Effort::Endless => u32::MAX,
        };
        // What comes to mind first: what looks like fun, or what experience says. More worlds than an expert's do not
        // help, for they are played out by simple rules; fewer are how the others err.
        let first =
            if effort == Effort::Medium { Self::beginner(input, dice) } else { Self::heuristic(input, dice) };
        weigh(input, Purpose::Play, worlds, &[first], dice, budget)
    }

    fn advise(
        input: BotInput<'_, Self>,
        asked: Option<Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let keep: Vec<Action> = std::iter::once(Self::heuristic(input, dice)).chain(asked).collect();
        weigh(input, Purpose::Advice, ADVICE_WORLDS, &keep, dice, budget)
    }

    /// Every other time attacks if there is something to attack with, or lays jacks and queens for fun; otherwise any
    /// card that fits.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let legal = &input.view.legal;
        let playful = below(dice, 2) == 0;
        let fun = |action: &&Action| match top(**action).map(Card::rank) {
            Some(Rank::Two | Rank::Three) if playful => 2,
            Some(Rank::Jack | Rank::Queen) if playful => 1,
            Some(_) => 0,
            None => -1,
        };
        let most = legal.iter().map(|action| fun(&action)).max().unwrap_or_default();
        let liked: Vec<_> = legal.iter().filter(|action| fun(action) == most).collect();
        *liked[below(dice, liked.len() as u32) as usize]
    }

    fn roll_out(&self, seat: Seat, legal: &[Action], dice: &mut FastRng) -> Action {
        quick(self, seat, legal, dice)
    }
}

/// What each action is worth, in the same worlds; those to keep are looked at in any case, and the first of them is the
/// favourite.
fn weigh(
    input: BotInput<'_, OneCard>,
    purpose: Purpose,
    worlds: u32,
    keep: &[Action],
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let BotInput { options, seat, view, .. } = input;
    let legal = &view.legal;
    let keep: Vec<usize> =
        keep.iter().filter_map(|keep| legal.iter().position(|action| action == keep)).collect();
    let favourite = keep.first().copied().unwrap_or_default();
    let searched = shortlist(legal.len(), &keep, || OneCard::heuristic_scores(input, dice));
    let meter = Meter::of(&budget);
    let mut choices_of = Vec::new();
    let compared = compare(
        purpose,
        searched.len(),
        searched.iter().position(|choice| *choice == favourite).unwrap_or_default(),
        worlds,
        (budget, &meter),
        || {
            meter.charge(options.all_cards());
            done::note(options.all_cards() as usize);
            (OneCard::imagine(input.rules, options, seat, view, dice), dice.next_u64())
        },
        |(world, seed), choice| {
            let mut world = *world;
            world.apply(seat, legal[searched[choice]], &mut DiscardEvents);
            let rng = &mut game::dice(*seed);
            play_out(world, seat, view.round, options.rounds.get(), &mut choices_of, rng, &meter)
        },
    );
    let of = |choice: usize| searched.iter().position(|searched| *searched == choice);
    let choices = legal.iter().enumerate().map(|(choice, &action)| EvaluatedAction {
        action,
        value: of(choice).and_then(|place| compared.values[place]),
        error: of(choice).map_or(0.0, |place| compared.errors[place]),
    });
    Evaluation { choices: choices.collect(), best: searched[compared.best] }
}

/// What a step of a round costs besides looking at the choices.
const STEP_WORK: u32 = 8;

/// The chance of the seat to win the game after this round was played to its end; `None` if the meter stops it.
fn play_out(
    mut world: OneCard,
    own: Seat,
    round: u16,
    rounds: u32,
    legal: &mut Vec<Action>,
    rng: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<f64> {
    for _ in 0..MAX_ACTIONS {
        if let Some(outcome) = world.status().outcome() {
            return Some(shares(&world, outcome.winners)[own]);
        }
        if world.round() != round {
            break;
        }
        let Some(mover) = world.status().to_act().first() else { break };
        legal.clear();
        world.legal_actions(mover, legal);
        done::note(legal.len() + STEP_WORK as usize);
        if !meter.charge(legal.len() as u32 + STEP_WORK) {
            return None;
        }
        let action = match legal[..] {
            [] => break,
            [only] => only,
            _ => quick(&world, mover, legal, rng),
        };
        world.apply(mover, action, &mut DiscardEvents);
    }
    let totals = world.scores();
    let best_other = totals.iter().filter(|(seat, _)| *seat != own).map(|(_, total)| *total).max();
    let lead = f64::from(totals[own] - best_other.unwrap_or_default());
    let left = f64::from(rounds.saturating_sub(u32::from(round)).max(1));
    Some(1.0 / (1.0 + (-1.7 * lead / (SPREAD * left.sqrt())).exp()))
}

/// The card that an action lays on top.
fn top(action: Action) -> Option<Card> {
    match action {
        Action::Play(card) | Action::Lay(card) => Some(card),
        Action::Draw | Action::Keep => None,
    }
}

/// What a quick player does: a few rules of thumb that look at the own hand only.
fn quick(world: &OneCard, mover: Seat, legal: &[Action], rng: &mut FastRng) -> Action {
    let hand = world.cards_of(mover);
    let seats = world.seats();
    let nearly_out = world.held(mover.next(seats)) <= 2 || world.held(mover.previous(seats)) <= 2;
    let mut best = (legal[0], i32::MIN);
    for &action in legal {
        let Some(card) = top(action) else {
            if best.1 == i32::MIN {
                best.0 = action;
            }
            continue;
        };
        let rest = hand - CardSet::only(card);
        let suit = (rest & CardSet::suit(card.suit())).len() as i32;
        let rank = (rest & CardSet::rank(card.rank())).len() as i32;
        let several = if let Action::Lay(_) = action { 2 } else { 1 };
        let kind = match card.rank() {
            Rank::Two | Rank::Three if nearly_out => 12,
            Rank::Two | Rank::Three => -4,
            Rank::Seven => -13,
            Rank::Queen => -2,
            Rank::Jack if seats == 2 => 8,
            _ => 0,
        };
        // A small random term decides between equal choices, so that worlds differ.
        let score = 100 * several - 16 * suit - 9 * rank + kind + (rng.next_u32() & 3) as i32;
        if score > best.1 {
            best = (action, score);
        }
    }
    best.0
}

//! Six Card Golf: every choice is played out to the end of the round in many worlds.
//!
//! In each world the hidden cards and the stock lie as they could lie; every choice is played on from there by quick
//! rules of thumb, with the same luck for all of them. What counts is the chance to win the game: the lead after
//! this round, against the luck of the rounds to come. So a player who leads ends the round and one who is behind
//! waits, and the hidden last card is a weapon where all must have turned theirs.

mod policy;
#[cfg(test)]
mod tests;
mod world;

use game::{Dice, Rng, below};
use games::cards::Card;
use games::golf::layout::Place;
use games::golf::{Action, Golf, Phase, Source, Steal, TwoPlaces, View};

use self::world::{Rules, World};
use super::{Effort, Thinker, Weighed, Weighing};
use crate::{Budget, Question};

/// Of ten pairs that could be made, a beginner sees so many.
const PAIRS_SEEN: u32 = 5;
/// A card of so many points is good enough to keep.
const LOW_ENOUGH: i32 = 5;

/// The spread of the difference between two players in one round.
const SPREAD: f64 = 5.5;
/// After so many worlds the choices that are clearly behind are given up.
const BATCH: u32 = 24;
/// Behind by so many standard errors.
const CLEARLY: f64 = 2.5;

impl Thinker for Golf {
    fn weigh(
        question: Question<'_, Self>,
        effort: Effort,
        dice: &mut Dice,
        budget: Budget<'_>,
    ) -> Weighing<Action> {
        let worlds = match effort {
            Effort::Medium => 24,
            Effort::Hard => 240,
            Effort::Expert => 1_600,
            Effort::Endless => u32::MAX,
        };
        let view = question.view;
        let mut trials = trials(view);
        play_out(question, &mut trials, worlds.min(budget.simulations).max(1), dice, budget);
        let value = |action: Action| {
            let of_action = trials.iter().filter(|trial| trial.action == action);
            of_action.map(Trial::mean).fold(f64::NEG_INFINITY, f64::max).max(0.0)
        };
        let choices = view.legal.iter().map(|&action| Weighed { action, value: value(action) });
        Weighing::by_value(choices.collect())
    }

    /// Likes low cards and nothing else: sees every other pair, never waits for one, and puts low cards where
    /// hidden ones lie.
    fn beginner(question: Question<'_, Self>, dice: &mut Dice) -> Action {
        let Question { options, seat, view } = question;
        let own = view.layouts.get(seat).copied().unwrap_or_default();
        let points = |card: Card| options.values.points(card.rank());
        let mut pair = |card: Card| {
            let free = |place: &Place| own[place.index()].is_none_or(|lies| lies.rank() != card.rank());
            let partner =
                |place: &Place| own[place.partner().index()].is_some_and(|lies| lies.rank() == card.rank());
            let found = Place::ALL.into_iter().find(|place| free(place) && partner(place));
            found.filter(|_| below(dice, 10) < PAIRS_SEEN)
        };
        let hidden = Place::ALL.into_iter().find(|place| own[place.index()].is_none());
        let worst = Place::ALL
            .into_iter()
            .filter_map(|place| own[place.index()].map(|card| (points(card), place)))
            .max_by_key(|(points, _)| *points);
        let place_for = |card: Card| match (hidden, worst) {
            (Some(hidden), _) => hidden,
            (None, Some((_, place))) => place,
            (None, None) => Place::ALL[usize::from(points(card) < 0)],
        };
        let wish = match view.phase {
            Phase::Reveal => Action::Reveal(TwoPlaces::DIFFERENT[0]),
            Phase::Take => match view.discard() {
                Some(card) if points(card) < LOW_ENOUGH || pair(card).is_some() => Action::TakeDiscard,
                _ => Action::TakeStock,
            },
            Phase::Holding => match view.held.and_then(|held| held.card.map(|card| (card, held.source))) {
                Some((card, source)) => {
                    let better = worst.is_some_and(|(worst, _)| points(card) < worst);
                    let wanted = points(card) <= LOW_ENOUGH && (hidden.is_some() || better);
                    match pair(card) {
                        Some(place) => Action::Swap(place),
                        None if wanted || source == Source::Discard => Action::Swap(place_for(card)),
                        None => Action::ThrowAway,
                    }
                }
                None => Action::ThrowAway,
            },
            Phase::TurnOne | Phase::Over => hidden.map_or(Action::ThrowAway, Action::Turn),
        };
        if view.legal.contains(&wish) { wish } else { view.legal[0] }
    }
}

/// What is tried first in every world.
#[derive(Clone, Copy)]
enum First {
    Reveal(TwoPlaces),
    Stock,
    /// The discard goes to this place.
    Discard(Place),
    /// The held card goes there.
    Lay(Place),
    Throw,
    Turn(Place),
    Steal(Steal),
}

/// A choice and how it has done so far.
struct Trial {
    action: Action,
    first: First,
    sum: f64,
    squares: f64,
    worlds: f64,
    given_up: bool,
}

impl Trial {
    fn mean(&self) -> f64 {
        if self.worlds == 0.0 { 0.0 } else { self.sum / self.worlds }
    }

    fn error(&self) -> f64 {
        let mean = self.mean();
        ((self.squares / self.worlds.max(1.0) - mean * mean).max(1e-4) / self.worlds.max(1.0)).sqrt()
    }
}

/// All legal actions; a discard once for each place it can go to.
fn trials(view: &View) -> Vec<Trial> {
    let mut trials = Vec::new();
    for &action in &view.legal {
        let mut add = |first| {
            trials.push(Trial { action, first, sum: 0.0, squares: 0.0, worlds: 0.0, given_up: false });
        };
        match action {
            Action::Reveal(two) => add(First::Reveal(two)),
            Action::TakeStock => add(First::Stock),
            Action::TakeDiscard => Place::ALL.into_iter().for_each(|place| add(First::Discard(place))),
            Action::Swap(place) => add(First::Lay(place)),
            Action::ThrowAway => add(First::Throw),
            Action::Turn(place) => add(First::Turn(place)),
            Action::Steal(steal) => add(First::Steal(steal)),
        }
    }
    trials
}

fn play_out(
    question: Question<'_, Golf>,
    trials: &mut [Trial],
    worlds: u32,
    dice: &mut Dice,
    budget: Budget<'_>,
) {
    let Question { options, view, .. } = question;
    let rules = Rules::of(options, view);
    let mut scratch: Option<World> = None;
    for number in 1..=worlds {
        let world = World::imagine(options, view, dice);
        let luck = dice.next_u64();
        for trial in trials.iter_mut().filter(|trial| !trial.given_up) {
            let scratch = match &mut scratch {
                Some(scratch) => {
                    scratch.clone_from(&world);
                    scratch
                }
                none => none.insert(world.clone()),
            };
            let value = one_world(scratch, &rules, question, trial.first, &mut game::dice(luck));
            trial.sum += value;
            trial.squares += value * value;
            trial.worlds += 1.0;
        }
        if number % BATCH == 0 {
            give_up(trials);
            if trials.iter().filter(|trial| !trial.given_up).count() == 1 {
                return;
            }
        }
        if number % 8 == 0 && budget.is_over() {
            return;
        }
    }
}

/// Choices clearly behind the best are tried no more.
fn give_up(trials: &mut [Trial]) {
    let best = trials.iter().map(Trial::mean).fold(0.0, f64::max);
    let error = trials.iter().filter(|trial| trial.mean() >= best).map(Trial::error).fold(0.0, f64::max);
    for trial in trials.iter_mut() {
        // The same worlds for all: differences are surer than the values.
        trial.given_up |= best - trial.mean() > CLEARLY * (error + trial.error()) / 2.0;
    }
}

/// The chance to win the game after this world was played to the end of the round.
fn one_world(
    world: &mut World,
    rules: &Rules,
    question: Question<'_, Golf>,
    first: First,
    luck: &mut Dice,
) -> f64 {
    let Question { options, seat, view } = question;
    let own = seat.index();
    let held = view.held.and_then(|held| held.card).map(|card| card.rank() as u8);
    match first {
        First::Reveal(two) => two.places().into_iter().for_each(|place| world.turn_up(own, place.index())),
        First::Stock => match world.draw(luck) {
            Some(card) => policy::place(world, rules, card),
            None => world.end_turn(rules, own, false),
        },
        First::Discard(place) => {
            if let Some(card) = world.discards.pop() {
                world.swap(rules, own, place.index(), card);
            }
        }
        First::Lay(place) => world.swap(rules, own, place.index(), held.unwrap_or_default()),
        First::Throw => {
            let hidden = (0..6).find(|place| world.is_hidden(own, *place));
            world.throw(rules, own, held.unwrap_or_default(), hidden);
        }
        First::Turn(place) => {
            world.turn_up(own, place.index());
            world.end_turn(rules, own, true);
        }
        First::Steal(steal) => world.steal(rules, own, steal.own, steal.from, steal.card),
    }
    while !world.is_over() {
        policy::turn(world, rules, luck);
    }
    let total = |other: usize| world.points(rules, other) + view.totals.as_slice()[other];
    let best_other = (0..world.seats).filter(|other| *other != own).map(total).min().unwrap_or_default();
    let rounds_left = options.rounds.get().saturating_sub(u32::from(view.round));
    chance(f64::from(best_other - total(own)), rounds_left)
}

/// The chance to be ahead at the end with this lead, so many rounds before it.
fn chance(lead: f64, rounds_left: u32) -> f64 {
    /// A logistic curve this steep is near the normal one.
    const STEEPNESS: f64 = 1.7;
    if rounds_left == 0 {
        // One point decides; yet a larger lead is a little better, so that nothing is thrown away.
        return if lead > 0.0 { 0.99 } else if lead < 0.0 { 0.01 } else { 0.5 } + 0.0005 * lead.clamp(-20.0, 20.0);
    }
    let spread = SPREAD * f64::from(rounds_left).sqrt();
    1.0 / (1.0 + (-STEEPNESS * lead / spread).exp())
}

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

use std::cmp::Ordering;

use game::{FastRng, Rng, below};
use games::cards::Card;
use games::golf::layout::Place;
use games::golf::{Action, Golf, Seen, Source, Steal, TwoPlaces, ViewPhase};

use self::world::{Rules, World};
use super::shortlist::shortlist;
use super::trials::compare;
use super::{Effort, EvaluatedAction, Evaluation, Searchable};
use crate::meter::{Meter, done};
use crate::{BotInput, Budget, Heuristic};

/// Of ten pairs that could be made, a beginner sees this many.
const PAIRS_SEEN: u32 = 5;
/// A card of the given number of points is good enough to keep.
const LOW_ENOUGH: i32 = 5;

/// What an own point costs besides the lead. Measured: it takes nothing from the chance to win, and two such players
/// do not keep each other waiting with bad cards face down.
const OWN_POINT: f64 = 0.03;

/// The spread of the difference between two players in one round.
const SPREAD: f64 = 5.5;

impl Searchable for Golf {
    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let worlds = match effort {
            Effort::Medium => 8,
            Effort::Hard => 40,
            Effort::Expert => 1_600,
            Effort::Endless => u32::MAX,
        };
        let BotInput { options, view, .. } = input;
        let rules = Rules::of(options, view);
        let firsts = firsts(view);
        let thumb = Self::heuristic(input, dice);
        let favourite = firsts.iter().position(|(action, _)| *action == thumb).unwrap_or_default();
        let searched = shortlist(firsts.len(), favourite, || scores_of(input, &firsts, dice));
        let meter = Meter::of(&budget);
        let mut own_points = vec![(0.0, 0.0); searched.len()];
        let compared = compare(
            searched.len(),
            searched.iter().position(|choice| *choice == favourite).unwrap_or_default(),
            worlds,
            (budget, &meter),
            || {
                meter.charge(WORLD_WORK);
                (World::imagine(options, view, dice), dice.next_u64())
            },
            |(world, luck), choice| {
                let first = firsts[searched[choice]].1;
                let (share, points) =
                    one_world(world.clone(), &rules, input, first, &mut game::dice(*luck), &meter)?;
                own_points[choice].0 += points;
                own_points[choice].1 += 1.0;
                Some(share - OWN_POINT * points)
            },
        );
        // What is told is the chance to win alone.
        let share = |place: usize| {
            let (points, worlds): (f64, f64) = own_points[place];
            let share = |value: f64| (value + OWN_POINT * points / worlds.max(1.0)).clamp(0.0, 1.0);
            compared.values[place].map(share)
        };
        let best_of = |action: Action| {
            let places = (0..searched.len()).filter(|place| firsts[searched[*place]].0 == action);
            let values = places.map(|place| (share(place), compared.errors[place]));
            values.max_by(|one, other| one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal))
        };
        let evaluated = |&action: &Action| {
            let (value, error) = best_of(action).unwrap_or_default();
            EvaluatedAction { action, value, error }
        };
        let choices = view.legal.iter().map(evaluated).collect();
        let best = view.legal.iter().position(|action| *action == firsts[searched[compared.best]].0);
        Evaluation { choices, best: best.unwrap_or_default() }
    }

    /// Likes low cards and nothing else: sees every other pair, never waits for one, and puts low cards where
    /// hidden ones lie.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let BotInput { options, seat, view, .. } = input;
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
            ViewPhase::Reveal => Action::Reveal(TwoPlaces::DIFFERENT[0]),
            ViewPhase::Take => match view.discard() {
                Some(card) if points(card) < LOW_ENOUGH || pair(card).is_some() => Action::TakeDiscard,
                _ => Action::TakeStock,
            },
            ViewPhase::Holding => {
                match view.held.and_then(|held| held.card.map(|card| (card, held.source))) {
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
                }
            }
            ViewPhase::TurnOne | ViewPhase::Over => hidden.map_or(Action::ThrowAway, Action::Turn),
        };
        if view.legal.contains(&wish) { wish } else { view.legal[0] }
    }
}

/// What is tried first in every world.
#[derive(Clone, Copy)]
enum First {
    Reveal(TwoPlaces),
    Stock,
    /// The discard goes where it gains most at a glance.
    BestDiscard,
    /// The discard goes to this place.
    Discard(Place),
    /// The held card goes there.
    Lay(Place),
    Throw,
    Turn(Place),
    Steal(Steal),
}

/// All legal actions; a discard once for each place it can go to, the best of them by rule of thumb first.
fn firsts(view: &Seen) -> Vec<(Action, First)> {
    let mut firsts = Vec::new();
    for &action in &view.legal {
        match action {
            Action::Reveal(two) => firsts.push((action, First::Reveal(two))),
            Action::TakeStock => firsts.push((action, First::Stock)),
            Action::TakeDiscard => {
                firsts.push((action, First::BestDiscard));
                firsts.extend(Place::ALL.map(|place| (action, First::Discard(place))));
            }
            Action::Swap(place) => firsts.push((action, First::Lay(place))),
            Action::ThrowAway => firsts.push((action, First::Throw)),
            Action::Turn(place) => firsts.push((action, First::Turn(place))),
            Action::Steal(steal) => firsts.push((action, First::Steal(steal))),
        }
    }
    firsts
}

/// The heuristic score of each first step: that of its action.
fn scores_of(input: BotInput<'_, Golf>, firsts: &[(Action, First)], dice: &mut FastRng) -> Vec<f64> {
    let scores = Golf::heuristic_scores(input, dice);
    let score = |action: Action| {
        let place = input.view.legal.iter().position(|legal| *legal == action);
        place.map_or(f64::NEG_INFINITY, |place| scores[place])
    };
    firsts.iter().map(|(action, _)| score(*action)).collect()
}

/// What it costs to imagine a world, and to play a turn in it.
const WORLD_WORK: u32 = 200;
const TURN_WORK: u32 = 16;

/// The chance to win the game after this world was played to the end of the round, and the seat's points of the round.
/// `None` if the meter stops it.
fn one_world(
    mut world: World,
    rules: &Rules,
    input: BotInput<'_, Golf>,
    first: First,
    luck: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<(f64, f64)> {
    let BotInput { options, seat, view, .. } = input;
    let own = seat.index();
    let held = view.held.and_then(|held| held.card).map(|card| card.rank() as u8);
    match first {
        First::Reveal(two) => two.places().into_iter().for_each(|place| world.turn_up(own, place.index())),
        First::Stock => match world.draw(luck) {
            Some(card) => policy::place(&mut world, rules, card),
            None => world.end_turn(rules, own, false),
        },
        First::BestDiscard => {
            if let Some(card) = world.discards.pop() {
                policy::place_discard(&mut world, rules, card);
            }
        }
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
        done::note(TURN_WORK as usize);
        if !meter.charge(TURN_WORK) {
            return None;
        }
        policy::turn(&mut world, rules, luck);
    }
    let total = |other: usize| world.points(rules, other) + view.scores.as_slice()[other];
    let best_other = (0..world.seats).filter(|other| *other != own).map(total).min().unwrap_or_default();
    let rounds_left = options.rounds.get().saturating_sub(u32::from(view.round));
    let share = chance(f64::from(best_other - total(own)), rounds_left);
    Some((share, f64::from(world.points(rules, own))))
}

/// The chance to be ahead at the end with this lead, this many rounds before it.
fn chance(lead: f64, rounds_left: u32) -> f64 {
    /// A logistic curve this steep is near the normal one.
    const STEEPNESS: f64 = 1.7;
    if rounds_left == 0 {
        // One point decides; yet a larger lead is a little better, so that nothing is thrown away.
        return if lead > 0.0 {
            0.99
        } else if lead < 0.0 {
            0.01
        } else {
            0.5
        } + 0.0005 * lead.clamp(-20.0, 20.0);
    }
    let spread = SPREAD * f64::from(rounds_left).sqrt();
    1.0 / (1.0 + (-STEEPNESS * lead / spread).exp())
}

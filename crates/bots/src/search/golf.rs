//! Six Card Golf: every choice is played out to the end of the round in many worlds.
//!
//! In each world the hidden cards and the stock lie as they could lie; every choice is played on from there by quick
//! rules of thumb, with the same random draws for all of them. An expert plays on with time in mind, against others who
//! wait for different times ([`manner`]). What counts is the chance to win the game: the lead after this round, compared
//! with how much the rounds to come vary. So a player who leads ends the round and one who is behind waits, and the hidden
//! last card is a weapon where all must have turned theirs.

mod firsts;
mod manner;
mod outlook;
mod patient;
mod policy;
#[cfg(test)]
mod tests;
mod world;

use std::cmp::Ordering;

use game::{FastRng, Rng, Voice, below};
use games::cards::Card;
use games::golf::layout::Place;
use games::golf::{Action, Golf, Source, TwoPlaces, ViewPhase};

use self::firsts::{First, Firsts};
use self::manner::{Manners, TableManner};
use self::world::{Rules, World};
use super::shortlist::shortlist;
use super::trials::{Purpose, compare};
use super::{Effort, EvaluatedAction, Evaluation, Searchable};
use crate::meter::{Meter, done};
use crate::pool::{self, Pool};
use crate::{Bot, BotInput, Budget, Heuristic, Why, why};

/// Of a hundred decisions of a beginner, this many are made without the rule of thumb.
const LAPSES: u32 = 12;
/// Of ten pairs that could be made, a beginner sees this many.
const PAIRS_SEEN: u32 = 5;
/// A card of the given number of points is good enough to keep.
const LOW_ENOUGH: i32 = 5;

/// What an own point costs besides the lead. Measured: it takes nothing from the chance to win, and two such players
/// do not keep each other waiting with bad cards face down.
const OWN_POINT: f64 = 0.03;

/// Worlds of an expert.
const EXPERT_WORLDS: u32 = 600;
/// Worlds of advice, which has to tell small differences from chance.
const ADVICE_WORLDS: u32 = 1_600;

/// The spread of the difference between two players in one round.
const SPREAD: f64 = 5.5;

impl Searchable for Golf {
    const REFERENCE_BOTS: &'static [&'static str] = &Pool::GOLF.all();

    fn why(input: BotInput<'_, Self>, action: Self::Action, voice: &Voice) -> Option<Why> {
        let reason = why::golf(input, action)?;
        Why::new(&reason, reason.sentence(voice))
    }

    fn reference_bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        pool::golf_player(name)
    }

    fn evaluate(
        input: BotInput<'_, Self>,
        effort: Effort,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        let worlds = match effort {
            Effort::Medium => 8,
            Effort::Hard => 40,
            Effort::Expert => EXPERT_WORLDS,
            Effort::Endless => u32::MAX,
        };
        weigh(input, Purpose::Play, effort, worlds, None, dice, budget)
    }

    fn advise(
        input: BotInput<'_, Self>,
        asked: Option<Action>,
        dice: &mut FastRng,
        budget: Budget<'_>,
    ) -> Evaluation<Action> {
        weigh(input, Purpose::Advice, Effort::Expert, ADVICE_WORLDS, asked, dice, budget)
    }

    /// Now and then forgets the rule of thumb: then it likes low cards and nothing else, sees every other pair, never waits for one, and puts low cards where
    /// hidden ones lie.
    fn beginner(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        if below(dice, 100) >= LAPSES {
            return Self::heuristic(input, dice);
        }
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

/// What each action is worth, in the same worlds.
fn weigh(
    input: BotInput<'_, Golf>,
    purpose: Purpose,
    effort: Effort,
    worlds: u32,
    asked: Option<Action>,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<Action> {
    let BotInput { options, view, .. } = input;
    let rules = Rules::of(options, view);
    let firsts = Firsts::of(input);
    let manners = Manners::of(input, &rules, effort, dice);
    let favourite = manners.favourite(input, &firsts, dice);
    let keep: Vec<usize> =
        std::iter::once(favourite).chain(asked.and_then(|asked| firsts.step_of(view, asked))).collect();
    let searched = shortlist(firsts.steps.len(), &keep, || scores_of(input, &firsts, dice));
    let meter = Meter::of(&budget);
    let mut own_points = vec![(0.0, 0.0); searched.len()];
    let compared = compare(
        purpose,
        searched.len(),
        searched.iter().position(|choice| *choice == favourite).unwrap_or_default(),
        worlds,
        (budget, &meter),
        || {
            meter.charge(WORLD_WORK);
            (World::imagine(options, view, dice), manners.any(dice), dice.next_u64())
        },
        |(world, manner, seed), choice| {
            let first = firsts.steps[searched[choice]];
            let rng = &mut game::dice(*seed);
            let Ended { lead, points, rounds_left } =
                one_world(world.clone(), (&rules, manner), input, first, rng, &meter)?;
            own_points[choice].0 += points;
            own_points[choice].1 += 1.0;
            Some(match purpose {
                Purpose::Play => chance(lead, rounds_left) - OWN_POINT * points,
                Purpose::Advice => share(lead, rounds_left),
            })
        },
    );
    // The value that is returned is the chance to win alone.
    let value_of = |place: usize| {
        let (points, worlds): (f64, f64) = own_points[place];
        let own = if purpose == Purpose::Play { OWN_POINT * points / worlds.max(1.0) } else { 0.0 };
        compared.values[place].map(|value| (value + own).clamp(0.0, 1.0))
    };
    let evaluated = |(&action, steps): (&Action, &Vec<usize>)| {
        let places = steps.iter().filter_map(|step| searched.iter().position(|other| other == step));
        let values = places.map(|place| (value_of(place), compared.errors[place]));
        let best = values.max_by(|one, other| one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal));
        let (value, error) = best.unwrap_or_default();
        EvaluatedAction { action, value, error }
    };
    let best = firsts.of_action.iter().position(|steps| steps.contains(&searched[compared.best]));
    let choices = view.legal.iter().zip(&firsts.of_action).map(evaluated).collect();
    Evaluation { choices, best: best.unwrap_or_default() }
}

/// The heuristic score of each first step: that of its action.
fn scores_of(input: BotInput<'_, Golf>, firsts: &Firsts, dice: &mut FastRng) -> Vec<f64> {
    let mut scores = vec![f64::NEG_INFINITY; firsts.steps.len()];
    for (score, steps) in Golf::heuristic_scores(input, dice).into_iter().zip(&firsts.of_action) {
        steps.iter().for_each(|step| scores[*step] = score.max(scores[*step]));
    }
    scores
}

/// What it costs to imagine a world, and to play a turn in it.
const WORLD_WORK: u32 = 200;
const TURN_WORK: u32 = 16;

/// How a world ended.
struct Ended {
    /// By how many points the seat is ahead of the best other one, all rounds counted.
    lead: f64,
    /// The seat's points of the round.
    points: f64,
    rounds_left: u32,
}

/// Plays a world to the end of the round; `None` if the meter stops it.
fn one_world(
    mut world: World,
    (rules, manner): (&Rules, &TableManner<'_>),
    input: BotInput<'_, Golf>,
    first: First,
    rng: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<Ended> {
    let BotInput { options, seat, view, .. } = input;
    let own = seat.index();
    let held = view.held.and_then(|held| held.card).map(|card| card.rank() as u8);
    match first {
        First::Reveal(two) => two.places().into_iter().for_each(|place| world.turn_up(own, place.index())),
        First::Stock => match world.draw(rng) {
            Some(card) => manner.place(&mut world, rules, card),
            None => world.end_turn(rules, own, false),
        },
        First::BestDiscard => {
            if let Some(card) = world.discards.pop() {
                manner.place_discard(&mut world, rules, card);
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
        manner.turn(&mut world, rules, rng);
    }
    let total = |other: usize| world.points(rules, other) + view.scores.as_slice()[other];
    let best_other = (0..world.seats).filter(|other| *other != own).map(total).min().unwrap_or_default();
    let rounds_left = options.rounds.get().saturating_sub(u32::from(view.round));
    let lead = f64::from(best_other - total(own));
    Some(Ended { lead, points: f64::from(world.points(rules, own)), rounds_left })
}

/// The expected share of the win with this lead, this many rounds before the end.
fn share(lead: f64, rounds_left: u32) -> f64 {
    if rounds_left > 0 {
        return chance(lead, rounds_left);
    }
    match lead.partial_cmp(&0.0) {
        Some(Ordering::Greater) => 1.0,
        Some(Ordering::Less) => 0.0,
        Some(Ordering::Equal) | None => 0.5,
    }
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

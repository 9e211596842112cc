//! Tree search over what seats may know: it serves any game.
//!
//! Each simulation imagines a world that agrees with the seat's view and plays it through. In the known part of
//! the tree everybody chooses by what has worked so far, beyond it by the game's quick policy. What has worked is
//! remembered for what the chooser *sees* (its view), not for the position: nobody in the tree profits from cards
//! that are hidden from him, and choices made at the same time are made without knowing each other.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use game::{DiscardEvents, FastRng, PerSeat, Seat, SeatSet, Status, Viewer};

use super::fingerprint::fingerprint;
use super::shortlist::{MAX_SEARCHED, shortlist};
use super::{EvaluatedAction, Evaluation, Searchable, shares};
use crate::meter::{Meter, done};
use crate::{BotInput, Budget};

/// How much the search tries what it knows little about.
const CURIOSITY: f64 = 1.2;
/// The part of the first interest that goes to what the rule of thumb would do.
const THUMB_SHARE: f64 = 0.4;
/// What has not been tried is expected to be so much worse than the rest.
const UNTRIED: f64 = 0.1;
/// A roll-out is broken off after this many actions.
const MAX_ROLL_OUT: usize = 1_000;
/// The tree stops growing here; a simulation adds at most one node.
const MAX_NODES: usize = 200_000;
/// What a step of a world costs besides what is seen and what can be done.
const STEP_WORK: u32 = 16;

/// One decision as its seat sees it: the seat and a fingerprint of the view.
type Sight = (u8, u64);

struct Node<A> {
    visits: f64,
    choices: Vec<Choice<A>>,
}

struct Choice<A> {
    action: A,
    prior: f64,
    visits: f64,
    sum: f64,
}

impl<A: Copy + Eq> Node<A> {
    fn new<G: Searchable<Action = A>>(input: BotInput<'_, G>, dice: &mut FastRng) -> Self {
        let legal = input.view.legal.as_slice();
        let thumb = if legal.len() > 1 { Some(G::heuristic(input, dice)) } else { None };
        let even = (1.0 - THUMB_SHARE) / legal.len().clamp(1, MAX_SEARCHED) as f64;
        let choice = |&action: &A| Choice {
            action,
            prior: even + if thumb == Some(action) { THUMB_SHARE } else { 0.0 },
            visits: 0.0,
            sum: 0.0,
        };
        let favourite = legal.iter().position(|action| Some(*action) == thumb).unwrap_or_default();
        let searched = shortlist(legal.len(), &[favourite], || G::heuristic_scores(input, dice));
        Self { visits: 0.0, choices: searched.into_iter().map(|place| choice(&legal[place])).collect() }
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.choices.iter().map(|choice| choice.sum).sum();
        if self.visits == 0.0 { 0.5 } else { sum / self.visits }
    }

    /// The choice with the highest PUCT score: a good average, or few visits compared with its prior.
    fn select(&self) -> usize {
        let untried = self.mean() - UNTRIED;
        let reach = CURIOSITY * (self.visits + 1.0).sqrt();
        let promise = |choice: &Choice<A>| {
            let value = if choice.visits == 0.0 { untried } else { choice.sum / choice.visits };
            value + reach * choice.prior / (1.0 + choice.visits)
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (index, choice) in self.choices.iter().enumerate() {
            let promise = promise(choice);
            if promise > best.1 {
                best = (index, promise);
            }
        }
        best.0
    }
}

struct Tree<'a, G: Searchable> {
    input: BotInput<'a, G>,
    nodes: HashMap<Sight, Node<G::Action>>,
    legal: Vec<G::Action>,
    meter: &'a Meter<'a>,
}

/// Weighs the actions by at most this number of simulations, or fewer if the budget ends. Without any simulation the
/// rule of thumb decides.
pub fn search<G: Searchable>(
    input: BotInput<'_, G>,
    simulations: u32,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Evaluation<G::Action> {
    let root = (input.seat.number(), fingerprint(input.view).0);
    let meter = Meter::of(&budget);
    let mut tree = Tree { input, nodes: HashMap::new(), legal: Vec::new(), meter: &meter };
    tree.nodes.insert(root, Node::new(input, dice));
    for _ in 0..simulations.min(budget.simulations).max(1) {
        if tree.simulate(dice).is_none() {
            break;
        }
    }
    let node = &tree.nodes[&root];
    let value = |choice: &Choice<_>| (choice.visits > 0.0).then(|| choice.sum / choice.visits);
    // Values lie between 0 and 1, so this is never too small.
    let own_error = |choice: &Choice<_>| 0.5 / choice.visits.max(1.0).sqrt();
    // What was tried most has proved itself most; a lucky single try has not.
    let trust = |choice: &Choice<_>| if node.visits == 0.0 { choice.prior } else { choice.visits };
    let mut best = 0;
    for (index, choice) in node.choices.iter().enumerate() {
        if trust(choice) > trust(&node.choices[best]) {
            best = index;
        }
    }
    let error = |choice: &Choice<_>| {
        let chosen = node.choices.get(best);
        own_error(choice).hypot(chosen.map_or(0.0, own_error))
    };
    let legal = &input.view.legal;
    // The choices are in the order of the list, which may hold more.
    let mut searched = node.choices.iter().peekable();
    let weighed = |&action: &G::Action| match searched.next_if(|choice| choice.action == action) {
        Some(choice) => EvaluatedAction { action, value: value(choice), error: error(choice) },
        None => EvaluatedAction { action, value: None, error: 0.0 },
    };
    let choices: Vec<_> = legal.iter().map(weighed).collect();
    let best = node.choices.get(best).and_then(|best| legal.iter().position(|action| *action == best.action));
    Evaluation { choices, best: best.unwrap_or_default() }
}

impl<G: Searchable> Tree<'_, G> {
    /// Plays one world through and remembers what worked; `None` if the meter stops it.
    fn simulate(&mut self, dice: &mut FastRng) -> Option<()> {
        let BotInput { rules, options, seat, view } = self.input;
        if self.meter.is_over() {
            return None;
        }
        let mut world = G::imagine(rules, options, seat, view, dice);
        let mut path: Vec<(Sight, usize)> = Vec::new();
        let reward = loop {
            let deciders = match world.status() {
                Status::Over(outcome) => break shares(&world, outcome.winners),
                Status::ToAct(deciders) | Status::Sealed(deciders) => deciders,
            };
            let Some(decider) = first_of(deciders, seat) else { break world.estimate_shares() };
            let seen = world.seen(Viewer::Seat(decider));
            let (fingerprint, values) = fingerprint(&seen);
            let sight = (decider.number(), fingerprint);
            // Building and hashing a view costs in proportion to its size, and so does the world.
            done::note(2 * values as usize);
            if !self.meter.charge(STEP_WORK + 3 * values) {
                return None;
            }
            if let Some(node) = self.nodes.get(&sight) {
                if path.len() >= MAX_ROLL_OUT {
                    break world.estimate_shares();
                }
                let index = node.select();
                let Some(choice) = node.choices.get(index) else { break world.estimate_shares() };
                path.push((sight, index));
                world.apply(decider, choice.action, &mut DiscardEvents);
                continue;
            }
            if self.nodes.len() < MAX_NODES {
                let input: BotInput<'_, G> = BotInput { rules, options, seat: decider, view: &seen };
                self.nodes.insert(sight, Node::new(input, dice));
            }
            break self.roll_out(world, dice)?;
        };
        for (sight, index) in path {
            if let Some(node) = self.nodes.get_mut(&sight) {
                node.visits += 1.0;
                node.choices[index].visits += 1.0;
                node.choices[index].sum += reward[Seat::of(sight.0)];
            }
        }
        Some(())
    }

    fn roll_out(&mut self, mut world: G, dice: &mut FastRng) -> Option<PerSeat<f64>> {
        for _ in 0..MAX_ROLL_OUT {
            let deciders = match world.status() {
                Status::Over(outcome) => return Some(shares(&world, outcome.winners)),
                Status::ToAct(deciders) | Status::Sealed(deciders) => deciders,
            };
            let Some(decider) = deciders.first() else { break };
            self.legal.clear();
            world.legal_actions(decider, &mut self.legal);
            if self.legal.is_empty() {
                break;
            }
            done::note(self.legal.len());
            if !self.meter.charge(STEP_WORK + self.legal.len() as u32) {
                return None;
            }
            let action = world.roll_out(decider, &self.legal, dice);
            world.apply(decider, action, &mut DiscardEvents);
        }
        Some(world.estimate_shares())
    }
}

/// Of those who decide at the same time the seat that searches comes first: then its view is the one it searches for.
fn first_of(deciders: SeatSet, own: Seat) -> Option<Seat> {
    if deciders.contains(own) { Some(own) } else { deciders.first() }
}

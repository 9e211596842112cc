//! How a round is played on quickly where it ends when everything is face up: with time in mind.

use game::FastRng;

use super::outlook::{HIDDEN, Outlook};
use super::world::{RANKS, Rules, World};

/// What it costs to give up the last hidden card while others can still go on.
const CONTROL: f32 = 0.5;

/// What happens if the player turns a hidden card.
#[derive(Clone, Copy)]
enum Last {
    /// It has another one.
    NotYet,
    /// Others have hidden cards, and it is for them to end the round.
    GivesUpControl,
    /// The round ends. The others would have improved by this much.
    Ends(f32),
}

/// The player in turn, its layout and its time.
struct Own<'a> {
    outlook: &'a Outlook,
    faces: [usize; 6],
    /// The turns after this one.
    turns: usize,
    last: Last,
}

impl<'a> Own<'a> {
    fn of(world: &World, outlook: &'a Outlook, patience: usize) -> Self {
        let seat = world.turn;
        let faces = faces(world, seat);
        let turns_each = usize::from(world.turns) / world.seats;
        let turns = patience.saturating_sub(turns_each);
        let mut own = Self { outlook, faces, turns, last: Last::NotYet };
        if faces.iter().filter(|face| **face == HIDDEN).count() == 1 {
            let others = (0..world.seats).filter(|other| *other != seat);
            own.last = if others.clone().all(|other| world.is_open(other)) {
                let left = |faces: &[usize; 6]| sum(outlook, 0, faces) - sum(outlook, turns, faces);
                let others = others.map(|other| left(&self::faces(world, other)));
                Last::Ends(others.fold(f32::INFINITY, f32::min))
            } else {
                Last::GivesUpControl
            };
        }
        own
    }

    /// What a card gains at this place.
    fn gain(&self, place: usize, card: usize) -> f32 {
        let (old, partner) = (self.faces[place], self.faces[(place + 3) % 6]);
        let gain =
            || self.outlook.column(self.turns, old, partner) - self.outlook.column(self.turns, card, partner);
        match self.last {
            Last::GivesUpControl if old == HIDDEN => gain() - CONTROL,
            Last::Ends(others) if old == HIDDEN => {
                let mut after = self.faces;
                after[place] = card;
                sum(self.outlook, self.turns, &self.faces) - sum(self.outlook, 0, &after) + others
            }
            _ => gain(),
        }
    }

    /// Where a card gains most, and how much.
    fn best_place(&self, card: usize) -> (f32, usize) {
        let mut best = (f32::NEG_INFINITY, 0);
        for place in 0..6 {
            let gain = self.gain(place, card);
            if gain > best.0 {
                best = (gain, place);
            }
        }
        best
    }
}

fn faces(world: &World, seat: usize) -> [usize; 6] {
    std::array::from_fn(|place| world.face(seat, place).map_or(HIDDEN, usize::from))
}

fn sum(outlook: &Outlook, turns: usize, faces: &[usize; 6]) -> f32 {
    (0..3).map(|column| outlook.column(turns, faces[column], faces[column + 3])).sum()
}

/// Where a card is taken from.
pub(super) enum DrawSource {
    Discard,
    Stock,
}

/// Where the next card comes from.
pub(super) fn take(world: &World, outlook: &Outlook, patience: usize) -> DrawSource {
    let own = Own::of(world, outlook, patience);
    let Some(&card) = world.discards.last() else { return DrawSource::Stock };
    let (gain, _) = own.best_place(usize::from(card));
    if !world.can_draw() {
        return DrawSource::Discard;
    }
    if gain <= 0.0 {
        return DrawSource::Stock;
    }
    let total: u32 = world.about.iter().map(|count| u32::from(*count)).sum();
    let sum: f32 = (0..RANKS)
        .filter(|rank| world.about[*rank] > 0)
        .map(|rank| f32::from(world.about[rank]) * own.best_place(rank).0.max(0.0))
        .sum();
    if gain >= sum / total.max(1) as f32 { DrawSource::Discard } else { DrawSource::Stock }
}

/// Where a card from the stock goes; nowhere if it is thrown away.
pub(super) fn place_for(world: &World, outlook: &Outlook, patience: usize, card: u8) -> Option<usize> {
    let own = Own::of(world, outlook, patience);
    let (gain, place) = own.best_place(usize::from(card));
    (gain > 0.0).then_some(place)
}

/// Plays one whole turn.
pub(super) fn turn(world: &mut World, rules: &Rules, outlook: &Outlook, patience: usize, rng: &mut FastRng) {
    let seat = world.turn;
    match take(world, outlook, patience) {
        DrawSource::Discard => {
            let Some(card) = world.discards.pop() else { return };
            let place = best(world, outlook, patience, card);
            world.swap(rules, seat, place, card);
        }
        DrawSource::Stock => match world.draw(rng) {
            Some(card) => place(world, rules, outlook, patience, card),
            None => world.end_turn(rules, seat, false),
        },
    }
}

pub(super) fn place(world: &mut World, rules: &Rules, outlook: &Outlook, patience: usize, card: u8) {
    let seat = world.turn;
    match place_for(world, outlook, patience, card) {
        Some(place) => world.swap(rules, seat, place, card),
        None => {
            let hidden = (0..6).find(|place| world.is_hidden(seat, *place));
            world.throw(rules, seat, card, hidden);
        }
    }
}

/// Where a card gains most.
pub(super) fn best(world: &World, outlook: &Outlook, patience: usize, card: u8) -> usize {
    Own::of(world, outlook, patience).best_place(usize::from(card)).1
}

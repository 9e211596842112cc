//! What is tried first in every world: one for all actions that are equal by symmetry.
//!
//! Columns can change places, and so can the two cards of a column: nothing in the game depends on it. Actions that differ in
//! nothing else are tried once and have one value.

use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, Seen, Steal, TwoPlaces};

use crate::BotInput;

/// What is tried first in every world.
#[derive(Clone, Copy, Debug)]
pub(super) enum First {
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

/// All first steps that differ.
pub(super) struct Firsts {
    pub(super) steps: Vec<First>,
    /// For each legal action the steps that begin with it: a discard has one for each place it can go to, after the best of
    /// them by rule of thumb.
    pub(super) of_action: Vec<Vec<usize>>,
}

impl Firsts {
    pub(super) fn of(input: BotInput<'_, Golf>) -> Self {
        let mut firsts = Self { steps: Vec::new(), of_action: Vec::new() };
        let mut keys = Vec::new();
        for &action in &input.view.legal {
            let steps = match action {
                Action::Reveal(two) => vec![First::Reveal(two)],
                Action::TakeStock => vec![First::Stock],
                Action::TakeDiscard => {
                    let places = Place::ALL.map(First::Discard);
                    std::iter::once(First::BestDiscard).chain(places).collect()
                }
                Action::Swap(place) => vec![First::Lay(place)],
                Action::ThrowAway => vec![First::Throw],
                Action::Turn(place) => vec![First::Turn(place)],
                Action::Steal(steal) => vec![First::Steal(steal)],
            };
            let mut own: Vec<usize> = Vec::new();
            for step in steps {
                let key = Key::of(input, step);
                let place = keys.iter().position(|other| *other == key).unwrap_or_else(|| {
                    keys.push(key);
                    firsts.steps.push(step);
                    keys.len() - 1
                });
                if !own.contains(&place) {
                    own.push(place);
                }
            }
            firsts.of_action.push(own);
        }
        firsts
    }

    /// The first step of this action.
    pub(super) fn step_of(&self, view: &Seen, action: Action) -> Option<usize> {
        let place = view.legal.iter().position(|legal| *legal == action)?;
        self.of_action.get(place)?.first().copied()
    }
}

/// In place of a rank: a hidden card, and one that is turned up now.
const HIDDEN: u8 = 13;
const TURNED: u8 = 14;

type Columns = [[u8; 2]; 3];

/// What the table looks like after a first step, with columns and their cards in a fixed order.
#[derive(PartialEq, Eq)]
struct Key {
    kind: u8,
    own: Columns,
    /// The card that goes on the discard pile.
    gone: u8,
    /// From whom a card is stolen, and what is left there.
    victim: Option<(u8, Columns)>,
}

impl Key {
    fn of(input: BotInput<'_, Golf>, step: First) -> Self {
        let BotInput { seat, view, .. } = input;
        let mut own = ranks(view.layouts.get(seat).copied().unwrap_or_default());
        let held = view.held.and_then(|held| held.card).map_or(HIDDEN, |card| card.rank() as u8);
        let discard = view.discard().map_or(HIDDEN, |card| card.rank() as u8);
        let (mut gone, mut victim) = (HIDDEN, None);
        let mut lay = |own: &mut [u8; 6], place: Place, card: u8| {
            gone = std::mem::replace(&mut own[place.index()], card);
        };
        let kind = match step {
            First::Reveal(two) => {
                two.places().into_iter().for_each(|place| own[place.index()] = TURNED);
                0
            }
            First::Stock => 1,
            First::BestDiscard => 2,
            First::Discard(place) => {
                lay(&mut own, place, discard);
                3
            }
            First::Lay(place) => {
                lay(&mut own, place, held);
                4
            }
            First::Throw => 5,
            First::Turn(place) => {
                own[place.index()] = TURNED;
                6
            }
            First::Steal(steal) => {
                let mut theirs = ranks(view.layouts.get(steal.from).copied().unwrap_or_default());
                own[steal.own.index()] = std::mem::replace(&mut theirs[steal.card.index()], TURNED);
                victim = Some((steal.from.number(), columns(theirs)));
                7
            }
        };
        Self { kind, own: columns(own), gone, victim }
    }
}

fn ranks(faces: Faces) -> [u8; 6] {
    faces.map(|face| face.map_or(HIDDEN, |card| card.rank() as u8))
}

fn columns(ranks: [u8; 6]) -> Columns {
    let mut columns: Columns = std::array::from_fn(|column| {
        let (above, below) = (ranks[column], ranks[column + 3]);
        [above.min(below), above.max(below)]
    });
    columns.sort_unstable();
    columns
}

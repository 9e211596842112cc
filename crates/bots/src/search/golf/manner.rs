//! How everybody goes on in an imagined world.
//!
//! Where the round ends when everything is face up, time is what players differ in: some turn their last card as soon as it
//! gains something, others wait. Each world has a manner for every other player; the seat itself waits.

use game::{FastRng, below};
use games::golf::layout::Place;
use games::golf::{Action, EndRule, GOLF_MAX_SEATS, Golf, Source, ViewPhase};

use super::firsts::Firsts;
use super::outlook::Outlook;
use super::patient::{self, DrawSource};
use super::policy;
use super::world::{Rules, World};
use crate::search::Effort;
use crate::{BotInput, Heuristic};

/// Before this turn of a round the seat is in no hurry, and from it on takes any gain. Measured without a search: 12 and 40 are
/// worse.
const OWN: usize = 26;
/// In a long round the seat still looks this many turns ahead.
const AT_LEAST: usize = 5;
/// The same of other players, one of these; without one, by rules of thumb.
const OTHERS: [Option<usize>; 4] = [None, Some(8), Some(16), Some(26)];

/// The manners that are thought possible at this table.
pub(super) struct Manners {
    /// None at tables where somebody else may end the round at any time, and for players who do not look so far.
    outlook: Option<Outlook>,
    own: usize,
    patience: usize,
}

/// The manners of one world.
pub(super) struct TableManner<'a> {
    outlook: Option<&'a Outlook>,
    /// How long each seat waits.
    patience: [Option<usize>; GOLF_MAX_SEATS],
}

impl Manners {
    pub(super) fn of(input: BotInput<'_, Golf>, rules: &Rules, effort: Effort, dice: &mut FastRng) -> Self {
        let BotInput { options, seat, view, .. } = input;
        let has_time = rules.end_rule == EndRule::All && !rules.flip_on_discard && !options.steal;
        let outlook = (has_time && effort >= Effort::Expert)
            .then(|| Outlook::new(&rules.points, &World::imagine(options, view, dice).about));
        let turns_each = usize::from(view.turns) / usize::from(view.layouts.seats()).max(1);
        Self { outlook, own: seat.index(), patience: OWN.max(turns_each + AT_LEAST) }
    }

    /// The manners of one world.
    pub(super) fn any(&self, dice: &mut FastRng) -> TableManner<'_> {
        let mut patience = [None; GOLF_MAX_SEATS];
        if self.outlook.is_some() {
            patience.fill_with(|| OTHERS[below(dice, OTHERS.len() as u32) as usize]);
            patience[self.own] = Some(self.patience);
        }
        TableManner { outlook: self.outlook.as_ref(), patience }
    }

    /// What the seat would do without trying it in worlds.
    pub(super) fn favourite(&self, input: BotInput<'_, Golf>, firsts: &Firsts, dice: &mut FastRng) -> usize {
        let BotInput { options, view, .. } = input;
        let thumb = || firsts.step_of(view, Golf::heuristic(input, &mut game::dice(0))).unwrap_or_default();
        let Some(outlook) = &self.outlook else { return thumb() };
        let world = World::imagine(options, view, dice);
        let action = match (view.phase, view.held.and_then(|held| held.card.map(|card| (held.source, card))))
        {
            (ViewPhase::Take, _) => match patient::take(&world, outlook, self.patience) {
                DrawSource::Discard => Some(Action::TakeDiscard),
                DrawSource::Stock => Some(Action::TakeStock),
            },
            (ViewPhase::Holding, Some((Source::Stock, card))) => {
                let place = patient::place_for(&world, outlook, self.patience, card.rank() as u8);
                Some(place.map_or(Action::ThrowAway, |place| Action::Swap(Place::ALL[place])))
            }
            (ViewPhase::Holding, Some((Source::Discard, card))) => {
                let place = patient::best(&world, outlook, self.patience, card.rank() as u8);
                Some(Action::Swap(Place::ALL[place]))
            }
            _ => None,
        };
        action.and_then(|action| firsts.step_of(view, action)).unwrap_or_else(thumb)
    }
}

impl TableManner<'_> {
    fn of_mover(&self, world: &World) -> Option<(&Outlook, usize)> {
        self.outlook.zip(self.patience[world.turn])
    }

    /// Plays one whole turn.
    pub(super) fn turn(&self, world: &mut World, rules: &Rules, rng: &mut FastRng) {
        match self.of_mover(world) {
            Some((outlook, patience)) => patient::turn(world, rules, outlook, patience, rng),
            None => policy::turn(world, rules, rng),
        }
    }

    /// Lays a card from the stock where it gains most, or throws it away.
    pub(super) fn place(&self, world: &mut World, rules: &Rules, card: u8) {
        match self.of_mover(world) {
            Some((outlook, patience)) => patient::place(world, rules, outlook, patience, card),
            None => policy::place(world, rules, card),
        }
    }

    /// Lays a card from the discard pile where it gains most.
    pub(super) fn place_discard(&self, world: &mut World, rules: &Rules, card: u8) {
        match self.of_mover(world) {
            Some((outlook, patience)) => {
                let place = patient::best(world, outlook, patience, card);
                world.swap(rules, world.turn, place, card);
            }
            None => policy::place_discard(world, rules, card),
        }
    }
}

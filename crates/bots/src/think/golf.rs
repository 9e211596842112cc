//! Six Card Golf.

use game::{Dice, below};
use games::cards::Card;
use games::golf::layout::Place;
use games::golf::{Action, Golf, Phase, Source, TwoPlaces};

use super::Thinker;
use crate::Question;

/// Of ten pairs that could be made, a beginner sees so many.
const PAIRS_SEEN: u32 = 5;
/// A card of so many points is good enough to keep.
const LOW_ENOUGH: i32 = 5;

impl Thinker for Golf {
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

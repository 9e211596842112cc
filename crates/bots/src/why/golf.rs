//! What a card counts where it goes, against the mean of what is hidden.

use games::cards::Card;
use games::golf::layout::{Faces, Place};
use games::golf::scoring::showing_points;
use games::golf::{Action, EndRule, Golf, Reason};

use crate::BotInput;

pub(crate) fn why(input: BotInput<'_, Golf>, action: Action) -> Option<Reason> {
    let view = input.view;
    let faces = *view.layouts.get(input.seat)?;
    let hidden = mean(input, &view.unseen(input.options.packs.get()));
    let in_stock = if view.stock_cards.is_empty() { hidden } else { mean(input, &view.stock_cards) };
    let points = |card: Card| input.options.values.points(card.rank());
    let held = view.held.and_then(|held| held.card);
    Some(match action {
        Action::Reveal(two) => {
            let [one, other] = two.places();
            Reason::Reveals { one_column: one.partner() == other }
        }
        Action::TakeDiscard => {
            let card = view.discard()?;
            match pairs(&faces, card) {
                true => Reason::MakesPair { card },
                false => Reason::TakesDiscard { points: points(card), expected: in_stock? },
            }
        }
        Action::TakeStock => Reason::TakesStock { points: points(view.discard()?), expected: in_stock? },
        Action::Swap(place) => swapped(input, &faces, place, held?, hidden)?,
        Action::ThrowAway => Reason::ThrowsAway { points: points(held?), expected: hidden? },
        Action::Turn(_) => Reason::Turns { expected: hidden? },
        Action::Steal(steal) => {
            let card = (*view.layouts.get(steal.from)?)[steal.card.index()]?;
            let pair = is_pair(faces[steal.own.partner().index()], card);
            Reason::Steals { seat: steal.from, card, pair }
        }
    })
}

fn swapped(
    input: BotInput<'_, Golf>,
    faces: &Faces,
    place: Place,
    card: Card,
    hidden: Option<f64>,
) -> Option<Reason> {
    let values = input.options.values;
    let mut after = *faces;
    after[place.index()] = Some(card);
    let is_last_hidden = faces.iter().any(Option::is_none) && after.iter().all(Option::is_some);
    if is_last_hidden && input.options.end_rule != EndRule::All && input.view.last_turns.is_none() {
        let others = game::Seat::all(input.view.seats).filter(|seat| *seat != input.seat);
        let stands = others.filter_map(|seat| {
            let faces = input.view.layouts.get(seat)?;
            let face_down = faces.iter().filter(|face| face.is_none()).count();
            // Where nothing is hidden any more, no mean is needed.
            let rest = if face_down == 0 { 0.0 } else { hidden? * face_down as f64 };
            Some(tenths(f64::from(showing_points(values, faces)) + rest))
        });
        let next = stands.min_by(f64::total_cmp)?;
        return Some(Reason::GoesOut { points: showing_points(values, &after), next });
    }
    if is_pair(faces[place.partner().index()], card) {
        return Some(Reason::MakesPair { card });
    }
    Some(match faces[place.index()] {
        Some(_) => {
            Reason::Swaps { before: showing_points(values, faces), after: showing_points(values, &after) }
        }
        None => Reason::SwapsHidden { points: values.points(card.rank()), expected: hidden? },
    })
}

fn is_pair(face: Option<Card>, card: Card) -> bool {
    face.is_some_and(|face| face.rank() == card.rank())
}

/// Whether the card makes a pair that is not there yet.
fn pairs(faces: &Faces, card: Card) -> bool {
    Place::ALL
        .into_iter()
        .any(|place| !is_pair(faces[place.index()], card) && is_pair(faces[place.partner().index()], card))
}

/// What one of these cards counts on average.
fn mean(input: BotInput<'_, Golf>, cards: &[Card]) -> Option<f64> {
    let sum: i32 = cards.iter().map(|card| input.options.values.points(card.rank())).sum();
    (!cards.is_empty()).then(|| tenths(f64::from(sum) / cards.len() as f64))
}

fn tenths(points: f64) -> f64 {
    (10.0 * points).round() / 10.0
}

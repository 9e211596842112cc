//! The last turn of the last round: every choice by counting all cards that may lie hidden.

use bots::{BotInput, Heuristic};
use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seat, Seed, SeenOf, Viewer, dice};
use games::cards::Card;
use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, GolfOptions, ViewPhase};

use super::Decision;

/// A choice is worse if it wins this much less often.
const CLEARLY: f64 = 0.12;

/// Turns that end the game, with a card in hand and at most two own cards hidden.
pub(super) fn last_turns() -> impl Iterator<Item = Decision<Golf>> {
    let settings = RawOptions::parse("rounds=1,end_rule=first_out_plus_one").expect("settings");
    let options = GolfOptions::from_settings(&settings).expect("options");
    let mut rng = dice(2);
    (0..20_000).filter_map(move |game| {
        let chance = Chance::new(Seed::from_number(21).nth(game));
        let mut position = Golf::start(&options, 2, chance, &mut DiscardEvents).expect("it is legal");
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            if view.phase == ViewPhase::Holding && view.last_turns.is_some() {
                return decision(options, &position, seat, &view);
            }
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let action = Golf::heuristic(input, &mut rng);
            position.play(seat, action, &mut DiscardEvents).expect("it is legal");
        }
        None
    })
}

fn decision(
    options: GolfOptions,
    position: &Golf,
    seat: Seat,
    view: &SeenOf<Golf>,
) -> Option<Decision<Golf>> {
    let card = view.held?.card?;
    let own = view.layouts[seat];
    let hidden = own.iter().filter(|face| face.is_none()).count();
    if !(1..=2).contains(&hidden) {
        return None;
    }
    let other = points(&options, &view.layouts[seat.next(2)]);
    let unseen = view.unseen(options.packs.get());
    let share = |action: Action| {
        let mut faces = own;
        match action {
            Action::Swap(place) => faces[place.index()] = Some(card),
            Action::ThrowAway => {}
            _ => return 0.0,
        }
        let places: Vec<Place> =
            Place::ALL.into_iter().filter(|place| faces[place.index()].is_none()).collect();
        let (mut sum, mut count) = (0.0, 0.0);
        each_filling(&places, &unseen, &mut faces, &mut |faces| {
            let mine = points(&options, faces);
            count += 1.0;
            sum += match mine.cmp(&other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        });
        sum / count
    };
    let shares: Vec<(f64, Action)> = view.legal.iter().map(|action| (share(*action), *action)).collect();
    let best = shares.iter().copied().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let worse = shares.iter().rev().copied().find(|(share, _)| share + CLEARLY < best.0)?;
    Some(Decision { options, position: position.clone(), seat, good: best.1, bad: worse.1 })
}

/// Every way in which different unseen cards can lie in these places.
fn each_filling(places: &[Place], unseen: &[Card], faces: &mut Faces, visit: &mut dyn FnMut(&Faces)) {
    let Some((place, rest)) = places.split_first() else { return visit(faces) };
    for (index, card) in unseen.iter().enumerate() {
        faces[place.index()] = Some(*card);
        let mut others = unseen.to_vec();
        others.swap_remove(index);
        each_filling(rest, &others, faces, visit);
    }
    faces[place.index()] = None;
}

fn points(options: &GolfOptions, faces: &Faces) -> i32 {
    let value = |card: Option<Card>| card.map_or(0, |card| options.values.points(card.rank()));
    let column = |column: usize| match (faces[column], faces[column + 3]) {
        (Some(above), Some(below)) if above.rank() == below.rank() => 0,
        (above, below) => value(above) + value(below),
    };
    (0..3).map(column).sum()
}

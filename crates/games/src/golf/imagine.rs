//! Worlds as they could be.

use cards::Card;
use game::{Chance, Rng, SeenOf, shuffle};

use super::layout::{Faces, Layout, Place};
use super::options::GolfOptions;
use super::view::{Held, ViewPhase};
use super::{Golf, Phase};

/// A world that looks like this view. What is hidden is drawn from the cards that can be there, all arrangements
/// equally likely: nobody chooses which hidden card goes where.
pub(super) fn world(options: &GolfOptions, view: &SeenOf<Golf>, rng: &mut impl Rng) -> Golf {
    let mut golf = Golf::empty(options, view.layouts.seats(), Chance::imagined(rng));
    let mut unseen = view.unseen(options.packs.get());
    shuffle(rng, &mut unseen);
    golf.layouts = view.layouts.map(|_, faces| filled(faces, &mut unseen));
    // Once the discards have become the stock, its cards are known not to be among the players' hidden ones.
    let mut stock = if view.new_stocks > 0 {
        let mut known = view.stock_cards.clone();
        shuffle(rng, &mut known);
        known
    } else {
        unseen
    };
    golf.phase = match (view.phase, view.held) {
        (ViewPhase::Holding, Some(Held { source, card, .. })) => {
            card.or_else(|| stock.pop()).map_or(Phase::Take, |card| Phase::Holding { card, source })
        }
        (ViewPhase::Reveal, _) => Phase::Reveal(view.to_act),
        (ViewPhase::TurnOne, _) => Phase::TurnOne,
        (ViewPhase::Over, _) => Phase::Over,
        (ViewPhase::Take | ViewPhase::Holding, _) => Phase::Take,
    };
    golf.stock = stock.into_iter().collect();
    golf.discards = view.discards.iter().copied().collect();
    golf.mover = view.mover;
    golf.starter = view.starter;
    golf.turn_cap = view.turn_cap;
    golf.round = view.round;
    golf.turns = view.turns;
    golf.new_stocks = view.new_stocks;
    golf.last_turns = view.last_turns;
    golf.last = view.last;
    golf.last_round = view.last_round;
    for (row, points) in golf.results.iter_mut().zip(&view.results) {
        points.iter().for_each(|(seat, &points)| row[seat.index()] = points as i8);
    }
    golf.totals = view.scores;
    golf.turn_number = view.turn;
    golf
}

/// A layout with these open cards and hidden ones from the pool.
fn filled(faces: &Faces, pool: &mut Vec<Card>) -> Layout {
    let filler = *Layout::default().cards();
    let mut layout = Layout::face_down(std::array::from_fn(|index| {
        faces[index].or_else(|| pool.pop()).unwrap_or(filler[index])
    }));
    for place in Place::ALL {
        if faces[place.index()].is_some() {
            layout.turn_up(place);
        }
    }
    layout
}

//! Duplicate deals: the same cards for everybody who plays one.

use game::Game;
use game::laws::{Laws, Met};

use super::super::{Event, Golf};
use super::laws::scramble;
use crate::testing::law_games;

fn met(golf: &Golf, event: &Event) -> Option<Met> {
    match event {
        Event::Shuffled { cards } if cards.len() == golf.options.cards() => {
            let seats = usize::from(golf.seats());
            let stock = cards.len() - 6 * seats - usize::from(golf.options.first_discard);
            let cards = cards.iter().map(|card| card.index() as u32).collect();
            Some(Met::Dealt { round: golf.round(), cards, pile: stock / seats })
        }
        Event::NewStock { .. } => Some(Met::Reshuffled),
        Event::TookStock { seat, card: Some(card) } => {
            Some(Met::Drew { seat: *seat, cards: vec![card.index() as u32] })
        }
        _ => None,
    }
}

#[test]
fn every_seat_is_dealt_the_same_and_draws_the_same_from_its_pile() {
    Laws::<Golf>::new(scramble)
        .with_worlds()
        .with_duplicates(met)
        .table("rounds=3", 2)
        .table("rounds=3", 4)
        .table("rounds=2,first_discard=off,steal=on,flip_on_discard=on", 3)
        .table("packs=2,rounds=1", 8)
        .games(law_games())
        .thorough_every(400)
        .hold();
}

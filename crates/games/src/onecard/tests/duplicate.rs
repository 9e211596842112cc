//! Duplicate deals: the same cards for everybody who plays one.

use cards::Card;
use game::Game;
use game::laws::{Laws, Met};

use super::super::{Event, OneCard};
use super::laws::scramble;
use crate::testing::law_games;

fn numbers(cards: &[Card]) -> Vec<u32> {
    cards.iter().map(|card| card.index() as u32).collect()
}

fn met(position: &OneCard, event: &Event) -> Option<Met> {
    match event {
        Event::Shuffled { cards } => {
            let (seats, round) = (usize::from(position.seats()), u32::from(position.round));
            let for_order = if round == 1 { seats } else { 0 };
            let dealt = seats * position.options.initial_cards.get() as usize + for_order + 1;
            Some(Met::Dealt { round, cards: numbers(cards), pile: (cards.len() - dealt) / seats })
        }
        Event::Reshuffled { .. } => Some(Met::Reshuffled),
        Event::Drew { seat, cards } => Some(Met::Drew { seat: *seat, cards: numbers(cards) }),
        _ => None,
    }
}

#[test]
fn every_seat_is_dealt_the_same_and_draws_the_same_from_its_pile() {
    Laws::<OneCard>::new(scramble)
        .with_worlds()
        .with_duplicates(met)
        .table("rounds=3", 4)
        .table("rounds=2,may_draw=on,play_drawn=on", 2)
        .table("initial_cards=6", 8)
        .table("multi=on,initial_cards=20", 4)
        .games(law_games() / 2)
        .thorough_every(150)
        .hold();
}

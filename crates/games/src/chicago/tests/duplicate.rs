//! Duplicate deals: the same cards for everybody who plays one.

use cards::Card;
use game::Game;
use game::laws::{Laws, Met};

use super::super::{Chicago, Event};
use super::laws::scramble;
use crate::testing::law_games;

fn number(card: &Card) -> u32 {
    card.index() as u32
}

fn met(position: &Chicago, event: &Event) -> Option<Met> {
    match event {
        Event::Shuffled { deck } if deck.len() == Card::COUNT => {
            let seats = usize::from(position.seats());
            let pile = (Card::COUNT - 5 * seats) / seats;
            Some(Met::Dealt { round: position.round(), cards: deck.iter().map(number).collect(), pile })
        }
        Event::Reshuffled { .. } => Some(Met::Reshuffled),
        Event::Changed { seat, swaps: Some(swaps), .. } => {
            let cards = swaps.iter().map(|swap| number(&swap.new)).collect();
            Some(Met::Drew { seat: *seat, cards })
        }
        Event::OpenCard { seat, card } | Event::UnseenDrawn { seat, card: Some(card), .. } => {
            Some(Met::Drew { seat: *seat, cards: vec![number(card)] })
        }
        _ => None,
    }
}

#[test]
fn every_seat_is_dealt_the_same_and_draws_the_same_from_its_pile() {
    Laws::<Chicago>::new(scramble)
        .with_worlds()
        .with_duplicates(met)
        .table("", 2)
        .table("", 4)
        .table("one_up=on", 3)
        .games(law_games() / 8)
        .thorough_every(400)
        .hold();
}

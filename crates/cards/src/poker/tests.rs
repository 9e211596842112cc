use std::collections::HashSet;

use game::{below, dice, shuffle};
use rs_poker::core::{Card as TheirCard, FlatHand, Rankable, Suit as TheirSuit, Value as TheirValue};

use super::*;
use crate::Suit;

fn value(hand: &str) -> HandValue {
    let cards: Vec<Card> = hand.split(' ').map(|text| text.parse().unwrap()).collect();
    HandValue::of(cards.try_into().unwrap())
}

#[test]
fn every_one_of_the_2598960_hands_has_its_class() {
    let pack = Card::pack();
    let mut classes = [0u32; 10];
    let mut values = HashSet::new();
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let value = HandValue::of([pack[a], pack[b], pack[c], pack[d], pack[e]]);
                        classes[value.class() as usize] += 1;
                        values.insert(value);
                    }
                }
            }
        }
    }
    assert_eq!(classes, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    assert_eq!(classes.iter().sum::<u32>(), 2_598_960);
    assert_eq!(values.len(), 7_462);
}

#[test]
fn the_order_agrees_with_an_independent_evaluator_on_200000_pairs() {
    let mut dice = dice(5);
    let mut pack = Card::pack();
    let theirs = |hand: [Card; 5]| {
        let cards = hand.map(|card| {
            let suit = match card.suit() {
                Suit::Spades => TheirSuit::Spade,
                Suit::Hearts => TheirSuit::Heart,
                Suit::Diamonds => TheirSuit::Diamond,
                Suit::Clubs => TheirSuit::Club,
            };
            TheirCard::new(TheirValue::from(card.rank() as u8), suit)
        });
        FlatHand::new_with_cards(cards.to_vec()).rank()
    };
    for _ in 0..200_000 {
        shuffle(&mut dice, &mut pack[..]);
        // Half of the pairs share a card or more: close hands are the ones that go wrong.
        let overlap = below(&mut dice, 5) as usize;
        let first: [Card; 5] = std::array::from_fn(|index| pack[index]);
        let second: [Card; 5] = std::array::from_fn(|index| pack[index + 5 - overlap]);
        let ours = HandValue::of(first).cmp(&HandValue::of(second));
        assert_eq!(ours, theirs(first).cmp(&theirs(second)), "{first:?} {second:?}");
    }
}

#[test]
fn each_class_beats_its_neighbour() {
    let rising = [
        "SA HK DQ CJ S9",
        "S2 H2 D3 C4 S5",
        "S2 H2 D3 C3 S4",
        "S2 H2 D2 C3 S4",
        "SA H2 D3 C4 S5",
        "S2 S3 S4 S5 S7",
        "S2 H2 D2 C3 S3",
        "S2 H2 D2 C2 S3",
        "SA S2 S3 S4 S5",
        "S10 SJ SQ SK SA",
    ];
    for (pair, class) in rising.windows(2).zip(Class::ALL) {
        assert!(value(pair[0]) < value(pair[1]), "{pair:?}");
        assert_eq!(value(pair[0]).class(), class);
    }
}

#[test]
fn the_wheel_is_the_lowest_straight_and_nothing_wraps() {
    assert!(value("SA H2 D3 C4 S5") < value("S2 H3 D4 C5 S6"));
    assert!(value("SA H2 D3 C4 S5") < value("S10 HJ DQ CK SA"));
    assert_eq!(value("SQ HK DA C2 S3").class(), Class::HighCard);
    assert_eq!(value("SA S2 S3 S4 S5").class(), Class::StraightFlush);
}

#[test]
fn kickers_count_to_the_fifth_card_and_suits_never() {
    assert!(value("SA HA DK CQ S9") > value("DA CA SK HQ S8"));
    assert!(value("SA HK DQ CJ S9") > value("HA DK CQ SJ H8"));
    assert_eq!(value("SA HK DQ CJ S9"), value("HA DK CQ SJ H9"));
    assert!(value("SK HK D3 C3 S4") > value("SQ HQ DJ CJ SA"));
    assert!(value("SK HK D4 C4 S2") > value("DK CK D3 C3 SA"));
    assert!(value("S3 H3 D3 C2 S2") > value("S2 H2 D2 CA SA"));
}

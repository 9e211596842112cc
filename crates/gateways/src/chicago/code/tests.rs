//! Cards as numbers, and answers as actions.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Chance, Game, Seed, Silent, below, dice};
use games::cards::{Card, CardSet, Suit};
use games::chicago::{Action, Chicago, ChicagoOptions};

use super::{EMPTY, card_code, card_of, change_of, play_of, suit_code};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// All ways to change cards of this hand.
fn changes(hand: &[&str]) -> Vec<Action> {
    let set = |bits: u32| {
        let chosen = hand.iter().enumerate().filter(|(slot, _)| bits & (1 << slot) != 0);
        Action::Change(chosen.map(|(_, text)| card(text)).collect())
    };
    (0..1 << hand.len()).map(set).collect()
}

#[test]
fn every_card_has_its_number_and_every_number_its_card() {
    let mut codes: Vec<_> = Card::pack().into_iter().map(card_code).collect();
    codes.sort_unstable();
    assert_eq!(codes, (0..52).collect::<Vec<_>>());
    for code in 0..52 {
        assert_eq!(card_of(code).map(card_code), Some(code));
    }
    assert!((EMPTY..=255).all(|code| card_of(code).is_none()));
}

#[test]
fn the_numbers_are_those_of_the_old_programs() {
    let numbers = [("HA", 0), ("HK", 12), ("CA", 13), ("D10", 35), ("SA", 39), ("SQ", 50), ("SK", 51)];
    for (text, code) in numbers {
        assert_eq!(card_code(card(text)), code, "{text}");
    }
    assert_eq!(Suit::ALL.map(suit_code), [3, 0, 2, 1]);
}

#[test]
fn ch18_foreign_and_repeated_cards_keep_the_hand_where_there_is_no_refusal() {
    let legal = changes(&["SA", "SK", "SQ", "SJ", "H9"]);
    let keep = Action::Change(CardSet::EMPTY);
    let [ace, king, foreign] = ["SA", "SK", "D2"].map(|text| card_code(card(text)));
    let both = Action::Change([card("SA"), card("SK")].into_iter().collect());
    assert_eq!(change_of(&legal, [52, king, 52, 52, ace]), both);
    for wrong in [[foreign, 52, 52, 52, 52], [ace, ace, 52, 52, 52], [ace, 53, 52, 52, 52], [255; 5]] {
        assert_eq!(change_of(&legal, wrong), keep);
    }
    assert_eq!(change_of(&legal, [52; 5]), keep);
    // Where the rules stop exchanges, only keeping is legal.
    assert_eq!(change_of(&[keep], [ace, 52, 52, 52, 52]), keep);
}

#[test]
fn ch19_what_cannot_be_played_is_replaced_by_the_card_of_the_clock() {
    let spades = ["SA", "SK", "SQ", "SJ"].map(|text| Action::Play(card(text)));
    assert_eq!(play_of(&spades, card_code(card("SK"))), Some(Action::Play(card("SK"))));
    for wrong in [card_code(card("H2")), card_code(card("D4")), 52, 255] {
        assert_eq!(play_of(&spades, wrong), Some(Action::Play(card("SJ"))));
    }
    assert_eq!(play_of(&[], 0), None);
}

#[test]
fn ch20_the_card_of_the_clock_is_the_one_that_the_rules_choose() {
    for seed in 0..30 {
        let chance = Chance::new(Seed::from_number(seed));
        let seats = 2 + (seed % 3) as u8;
        let mut game = Chicago::start(&ChicagoOptions::default(), seats, chance, &mut Silent).unwrap();
        let mut dice = dice(seed);
        while let Some(seat) = game.status().to_act().first() {
            let mut legal = Vec::new();
            game.legal_actions(seat, &mut legal);
            if matches!(legal[0], Action::Play(_)) {
                assert_eq!(play_of(&legal, EMPTY), Some(game.default_action(seat)));
            }
            let action = legal[below(&mut dice, legal.len() as u32) as usize];
            game.play(seat, action, &mut Silent).unwrap();
        }
    }
}

//! Cards as numbers.

use cards::Card;

use super::super::code::{EMPTY, card_code, card_of, suit_code};
use super::table::card;

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
    assert_eq!(cards::Suit::ALL.map(suit_code), [3, 0, 2, 1]);
}

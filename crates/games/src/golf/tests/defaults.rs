//! What is done for a player whose time has run out.

use game::Game;

use super::super::{Action, Golf};
use super::table::{ANN, BO, fresh, place, play, reveal, seat, swap, table};

fn default_of(golf: &Golf, number: u8) -> Action {
    golf.default_action(seat(number))
}

const LAYOUTS: [&str; 2] = ["HK S5 (D7) (CK) H3 (S9)", "(HA) SA DA (C4) (H4) (S4)"];

#[test]
fn gf18_the_lowest_two_cards_are_turned_before_play() {
    let golf = fresh("", 2);
    assert_eq!((default_of(&golf, ANN), default_of(&golf, BO)), (reveal(0, 1), reveal(0, 1)));
}

#[test]
fn gf18_a_turn_is_a_stock_card_thrown_away() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    assert_eq!(default_of(&golf, ANN), Action::TakeStock);
    play(&mut golf, ANN, Action::TakeStock);
    assert_eq!(default_of(&golf, ANN), Action::ThrowAway);
}

#[test]
fn gf18_where_the_stock_is_refused_the_discard_is_taken() {
    let golf = table("", &LAYOUTS, "", "C2");
    assert_eq!(default_of(&golf, ANN), Action::TakeDiscard);
    let golf = table("", &LAYOUTS, "", "C2 C3");
    assert_eq!(default_of(&golf, ANN), Action::TakeStock, "two discards make a new stock");
}

#[test]
fn gf18_a_held_discard_goes_to_the_lowest_hidden_card_or_to_the_first() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeDiscard);
    assert_eq!(default_of(&golf, ANN), swap(2));
    let mut golf = table("", &["HK S5 D7 CK H3 S9", LAYOUTS[1]], "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeDiscard);
    assert_eq!(default_of(&golf, ANN), swap(0));
}

#[test]
fn gf18_after_a_throw_with_flip_on_discard_the_lowest_hidden_card_is_turned() {
    let mut golf = table("flip_on_discard=on", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeStock);
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!(default_of(&golf, ANN), Action::Turn(place(2)));
}

//! More than one card a turn, where the option `multi` is on.

use game::{Refusal as _, Seat};

use super::scene::{action, cards, scene};
use crate::onecard::{Action, Direction, Event, Several};

#[test]
fn oc27_several_cards_of_one_rank_are_laid_the_first_fits_and_the_last_is_the_top() {
    let hands = ["S9 H9 C9 D4", "C5 C6"];
    let mut table = scene("multi=on", "S5", &hands);
    let told = table.play(&["S9 H9 C9"]);
    assert_eq!(told[0], Event::Played { seat: Seat::of(0), cards: cards("S9 H9 C9"), left: 1 });
    assert_eq!(table.position.piles.discards(), cards("S5 S9 H9 C9"));
    // The card that fits is laid first, whatever the order it is named in.
    let mut other = scene("multi=on", "H5", &hands);
    other.play(&["S9 H9 C9"]);
    assert_eq!(other.position.piles.discards(), cards("H5 H9 S9 C9"));
}

#[test]
fn oc27_is_off_unless_the_option_is_on() {
    let table = scene("", "S5", &["S9 H9 D4", "C5"]);
    assert_eq!(table.refusal("S9 H9").code(), "one_card_a_turn");
    assert_eq!(table.legal(), ["play 9♠"]);
}

#[test]
fn oc27_cards_that_do_not_fit_or_are_not_held_are_refused() {
    let table = scene("multi=on", "S5", &["S9 H9 D4 C4 S6", "C5"]);
    assert_eq!(table.refusal("H9 S9").code(), "first_must_follow");
    assert_eq!(table.refusal("D4 C4").code(), "first_must_follow");
    assert_eq!(table.refusal("S9 S9").code(), "not_so_many");
    assert_eq!(table.legal(), ["play 6♠", "play 9♠", "play 9♠ 9♥"]);
}

#[test]
fn oc27_every_bag_with_every_top_is_listed_once() {
    let table = scene("multi=on", "S9", &["S9 S9 H9 D4", "C5"]);
    let listed = ["9♠ 9♠", "9♠ 9♥", "9♠ 9♠ 9♥", "9♥ 9♠", "9♠ 9♥ 9♠"];
    let mut expected = vec!["play 9♠".to_owned(), "play 9♥".to_owned()];
    expected.extend(listed.map(|cards| format!("play {cards}")));
    assert_eq!(table.legal(), expected);
}

#[test]
fn oc27_jacks_skip_one_player_each_and_queens_turn_once_each() {
    let hands = ["SJ HJ SQ HQ DQ C4", "C5 C6", "C7 C8", "C9 C10"];
    let mut jacks = scene("multi=on", "S5", &hands);
    let told = jacks.play(&["SJ HJ"]);
    let skipped = [1, 2].map(|seat| Event::Skipped { seat: Seat::of(seat) });
    assert_eq!(told[2..], skipped);
    assert_eq!((jacks.to_act(), jacks.position.direction), (3, Direction::CounterClockwise));
    let mut two_queens = scene("multi=on", "S5", &hands);
    two_queens.play(&["SQ HQ"]);
    assert_eq!((two_queens.to_act(), two_queens.position.direction), (1, Direction::CounterClockwise));
    let mut three_queens = scene("multi=on", "S5", &hands);
    three_queens.play(&["SQ HQ DQ"]);
    assert_eq!((three_queens.to_act(), three_queens.position.direction), (3, Direction::Clockwise));
}

#[test]
fn oc27_twos_and_threes_add_up_and_one_fitting_seven_is_enough() {
    let mut table = scene("multi=on", "S5", &["S2 H2 C2 C4", "C7 D7 D8", "H5 H6"]);
    table.play(&["S2 H2 C2"]);
    assert_eq!((table.position.attack, table.to_act()), (6, 1));
    table.play(&["C7 D7"]);
    assert_eq!((table.position.attack, table.position.piles.top().to_string()), (0, "7♦".into()));
}

#[test]
fn oc27_the_hand_may_become_empty_so() {
    let mut table = scene("multi=on", "S5", &["S2 H2", "C7 D7 D8"]);
    table.play(&["S2 H2"]);
    assert!(table.is_over());
    assert_eq!((table.totals(), table.position.attack), (vec![0, -3], 0));
}

#[test]
fn oc27_a_drawn_card_may_take_others_of_its_rank_along_and_is_laid_first() {
    let mut table = scene("multi=on,play_drawn=on", "S5", &["H9 D4", "C5 C6"]).stock("S9");
    table.play(&["draw"]);
    assert_eq!(table.legal(), ["play 9♠", "play 9♠ 9♥", "keep"]);
    table.play(&["S9 H9"]);
    assert_eq!(table.position.piles.top().to_string(), "9♥");
}

#[test]
fn oc27_of_two_players_two_jacks_pass_the_turn() {
    let mut table = scene("multi=on", "S5", &["SJ HJ D4", "C5 C6"]);
    table.play(&["SJ HJ"]);
    assert_eq!(table.to_act(), 1);
}

#[test]
fn several_cards_have_one_form_with_the_top_last() {
    let named = [action("H7 S7 C7"), action("S7 H7 C7")];
    assert_eq!(named[0], named[1]);
    assert_ne!(named[0], action("S7 C7 H7"));
    assert_eq!(serde_json::to_string(&named[0]).unwrap(), r#"{"play_several":["S7","H7","C7"]}"#);
    let read: Action = serde_json::from_str(r#"{"play_several":["H7","S7","C7"]}"#).unwrap();
    assert_eq!(read, named[0]);
    for wrong in [r#"["S7"]"#, "[]", r#"["S7","S8"]"#, r#""S7""#] {
        assert!(serde_json::from_str::<Several>(wrong).is_err(), "{wrong}");
    }
    assert!(Several::new(&cards(&"S7 ".repeat(10))).is_none());
    assert!(Several::new(&cards(&"S7 ".repeat(9))).is_some());
}

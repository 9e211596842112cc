//! The rows of a game, one by one, from the events that make them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::Seat;
use games::chicago::{ChicagoOptions, Event};
use serde_json::{Value, json};

use super::play::{Play, Question, Turn};

/// A game of three for the client on seat 1, and what it was sent since the beginning.
fn play() -> Play {
    let names = ["a", "bc", "d"].map(str::to_owned);
    let mut out = Vec::new();
    let play = Play::begin(Seat::of(1), &names, ChicagoOptions::default(), &mut out);
    assert_eq!(out, [1, 3, 1, 1, b'a', 2, b'b', b'c', 1, b'd']);
    play
}

/// What an event makes: bytes, and what it means.
#[expect(clippy::needless_pass_by_value, reason = "events are written where they are used")]
fn tells(play: &mut Play, event: Value) -> (Vec<u8>, Option<Turn>) {
    let event: Event =
        serde_json::from_value(event.clone()).unwrap_or_else(|error| panic!("{error}: {event}"));
    let mut out = Vec::new();
    let turn = play.event(&event, &mut out);
    (out, turn)
}

#[expect(clippy::needless_pass_by_value, reason = "awards are written where they are paid")]
fn paid(number: u8, award: Value) -> Value {
    json!({"hand_paid": {"number": number, "award": award, "totals": [3, -2, 127]}})
}

#[test]
fn cw7_a_card_is_shown_with_its_player() {
    let mut play = play();
    let shown = tells(&mut play, json!({"card_played": {"seat": 2, "card": "D10"}}));
    assert_eq!(shown, (vec![1, 2, 35], None));
}

#[test]
fn cw9_nobody_is_n_and_equal_hands_have_their_points() {
    let mut play = play();
    let asked = Some(Turn::Asked(Question::Exchange));
    assert_eq!(tells(&mut play, paid(1, json!("no_hand"))), (vec![1, 3, 0, 3, 0xFE, 127], asked));
    let drawn = paid(1, json!({"drawn": {"class": "straight_flush"}}));
    assert_eq!(tells(&mut play, drawn), (vec![1, 3, 10, 3, 0xFE, 127], asked));
    let one = paid(2, json!({"paid": {"seat": 0, "class": "pair", "points": 1}}));
    assert_eq!(tells(&mut play, one), (vec![1, 0, 1, 3, 0xFE, 127], asked));
    let (bytes, _) = tells(&mut play, json!({"call_decided": {"caller": null}}));
    assert_eq!(bytes[..2], [1, 3]);
}

#[test]
fn cw10_no_chicago_is_2_and_cw22_the_totals_come_with_the_third_hand() {
    let mut play = play();
    tells(&mut play, json!({"last_trick_paid": {"seat": 2}}));
    assert_eq!(tells(&mut play, paid(3, json!("no_hand"))).0, [0; 0], "the third hand has no row of its own");
    let ended = json!({"round_ended": {"round": 1, "totals": [8, -7, 1]}});
    assert_eq!(tells(&mut play, ended).0, [1, 2, 2, 8, 0xF9, 1]);
}

#[test]
fn cw22_after_a_chicago_nobody_is_paid_for_the_last_trick() {
    for (event, byte) in [("chicago_made", 1), ("chicago_failed", 0)] {
        let mut play = play();
        tells(&mut play, json!({ event: {"seat": 0} }));
        let ended = json!({"round_ended": {"round": 1, "totals": [15, 0, 0]}});
        assert_eq!(tells(&mut play, ended).0, [1, byte, 3, 15, 0, 0]);
    }
}

#[test]
fn cw11_the_winner_is_0_when_nobody_has_won() {
    let mut play = play();
    tells(&mut play, json!({"round_ended": {"round": 1, "totals": [0, 0, 0]}}));
    let began = tells(&mut play, json!({"round_began": {"round": 2, "dealer": 1}}));
    assert_eq!(began, (vec![1, 0, 0], Some(Turn::Rests)));
    tells(&mut play, json!({"round_ended": {"round": 2, "totals": [0, 60, 0]}}));
    let over = tells(&mut play, json!({"game_over": {"winners": [1], "ending": "points"}}));
    assert_eq!(over, (vec![1, 1, 1], Some(Turn::Over)));
}

#[test]
fn ch25_of_a_shared_win_the_first_in_turn_is_named() {
    let mut play = play();
    tells(&mut play, json!({"round_began": {"round": 1, "dealer": 1}}));
    let over = tells(&mut play, json!({"game_over": {"winners": [0, 1], "ending": "last_round"}}));
    assert_eq!(over.0, [1, 1, 0], "the deal was seat 1's: seat 2 comes first, then seat 0");
}

#[test]
fn cw12_no_card_is_52_and_cw24_the_start_of_a_trick_is_two_bytes() {
    let mut play = play();
    tells(&mut play, json!({"round_began": {"round": 1, "dealer": 0}}));
    let (bytes, turn) = tells(&mut play, json!({"call_decided": {"caller": null}}));
    assert_eq!((bytes, turn), (vec![1, 3, 0x01, 0x34], Some(Turn::Asked(Question::Card))));
}

#[test]
fn cw24_a_trick_of_another_is_started_for_them_alone() {
    let mut play = play();
    tells(&mut play, json!({"round_began": {"round": 1, "dealer": 0}}));
    assert_eq!(tells(&mut play, json!({"call_decided": {"caller": 2}})), (vec![1, 2], None));
}

#[test]
fn cw13_suits_are_hearts_clubs_diamonds_spades_and_cw17_there_are_thirteen_values() {
    let mut play = play();
    for (card, code) in [("HA", 0), ("HK", 12), ("CA", 13), ("D10", 35), ("SA", 39), ("SK", 51)] {
        let (bytes, _) = tells(&mut play, json!({"card_played": {"seat": 0, "card": card}}));
        assert_eq!(bytes, [1, 0, code], "{card}");
    }
}

#[test]
fn cw17_the_ace_has_one_number_for_both_its_values() {
    let mut play = play();
    let hand = json!({"dealt": {"seat": 1, "hand": ["HA", "CA", "DA", "SA", "H2"]}});
    assert_eq!(tells(&mut play, hand).0, [1, 0, 13, 26, 39, 1]);
}

#[test]
fn cw14_whoever_is_next_is_asked_and_the_leader_not_again() {
    let mut play = play();
    let played =
        |play: &mut Play, seat: u8| tells(play, json!({"card_played": {"seat": seat, "card": "HA"}})).1;
    assert_eq!(played(&mut play, 0), Some(Turn::Asked(Question::Card)));
    assert_eq!(played(&mut play, 1), Some(Turn::Decided));
    assert_eq!(played(&mut play, 2), None);
    // The next trick begins with the client itself, and its last card asks for no further one.
    tells(&mut play, json!({"trick_won": {"seat": 1, "trick": 1}}));
    assert_eq!(played(&mut play, 1), Some(Turn::Decided));
    assert_eq!(played(&mut play, 2), None);
    assert_eq!(played(&mut play, 0), None);
}

#[test]
fn cw19_a_royal_flush_is_a_9_and_nothing_follows() {
    for number in 1..=3 {
        let mut play = play();
        let (bytes, turn) = tells(&mut play, paid(number, json!({"royal": {"seat": 2}})));
        assert_eq!((bytes, turn), (vec![1, 2, 9, 3, 0xFE, 127], None));
        let over = tells(&mut play, json!({"game_over": {"winners": [2], "ending": "royal_flush"}}));
        assert_eq!(over, (Vec::new(), Some(Turn::Over)));
    }
}

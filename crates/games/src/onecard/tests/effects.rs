//! Queens, jacks, and the last card.

use game::{Game, Outcome, Seat};

use super::scene::scene;
use crate::onecard::{Direction, Event};

#[test]
fn oc18_the_round_ends_before_a_card_has_an_effect_and_queen_jack_and_others_step_on() {
    let hands = ["SJ SQ S4 H9", "S5 H9", "S6 H9", "S8 H9"];
    for (card, next, direction) in [
        ("SJ", 2, Direction::CounterClockwise),
        ("SQ", 3, Direction::Clockwise),
        ("S4", 1, Direction::CounterClockwise),
    ] {
        let mut table = scene("", "SK", &hands);
        table.play(&[card]);
        assert_eq!((table.to_act(), table.position.direction), (next, direction), "{card}");
        let mut back = scene("", "SK", &hands).clockwise();
        back.play(&[card]);
        let mirrored = (4 - next) % 4;
        assert_eq!((back.to_act(), back.position.direction), (mirrored, direction.turned()));
    }
}

#[test]
fn oct12_a_jack_keeps_the_direction() {
    let mut table = scene("", "SK", &["SJ H4", "S5 H9", "S6 H9", "S8 H9"]).clockwise();
    let emitted = table.play(&["SJ"]);
    assert!(emitted.contains(&Event::Skipped { seat: Seat::of(3) }));
    assert_eq!((table.to_act(), table.position.direction), (2, Direction::Clockwise));
    table.play(&["S6"]);
    assert_eq!(table.to_act(), 1);
}

#[test]
fn oc19_a_last_card_that_is_a_two_or_three_ends_the_round_and_nobody_draws() {
    for last in ["S2", "S3"] {
        let mut table = scene("", "SK", &[last, "S5 H9", "H2 H3 H4"]).stock("C4 C5 C6 C8");
        let emitted = table.play(&[last]);
        assert!(table.is_over());
        assert!(!emitted.iter().any(|event| matches!(event, Event::Attacked { .. } | Event::Drew { .. })));
        assert_eq!(table.totals(), [0, -2, -3]);
    }
}

#[test]
fn oct11_a_last_two_seven_queen_or_jack_wins_at_once_without_its_effect() {
    for last in ["S2", "S7", "SQ", "SJ"] {
        let mut table = scene("", "S3", &[last, "S5 H9", "H2 H3 H4"]).stock("C4 C5 C6 C8").attack(3);
        table.play(&[last]);
        assert_eq!(table.position.status().outcome(), Some(Outcome::won_by(Seat::of(0))), "{last}");
        assert_eq!((table.held(), table.position.direction), (vec![0, 2, 3], Direction::CounterClockwise));
    }
}

#[test]
fn oc20_of_two_players_a_jack_brings_the_turn_back_and_an_attack_stays() {
    let mut table = scene("", "SK", &["SJ S4 H9", "S5 H8"]);
    let emitted = table.play(&["SJ"]);
    assert!(emitted.contains(&Event::Skipped { seat: Seat::of(1) }));
    assert_eq!(table.to_act(), 0);
    let mut attacked = scene("", "S3", &["SJ S7 H9", "S5 H8"]).attack(3);
    let emitted = attacked.play(&["SJ"]);
    assert!(emitted.contains(&Event::Attacked { seat: Seat::of(0), cards: 3 }));
    assert_eq!((attacked.to_act(), attacked.position.attack), (0, 3));
    assert_eq!(attacked.legal(), ["play 7♠", "draw"]);
}

#[test]
fn oc21_of_two_players_a_queen_passes_the_turn_and_acts_as_a_jack_only_by_the_option() {
    let hands = ["SQ S4 H9", "S5 H8"];
    let mut table = scene("", "SK", &hands);
    table.play(&["SQ"]);
    assert_eq!((table.to_act(), table.position.direction), (1, Direction::Clockwise));
    let mut attacked = scene("", "S3", &hands).attack(3);
    attacked.play(&["SQ"]);
    assert_eq!((attacked.to_act(), attacked.position.attack), (1, 3));
    let mut skipping = scene("queen_skips_2=on", "S3", &hands).attack(3);
    let emitted = skipping.play(&["SQ"]);
    assert!(emitted.contains(&Event::Skipped { seat: Seat::of(1) }));
    assert_eq!((skipping.to_act(), skipping.position.attack), (0, 3));
    assert_eq!(skipping.position.direction, Direction::CounterClockwise);
    // Three players do not notice the option.
    let mut three = scene("queen_skips_2=on", "SK", &["SQ S4", "S5 H8", "S6 H7"]);
    three.play(&["SQ"]);
    assert_eq!((three.to_act(), three.position.direction), (2, Direction::Clockwise));
}

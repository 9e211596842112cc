//! More than one card a turn, where the option `multi` is on.

use game::{Game, Refusal as _, Seat, Viewer};
use serde_json::value::RawValue;

use super::scene::{Scene, cards, scene};
use crate::onecard::{Action, Direction, Event};

#[test]
fn oc27_several_cards_of_one_rank_are_laid_one_by_one_and_the_last_is_the_top() {
    let mut table = scene("multi=on", "S5", &["S9 H9 C9 D4", "C5 C6"]);
    let seat = Seat::of(0);
    assert_eq!(table.play(&["S9+"]), [Event::Laid { seat, card: cards("S9")[0], left: 3 }]);
    assert_eq!((table.to_act(), table.position.laid), (0, 1), "the turn goes on");
    assert_eq!(table.legal(), ["play 9♥", "play 9♣", "lay 9♥", "lay 9♣"]);
    let emitted = table.play(&["H9+ C9"]);
    assert_eq!(
        emitted[1],
        Event::Played { seat, cards: cards("S9 H9 C9"), left: 1 },
        "one line for all of them"
    );
    assert_eq!(table.position.piles.discards(), cards("S5 S9 H9 C9"));
    assert_eq!((table.to_act(), table.position.laid), (1, 0));
}

#[test]
fn oc27_is_off_unless_the_option_is_on() {
    let table = scene("", "S5", &["S9 H9 D4", "C5"]);
    assert_eq!(table.refusal("S9+").code(), "one_card_a_turn");
    assert_eq!(table.legal(), ["play 9♠"]);
}

#[test]
fn oc27_cards_that_do_not_fit_or_are_not_held_are_refused() {
    let mut table = scene("multi=on", "S5", &["S9 H9 D4 C4 S6", "C5"]);
    assert_eq!(table.refusal("H9+").code(), "must_follow");
    assert_eq!(table.refusal("S6+").code(), "last_of_its_rank");
    assert_eq!(table.refusal("S7+").code(), "not_in_hand");
    assert_eq!(table.legal(), ["play 6♠", "play 9♠", "lay 9♠"]);
    table.play(&["S9+"]);
    for other in ["S6", "draw", "keep", "D4+"] {
        assert_eq!(table.refusal(other).code(), "must_go_on", "{other}");
    }
    assert_eq!(table.refusal("H9+").code(), "last_of_its_rank");
    assert_eq!(table.legal(), ["play 9♥"]);
}

#[test]
fn oc27_the_list_of_choices_stays_short_however_many_cards_are_held() {
    let hand = "S9 H9 D9 C9 ".repeat(8);
    let table = scene("multi=on,decks=8", "S9", &[&hand, "C5"]);
    assert_eq!(table.legal().len(), 8, "four cards to play, four to lay");
}

#[test]
fn oc27_jacks_skip_one_player_each_and_queens_turn_once_each() {
    let hands = ["SJ HJ SQ HQ DQ C4", "C5 C6", "C7 C8", "C9 C10"];
    let mut jacks = scene("multi=on", "S5", &hands);
    let emitted = jacks.play(&["SJ+ HJ"]);
    let skipped = [1, 2].map(|seat| Event::Skipped { seat: Seat::of(seat) });
    assert_eq!(emitted[3..], skipped);
    assert_eq!((jacks.to_act(), jacks.position.direction), (3, Direction::CounterClockwise));
    let mut two_queens = scene("multi=on", "S5", &hands);
    two_queens.play(&["SQ+ HQ"]);
    assert_eq!((two_queens.to_act(), two_queens.position.direction), (1, Direction::CounterClockwise));
    let mut three_queens = scene("multi=on", "S5", &hands);
    three_queens.play(&["SQ+ HQ+ DQ"]);
    assert_eq!((three_queens.to_act(), three_queens.position.direction), (3, Direction::Clockwise));
}

#[test]
fn oc27_twos_and_threes_add_up_and_one_fitting_seven_is_enough() {
    let mut table = scene("multi=on", "S5", &["S2 H2 C2 C4", "C7 D7 D8", "H5 H6"]);
    table.play(&["S2+ H2+ C2"]);
    assert_eq!((table.position.attack, table.to_act()), (6, 1));
    table.play(&["C7+ D7"]);
    assert_eq!((table.position.attack, table.position.piles.top().to_string()), (0, "7♦".into()));
}

#[test]
fn oc27_the_hand_may_become_empty_so() {
    let mut table = scene("multi=on", "S5", &["S2 H2", "C7 D7 D8"]);
    table.play(&["S2+ H2"]);
    assert!(table.is_over());
    assert_eq!((table.totals(), table.position.attack), (vec![0, -3], 0));
}

#[test]
fn oc27_a_drawn_card_may_take_others_of_its_rank_along_and_is_laid_first() {
    let mut table = scene("multi=on,play_drawn=on", "S5", &["H9 D4", "C5 C6"]).stock("S9");
    table.play(&["draw"]);
    assert_eq!(table.legal(), ["play 9♠", "lay 9♠", "keep"]);
    table.play(&["S9+ H9"]);
    assert_eq!(table.position.piles.top().to_string(), "9♥");
}

#[test]
fn oc27_of_two_players_two_jacks_pass_the_turn() {
    let mut table = scene("multi=on", "S5", &["SJ HJ D4", "C5 C6"]);
    table.play(&["SJ+ HJ"]);
    assert_eq!(table.to_act(), 1);
}

#[test]
fn oc27_the_clock_finishes_a_turn_that_goes_on() {
    let mut table = scene("multi=on,may_draw=on", "S5", &["S9 H9 C9 D4", "C5 C6"]);
    let turn = table.position.turn();
    table.play(&["S9+"]);
    assert_eq!(table.position.turn(), turn, "one turn, one clock");
    assert_eq!(table.position.default_action(Seat::of(0)).to_string(), "play 9♥");
}

/// Plays an action as older programs wrote it.
fn play_stored(table: &mut Scene, stored: &str) {
    let seat = Seat::of(table.to_act());
    let mut steps = Vec::new();
    let raw: &RawValue = serde_json::from_str(stored).unwrap();
    table.position.read_stored_action(seat, raw, &mut steps).unwrap();
    for step in steps {
        table.position.play(seat, step, &mut table.emitted).unwrap();
    }
}

#[test]
fn several_cards_written_as_one_action_are_read_as_their_steps() {
    let hands = ["S9 H9 C9 D4", "C5 C6"];
    let mut old = scene("multi=on", "H5", &hands);
    play_stored(&mut old, r#"{"play_several":["S9","H9","C9"]}"#);
    // The card that follows is laid first, as it always was.
    assert_eq!(old.position.piles.discards(), cards("H5 H9 S9 C9"));
    let mut new = scene("multi=on", "H5", &hands);
    new.play(&["H9+ S9+ C9"]);
    assert_eq!(old.position, new.position);
    play_stored(&mut new, r#"{"play":"C5"}"#);
    assert_eq!(new.to_act(), 0, "a single card is written as it was");
}

#[test]
fn an_action_that_never_was_is_refused() {
    let table = scene("multi=on", "S5", &["S7 H7", "C5"]);
    let read = |text: &str| {
        let raw: &RawValue = serde_json::from_str(text).unwrap();
        table.position.read_stored_action(Seat::of(0), raw, &mut Vec::new())
    };
    for wrong in [
        r#"["S7"]"#,
        r#"{"play_several":["S7"]}"#,
        r#"{"play_several":[]}"#,
        r#"{"play_several":["S7","S8"]}"#,
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let nine = format!(r#"{{"play_several":[{}"S7"]}}"#, r#""S7","#.repeat(9));
    assert!(read(&nine).is_err(), "no table has nine copies under another");
}

#[test]
fn everybody_sees_that_a_turn_goes_on_and_imagines_a_hand_that_can() {
    let mut table = scene("multi=on", "S5", &["S9 H9 C4", "C5 C6"]);
    table.play(&["S9+"]);
    let seen = table.position.seen(Viewer::Seat(Seat::of(1)));
    assert_eq!(seen.laid, 1);
    let mut dice = game::dice(1);
    for _ in 0..100 {
        let world = <crate::onecard::OneCard as game::Imagine>::imagine(
            1,
            &table.position.options,
            Seat::of(1),
            &seen,
            &mut dice,
        );
        let mut legal = Vec::new();
        world.legal_actions(Seat::of(0), &mut legal);
        assert!(legal.iter().any(|action| matches!(action, Action::Play(_))));
    }
}

//! Drawing: who may, from what, and what happens when nothing is left.

use game::{Refusal as _, Seat};

use super::scene::{card, cards, scene};
use crate::onecard::{Event, LastTurn, MAX_TURNS, NoWinner, Stuck};

#[test]
fn oc10_whoever_can_play_may_not_draw_unless_the_option_allows_it() {
    let hands = ["S4 H9", "C4 C8"];
    let strict = scene("", "SK", &hands).stock("D5");
    assert_eq!(strict.legal(), ["play 4♠"]);
    assert_eq!(strict.refusal("draw").code(), "must_play");
    let mut free = scene("may_draw=on", "SK", &hands).stock("D5");
    assert_eq!(free.legal(), ["play 4♠", "draw"]);
    free.play(&["draw"]);
    assert_eq!((free.held(), free.to_act()), (vec![3, 2], 1));
    let nothing_fits = scene("", "DK", &hands).stock("D5");
    assert_eq!(nothing_fits.legal(), ["draw"]);
    let attacked = scene("", "S2", &["S3 S9", "C4"]).stock("D5").attack(2);
    assert_eq!(attacked.legal(), ["play 3♠", "draw"]);
}

#[test]
fn oc11_a_drawn_card_ends_the_turn_unless_the_option_lets_it_be_played() {
    let hands = ["H4 H9", "C4 C8"];
    let mut strict = scene("", "SK", &hands).stock("S5");
    strict.play(&["draw"]);
    assert_eq!(strict.to_act(), 1);

    let mut playing = scene("play_drawn=on", "SK", &hands).stock("S5");
    playing.play(&["draw"]);
    assert_eq!((playing.to_act(), playing.legal()), (0, vec!["play 5♠".into(), "keep".into()]));
    assert_eq!(playing.refusal("H4").code(), "play_it_or_keep_it");
    assert_eq!(playing.refusal("draw").code(), "play_it_or_keep_it");
    let emitted = playing.play(&["S5"]);
    assert!(matches!(emitted[..], [Event::Played { left: 2, .. }, Event::Hand { .. }]));
    assert_eq!((playing.to_act(), playing.position.turns), (1, 1));

    let mut keeping = scene("play_drawn=on", "SK", &hands).stock("S5");
    assert_eq!(keeping.refusal("keep").code(), "nothing_to_keep");
    let emitted = keeping.play(&["draw", "keep"]);
    assert_eq!(emitted.last(), Some(&Event::Kept { seat: Seat::of(0) }));
    assert_eq!((keeping.to_act(), keeping.held(), keeping.position.turns), (1, vec![3, 2], 1));
}

#[test]
fn oc11_a_drawn_card_that_does_not_fit_or_comes_from_an_attack_ends_the_turn() {
    let mut unfit = scene("play_drawn=on", "SK", &["H4 H9", "C4 C8"]).stock("D5");
    unfit.play(&["draw"]);
    assert_eq!(unfit.to_act(), 1);
    let mut attacked = scene("play_drawn=on", "S2", &["H4 H9", "C4 C8"]).stock("S7 S5").attack(2);
    attacked.play(&["draw"]);
    assert_eq!((attacked.to_act(), attacked.held()), (1, vec![4, 2]));
}

#[test]
fn oc11_after_a_free_draw_only_the_drawn_card_may_be_played_although_others_fit() {
    let mut table = scene("play_drawn=on,may_draw=on", "SK", &["S4 H9", "C4 C8"]).stock("S5");
    table.play(&["draw"]);
    assert_eq!((table.to_act(), table.legal()), (0, vec!["play 5♠".into(), "keep".into()]));
    assert_eq!(table.refusal("S4").code(), "play_it_or_keep_it");
}

#[test]
fn oc22_all_discards_but_the_top_card_become_the_stock() {
    let mut table = scene("", "D4 D5 D6 H8 SK", &["H4 H9", "C4 C8"]);
    let emitted = table.play(&["draw"]);
    assert_eq!(emitted[0], Event::Reshuffled { count: 4 });
    assert_eq!(table.position.piles.discards(), cards("SK"));
    let mut left = table.position.piles.stock().to_vec();
    left.extend(table.hand(0));
    left.sort();
    assert_eq!(left, cards("H4 H8 H9 D4 D5 D6"));
}

#[test]
fn oc23_the_discards_are_shuffled_only_when_a_card_is_needed_also_amid_an_attack() {
    let mut table = scene("", "D4 D5 D6 H8 S2", &["H4 H9", "C4 C8"]).stock("C9 C10").attack(2);
    let emitted = table.play(&["draw"]);
    assert!(!emitted.iter().any(|event| matches!(event, Event::Reshuffled { .. })));
    assert_eq!((table.position.piles.stock().len(), table.position.piles.discards().len()), (0, 5));
    let mut amid = scene("", "D4 D5 D6 H8 S2", &["H4 H9", "C4 C8"]).stock("C9 C10").attack(5);
    let emitted = amid.play(&["draw"]);
    assert_eq!(emitted[0], Event::Reshuffled { count: 4 });
    assert_eq!((amid.held(), amid.position.piles.stock().len()), (vec![7, 2], 1));
}

#[test]
fn oct8_an_attack_is_drawn_across_a_shuffle_of_the_discards_in_one_draw() {
    let mut table = scene("", "D4 D5 D6 S2", &["H4 H9", "C4 C8"]).stock("C9 C10").attack(4);
    let emitted = table.play(&["draw"]);
    let drawn = emitted.iter().find_map(|event| match event {
        Event::Drew { cards, .. } => Some(cards.clone()),
        _ => None,
    });
    let drawn = drawn.unwrap();
    assert_eq!(drawn[..2], cards("C9 C10"));
    assert_eq!(table.position.piles.drawn(), drawn);
    let mut all = [drawn[2..].to_vec(), table.position.piles.stock().to_vec()].concat();
    all.sort();
    assert_eq!(all, cards("D4 D5 D6"));
    assert_eq!(table.position.remade_of.iter().collect::<Vec<_>>(), cards("D4 D5 D6"));
}

#[test]
fn oc24_with_both_piles_empty_the_rest_of_an_attack_lapses() {
    let mut table = scene("", "D4 S2", &["H4 H9", "C4 C8"]).stock("C9").attack(5);
    table.play(&["draw"]);
    assert_eq!((table.held(), table.position.attack, table.to_act()), (vec![4, 2], 0, 1));
    assert_eq!(table.position.piles.stock(), []);
}

#[test]
fn oct9_with_both_piles_empty_a_draw_draws_nothing_and_the_turn_is_over() {
    let mut table = scene("", "S2", &["H4 H9", "S4 C8"]);
    let emitted = table.play(&["draw"]);
    assert_eq!(emitted[0], Event::Drew { seat: Seat::of(0), cards: Vec::new() });
    assert_eq!((table.held(), table.to_act()), (vec![2, 2], 1));
    assert_eq!(table.position.last_turns[Seat::of(0)], Some(LastTurn::Drew { count: 0 }));
    assert_eq!(table.legal(), ["play 4♠"]);
}

#[test]
fn oc25_a_round_is_blocked_when_everybody_in_turn_neither_played_nor_drew() {
    let mut table = scene("rounds=2", "S2", &["H4 H9 HK", "D4 D8", "C4 C8"]);
    table.play(&["draw", "draw"]);
    assert_eq!((table.position.idle, table.position.round), (2, 1));
    let emitted = table.play(&["draw"]);
    assert!(emitted.contains(&Event::NobodyWon { round: 1, reason: NoWinner::Blocked }));
    assert_eq!(table.totals(), [-3, -2, -2]);
    // The fewest cards begin the next round, and of those the lowest number.
    assert_eq!((table.position.round, table.to_act()), (2, 1));
    assert!(table.position.last_round.is_some_and(|round| round.winner.is_none()));
}

#[test]
fn oct10_a_play_in_between_keeps_a_round_from_being_blocked() {
    let mut table = scene("", "S2", &["H4 H9", "D4 D8", "S4 C8"]);
    table.play(&["draw", "draw", "S4"]);
    assert!(!table.is_over());
    assert_eq!(table.position.idle, 0);
    table.play(&["H4", "D4"]);
    assert_eq!(table.to_act(), 2);
    // One card has lain under the top all the time, so this is a draw and no idle turn.
    let emitted = table.play(&["draw"]);
    assert!(matches!(emitted[0], Event::Reshuffled { .. }));
    assert_eq!(table.position.idle, 0);
}

#[test]
fn oc28_a_round_ends_without_a_winner_after_5000_turns() {
    let mut table = scene("", "S4", &["S9 H9", "S8 H8 H5"]);
    table.position.turns = MAX_TURNS - 2;
    table.play(&["S9"]);
    assert!(!table.is_over());
    let emitted = table.play(&["S8"]);
    assert!(emitted.contains(&Event::NobodyWon { round: 1, reason: NoWinner::TooLong }));
    assert_eq!((table.totals(), table.is_over()), (vec![-1, -2], true));
    // A win with the very last turn is still a win.
    let mut last = scene("", "S4", &["S9", "S8 H8"]);
    last.position.turns = MAX_TURNS - 1;
    assert!(last.play(&["S9"]).contains(&Event::RoundWon { seat: Seat::of(0), round: 1 }));
}

#[test]
fn a_forced_draw_tells_everybody_what_the_hand_did_not_hold() {
    let mut table = scene("", "SK", &["H4 H9", "S3 C8"]).stock("D5 D6 D7 D8 D9");
    table.play(&["draw"]);
    assert_eq!(table.position.stuck[Seat::of(0)], Some(Stuck { on: card("SK"), drawn: 1 }));
    table.play(&["S3", "draw"]);
    assert_eq!(table.position.stuck[Seat::of(0)], Some(Stuck { on: card("SK"), drawn: 4 }));
    // Under attack, or where drawing is free, a draw proves nothing.
    let mut free = scene("may_draw=on", "SK", &["S4 H9", "C4 C8"]).stock("D5");
    free.play(&["draw"]);
    assert_eq!(free.position.stuck[Seat::of(0)], None);
}

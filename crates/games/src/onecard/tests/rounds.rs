//! Rounds: scores, who begins, the end, and what is done for those who are away.

use game::{Game, Outcome, Seat, SeatSet, Tell};

use super::scene::{action, scene};
use crate::onecard::{Direction, Event, OneCard, StartReason};

#[test]
fn oc1_a_round_costs_the_cards_left_and_the_highest_total_wins() {
    let mut table = scene("", "S5", &["H2 H3 H4", "S9", "H5"]).turn(1);
    let emitted = table.play(&["S9"]);
    assert_eq!(table.totals(), [-3, 0, -1]);
    assert_eq!(table.position.status().outcome(), Some(Outcome::won_by(Seat::of(1))));
    assert_eq!(emitted.last(), Some(&Event::GameWon { winners: SeatSet::only(Seat::of(1)) }));
    // The winner of the last round need not be the winner of the game.
    let mut later = scene("", "S5", &["H2 H3 H4", "S9", "H5"]).turn(1);
    later.position.totals.as_mut_slice().copy_from_slice(&[-4, -6, -4]);
    later.play(&["S9"]);
    assert_eq!(later.totals(), [-7, -6, -5]);
    assert_eq!(later.position.status().outcome(), Some(Outcome::won_by(Seat::of(2))));
}

#[test]
fn oct16_all_who_share_the_highest_total_win() {
    let mut table = scene("", "S5", &["H2 H3 H4", "S9", "H5"]).turn(1);
    table.position.totals.as_mut_slice().copy_from_slice(&[-5, -4, -3]);
    let emitted = table.play(&["S9"]);
    let winners = SeatSet::only(Seat::of(1)).with(Seat::of(2));
    assert_eq!(table.position.status().outcome(), Some(Outcome::shared_by(winners)));
    assert_eq!(emitted.last(), Some(&Event::GameWon { winners }));
}

#[test]
fn oc7_a_later_round_has_no_extra_cards_and_begins_with_the_winner_counter_clockwise() {
    let mut table = scene("rounds=2,initial_cards=4", "S5", &["H2 H3", "H4", "S9"]).turn(2).clockwise();
    let emitted = table.play(&["S9"]);
    assert!(!emitted.iter().any(|event| matches!(event, Event::OrderCard { .. })));
    assert!(emitted.contains(&Event::Begins { seat: Seat::of(2), reason: StartReason::WonRound }));
    let position = &table.position;
    assert_eq!((position.round, position.piles.discards().len()), (2, 1));
    assert_eq!((table.held(), position.piles.stock().len()), (vec![4, 4, 4], 104 - 12 - 1));
    assert_eq!((table.to_act(), position.direction), (2, Direction::CounterClockwise));
    let pauses = emitted.iter().map(|event| OneCard::pause_seconds(&position.options, event));
    assert_eq!(pauses.max(), Some(3));
}

#[test]
fn oct13_the_direction_is_reset_in_round_two() {
    let mut table = scene("rounds=2", "SQ", &["H2 H3", "H4 H9", "S9"]).turn(2).clockwise();
    table.play(&["S9"]);
    assert_eq!(table.position.direction, Direction::CounterClockwise);
}

#[test]
fn oct14_the_winner_of_a_round_begins_the_next() {
    for winner in 0..3 {
        let mut hands = ["H2 H3"; 3];
        hands[usize::from(winner)] = "S9";
        let mut table = scene("rounds=3", "S5", &hands).turn(winner);
        table.play(&["S9"]);
        assert_eq!((table.position.round, table.to_act()), (2, winner));
    }
}

#[test]
fn oc30_time_that_runs_out_draws_or_plays_the_first_card_where_one_must_be_played() {
    let default = |table: &super::scene::Scene| table.position.default_action(Seat::of(0));
    let hands = ["H4 D9 DK CK", "C4 C8"];
    assert_eq!(default(&scene("", "SK", &hands)), action("DK"));
    assert_eq!(default(&scene("", "S5", &hands)), action("draw"));
    assert_eq!(default(&scene("may_draw=on", "SK", &hands)), action("draw"));
    assert_eq!(default(&scene("", "S2", &["S3 S7", "C4"]).attack(2)), action("draw"));
    let mut drawn = scene("play_drawn=on", "S5", &hands).stock("S8");
    drawn.play(&["draw"]);
    assert_eq!(default(&drawn), action("keep"));
}

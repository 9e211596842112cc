//! Whole games as text, reviewed as a diff.

use crate::onecard::OneCard;
use crate::testing::golden;

#[test]
fn two_players_read_as_they_did() {
    golden::<OneCard>("onecard-2", "", 2, 1, 25);
}

#[test]
fn four_players_read_as_they_did() {
    golden::<OneCard>("onecard-4", "", 4, 2, 25);
}

#[test]
fn three_rounds_read_as_they_did() {
    golden::<OneCard>("onecard-rounds", "rounds=3,initial_cards=2", 3, 20, 1000);
}

#[test]
fn drawn_cards_that_are_played_read_as_they_did() {
    golden::<OneCard>("onecard-play-drawn", "play_drawn=on", 3, 3, 40);
}

#[test]
fn free_draws_read_as_they_did() {
    golden::<OneCard>("onecard-may-draw", "may_draw=on,initial_cards=3", 3, 115, 40);
}

#[test]
fn several_cards_a_turn_read_as_they_did() {
    golden::<OneCard>("onecard-multi", "multi=on,initial_cards=7", 4, 9, 20);
}

#[test]
fn two_players_with_wide_redirections_read_as_they_did() {
    golden::<OneCard>("onecard-redirect", "redirect=suit_or_rank,queen_skips_2=on", 2, 7, 40);
}

#[test]
fn a_stock_that_runs_out_reads_as_it_did() {
    golden::<OneCard>("onecard-reshuffle", "initial_cards=9", 10, 25, 60);
}

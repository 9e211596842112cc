//! Whole games as text. The choices are random: the rules are shown, not good play.

use super::*;
use crate::testing::golden;

#[test]
fn golden_three_on_the_usual_board() {
    // The last pebble completes two rows, a five and a six.
    golden::<Gomoku>("gomoku-three", "", 3, 29, 75);
}

#[test]
fn golden_two() {
    golden::<Gomoku>("gomoku-two", "", 2, 17, 75);
}

#[test]
fn golden_a_six_is_worth_nothing_where_exactly_five_win() {
    golden::<Gomoku>("gomoku-exact-five", "size=10,exact_five=on", 3, 26, 30);
}

#[test]
fn golden_a_dead_game_is_drawn() {
    golden::<Gomoku>("gomoku-dead-draw", "size=10,rotate_first=on,first=2", 3, 3, 30);
}

#[test]
fn golden_a_dead_game_is_played_out() {
    golden::<Gomoku>("gomoku-played-out", "size=10,dead_draw=off", 3, 3, 30);
}

#[test]
fn golden_a_large_board() {
    golden::<Gomoku>("gomoku-large", "size=19", 3, 54, 60);
}

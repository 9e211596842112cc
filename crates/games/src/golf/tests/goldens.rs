//! Whole games written as sentences, reviewed as text.

use super::super::Golf;
use crate::testing::golden;

#[test]
fn the_golden_games_are_told_as_before() {
    golden::<Golf>("golf-two-players", "rounds=2", 2, 1, 40);
    golden::<Golf>("golf-four-players", "rounds=1", 4, 9, 60);
    golden::<Golf>("golf-first-out", "end_rule=first_out,values=court,rounds=2", 3, 1, 40);
    golden::<Golf>(
        "golf-first-out-plus-one",
        "end_rule=first_out_plus_one,values=plus_two,rounds=3",
        2,
        1,
        40,
    );
    golden::<Golf>("golf-flip-on-discard", "flip_on_discard=on,first_discard=off,rounds=2", 2, 1, 40);
    golden::<Golf>("golf-steal", "steal=on,rounds=3", 3, 1, 20);
    golden::<Golf>("golf-two-packs", "packs=2,end_rule=first_out,rounds=1", 8, 1, 40);
}

//! Whole games written as sentences, to be read as a diff.
//!
//! Random players call Chicago far too often and so lose points for a hundred rounds; the seeds are some of
//! those that end soon.

use super::super::Chicago;
use crate::testing::golden;

#[test]
fn two_players() {
    golden::<Chicago>("chicago-2", "", 2, 69, 31);
}

#[test]
fn three_players() {
    golden::<Chicago>("chicago-3", "", 3, 92189, 50);
}

#[test]
fn four_players_use_up_the_deck_and_a_royal_flush_ends_it() {
    golden::<Chicago>("chicago-4-royal", "", 4, 2_831_104, 30);
}

#[test]
fn four_players_with_open_cards() {
    golden::<Chicago>("chicago-4-one-up", "one_up=on", 4, 243_597, 27);
}

#[test]
fn two_players_with_a_four_of_a_kind_that_resets() {
    golden::<Chicago>("chicago-2-four-resets", "four_resets=on", 2, 27_162, 40);
}

#[test]
fn two_players_with_the_other_house_rules() {
    let settings = "straight_flush=8,chicago_plus_last=on,buy_stop=42,must_chicago=on,pause=0";
    golden::<Chicago>("chicago-2-house-rules", settings, 2, 56, 40);
}

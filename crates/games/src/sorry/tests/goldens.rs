//! Whole games as text, reviewed as a diff.

use super::super::Sorry;
use crate::testing::golden;

// Drawn after an odd number of steps, so that the picture shows a card and where it leads.

#[test]
fn golden_games_of_two_three_and_four_are_told_as_before() {
    golden::<Sorry>("sorry-2-players", "", 2, 177, 31);
    golden::<Sorry>("sorry-3-players", "", 3, 95, 31);
    golden::<Sorry>("sorry-4-players", "", 4, 145, 31);
}

#[test]
fn golden_games_with_each_option_are_told_as_before() {
    golden::<Sorry>("sorry-uniform", "deck=uniform", 2, 109, 31);
    golden::<Sorry>("sorry-four-back", "four_back=4", 3, 398, 31);
    golden::<Sorry>("sorry-classic-sorry", "classic_sorry=on", 3, 202, 31);
    golden::<Sorry>("sorry-must-advance", "must_advance_11=on", 3, 220, 31);
    golden::<Sorry>("sorry-unity", "dialect=unity", 3, 95, 31);
}

//! Whole games as text, reviewed as a diff.

use super::super::Sorry;
use crate::testing::golden;

#[test]
fn golden_games_are_told_as_before() {
    golden::<Sorry>("sorry-2-players", "", 2, 1, 60);
}

//! The laws of every game of the server.

use game::laws::Laws;
use game::{FastRng, Viewer};

use super::*;
use crate::testing::law_games;

/// Nothing is hidden, so there is nothing to rearrange.
fn scramble(position: &Gomoku, _: Viewer, _: &mut FastRng) -> Gomoku {
    position.clone()
}

#[test]
fn the_laws_hold_for_three_and_for_two() {
    let report = Laws::<Gomoku>::new(scramble)
        .with_worlds()
        .table("", 3)
        .table("", 2)
        .table("size=10", 3)
        .table("size=10,first=3", 3)
        .table("size=10,exact_five=on", 3)
        .table("size=10,exact_five=on", 2)
        .table("size=10,dead_draw=off", 3)
        .table("size=11,dead_draw=off,exact_five=on", 3)
        .table("size=12,rotate_first=on,first=2", 2)
        .games(law_games())
        .thorough_every(80)
        .hold();
    assert_eq!(report.games, 9 * law_games());
}

#[test]
fn the_laws_hold_on_large_boards() {
    let laws = Laws::<Gomoku>::new(scramble)
        .with_worlds()
        .table("size=19", 3)
        .table("size=25", 3)
        .table("size=25", 2);
    assert_eq!(laws.games(law_games()).thorough_every(800).hold().games, 3 * law_games());
}

#[test]
fn the_laws_hold_at_the_extremes_of_every_option() {
    let laws = Laws::<Gomoku>::new(scramble).with_worlds().extremes();
    let report = laws.games(10).thorough_every(200).stop_after(20000).hold();
    assert!(report.games > 80, "{report:?}");
}

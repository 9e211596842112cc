//! Imagined worlds respect what everybody knows.

use game::{Game, Imagine, Seat, Viewer, dice};

use super::scene::{cards, dealt, scene};
use crate::onecard::OneCard;
use crate::onecard::follow::matching;

#[test]
fn a_hand_that_could_not_follow_is_imagined_without_such_cards() {
    let mut table = dealt("", 2, "S4 S5 H6 H8 H9 D3 D5 D6 D8 D9 H2 HK S9 C10");
    table.play(&["S4", "draw"]);
    let view = table.position.seen(Viewer::Seat(Seat::of(0)));
    let mut dice = dice(1);
    for _ in 0..200 {
        let world = OneCard::imagine(1, &table.position.options, Seat::of(0), &view, &mut dice);
        let fitting =
            world.hands[Seat::of(1)].iter().filter(|card| matching(view.discards[3]).contains(*card));
        assert!(fitting.count() <= 1, "five of the six cards match nothing");
    }
}

#[test]
fn a_stock_made_of_discards_is_imagined_of_those_cards() {
    let mut table = scene("", "D4 D5 D6 D8 D9 SK", &["H4 H9", "C4 C8"]);
    table.play(&["draw", "draw"]);
    let view = table.position.seen(Viewer::Seat(Seat::of(0)));
    assert_eq!((view.remade_of.clone(), view.stock_size), (cards("D4 D5 D6 D8 D9"), 3));
    let mut dice = dice(2);
    for _ in 0..100 {
        let world = OneCard::imagine(1, &table.position.options, Seat::of(0), &view, &mut dice);
        assert!(world.piles.stock().iter().all(|card| view.remade_of.contains(card)));
        assert_eq!(world.seen(Viewer::Seat(Seat::of(0))), view);
    }
}

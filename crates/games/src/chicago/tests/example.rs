//! The worked example of the rules, card by card.

use game::{Game, Viewer};

use super::super::*;
use super::table::{Table, cards, seat};

/// How seat 1 got its last hand is not known; this way fits: tens are paid first, then aces beat fives.
fn example() -> Table {
    let hands = ["HA H8 D7 C6 CK", "H10 S10 H2 C3 D5"];
    let draws = "S3 S9 C9 S5 SQ CA H5 DA CJ SA S6";
    Table::new("", &hands, draws)
}

#[test]
fn cht1_the_worked_example_replays_card_by_card() {
    let mut table = example();
    table.change(0, "H8 D7 C6");
    table.keep();
    assert_eq!(table.hand(0), cards("HA S3 S9 C9 CK"));
    assert_eq!(table.totals(), [0, 1], "tens beat nines");
    table.change(1, "H10 H2 C3");
    table.change(0, "S3 S9 C9");
    assert_eq!(table.hand(0), cards("HA H5 DA CJ CK"));
    assert_eq!(table.hand(1), cards("S5 S10 SQ CA D5"));
    assert_eq!(table.totals(), [1, 1], "aces beat fives");
    table.change(0, "H5");
    table.change(1, "D5");
    assert_eq!(table.hand(0), cards("HA S6 DA CJ CK"));
    assert_eq!(table.hand(1), cards("S5 S10 SQ CA SA"));
    table.call(&[]);
    let winners: Vec<_> = ["S5 S6", "HA S10", "DA SQ", "CJ CA", "SA CK"]
        .iter()
        .enumerate()
        .map(|(number, trick)| {
            table.play(trick);
            let view = table.position.seen(Viewer::Watcher);
            let tricks = if number == 4 { view.view.last_round.unwrap().tricks } else { view.view.tricks };
            tricks[number].winner.unwrap().number()
        })
        .collect();
    assert_eq!(winners, [0, 0, 0, 1, 1]);
    let last = table.seen(0).view.last_round.unwrap();
    assert_eq!(last.last_trick_paid, Some(seat(1)));
    assert!(matches!(last.awards[2], Award::Paid { seat: owner, points: 1, .. } if owner == seat(0)));
    assert_eq!(table.totals(), [2, 6]);
}

#[test]
fn ch2_the_example_adds_up_to_two_and_six() {
    let mut table = example();
    table.change(0, "H8 D7 C6");
    table.keep();
    table.change(0, "S3 S9 C9");
    table.change(1, "H10 H2 C3");
    table.change(0, "H5");
    table.change(1, "D5");
    table.call(&[]).play("S5 S6 HA S10 DA SQ CJ CA SA CK");
    assert_eq!(table.position.scores().as_slice(), [2, 6]);
}

//! The worked example of the rules, card by card.

use game::{Game, Viewer};

use super::super::code::{card_code, card_of};
use super::super::*;
use super::table::{Table, seat};

fn coded(codes: &[u8]) -> String {
    let names: Vec<_> = codes.iter().map(|&code| format!("{:?}", card_of(code).unwrap())).collect();
    names.join(" ")
}

/// Seat 1's way to its last hand is not told; this one fits: tens are paid first, then aces beat fives.
fn example() -> Table {
    let hands = [coded(&[0, 7, 32, 18, 25]), coded(&[9, 48, 1, 15, 30])];
    let draws = coded(&[41, 47, 21, 43, 50, 13, 4, 26, 23, 39, 44]);
    Table::new("", &[&hands[0], &hands[1]], &draws)
}

#[test]
fn cht1_the_worked_example_replays_card_by_card() {
    let mut table = example();
    table.change(0, &coded(&[7, 32, 18]));
    table.keep();
    assert_eq!(codes_of(&table, 0), [0, 41, 47, 21, 25]);
    assert_eq!(table.totals(), [0, 1], "tens beat nines");
    table.change(1, &coded(&[9, 1, 15]));
    table.change(0, &coded(&[41, 47, 21]));
    assert_eq!(codes_of(&table, 0), [0, 4, 26, 23, 25]);
    assert_eq!(codes_of(&table, 1), [43, 48, 50, 13, 30]);
    assert_eq!(table.totals(), [1, 1], "aces beat fives");
    table.change(0, &coded(&[4]));
    table.change(1, &coded(&[30]));
    assert_eq!(codes_of(&table, 0), [0, 44, 26, 23, 25]);
    assert_eq!(codes_of(&table, 1), [43, 48, 50, 13, 39]);
    table.call(&[]);
    let winners: Vec<_> = [[43, 44], [0, 48], [26, 50], [23, 13], [39, 25]]
        .iter()
        .enumerate()
        .map(|(number, trick)| {
            table.play(&coded(trick));
            let view = table.position.view(Viewer::Watcher);
            let tricks = if number == 4 { view.last_round.unwrap().tricks } else { view.tricks };
            tricks[number].winner.unwrap().number()
        })
        .collect();
    assert_eq!(winners, [0, 0, 0, 1, 1]);
    let last = table.view(0).last_round.unwrap();
    assert_eq!(last.last_trick_paid, Some(seat(1)));
    assert!(matches!(last.awards[2], Award::Paid { seat: owner, points: 1, .. } if owner == seat(0)));
    assert_eq!(table.totals(), [2, 6]);
}

#[test]
fn ch2_the_example_adds_up_to_two_and_six() {
    let mut table = example();
    table.change(0, &coded(&[7, 32, 18]));
    table.keep();
    table.change(0, &coded(&[41, 47, 21]));
    table.change(1, &coded(&[9, 1, 15]));
    table.change(0, &coded(&[4]));
    table.change(1, &coded(&[30]));
    table.call(&[]).play(&coded(&[43, 44, 0, 48, 26, 50, 23, 13, 39, 25]));
    assert_eq!(table.position.scores().as_slice(), [2, 6]);
}

fn codes_of(table: &Table, number: u8) -> Vec<u8> {
    table.hand(number).into_iter().map(card_code).collect()
}

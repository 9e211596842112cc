//! Which hand is paid, and what.

use cards::poker::Class;

use super::super::*;
use super::table::{Table, seat};

/// What two hands are paid after the first exchange.
fn award(settings: &str, first: &str, second: &str) -> Award {
    let mut table = Table::new(settings, &[first, second], "");
    table.keep();
    table.position.awards[0].unwrap()
}

fn paid(number: u8, class: Class, points: u8) -> Award {
    Award::Paid { seat: seat(number), class, points }
}

#[test]
fn cht2_every_class_beats_its_neighbour_and_is_paid_its_value() {
    let rising = [
        ("SA HK DQ CJ S9", Class::HighCard, 0),
        ("S2 H2 D3 C4 S5", Class::Pair, 1),
        ("D2 C2 H3 S3 C6", Class::TwoPairs, 2),
        ("S6 H6 D6 D4 H5", Class::ThreeOfAKind, 3),
    ];
    for pair in rising.windows(2) {
        assert_eq!(award("", pair[0].0, pair[1].0), paid(1, pair[1].1, pair[1].2));
        assert_eq!(award("", pair[1].0, pair[0].0), paid(0, pair[1].1, pair[1].2));
    }
    let higher = [
        ("S6 H6 D6 D4 H5", "SA H2 D3 C4 S5", Class::Straight, 4),
        ("CA H2 D3 C4 D5", "S2 S3 S4 S5 S7", Class::Flush, 5),
        ("S2 S3 S4 S5 S7", "H2 D2 C2 C3 H3", Class::FullHouse, 6),
        ("SA HA DA CK SK", "S2 H2 D2 C2 S3", Class::FourOfAKind, 7),
        ("SA HA DA CA S9", "C2 C3 C4 C5 C6", Class::StraightFlush, 10),
    ];
    for (low, high, class, points) in higher {
        assert_eq!(award("", low, high), paid(1, class, points));
        assert_eq!(award("", high, low), paid(0, class, points));
    }
    assert_eq!(award("", "C2 C3 C4 C5 C6", "S10 SJ SQ SK SA"), Award::Royal { seat: seat(1) });
}

#[test]
fn cht3_the_wheel_is_below_the_six_high_straight() {
    assert_eq!(award("", "SA H2 D3 C4 S5", "S2 H3 D4 C5 S6"), paid(1, Class::Straight, 4));
}

#[test]
fn cht4_a_wheel_of_one_suit_is_a_straight_flush_and_no_royal_flush() {
    assert_eq!(award("", "SA S2 S3 S4 S5", "H2 H3 D4 C5 S9"), paid(0, Class::StraightFlush, 10));
}

#[test]
fn cht5_kickers_count_to_the_fifth_card() {
    assert_eq!(award("", "SA HA DK CQ S9", "DA CA SK HQ S8"), paid(0, Class::Pair, 1));
    assert_eq!(award("", "SK HK D3 C3 S4", "DK CK S3 H3 D5"), paid(1, Class::TwoPairs, 2));
    assert_eq!(award("", "SA SK SQ SJ S8", "HA HK HQ HJ H9"), paid(1, Class::Flush, 5));
}

#[test]
fn cht6_equal_hands_in_two_suits_pay_nobody() {
    assert_eq!(award("", "SA SK SQ SJ S9", "HA HK HQ HJ H9"), Award::Drawn { class: Class::Flush });
    assert_eq!(award("", "SA HA DK CQ S9", "DA CA SK HQ D9"), Award::Drawn { class: Class::Pair });
}

#[test]
fn cht7_high_cards_pay_nobody() {
    assert_eq!(award("", "SA HK DQ CJ S9", "H2 D4 C6 S8 H10"), Award::NoHand);
    assert_eq!(award("", "SA HK DQ CJ S9", "HA DK CQ SJ H9"), Award::NoHand, "nor equal ones");
}

#[test]
fn ch3_a_straight_flush_is_worth_ten_or_eight_and_its_class_is_told() {
    let (first, second) = ("C2 C3 C4 C5 C6", "SA HK DQ CJ S9");
    assert_eq!(award("", first, second), paid(0, Class::StraightFlush, 10));
    assert_eq!(award("straight_flush=8", first, second), paid(0, Class::StraightFlush, 8));
    let classes = Class::ALL.map(|class| points_for(class, &ChicagoOptions::default()));
    assert_eq!(classes, [0, 1, 2, 3, 4, 5, 6, 7, 10, 0]);
}

#[test]
fn ch6_equal_best_hands_pay_nobody_and_suits_break_no_tie() {
    let mut table = Table::new("", &["SA HA DK CQ S9", "DA CA SK HQ D9", "S2 H2 D3 C4 S5"], "");
    table.keep();
    assert_eq!(table.position.awards[0], Some(Award::Drawn { class: Class::Pair }));
    assert_eq!(table.totals(), [0, 0, 0], "the third best hand is not paid instead");
}

#[test]
fn ch7_straights_do_not_wrap_and_groups_are_compared_before_kickers() {
    assert_eq!(award("", "SQ HK DA C2 S3", "H2 D4 C6 S8 H10"), Award::NoHand);
    assert_eq!(award("", "SA H2 D3 C4 S5", "S10 HJ DQ CK DA"), paid(1, Class::Straight, 4));
    assert_eq!(award("", "S3 H3 D3 C2 S2", "H2 D2 C5 CA SA"), paid(0, Class::FullHouse, 6));
    assert_eq!(award("", "SK HK D4 C4 S2", "DK CK D3 C3 SA"), paid(0, Class::TwoPairs, 2));
}

#[test]
fn ch1_three_hands_a_round_are_paid_and_the_third_after_the_tricks() {
    let mut table = Table::new("", &["SA HA DK CQ S9", "D2 C3 S4 H5 D7"], "");
    table.keep();
    assert_eq!(table.totals(), [1, 0]);
    table.keep();
    assert_eq!(table.totals(), [2, 0]);
    table.keep();
    assert_eq!(table.totals(), [2, 0], "the third hand waits for the tricks");
    table.call(&[]).play("D2 DK CQ C3 HA H5 SA S4 S9");
    assert_eq!(table.totals(), [2, 0]);
    table.play("D7");
    assert_eq!(table.totals(), [2 + 5 + 1, 0], "the last trick and the third hand");
}

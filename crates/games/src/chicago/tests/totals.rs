//! Totals below zero and at their limits.

use super::super::*;
use super::table::{STRONG, Table, WEAK, seat};

#[test]
fn cht25_totals_may_be_negative() {
    let mut table = Table::new("", &["SA SK SQ SJ H2", "HK S3 D4 D6 C8"], "");
    table.until_call().call(&[1]).play("HK H2 S3 SJ SQ D4 SK D6 SA C8");
    assert_eq!(table.totals(), [5, -15]);
    assert_eq!(table.seen(0).scores.as_slice(), [5, -15]);
}

#[test]
fn cht26_totals_stay_between_minus_128_and_127() {
    let mut position = Table::new("", &[STRONG, WEAK], "").position;
    position.totals[seat(0)] = 126;
    position.add_points(seat(0), 3);
    assert_eq!(position.totals[seat(0)], 127);
    position.totals[seat(0)] = -126;
    position.add_points(seat(0), -CHICAGO);
    assert_eq!(position.totals[seat(0)], -128);
}

#[test]
fn ch16_a_total_is_a_signed_byte_in_the_state_too() {
    let mut table = Table::new("", &["SA HA DK CQ S9", "D2 C3 S4 H5 D7"], "");
    table.set_totals(&[126, -120]).until_call();
    assert_eq!(table.totals(), [127, -120], "126 and two hands of one point each");
    table.call(&[1]).play("D2 DK CQ C3 HA H5 SA S4 S9 D7");
    assert_eq!(table.totals(), [127, -128]);
    assert_eq!(table.winners(), Some(vec![0]));
}

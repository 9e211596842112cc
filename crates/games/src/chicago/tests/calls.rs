//! Saying Chicago, and who leads.

use game::{Seat, SeatSet, Viewer};

use super::super::*;
use super::table::{STRONG, Table, WEAK, seat};

const FOUR_HANDS: [&str; 4] = [STRONG, WEAK, "C2 C3 C4 C5 H8", "H2 H3 H4 H5 S8"];

#[test]
fn ch10_calls_are_sealed_and_the_first_in_turn_plays() {
    let mut table = Table::new("", &FOUR_HANDS, "");
    table.until_call().news(2);
    table.act(0, Action::CallChicago);
    assert_eq!(table.news(2), [Event::CallAnswered { seat: seat(0), call: None }]);
    assert_eq!(table.seen(2).caller, None);
    table.act(3, Action::CallChicago);
    table.act(1, Action::NoChicago);
    table.news(2);
    table.act(2, Action::NoChicago);
    let emitted: Vec<_> =
        [0, 2].map(|number| table.emitted.for_viewer(Viewer::Seat(seat(number))).count()).to_vec();
    assert_eq!(table.position.caller, Some(seat(3)), "seat 3 comes before the dealer");
    assert_eq!(emitted[0] - emitted[1], 1, "only seat 0 learns that it called in vain");
    assert_eq!(table.seen(0).your_call, Some(true));
    assert!(!format!("{:?}", table.seen(2)).contains("your_call: Some(true)"));
}

#[test]
fn ch10_a_void_call_costs_nothing() {
    let mut table = Table::new("", &["SA SK SQ SJ H2", "HK S3 D4 D6 C8"], "");
    table.until_call().call(&[0, 1]);
    assert_eq!(table.position.caller, Some(seat(1)));
    table.play("HK H2 S3 SJ SQ D4 SK D6 SA C8");
    assert_eq!(table.totals(), [5, -15]);
}

#[test]
fn cht14_of_two_callers_the_first_in_turn_plays_chicago() {
    for (dealer, expected) in [(0, 1), (1, 2), (2, 0)] {
        let mut table = Table::dealt_by(dealer, "", &FOUR_HANDS[..3], "");
        let callers: Vec<u8> = (0..3).filter(|&number| number != dealer).collect();
        table.until_call().call(&callers);
        assert_eq!(table.position.caller, Some(seat(expected)));
    }
}

#[test]
fn cht15_of_four_callers_the_player_after_the_dealer_plays_chicago() {
    for dealer in 0..4 {
        let mut table = Table::dealt_by(dealer, "", &FOUR_HANDS, "");
        table.until_call().call(&[0, 1, 2, 3]);
        assert_eq!(table.position.caller, Some(seat(dealer).next(4)));
        assert_eq!(table.position.callers, SeatSet::all(4));
    }
}

#[test]
fn cht16_the_caller_leads_though_not_first_in_turn() {
    let mut table = Table::new("", &FOUR_HANDS, "");
    table.until_call().call(&[3]);
    assert_eq!(table.position.waiting, SeatSet::only(seat(3)));
    table.play("H2");
    assert_eq!(table.position.waiting, SeatSet::only(seat(0)), "play passes seat by seat");
}

#[test]
fn ch8_the_creator_deals_first_and_the_deal_passes_on() {
    let mut table = Table::new("", &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "");
    assert_eq!(table.position.dealer, Seat::of(0));
    assert_eq!(table.position.in_turn().map(Seat::number).collect::<Vec<_>>(), [1, 2, 0]);
    table.until_call().call(&[]).play("D2 C2 SJ D3 C3 SQ D4 C4 SK D5 C5 SA C7 H8 H9");
    assert_eq!((table.position.round, table.position.dealer), (2, Seat::of(1)));
}

#[test]
fn ch9_without_chicago_the_player_after_the_dealer_leads() {
    for dealer in 0..4 {
        let mut table = Table::dealt_by(dealer, "", &FOUR_HANDS, "");
        table.until_call().call(&[]);
        assert_eq!(table.position.caller, None);
        assert_eq!(table.position.waiting, SeatSet::only(seat(dealer).next(4)));
    }
}

//! The tricks and what they are paid.

use game::{Game, SeatSet};

use super::super::*;
use super::table::{STRONG, Table, WEAK, card, seat};

/// Loses a trick with its low heart, and the last one if that heart is kept.
const NEARLY: &str = "SA SK SQ SJ H2";
const GUARD: &str = "HK S3 D4 D6 C8";

fn at_tricks(hands: &[&str], callers: &[u8]) -> Table {
    let mut table = Table::new("", hands, "");
    table.until_call().call(callers);
    table
}

#[test]
fn cht17_suit_must_be_followed() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[]);
    table.play("S3");
    assert_eq!(table.refusal(0, Action::Play(card("H2"))), Refusal::MustFollowSuit(cards::Suit::Spades));
    let mut legal = Vec::new();
    table.position.legal_actions(seat(0), &mut legal);
    let spades = ["SA", "SK", "SQ", "SJ"].map(|text| Action::Play(card(text)));
    assert_eq!(legal, spades);
}

#[test]
fn cht18_a_player_without_the_led_suit_may_throw_anything() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[]);
    table.play("D4");
    let mut legal = Vec::new();
    table.position.legal_actions(seat(0), &mut legal);
    assert_eq!(legal.len(), 5);
}

#[test]
fn cht19_a_higher_card_of_another_suit_loses() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[]);
    table.play("D4 SA");
    assert_eq!(table.position.waiting, SeatSet::only(seat(1)), "the four of diamonds wins");
}

#[test]
fn cht20_the_ace_beats_the_king() {
    let mut table = at_tricks(&["SK H2 H3 H4 D6", "SA C2 C3 C4 D7", "S2 D3 D4 C5 H8"], &[0]);
    table.play("SK SA S2");
    assert_eq!(table.view(0).tricks_won.as_slice(), [0, 1, 0]);
    assert_eq!(table.position.waiting, SeatSet::only(seat(1)), "the winner leads");
}

#[test]
fn cht11_a_chicago_that_succeeds_earns_fifteen_and_no_last_trick() {
    let mut table = at_tricks(&[STRONG, WEAK], &[0]);
    table.play("SA D2 SK D3 SQ D4 SJ D5 H9 C7");
    assert_eq!(table.totals(), [15, 0]);
}

#[test]
fn ch11_the_last_trick_is_paid_on_top_of_a_chicago_only_where_the_table_says_so() {
    for (settings, expected) in [("", 15), ("chicago_plus_last=on", 20)] {
        let mut table = Table::new(settings, &[STRONG, WEAK], "");
        table.until_call().call(&[0]).play("SA D2 SK D3 SQ D4 SJ D5 H9 C7");
        assert_eq!(table.totals(), [expected, 0]);
        let last = table.view(0).last_round.unwrap();
        assert_eq!(last.chicago_made, Some(true));
        assert_eq!(last.last_trick_paid, (expected == 20).then_some(seat(0)));
    }
}

#[test]
fn cht12_a_chicago_lost_to_another_last_trick_winner_pays_both_ways() {
    let mut table = at_tricks(&[NEARLY, "HK D3 D4 D6 C8"], &[0]);
    table.play("SA D3 SK D4 SQ D6 SJ C8 H2 HK");
    assert_eq!(table.totals(), [-15, 5]);
}

#[test]
fn cht13_a_failed_chicago_that_wins_the_last_trick_pays_nobody() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[0]);
    table.play("H2 HK S3 SJ SQ D4 SK D6 SA C8");
    assert_eq!(table.totals(), [-15, 0]);
    let last = table.view(0).last_round.unwrap();
    assert_eq!((last.chicago_made, last.last_trick_paid), (Some(false), None));
}

#[test]
fn ch12_all_five_tricks_are_played_though_the_chicago_has_failed() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[0]);
    table.play("H2 HK");
    assert_eq!(table.position.phase, Phase::Tricks);
    table.play("D4 SJ D6 SQ C8 SK");
    assert_eq!(table.position.trick, 4);
    table.play("S3 SA");
    assert_eq!(table.totals(), [-15, 0], "the caller took the fifth trick after all");
}

#[test]
fn ch13_a_failed_caller_is_still_paid_for_the_best_hand() {
    let mut table = Table::new("", &["SA SK SQ HA H2", GUARD], "");
    table.until_call();
    assert_eq!(table.totals(), [2, 0]);
    table.call(&[0]).play("SA S3 SK D4 SQ D6 HA HK H2 C8");
    assert_eq!(table.position.round, 2);
    assert_eq!(table.totals(), [2 + 15 + 1, 0], "that one succeeded");
    let mut table = Table::new("", &["SA SK SQ HA H2", GUARD], "");
    table.until_call().call(&[0]).play("H2 HK C8 SQ D4 SK D6 SA S3 HA");
    assert_eq!(table.totals(), [2 - 15 + 1, 5]);
}

#[test]
fn ch19_illegal_and_foreign_cards_are_refused() {
    let mut table = at_tricks(&[NEARLY, GUARD], &[]);
    assert_eq!(table.refusal(1, Action::Play(card("SA"))), Refusal::NotYourCard(card("SA")));
    table.play("S3");
    assert_eq!(
        table.refusal(0, Action::Play(card("H2"))).to_string(),
        "You must follow suit: spades were led."
    );
    assert_eq!(table.refusal(0, Action::Play(card("S3"))), Refusal::NotYourCard(card("S3")));
}

#[test]
fn ch20_the_clock_keeps_the_hand_declines_and_plays_the_lowest_legal_card() {
    let mut table = Table::new("", &["SA D3 C3 H3 HK", "S2 D5 C7 H6 D9"], "");
    assert_eq!(table.position.default_action(seat(0)), Action::Change(CardSet::EMPTY));
    table.until_call();
    assert_eq!(table.position.default_action(seat(0)), Action::NoChicago);
    table.call(&[0]);
    let clock = |table: &Table, number| table.position.default_action(seat(number));
    assert_eq!(clock(&table, 0), Action::Play(card("H3")), "hearts before clubs before diamonds");
    table.play("H3 H6 C7");
    assert_eq!(clock(&table, 0), Action::Play(card("C3")));
    table.play("C3 S2");
    assert_eq!(clock(&table, 0), Action::Play(card("SA")), "suit must be followed");
    table.play("SA");
    assert_eq!(clock(&table, 0), Action::Play(card("D3")), "the ace is high");
}

#[test]
fn ch20_of_equal_ranks_the_clock_plays_hearts_then_clubs_then_diamonds_then_spades() {
    for (hand, lowest) in [
        ("S3 D3 C3 H3 HK", "H3"),
        ("S3 D3 C3 H9 HK", "C3"),
        ("S3 D3 C9 H9 HK", "D3"),
        ("S3 DA CA HA HK", "S3"),
    ] {
        let table = at_tricks(&[hand, "S2 D5 C7 H6 D9"], &[0]);
        assert_eq!(table.position.default_action(seat(0)), Action::Play(card(lowest)), "{hand}");
    }
}

#[test]
fn only_the_last_trick_is_paid() {
    let mut table = at_tricks(&[STRONG, WEAK], &[]);
    table.play("D2 SJ D3 SQ D4 SK D5 SA");
    assert_eq!(table.totals(), [0, 0]);
    table.play("C7 H9");
    assert_eq!(table.totals(), [0, 5]);
}

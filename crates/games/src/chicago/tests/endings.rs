//! How games end.

use super::super::*;
use super::table::{STRONG, Table, WEAK, dealt, seat};

use game::{DealError, Game};

const ALMOST_ROYAL: &str = "S10 SJ SQ SK H2";

fn royal_after(exchange: u8) -> Table {
    let mut table = Table::new("", &[ALMOST_ROYAL, WEAK], "SA");
    for _ in 1..exchange {
        table.keep();
    }
    assert_eq!(table.winners(), None);
    table.news(1);
    table.change(0, "H2");
    table.keep();
    table
}

fn wins_at_once(exchange: u8) {
    let mut table = royal_after(exchange);
    assert_eq!(table.winners(), Some(vec![0]));
    let view = table.seen(1);
    assert_eq!((view.exchange, view.phase), (exchange, Phase::Over));
    assert_eq!(view.awards.last(), Some(&Award::Royal { seat: seat(0) }));
    assert_eq!(table.totals(), [0, 0], "no points are added");
    let over = Event::GameOver { winners: game::SeatSet::only(seat(0)), ending: Ending::RoyalFlush };
    assert_eq!(table.news(1).last(), Some(&over));
}

#[test]
fn cht8_a_royal_flush_after_the_first_exchange_ends_the_game_there() {
    wins_at_once(1);
}

#[test]
fn cht9_a_royal_flush_after_the_second_exchange_ends_the_game_there() {
    wins_at_once(2);
}

#[test]
fn cht10_a_royal_flush_after_the_third_exchange_ends_the_game_there() {
    wins_at_once(3);
}

#[test]
fn ch4_a_royal_flush_wins_whatever_the_totals() {
    let mut table = Table::new("", &["S10 SJ SQ SK SA", WEAK], "");
    table.set_totals(&[-128, 127]);
    table.keep();
    assert_eq!(table.winners(), Some(vec![0]));
    assert_eq!(table.totals(), [-128, 127]);
}

#[test]
fn ch5_of_two_royal_flushes_the_higher_total_wins_then_the_first_in_turn() {
    let hands = ["S10 SJ SQ SK SA", "H10 HJ HQ HK HA", "D10 DJ DQ DK DA"];
    for (totals, winner) in [([0, 0, 0], 1), ([3, 2, 2], 0), ([3, 2, 3], 2), ([-5, -4, -3], 2)] {
        let mut table = Table::new("", &hands, "");
        table.set_totals(&totals);
        table.keep();
        assert_eq!(table.winners(), Some(vec![winner]), "{totals:?}");
    }
}

/// Seat 1 wins the last trick and is paid 5 points; no hand is paid.
fn round_with(settings: &str, totals: &[i8]) -> Table {
    let mut table = Table::new(settings, &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "");
    table.set_totals(totals);
    end_round(&mut table);
    table
}

fn end_round(table: &mut Table) {
    table.until_call().call(&[]).play("D2 C2 SJ D3 C3 SQ D4 C4 SK D5 C5 SA C7 H8 H9");
}

#[test]
fn ch14_the_win_is_looked_for_only_when_a_round_has_ended() {
    let mut table = Table::new("", &["SA HA DK CQ S9", "D2 C3 S4 H5 D7"], "");
    table.set_totals(&[51, 0]).keep();
    assert_eq!((table.totals()[0], table.winners()), (52, None));
    table.keep();
    table.keep();
    table.call(&[]).play("D2 DK CQ C3 HA H5 SA S4 S9");
    table.news(0);
    table.play("D7");
    assert_eq!(table.winners(), Some(vec![0]));
    let kinds: Vec<_> = table
        .news(0)
        .iter()
        .filter_map(|event| match event {
            Event::LastTrickPaid { .. } => Some("last trick"),
            Event::HandPaid { number: 3, .. } => Some("hand"),
            Event::GameOver { .. } => Some("over"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["last trick", "hand", "over"]);
}

#[test]
fn cht22_passing_52_and_then_failing_a_chicago_wins_nothing() {
    let mut table = Table::new("", &["SA SK SQ HA H2", "HK S3 D4 D6 C8"], "");
    table.set_totals(&[51, 0]).until_call();
    assert_eq!(table.totals(), [53, 0]);
    table.call(&[0]).play("H2 HK C8 SQ D4 SK D6 SA S3 HA");
    assert_eq!((table.totals(), table.winners()), (vec![39, 5], None));
}

#[test]
fn cht23_of_two_with_52_or_more_the_higher_wins() {
    assert_eq!(round_with("", &[60, 56, 0]).winners(), Some(vec![1]));
    assert_eq!(round_with("", &[60, 49, 0]).winners(), Some(vec![0]));
}

#[test]
fn cht24_a_tie_at_53_is_played_on() {
    let mut table = round_with("", &[53, 48, 0]);
    assert_eq!((table.totals(), table.winners()), (vec![53, 53, 0], None));
    assert_eq!(table.position.round, 2);
    let level = Event::LevelAtTop { seats: [seat(0), seat(1)].into_iter().collect() };
    assert!(table.news(0).contains(&level));
}

#[test]
fn ch15_the_highest_of_several_winners_wins_and_a_tie_at_the_top_plays_on() {
    assert_eq!(round_with("", &[52, 47, 51]).winners(), None, "52 each");
    assert_eq!(round_with("", &[52, 48, 52]).winners(), Some(vec![1]), "a tie below the top is nothing");
    assert_eq!(round_with("", &[51, 46, 0]).winners(), None, "51 is not enough");
}

#[test]
fn ch25_after_200_rounds_the_highest_total_wins_and_a_tie_is_shared() {
    let at_the_end = |totals: &[i8]| {
        let mut table = Table::new("", &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "");
        table.position.round = LAST_ROUND;
        table.set_totals(totals);
        end_round(&mut table);
        table
    };
    assert_eq!(at_the_end(&[10, 6, 0]).winners(), Some(vec![1]));
    assert_eq!(at_the_end(&[10, 5, 0]).winners(), Some(vec![0, 1]));
    assert_eq!(at_the_end(&[53, 48, 0]).winners(), Some(vec![0, 1]), "level above 52");
    let over = at_the_end(&[-100, -100, 0]);
    assert_eq!(over.winners(), Some(vec![2]));
    assert_eq!(over.seen(0).round, 200);
}

#[test]
fn ch23_a_new_game_starts_from_nothing() {
    let position = dealt("", 3, 9);
    assert_eq!(position.scores().as_slice(), [0, 0, 0]);
    assert_eq!((position.round, position.dealer), (1, seat(0)));
    let view = position.seen(game::Viewer::Seat(seat(2)));
    assert!(view.last_round.is_none() && view.made_chicago.is_empty());
}

#[test]
fn cht34_only_two_three_and_four_can_play() {
    for seats in [0, 1, 5] {
        let refused = Chicago::admits(&ChicagoOptions::default(), seats);
        assert_eq!(refused, Err(DealError::Seats { wanted: seats, least: 2, most: 4 }));
    }
    assert!((2..=4).all(|seats| Chicago::admits(&ChicagoOptions::default(), seats).is_ok()));
}

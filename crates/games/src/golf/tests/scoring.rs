//! What layouts count, and who has won.

use cards::Rank;
use game::{SeatSet, Viewer};

use super::super::Values;
use super::super::scoring::{layout_points, named_winner, showing_points, winners};
use super::table::{ANN, layout, seat, table};
use game::Game;

fn points(text: &str) -> i32 {
    layout_points(Values::Bicycle, layout(text).cards())
}

#[test]
fn gf3_cards_count_by_the_bicycle_table_unless_an_option_says_otherwise() {
    let table = |values: Values| {
        use Rank::*;
        [Ace, Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King]
            .map(|rank| values.points(rank))
    };
    assert_eq!(table(Values::Bicycle), [1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0]);
    assert_eq!(table(Values::Court), [1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]);
    assert_eq!(table(Values::PlusTwo), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0]);
    assert_eq!(super::table::options("").values, Values::Bicycle);
}

#[test]
fn gf4_a_pair_in_a_column_counts_nothing_and_two_equal_columns_have_no_bonus() {
    assert_eq!(points("H9 SK D4 C9 HK S5"), 9);
    assert_eq!(points("H9 S9 D4 C9 D9 S5"), 9);
    // All layouts lie between -6 and 60, or 69 with the dear court cards.
    assert_eq!(points("H2 S2 D2 HK SK DK"), -6);
    assert_eq!(points("HQ SQ DQ HJ SJ DJ"), 60);
    assert_eq!(layout_points(Values::Court, layout("HQ SQ DQ HJ SJ DJ").cards()), 69);
}

#[test]
fn gft1_one_pair_is_left_out_of_the_sum() {
    assert_eq!(points("HK S5 D7 CK H3 S9"), 24);
}

#[test]
fn gft2_three_pairs_count_nothing() {
    assert_eq!(points("HQ S5 D7 CQ H5 S7"), 0);
}

#[test]
fn gft3_two_twos_in_one_column_count_nothing_and_not_minus_four() {
    assert_eq!(points("H2 SK DK C2 HA SK"), 1);
    assert_eq!(points("H2 SK DK C2 HK SK"), 0);
}

#[test]
fn gft4_three_twos_above_three_kings_are_the_best_layout() {
    assert_eq!(points("H2 S2 D2 HK SK DK"), -6);
}

#[test]
fn gft5_tens_and_court_cards_without_a_pair_are_the_worst_layout() {
    assert_eq!(points("H10 SJ DQ HJ S10 D10"), 60);
}

#[test]
fn gft6_equal_cards_in_a_row_do_not_cancel() {
    assert_eq!(points("H9 S9 D9 C4 H4 S4"), 39);
    assert_eq!(points("H9 S4 D3 C4 H9 S5"), 34);
}

#[test]
fn open_cards_count_as_they_lie_and_hidden_ones_nothing() {
    let showing = |text: &str| showing_points(Values::Bicycle, &layout(text).faces());
    assert_eq!(showing("(H9) (S9) (D9) (C4) (H4) (S4)"), 0);
    assert_eq!(showing("H9 (S9) D5 (C9) (H4) S5"), 9);
    let golf = table("", &["H9 (S9) D5 (C9) (H4) S5", "HA SA DA CK HK SK"], "C2", "C3");
    assert_eq!(golf.seen(Viewer::Watcher).showing.as_slice(), [9, 3]);
    assert_eq!(golf.scores()[seat(ANN)], 0, "what lies open is not scored before the round ends");
}

#[test]
fn gf13_fewest_points_win_ties_share_and_the_first_in_seat_order_is_named() {
    assert_eq!(winners(&[40, 12, 33]), SeatSet::only(seat(1)));
    assert_eq!(winners(&[40, -3, 33, -3]), SeatSet::only(seat(1)).with(seat(3)));
    assert_eq!(named_winner(&[40, -3, 33, -3]), Some(seat(1)));
    assert_eq!(named_winner(&[]), None);
}

//! Rules that a table may add.

use cards::poker::Class;
use game::{Game, SeatSet};

use super::super::*;
use super::table::{STRONG, Table, WEAK, card, cards, seat};

#[test]
fn ch24_with_a_buy_stop_whoever_has_the_total_keeps_the_hand() {
    for (settings, stop) in [("buy_stop=42", 42), ("buy_stop=46", 46), ("buy_stop=47", 47)] {
        let mut table = Table::new(settings, &[STRONG, WEAK], "");
        table.set_totals(&[stop, stop - 1]);
        let one = |text: &str| Action::Change(CardSet::only(card(text)));
        assert_eq!(table.refusal(0, one("SA")), Refusal::BuyStop(stop));
        assert_eq!(table.seen(0).legal, [Action::Change(CardSet::EMPTY)]);
        assert_eq!(table.seen(1).legal.len(), 32);
        table.act(1, one("D2"));
        table.keep();
        assert_eq!(table.hand(0), cards(STRONG));
    }
    let mut table = Table::new("", &[STRONG, WEAK], "");
    table.set_totals(&[51, 51]);
    assert_eq!(table.seen(0).legal.len(), 32, "off unless the table says otherwise");
}

#[test]
fn ch24_a_buy_stop_may_begin_between_two_exchanges() {
    let mut table = Table::new("buy_stop=42", &["SA HA DK CQ S9", WEAK], "");
    table.set_totals(&[41, 0]);
    assert_eq!(table.seen(0).legal.len(), 32);
    table.keep();
    assert_eq!(table.seen(0).legal.len(), 1);
}

/// Seats 1 and 3 change one card, seat 2 two, seat 0 none.
fn one_up() -> Table {
    let hands = [STRONG, WEAK, "C2 C3 C4 C5 H8", "H2 H3 H4 H5 S8"];
    let mut table = Table::new("one_up=on", &hands, "S2 S3 S4 S5 S6 S7");
    table.change(3, "S8");
    table.change(2, "C2 C3");
    table.change(1, "C7");
    table.keep();
    table
}

#[test]
fn ch24_with_one_up_a_single_card_is_offered_face_up_in_turn_order() {
    let mut table = one_up();
    assert_eq!(table.hand(2), cards("S2 S3 C4 C5 H8"), "others draw first");
    assert_eq!(table.position.waiting, SeatSet::only(seat(1)));
    let open = OpenCard { exchange: 1, seat: seat(1), card: card("S4"), taken: None };
    assert_eq!(table.seen(0).open_cards, [open]);
    assert_eq!(table.seen(1).hand.unwrap()[4], None, "the place waits for the new card");
    assert_eq!(table.seen(1).legal, [Action::TakeOpen, Action::DrawUnseen]);
    assert_eq!(table.position.default_action(seat(1)), Action::TakeOpen);
    table.act(1, Action::TakeOpen);
    assert_eq!(table.hand(1), cards("D2 D3 D4 D5 S4"));
    assert_eq!(table.position.waiting, SeatSet::only(seat(3)));
    table.news(0);
    table.act(3, Action::DrawUnseen);
    assert_eq!(table.hand(3), cards("H2 H3 H4 H5 S6"));
    let unseen = Event::UnseenDrawn { seat: seat(3), left: card("S5"), card: None };
    assert!(table.news(0).contains(&unseen));
    assert_eq!(table.position.returned, cards("S8 C2 C3 C7 S5").into_iter().collect());
    assert_eq!(table.position.phase, Phase::Exchange);
}

#[test]
fn ch24_without_one_up_a_single_card_is_changed_like_any_other() {
    let mut table = Table::new("", &[STRONG, WEAK], "S2");
    table.change(0, "H9");
    table.keep();
    assert_eq!(table.hand(0), cards("SA SK SQ SJ S2"));
}

#[test]
fn ch24_with_four_resets_a_paid_four_of_a_kind_sets_all_others_to_nothing() {
    let hands = ["SA HA DA CA S9", WEAK, "C2 C3 C4 C5 H8"];
    for (settings, expected) in [("four_resets=on", [47, 0, 0]), ("", [47, 30, -8])] {
        let mut table = Table::new(settings, &hands, "");
        table.set_totals(&[40, 30, -8]).keep();
        assert_eq!(table.totals(), expected);
    }
}

#[test]
fn ch24_with_four_resets_nothing_else_resets() {
    let mut table = Table::new("four_resets=on", &["SA HA DA CK SK", WEAK], "");
    table.set_totals(&[40, 30]).keep();
    assert_eq!(table.totals(), [46, 30]);
    let full_house = Award::Paid { seat: seat(0), class: Class::FullHouse, points: 6 };
    assert_eq!(table.position.awards[0], Some(full_house));
}

#[test]
fn ch24_with_four_resets_the_points_of_the_last_trick_are_lost_too() {
    // The tricks are paid before the third hand, as CH14 has it.
    let mut table = Table::new("four_resets=on", &["S2 H2 D2 C2 H9", "SA HA DK CQ S10"], "");
    table.until_call().call(&[]).play("DK D2 CQ C2 HA H9 SA S2");
    table.set_totals(&[10, 47]).play("S10 H2");
    assert_eq!((table.totals(), table.winners()), (vec![17, 0], None));
}

#[test]
fn ch24_with_must_chicago_a_tie_of_those_who_have_made_one_plays_on() {
    let round = |made: &[u8]| {
        let mut table = Table::new("must_chicago=on", &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "");
        table.position.made_chicago = made.iter().copied().map(seat).collect();
        table.set_totals(&[60, 55, 70]).until_call().call(&[]);
        table.play("D2 C2 SJ D3 C3 SQ D4 C4 SK D5 C5 SA C7 H8 H9");
        table
    };
    let mut table = round(&[0, 1]);
    assert_eq!((table.totals(), table.winners()), (vec![60, 60, 70], None));
    let level = Event::LevelAtTop { seats: [seat(0), seat(1)].into_iter().collect() };
    assert!(table.news(0).contains(&level), "those who cannot win are not at the top");
    assert_eq!(round(&[1]).winners(), Some(vec![1]));
}

#[test]
fn ch24_with_must_chicago_only_whoever_has_made_one_can_win() {
    let round = |totals: &[i8], callers: &[u8]| {
        let mut table = Table::new("must_chicago=on", &[STRONG, WEAK], "");
        table.set_totals(totals).until_call().call(callers);
        match callers {
            [] => table.play("D2 SJ D3 SQ D4 SK D5 SA C7 H9"),
            _ => table.play("SA D2 SK D3 SQ D4 SJ D5 H9 C7"),
        };
        table
    };
    assert_eq!(round(&[60, 0], &[]).winners(), None);
    assert_eq!(round(&[40, 70], &[0]).winners(), Some(vec![0]), "the higher total has made none");
    let mut table = Table::new("must_chicago=on", &["S10 SJ SQ SK SA", WEAK], "");
    table.keep();
    assert_eq!(table.winners(), Some(vec![0]), "a royal flush always wins");
}

#[test]
fn ch24_with_must_chicago_the_last_round_prefers_those_who_have_made_one() {
    let last = |made: SeatSet| {
        let mut table = Table::new("must_chicago=on", &[STRONG, WEAK], "");
        table.position.round = LAST_ROUND;
        table.position.made_chicago = made;
        table.set_totals(&[10, 30]).until_call().call(&[]).play("D2 SJ D3 SQ D4 SK D5 SA C7 H9");
        table.winners()
    };
    assert_eq!(last(SeatSet::only(seat(0))), Some(vec![0]));
    assert_eq!(last(SeatSet::EMPTY), Some(vec![1]), "nobody has: the totals decide");
}

#[test]
fn ch24_all_house_rules_are_off_by_default() {
    let options = ChicagoOptions::default();
    assert_eq!(options.buy_stop, BuyStop::Off);
    assert!(!options.one_up && !options.four_resets && !options.must_chicago && !options.chicago_plus_last);
}

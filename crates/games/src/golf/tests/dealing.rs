//! How a round begins.

use game::{Audience, DealError, Game, IllegalAction, Seat, SeatSet, Status, Tell};

use super::super::{Action, Event, Golf, Phase, Refusal, TURNS_EACH};
use super::table::{ANN, BO, card, dealt, fresh, legal, options, place, play, refused, reveal, seat, shown};

#[test]
fn gf1_one_pack_is_for_two_to_four_and_two_packs_for_up_to_eight() {
    let admits = |settings: &str, seats: u8| Golf::admits(&options(settings), seats);
    assert!((2..=4).all(|seats| admits("", seats).is_ok() && admits("packs=2", seats).is_ok()));
    assert!((5..=8).all(|seats| admits("packs=2", seats).is_ok()));
    assert_eq!(admits("", 1), Err(DealError::Seats { wanted: 1, least: 2, most: 8 }));
    assert_eq!(admits("packs=2", 9), Err(DealError::Seats { wanted: 9, least: 2, most: 8 }));
    let refusal = admits("", 5).unwrap_err();
    assert_eq!(refusal.to_string(), "One pack is enough for 2 to 4 players, not for 5: play with two packs.");
    assert_eq!(options("").packs.get(), 1);
    assert_eq!(options("packs=2").cards(), 104);
}

#[test]
fn gf2_cards_lie_in_two_rows_of_three_and_a_column_is_i_and_i_plus_three() {
    for number in 0..3 {
        assert_eq!(place(number).partner(), place(number + 3));
        assert_eq!(place(number + 3).partner(), place(number));
    }
    let words = [0, 1, 2, 3, 4, 5].map(|number| place(number).words());
    assert_eq!(
        words,
        ["top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right"]
    );
}

#[test]
fn cards_are_dealt_one_by_one_beginning_with_who_begins_the_round() {
    let (golf, emitted) = dealt("", 2, "S2 H2 S3 H3 S4 H4 S5 H5 S6 H6 S7 H7 DK");
    assert_eq!(format!("{:?}", golf.layouts[seat(ANN)]), "(S2) (S3) (S4) (S5) (S6) (S7)");
    assert_eq!(format!("{:?}", golf.layouts[seat(BO)]), "(H2) (H3) (H4) (H5) (H6) (H7)");
    assert_eq!(golf.stock.len(), 39);
    let [(Audience::Nobody, Event::Shuffled { cards }), (Audience::All, deal), (Audience::All, first)] =
        &emitted.0[..]
    else {
        panic!("{emitted:?}")
    };
    assert_eq!((cards.len(), cards[0]), (52, card("S2")));
    assert_eq!(*deal, Event::Dealt { round: 1, starter: seat(ANN), stock: 40 });
    assert_eq!(*first, Event::FirstDiscard { card: card("DK") });
}

#[test]
fn gf9_the_top_stock_card_starts_the_discard_pile_unless_the_option_is_off() {
    let golf = fresh("", 3);
    assert_eq!((golf.stock.len(), golf.discards.len()), (33, 1));
    let mut golf = fresh("first_discard=off", 3);
    assert_eq!((golf.stock.len(), golf.discards.len()), (34, 0));
    for number in 0..3 {
        play(&mut golf, number, reveal(0, 1));
    }
    assert_eq!(legal(&golf, ANN), [Action::TakeStock]);
    assert_eq!(refused(&mut golf, ANN, Action::TakeDiscard), Refusal::DiscardPileIsEmpty);
    play(&mut golf, ANN, Action::TakeStock);
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!(legal(&golf, BO), [Action::TakeStock, Action::TakeDiscard]);
}

#[test]
fn gf11_play_goes_round_in_seat_order_and_each_round_begins_one_seat_further() {
    let mut golf = fresh("", 3);
    for round in 1..=9 {
        assert_eq!((golf.round, golf.mover), (round, Seat::of((round - 1) % 3)));
        for number in 0..3 {
            play(&mut golf, number, reveal(0, 1));
        }
        for turn in 0..3 * TURNS_EACH {
            let expected = Seat::of(((u16::from(round) - 1 + turn) % 3) as u8);
            assert_eq!(golf.status(), Status::ToAct(SeatSet::only(expected)));
            play(&mut golf, expected.number(), Action::TakeStock);
            play(&mut golf, expected.number(), Action::ThrowAway);
        }
    }
    assert_eq!(golf.phase, Phase::Over);
}

#[test]
fn gf12_everybody_turns_exactly_two_different_own_cards_at_the_same_time() {
    let mut golf = fresh("", 3);
    assert_eq!(golf.status(), Status::ToAct(SeatSet::all(3)));
    assert_eq!(legal(&golf, BO).len(), 15);
    assert_eq!(refused(&mut golf, ANN, Action::TakeStock), Refusal::RevealFirst);
    let events = play(&mut golf, 2, reveal(4, 0));
    let cards = [0, 4].map(|index: usize| golf.layouts[seat(2)].cards()[index]);
    let Action::Reveal(places) = reveal(0, 4) else { unreachable!() };
    assert_eq!(events, [Event::Revealed { seat: seat(2), places, cards }], "shown to all at once");
    assert_eq!(shown(&golf, 2).matches("**").count(), 4);
    // A repeat and a third card: the player who has turned two is not to act until all have.
    let waiting = SeatSet::all(3).without(seat(2));
    assert_eq!(golf.check(seat(2), reveal(1, 2)), Err(IllegalAction::NotYourTurn(waiting)));
    play(&mut golf, ANN, reveal(0, 1));
    let events = play(&mut golf, BO, reveal(2, 5));
    assert_eq!(events.last(), Some(&Event::PlayBegins { seat: seat(ANN) }));
    assert_eq!(refused(&mut golf, ANN, reveal(2, 3)), Refusal::RevealIsOver);
    // Another's card cannot even be named: an action names own cards only.
    assert_eq!(legal(&golf, ANN), [Action::TakeStock, Action::TakeDiscard]);
}

#[test]
fn gft7_turning_the_same_card_twice_is_refused() {
    let mut golf = fresh("", 2);
    assert_eq!(refused(&mut golf, ANN, reveal(3, 3)), Refusal::SameCardTwice);
    assert_eq!(legal(&golf, ANN).len(), 15);
}

#[test]
fn gft8_there_is_no_card_6_and_no_card_minus_1() {
    let read = |json: &str| serde_json::from_str::<Action>(json).map_err(|error| error.to_string());
    assert_eq!(read(r#"{"swap":5}"#), Ok(super::table::swap(5)));
    for (json, number) in [(r#"{"swap":6}"#, 6), (r#"{"reveal":[0,-1]}"#, -1), (r#"{"turn":300}"#, 300)] {
        let error = read(json).unwrap_err();
        let expected = format!("there is no card {number}: the six cards are numbered 0 to 5");
        assert!(error.starts_with(&expected), "{error}");
    }
    assert_eq!(super::super::layout::Place::new(6), None);
}

#[test]
fn people_rest_between_rounds_and_only_then() {
    let mut golf = fresh("rounds=2", 2);
    let options = golf.options;
    let pause = |emitted: &[Event]| {
        emitted.iter().map(|event| Golf::pause_seconds(&options, event)).max().unwrap_or_default()
    };
    while golf.round == 1 {
        let next = golf.status().to_act().first().unwrap();
        let action = golf.default_action(next);
        let emitted = play(&mut golf, next.number(), action);
        assert_eq!(pause(&emitted), if golf.round == 1 { 0 } else { 5 });
    }
    assert_eq!(pause(&play(&mut golf, BO, reveal(0, 1))), 0);
}

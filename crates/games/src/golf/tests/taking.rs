//! A turn: take, then swap or throw away.

use cards::Card;
use game::{Game, IllegalAction, SeatSet};

use super::super::{Action, Event, Phase, Refusal, Source};
use super::table::{ANN, BO, card, cards, fresh, legal, play, refused, seat, shown, swap, table};

const LAYOUTS: [&str; 2] = ["HK (S5) D7 (CK) H3 (S9)", "(HA) SA DA (C4) (H4) (S4)"];

#[test]
fn gf8_a_stock_card_may_be_thrown_away_and_nothing_is_turned_for_it() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeStock);
    assert!(legal(&golf, ANN).contains(&Action::ThrowAway));
    let before = shown(&golf, ANN);
    let events = play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!(events, [Event::ThrewAway { seat: seat(ANN), card: card("C9") }]);
    assert_eq!((shown(&golf, ANN), golf.mover), (before, seat(BO)));
    assert_eq!(golf.discards.as_slice(), cards("C2 C9"));
}

#[test]
fn gf8_with_flip_on_discard_a_throw_turns_one_hidden_card_of_choice() {
    let mut golf = table("flip_on_discard=on", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeStock);
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!(golf.phase, Phase::TurnOne);
    let turn = |number: u8| Action::Turn(super::table::place(number));
    assert_eq!(legal(&golf, ANN), [turn(1), turn(3), turn(5)]);
    assert_eq!(refused(&mut golf, ANN, turn(0)), Refusal::AlreadyFaceUp(super::table::place(0)));
    assert_eq!(refused(&mut golf, ANN, Action::TakeStock), Refusal::TurnOneFirst);
    let events = play(&mut golf, ANN, turn(5));
    assert_eq!(events, [Event::Turned { seat: seat(ANN), place: super::table::place(5), card: card("S9") }]);
    assert_eq!((shown(&golf, ANN).as_str(), golf.mover), ("HK ** D7 ** H3 S9", seat(BO)));
    assert_eq!(refused(&mut golf, BO, turn(0)), Refusal::NothingToTurn);
}

#[test]
fn gf8_with_flip_on_discard_a_swap_turns_nothing_more_and_a_full_layout_nothing_at_all() {
    let mut golf = table("flip_on_discard=on", &["HK S5 D7 CK H3 S9", LAYOUTS[1]], "C8 C9 C10", "C2");
    play(&mut golf, ANN, Action::TakeStock);
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!((golf.phase, golf.mover), (Phase::Take, seat(BO)));
    play(&mut golf, BO, Action::TakeStock);
    play(&mut golf, BO, swap(0));
    assert_eq!((golf.phase, golf.mover), (Phase::Take, seat(ANN)));
}

#[test]
fn gf15_any_of_the_six_may_be_replaced_open_or_hidden_and_the_new_card_lies_open() {
    for (number, expected) in [(0, "C9 ** D7 ** H3 **"), (1, "HK C9 D7 ** H3 **"), (4, "HK ** D7 ** C9 **")] {
        let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
        play(&mut golf, ANN, Action::TakeStock);
        let out = golf.layouts[seat(ANN)].cards()[number as usize];
        let events = play(&mut golf, ANN, swap(number));
        let was_hidden = number == 1;
        let place = super::table::place(number);
        let swapped = Event::Swapped { seat: seat(ANN), place, card: card("C9"), out, was_hidden };
        assert_eq!((events, shown(&golf, ANN).as_str()), (vec![swapped], expected));
        assert_eq!(golf.discards.as_slice().last(), Some(&out));
    }
}

#[test]
fn gft9_taking_twice_is_refused() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C2 C3");
    for first in [Action::TakeStock, Action::TakeDiscard] {
        let mut golf = golf.clone();
        play(&mut golf, ANN, first);
        for second in [Action::TakeStock, Action::TakeDiscard] {
            assert_eq!(refused(&mut golf, ANN, second), Refusal::CardInHand);
        }
    }
    let steal = legal(&golf, ANN).pop().unwrap();
    assert!(matches!(steal, Action::Steal(_)));
    play(&mut golf, ANN, Action::TakeStock);
    assert_eq!(refused(&mut golf, ANN, steal), Refusal::CardInHand);
}

#[test]
fn gft10_a_swap_without_a_card_in_hand_is_refused() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    assert_eq!(refused(&mut golf, ANN, swap(0)), Refusal::TakeFirst);
    assert_eq!(refused(&mut golf, ANN, Action::ThrowAway), Refusal::TakeFirst);
}

#[test]
fn gft11_nobody_can_swap_for_another() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeStock);
    let out_of_turn = Err(IllegalAction::NotYourTurn(SeatSet::only(seat(ANN))));
    assert_eq!(golf.check(seat(BO), swap(0)), out_of_turn);
    assert_eq!(golf.check(seat(2), swap(0)), Err(IllegalAction::NoSuchSeat));
}

#[test]
fn gft12_a_card_from_the_discard_pile_cannot_be_thrown_away() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2 C3");
    let events = play(&mut golf, ANN, Action::TakeDiscard);
    assert_eq!(events, [Event::TookDiscard { seat: seat(ANN), card: card("C3") }]);
    assert_eq!(golf.phase, Phase::Holding { card: card("C3"), source: Source::Discard });
    assert_eq!(refused(&mut golf, ANN, Action::ThrowAway), Refusal::DiscardMustBeSwapped);
    assert_eq!(legal(&golf, ANN), [0, 1, 2, 3, 4, 5].map(swap));
}

#[test]
fn gft13_the_discard_cannot_be_taken_when_there_is_none() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "");
    assert_eq!(refused(&mut golf, ANN, Action::TakeDiscard), Refusal::DiscardPileIsEmpty);
}

#[test]
fn gf10_the_empty_stock_is_made_new_of_the_discards_only_when_a_card_is_needed() {
    let mut golf = table("", &LAYOUTS, "C8", "C2 C3 C4");
    play(&mut golf, ANN, Action::TakeStock);
    play(&mut golf, ANN, Action::ThrowAway);
    assert!(golf.stock.is_empty(), "nobody needs a stock card yet");
    play(&mut golf, BO, Action::TakeDiscard);
    play(&mut golf, BO, swap(0));
    assert!(golf.stock.is_empty(), "the discard was enough");
    let events = play(&mut golf, ANN, Action::TakeStock);
    assert!(matches!(events[0], Event::NewStock { cards: 3 }), "{events:?}");
    assert_eq!(golf.discards.as_slice(), cards("HA"), "the top discard stays");
}

#[test]
fn gft20_an_exhausted_stock_with_many_discards_is_shuffled_anew() {
    let mut golf = fresh("", 4);
    for number in 0..4 {
        play(&mut golf, number, super::table::reveal(0, 1));
    }
    let mut last_order = Vec::new();
    for turn in 0..27u8 {
        play(&mut golf, turn % 4, Action::TakeStock);
        play(&mut golf, turn % 4, Action::ThrowAway);
    }
    assert!(golf.stock.is_empty());
    last_order.extend_from_slice(golf.discards.as_slice());
    play(&mut golf, 3, Action::TakeStock);
    assert_eq!((golf.stock.len(), golf.discards.len(), golf.new_stocks), (26, 1, 1));
    assert_eq!(golf.discards.as_slice(), &last_order[27..]);
    let Phase::Holding { card, .. } = golf.phase else { panic!("{golf:?}") };
    let mut now: Vec<Card> = golf.stock.as_slice().to_vec();
    now.push(card);
    assert_ne!(now, last_order[..27], "shuffled, not turned over");
    now.sort_unstable();
    last_order.truncate(27);
    last_order.sort_unstable();
    assert_eq!(now, last_order, "the same cards");
}

#[test]
fn gft21_an_exhausted_stock_with_one_discard_refuses_and_the_discard_must_be_taken() {
    let mut golf = table("steal=on", &LAYOUTS, "", "C2");
    assert_eq!(refused(&mut golf, ANN, Action::TakeStock), Refusal::StockIsEmpty);
    assert_eq!(legal(&golf, ANN)[0], Action::TakeDiscard);
    assert!(legal(&golf, ANN).iter().any(|action| matches!(action, Action::Steal(_))), "or a steal");
    assert_eq!(golf.default_action(seat(ANN)), Action::TakeDiscard);
}

#[test]
fn gf7_whoever_has_all_cards_up_keeps_taking_turns() {
    let mut golf = table("", &["HK S5 D7 CK H3 S9", LAYOUTS[1]], "C8 C9", "C2 C3");
    play(&mut golf, ANN, Action::TakeDiscard);
    let events = play(&mut golf, ANN, swap(1));
    assert_eq!(events.len(), 1, "the round does not end: {events:?}");
    assert_eq!(golf.mover, seat(BO));
    play(&mut golf, BO, Action::TakeStock);
    play(&mut golf, BO, Action::ThrowAway);
    assert_eq!(legal(&golf, ANN), [Action::TakeStock, Action::TakeDiscard]);
}

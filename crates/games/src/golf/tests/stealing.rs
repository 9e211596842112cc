//! The option `steal`.

use game::Game;

use super::super::layout::Place;
use super::super::steal::exchange;
use super::super::{Action, Event, Refusal, Steal, Then};
use super::table::{ANN, BO, card, layout, legal, place, play, refused, seat, shown, table};

const LAYOUTS: [&str; 2] = ["HK (S5) D7 (CK) H3 (S9)", "(HA) SA D2 (C4) (H4) (S4)"];

fn steal(from: u8, card: u8, own: u8) -> Action {
    Action::Steal(Steal { from: seat(from), card: place(card), own: place(own) })
}

#[test]
fn gf14_a_steal_swaps_an_open_card_for_a_hidden_one_and_both_lie_open() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    let piles = (golf.stock, golf.discards);
    let events = play(&mut golf, ANN, steal(BO, 2, 1));
    let (from, own, place) = (seat(BO), place(1), place(2));
    let stole = Event::Stole { seat: seat(ANN), from, place, own, card: card("D2"), given: card("S5") };
    assert_eq!(events, [stole]);
    assert_eq!(shown(&golf, ANN), "HK D2 D7 ** H3 **");
    assert_eq!(shown(&golf, BO), "** SA S5 ** ** **");
    assert_eq!((golf.stock, golf.discards), piles, "the piles are untouched");
    assert_eq!(golf.mover, seat(BO), "the turn is over");
}

#[test]
fn gf14_every_steal_leaves_one_hidden_card_less_so_that_stealing_ends() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    let mut hidden = 7;
    let mut thief = ANN;
    while let Some(action) = legal(&golf, thief).into_iter().find(|a| matches!(a, Action::Steal(_))) {
        play(&mut golf, thief, action);
        hidden -= 1;
        if hidden == 0 {
            break;
        }
        assert_eq!((shown(&golf, ANN) + &shown(&golf, BO)).matches("**").count(), hidden);
        thief = 1 - thief;
    }
    assert!(hidden <= 1, "{golf:?}");
}

#[test]
fn gf14_all_steals_are_listed_and_no_other() {
    let golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    let steals = legal(&golf, ANN).into_iter().filter(|action| matches!(action, Action::Steal(_)));
    let expected = [1, 2].into_iter().flat_map(|card| [1, 3, 5].map(|own| steal(BO, card, own)));
    assert!(steals.eq(expected));
}

#[test]
fn the_exchange_itself_needs_no_table() {
    let (mut thief, mut victim) = (layout(LAYOUTS[0]), layout(LAYOUTS[1]));
    let exchanged = exchange(&mut thief, Place::ALL[1], &mut victim, Place::ALL[2]);
    assert_eq!(exchanged, (card("D2"), card("S5")));
    assert_eq!(thief, layout("HK D2 D7 (CK) H3 (S9)"));
    assert_eq!(victim, layout("(HA) SA S5 (C4) (H4) (S4)"));
}

#[test]
fn gft14_a_hidden_card_cannot_be_stolen() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    assert_eq!(refused(&mut golf, ANN, steal(BO, 0, 1)), Refusal::StealHiddenCard(place(0)));
}

#[test]
fn gft15_an_open_card_cannot_pay_for_a_steal() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    assert_eq!(refused(&mut golf, ANN, steal(BO, 1, 0)), Refusal::StealWithOpenCard(place(0)));
}

#[test]
fn gft16_nobody_steals_from_oneself() {
    let mut golf = table("steal=on", &LAYOUTS, "C8 C9", "C10");
    assert_eq!(refused(&mut golf, ANN, steal(ANN, 0, 1)), Refusal::StealFromYourself);
    assert_eq!(refused(&mut golf, ANN, steal(2, 0, 1)), Refusal::NoSuchPlayer);
}

#[test]
fn gft17_there_is_no_stealing_with_the_option_off() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C10");
    assert_eq!(refused(&mut golf, ANN, steal(BO, 1, 1)), Refusal::StealingIsOff);
    assert_eq!(legal(&golf, ANN), [Action::TakeStock, Action::TakeDiscard]);
}

#[test]
fn gft18_whoever_has_no_hidden_card_left_cannot_steal() {
    let mut golf = table("steal=on", &["HK S5 D7 CK H3 S9", LAYOUTS[1]], "C8 C9", "C10");
    assert_eq!(refused(&mut golf, ANN, steal(BO, 1, 1)), Refusal::NoHiddenCardLeft);
    assert_eq!(legal(&golf, ANN), [Action::TakeStock, Action::TakeDiscard]);
}

#[test]
fn gft19_a_steal_that_turns_the_last_hidden_card_ends_the_round() {
    let mut golf = table("steal=on", &["HK S5 D7 (C10) H3 S9", "HA SA D2 C4 H4 S4"], "C8 C9", "C10");
    let events = play(&mut golf, ANN, steal(BO, 2, 3));
    assert_eq!(events[1], Event::AllUp { seat: seat(ANN), then: Then::Ends });
    // K+2, 5+3, 7+9 against A+4, A+4, 10+4.
    assert_eq!(golf.scores().as_slice(), [22, 24]);
    assert_eq!(golf.round, 2);
}

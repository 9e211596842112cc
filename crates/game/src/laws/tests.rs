//! The laws must be able to fail: small games, each broken in one way, and each must be caught.

mod toy;

use toy::{Flaw, Toy, met, scramble};

use super::{Law, Laws};

fn caught<const FLAW: u8>() -> Law {
    let laws =
        Laws::<Toy<FLAW>>::new(scramble).with_worlds().table("", 2).table("", 3).games(50).longest(200);
    laws.check().expect_err("the flaw must be caught").law
}

#[test]
fn an_honest_game_keeps_every_law() {
    let report = Laws::<Toy<{ Flaw::NONE }>>::new(scramble)
        .with_worlds()
        .with_duplicates(met)
        .table("", 2)
        .table("", 3)
        .games(500)
        .thorough_every(4)
        .hold();
    assert_eq!(report.games, 1_000);
    assert!(report.actions > 4_000 && report.thorough > 1_000);
}

#[test]
fn a_view_that_leaks_a_card_is_caught() {
    assert_eq!(caught::<{ Flaw::VIEW_LEAKS }>(), Law::ImaginedViewIsTheSame);
}

#[test]
fn a_leak_that_imagination_respects_is_caught_all_the_same() {
    assert_eq!(caught::<{ Flaw::VIEW_LEAKS_TO_IMAGINATION }>(), Law::NonInterference);
}

#[test]
fn an_event_that_leaks_a_card_is_caught() {
    assert_eq!(caught::<{ Flaw::EVENT_LEAKS }>(), Law::NonInterference);
}

#[test]
fn an_illegal_action_that_is_accepted_is_caught() {
    assert_eq!(caught::<{ Flaw::ACCEPTS_ILLEGAL }>(), Law::CheckAgreesWithList);
}

#[test]
fn a_game_that_depends_on_order_of_arrival_is_caught() {
    assert_eq!(caught::<{ Flaw::ARRIVAL_ORDER }>(), Law::ArrivalOrderIsNothing);
}

#[test]
fn a_game_that_never_ends_is_caught() {
    assert_eq!(caught::<{ Flaw::NEVER_ENDS }>(), Law::Ends);
}

#[test]
fn an_illegal_default_is_caught() {
    assert_eq!(caught::<{ Flaw::ILLEGAL_DEFAULT }>(), Law::DefaultIsLegal);
}

#[test]
fn an_imagination_without_fantasy_is_caught() {
    assert_eq!(caught::<{ Flaw::ONE_WORLD }>(), Law::ImaginedWorldsDiffer);
}

#[test]
fn a_view_that_json_cannot_carry_is_caught() {
    assert_eq!(caught::<{ Flaw::LOSSY_JSON }>(), Law::SurvivesJson);
}

#[test]
fn a_view_that_implies_another_list_is_caught() {
    assert_eq!(caught::<{ Flaw::IMPLIES_ELSE }>(), Law::ImpliedListIsLegal);
}

#[test]
fn views_that_differ_although_they_are_said_to_be_alike_are_caught() {
    assert_eq!(caught::<{ Flaw::SHARED_VIEWS }>(), Law::SharedViewsAreAlike);
}

#[test]
fn a_message_that_is_too_long_is_caught() {
    assert_eq!(caught::<{ Flaw::LISTS_TOO_MUCH }>(), Law::MessagesAreShort);
}

#[test]
fn a_game_that_does_not_number_its_turns_is_caught() {
    assert_eq!(caught::<{ Flaw::NUMBERS_NO_TURNS }>(), Law::TurnsAreNumbered);
}

#[test]
fn a_sealed_choice_that_can_be_seen_is_caught() {
    assert_eq!(caught::<{ Flaw::SEAL_LEAKS }>(), Law::SealedChoicesAreHidden);
}

#[test]
fn a_view_that_is_written_otherwise_is_caught() {
    assert_eq!(caught::<{ Flaw::WRITES_ELSE }>(), Law::WrittenAlike);
}

#[test]
fn an_action_whose_fields_are_out_of_order_is_caught() {
    assert_eq!(caught::<{ Flaw::FIELDS_OUT_OF_ORDER }>(), Law::FieldsInOrder);
}

#[test]
fn luck_from_outside_the_position_is_caught() {
    assert_eq!(caught::<{ Flaw::FOREIGN_LUCK }>(), Law::ReplayIsTheSame);
}

#[test]
fn a_duplicate_deal_with_one_stock_for_all_is_caught() {
    let laws = Laws::<Toy<{ Flaw::ONE_STOCK }>>::new(scramble).with_duplicates(met).table("", 3).games(50);
    let broken = laws.check().unwrap_err();
    assert_eq!(broken.law, Law::SameLuckForAll);
    let record = crate::Record::parse(&broken.record).unwrap();
    assert!(record.duplicate && crate::Replay::<Toy<{ Flaw::ONE_STOCK }>>::of(&record).is_ok());
}

#[test]
fn a_duplicate_deal_in_which_no_card_is_ever_compared_is_caught() {
    let laws = Laws::<Toy<{ Flaw::NONE }>>::new(scramble).with_duplicates(|_, _| None).table("", 2).games(8);
    assert_eq!(laws.check().unwrap_err().law, Law::SameLuckForAll);
}

#[test]
fn a_refusal_without_a_sentence_is_caught() {
    assert_eq!(caught::<{ Flaw::MUTE_REFUSAL }>(), Law::RefusalChangesNothing);
}

#[test]
fn a_broken_law_comes_with_a_record_that_replays() {
    let laws = Laws::<Toy<{ Flaw::ACCEPTS_ILLEGAL }>>::new(scramble).table("", 3).games(50);
    let broken = laws.check().unwrap_err();
    let record = crate::Record::parse(&broken.record).unwrap();
    assert_eq!(record.actions.len(), broken.step);
    assert!(crate::Replay::<Toy<{ Flaw::ACCEPTS_ILLEGAL }>>::of(&record).is_ok());
    assert!(broken.to_string().contains(&broken.record));
}

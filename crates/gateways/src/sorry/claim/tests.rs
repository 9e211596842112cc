//! What clients say, and what becomes of it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Chance, Game, Options, PerSeat, Seat, Seed, Silent, Viewer, dice};
use games::sorry::{
    Action, Card, Colour, Dialect, Drawn, Pawn, Place, Sorry, SorryOptions, Square, View, ViewPhase,
};

use super::{Claim, Verdict, judge};

fn seat(number: u8) -> Seat {
    Seat::of(number)
}

fn options(settings: &str) -> SorryOptions {
    let mut options = SorryOptions::default();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (name, text) = setting.split_once('=').unwrap();
        options.set(name, text).unwrap();
    }
    options
}

/// A position in which the pawns stand so (0 is Start), `mover` is in turn and has drawn this card, or none yet.
fn position(settings: &str, codes: &[u8], mover: u8, card: Option<Card>) -> Sorry {
    let options = options(settings);
    let seats = codes.len() as u8;
    let fresh = Sorry::start(&options, seats, Chance::new(Seed::from_number(7)), &mut Silent).unwrap();
    let mut view = fresh.view(Viewer::Seat(seat(mover)));
    view.mover = seat(mover);
    view.pawns = PerSeat::from_fn(seats, |seat| Pawn {
        colour: Colour::of(seat),
        place: Square::new(codes[seat.index()]).map_or(Place::Start, Place::Square),
        steps_left: 0,
    });
    view.phase = if card.is_some() { ViewPhase::Move } else { ViewPhase::Roll };
    view.drawn = card.map(|card| Drawn {
        card,
        roll: card.roll(options.dialect),
        meaning: card.meaning(&options),
        words: String::new(),
    });
    // Nothing but the order of the cards to come is hidden, so there is one such position to all that matters here.
    Sorry::imagine(&options, seat(mover), &view, &mut dice(0))
}

fn drawn(settings: &str, codes: &[u8], mover: u8, card: Card) -> View {
    position(settings, codes, mover, Some(card)).view(Viewer::Seat(seat(mover)))
}

/// The verdict on the first result of the player in turn.
fn moved(table: &View, codes: &[u8]) -> Verdict {
    judge(table, table.mover, Claim::Moved { codes }, 0).unwrap()
}

fn won(table: &View, client: u8, codes: &[u8]) -> Verdict {
    judge(table, table.mover, Claim::Won { client, codes }, 0).unwrap()
}

/// Where the pawns stand after the action, as codes; 99 is Home.
fn after(position: &Sorry, action: Action) -> Vec<u8> {
    let mut position = position.clone();
    let mover = position.status().to_act().first().unwrap();
    position.play(mover, action, &mut Silent).unwrap();
    let pawns = position.view(Viewer::Watcher).pawns;
    pawns.as_slice().iter().map(|pawn| super::code(pawn.place).unwrap_or(99)).collect()
}

#[test]
fn so2_start_is_code_0_and_home_has_none() {
    let codes = [Place::Start, Place::Square(Square::new(17).unwrap()), Place::Home].map(super::code);
    assert_eq!(codes, [Some(0), Some(17), None]);
}

#[test]
fn so17_every_legal_result_is_recognised_and_every_other_is_not() {
    for settings in ["", "must_advance_11=on", "dialect=unity", "classic_sorry=on,four_back=4"] {
        for card in Card::ALL {
            for own in (0..=60).filter(|own| *own != 21 && *own != 40) {
                let position = position(settings, &[own, 21, 40], 0, Some(card));
                let mut legal = Vec::new();
                position.legal_actions(seat(0), &mut legal);
                let results: Vec<_> =
                    legal.into_iter().map(|action| (action, after(&position, action))).collect();
                let table = position.view(Viewer::Seat(seat(0)));
                for (_, result) in results.iter().filter(|(action, _)| *action != Action::Home) {
                    // In the dialect, to land on a pawn and to take its square are one result.
                    let (first, _) = results.iter().find(|(_, other)| other == result).unwrap();
                    assert_eq!(moved(&table, result), Verdict::Play(*first));
                }
                for claimed in 0..=63 {
                    let codes = [claimed, 21, 40];
                    let right = results.iter().any(|(_, result)| *result == codes);
                    assert_eq!(
                        matches!(moved(&table, &codes), Verdict::Play(_)),
                        right,
                        "{card} {own} {claimed}"
                    );
                }
            }
        }
    }
}

#[test]
fn so17_the_third_wrong_result_of_a_turn_plays_the_default() {
    let table = drawn("", &[10, 30], 0, Card::Ten);
    let wrong = Claim::Moved { codes: &[12, 30] };
    assert_eq!(judge(&table, seat(0), wrong, 0), Some(Verdict::AskAgain));
    assert_eq!(judge(&table, seat(0), wrong, 1), Some(Verdict::AskAgain));
    assert_eq!(judge(&table, seat(0), wrong, 2), Some(Verdict::PlayDefault(Action::Forward)));
    assert_eq!(judge(&table, seat(0), wrong, 255), Some(Verdict::PlayDefault(Action::Forward)));
    // A right result counts whenever it comes.
    let right = Claim::Moved { codes: &[9, 30] };
    assert_eq!(judge(&table, seat(0), right, 2), Some(Verdict::Play(Action::Backward)));
}

#[test]
fn so17_when_only_home_is_legal_it_is_played_at_the_first_wrong_result() {
    let table = drawn("", &[3, 30], 0, Card::One);
    assert_eq!(moved(&table, &[4, 30]), Verdict::PlayDefault(Action::Home));
    assert_eq!(moved(&table, &[]), Verdict::PlayDefault(Action::Home));
    assert_eq!(won(&table, 2, &[]), Verdict::PlayDefault(Action::Home));
}

#[test]
fn sw4_the_winners_own_move_is_ignored_and_the_others_must_be_unchanged() {
    let table = drawn("", &[3, 30, 0], 0, Card::One);
    assert_eq!(won(&table, 1, &[]), Verdict::Play(Action::Home));
    for own in [0, 3, 4, 60, 61, 63] {
        assert_eq!(won(&table, 1, &[own, 30, 0]), Verdict::Play(Action::Home));
    }
    assert_eq!(won(&table, 1, &[3, 31, 0]), Verdict::PlayDefault(Action::Home));
    assert_eq!(won(&table, 1, &[3, 30]), Verdict::PlayDefault(Action::Home));
}

#[test]
fn sw5_move_data_61_to_63_is_wrong() {
    let table = drawn("", &[60, 30], 0, Card::One);
    for code in [61, 62, 63] {
        assert_eq!(moved(&table, &[code, 30]), Verdict::AskAgain);
        assert_eq!(moved(&table, &[1, code]), Verdict::AskAgain);
    }
    assert_eq!(moved(&table, &[1, 30]), Verdict::Play(Action::Forward));
}

#[test]
fn sw9_the_end_of_a_turn_without_moves_means_that_nothing_changed() {
    assert_eq!(moved(&drawn("", &[0, 30], 0, Card::Five), &[]), Verdict::Play(Action::Forfeit));
    assert_eq!(moved(&drawn("", &[10, 30], 0, Card::Sorry), &[]), Verdict::Play(Action::Forfeit));
    assert_eq!(moved(&drawn("", &[10, 30], 0, Card::Five), &[]), Verdict::AskAgain);
    // All pawns named where they were is the same.
    assert_eq!(moved(&drawn("", &[0, 30], 0, Card::Five), &[0, 30]), Verdict::Play(Action::Forfeit));
}

#[test]
fn sw10_a_win_claimed_for_another_client_is_a_wrong_result() {
    let table = drawn("", &[10, 18], 0, Card::One);
    assert_eq!(won(&table, 2, &[]), Verdict::AskAgain);
    assert_eq!(judge(&table, seat(0), Claim::Won { client: 2, codes: &[] }, 2), {
        Some(Verdict::PlayDefault(Action::Forward))
    });
}

#[test]
fn sw12_claims_in_the_other_dialect_follow_its_rule() {
    let table = drawn("dialect=unity", &[10, 30], 0, Card::Eleven);
    assert_eq!(table.drawn.as_ref().map(|drawn| drawn.roll), Some(Card::Eleven.roll(Dialect::Unity)));
    assert_eq!(moved(&table, &[30, 0]), Verdict::Play(Action::Take(seat(1))));
    assert_eq!(moved(&table, &[30, 10]), Verdict::AskAgain);
    let table = drawn("", &[10, 30], 0, Card::Eleven);
    assert_eq!(moved(&table, &[30, 10]), Verdict::Play(Action::Switch(seat(1))));
    assert_eq!(moved(&table, &[30, 0]), Verdict::AskAgain);
}

#[test]
fn sw13_position_0_is_right_only_for_a_pawn_in_start_after_the_move() {
    let table = drawn("", &[10, 15], 0, Card::Five);
    assert_eq!(moved(&table, &[15, 0]), Verdict::Play(Action::Forward));
    assert_eq!(moved(&table, &[15, 15]), Verdict::AskAgain);
    assert_eq!(moved(&table, &[0, 15]), Verdict::AskAgain);
    let sorry = drawn("", &[10, 15], 0, Card::Sorry);
    assert_eq!(moved(&sorry, &[10, 0]), Verdict::Play(Action::Sorry(seat(1))));
}

#[test]
fn sot11_a_false_win_claim_is_refused() {
    let table = drawn("", &[2, 30], 0, Card::One);
    assert_eq!(won(&table, 1, &[]), Verdict::AskAgain);
    assert_eq!(won(&table, 1, &[3, 30]), Verdict::AskAgain);
    assert_eq!(won(&drawn("", &[0, 30], 0, Card::One), 1, &[]), Verdict::AskAgain);
}

#[test]
fn sot12_a_wrong_number_of_moves_is_a_wrong_result() {
    let table = drawn("", &[10, 30, 0], 0, Card::Five);
    assert_eq!(moved(&table, &[15, 30, 0]), Verdict::Play(Action::Forward));
    assert_eq!(moved(&table, &[15]), Verdict::AskAgain);
    assert_eq!(moved(&table, &[15, 30]), Verdict::AskAgain);
    assert_eq!(moved(&table, &[15, 30, 0, 0]), Verdict::AskAgain);
}

#[test]
fn so19_at_a_table_of_three_a_claim_names_three_pawns() {
    let table = drawn("", &[10, 30, 0], 1, Card::Five);
    assert_eq!(moved(&table, &[10, 35, 0]), Verdict::Play(Action::Forward));
    assert_eq!(moved(&table, &[10, 35, 0, 0]), Verdict::AskAgain);
}

#[test]
fn sot13_a_client_that_is_not_in_turn_is_not_judged() {
    let table = drawn("", &[10, 30], 0, Card::Five);
    assert_eq!(judge(&table, seat(1), Claim::Moved { codes: &[15, 30] }, 0), None);
    assert_eq!(judge(&table, seat(1), Claim::Won { client: 2, codes: &[] }, 0), None);
    // Nor is anybody before the roll.
    let unrolled = position("", &[10, 30], 0, None).view(Viewer::Seat(seat(0)));
    assert_eq!(judge(&unrolled, seat(0), Claim::Moved { codes: &[15, 30] }, 0), None);
}

#[test]
fn sot17_code_0_is_start_and_61_62_63_are_no_places() {
    let table = drawn("", &[0, 30], 0, Card::Two);
    assert_eq!(moved(&table, &[5, 30]), Verdict::Play(Action::Leave));
    for code in [0, 61, 62, 63] {
        assert_eq!(moved(&table, &[code, 30]), Verdict::AskAgain);
    }
    assert_eq!(moved(&drawn("", &[0, 5], 0, Card::Two), &[5, 0]), Verdict::Play(Action::Leave));
}

//! Turns, the default action, how a game ends, and tables of two and three.

use super::super::{Action, Card, Colour, Event, MAX_TURNS, Phase, Refusal, Sorry};
use super::{codes, drawn, legal, place, refusal, rigged, seat, sentences};
use game::{Chance, DealError, DiscardEvents, EventLog, Game, SeatSet, Seed, Status};

#[test]
fn so18_two_players_are_green_and_red_as_given_and_green_begins() {
    let table =
        Sorry::start(&Default::default(), 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    assert_eq!(table.status(), Status::ToAct(SeatSet::only(seat(0))));
    assert_eq!([0, 1].map(|number| Colour::of(seat(number))), [Colour::Green, Colour::Red]);
    // Neighbours, not opposite sides: red comes out on 20.
    let mut table = rigged("", &[0, 0], 0, &[Card::One, Card::One]);
    for (number, action) in [(0, Action::Roll), (0, Action::Leave), (1, Action::Roll), (1, Action::Leave)] {
        table.play(seat(number), action, &mut DiscardEvents).unwrap();
    }
    assert_eq!(codes(&table), [5, 20]);
}

#[test]
fn so19_three_can_play_and_the_turn_goes_round_all_three() {
    let mut table = rigged("", &[0, 0, 0], 0, &[Card::Three; 4]);
    for number in [0, 1, 2, 0] {
        assert_eq!(table.mover, seat(number));
        table.play(seat(number), Action::Roll, &mut DiscardEvents).unwrap();
        table.play(seat(number), Action::Forfeit, &mut DiscardEvents).unwrap();
    }
    assert_eq!(table.turn, 5);
    assert_eq!(super::codes(&table), [0, 0, 0]);
    let deal = |seats| {
        Sorry::start(&Default::default(), seats, Chance::new(Seed::from_number(1)), &mut DiscardEvents)
    };
    assert!((2..=4).all(|seats| deal(seats).is_ok()));
    assert_eq!(deal(5), Err(DealError::Seats { wanted: 5, least: 2, most: 4 }));
    assert!(deal(1).is_err());
}

#[test]
fn so21_the_default_is_to_roll_then_home_forward_backward_or_forfeit() {
    let default = |table: &Sorry| table.default_action(table.mover);
    assert_eq!(default(&rigged("", &[0, 0], 0, &[])), Action::Roll);
    assert_eq!(default(&drawn("", &[54, 30], 0, Card::Ten)), Action::Home);
    assert_eq!(default(&drawn("", &[0, 30], 0, Card::Two)), Action::Leave);
    assert_eq!(default(&drawn("", &[10, 30], 0, Card::Ten)), Action::Forward);
    assert_eq!(default(&drawn("", &[10, 30], 0, Card::Eleven)), Action::Forward);
    assert_eq!(default(&drawn("", &[60, 30], 0, Card::Ten)), Action::Backward);
    assert_eq!(default(&drawn("", &[60, 30], 0, Card::Four)), Action::Backward);
    assert_eq!(default(&drawn("", &[60, 30], 0, Card::Twelve)), Action::Forfeit);
}

#[test]
fn so21_the_default_is_never_a_switch_a_take_or_a_sorry() {
    for settings in ["", "must_advance_11=on", "dialect=unity", "classic_sorry=on"] {
        for code in (0..=60).filter(|code| *code != 30) {
            for card in Card::ALL {
                let table = drawn(settings, &[code, 30], 0, card);
                let default = table.default_action(seat(0));
                assert!(legal(&table).contains(&default) && default.opponent().is_none());
            }
        }
    }
}

fn after_3000_turns(pawns: &[u8]) -> (Sorry, Vec<Event>) {
    let mut table = drawn("", pawns, 0, Card::Sorry);
    table.turn = MAX_TURNS;
    let mut emitted = EventLog::new();
    table.play(seat(0), Action::Forfeit, &mut emitted).unwrap();
    (table, emitted.0.into_iter().map(|(_, event)| event).collect())
}

#[test]
fn so22_after_3000_turns_the_pawn_nearest_to_home_wins() {
    // Green on 10 has 54 steps left, red on 19 has 60, blue in Start counts 61.
    let (table, events) = after_3000_turns(&[10, 19, 0]);
    let winners = SeatSet::only(seat(0));
    assert_eq!(table.status().outcome().unwrap().winners, winners);
    assert_eq!(events.last(), Some(&Event::Stopped { turns: 3_000, winners }));
    assert_eq!(legal(&table), []);
    let (table, _) = after_3000_turns(&[0, 19, 0]);
    assert_eq!(table.status().outcome().unwrap().winners, SeatSet::only(seat(1)));
}

#[test]
fn so22_equals_share_the_win_and_turn_2999_goes_on() {
    // Green on 10 and red on 25: both 54 steps left.
    let (table, _) = after_3000_turns(&[10, 25, 0]);
    assert_eq!(table.status().outcome().unwrap().winners, SeatSet::all(2));
    assert_eq!(table.status().outcome().unwrap().winners.first(), Some(seat(0)));
    let (table, _) = after_3000_turns(&[0, 0, 0]);
    assert_eq!(table.status().outcome().unwrap().winners, SeatSet::all(3));
    let mut table = drawn("", &[10, 25], 0, Card::Sorry);
    table.turn = MAX_TURNS - 1;
    table.play(seat(0), Action::Forfeit, &mut DiscardEvents).unwrap();
    assert_eq!(table.status(), Status::ToAct(SeatSet::only(seat(1))));
    assert_eq!(table.turn, MAX_TURNS);
}

#[test]
fn so22_going_home_in_the_last_turn_still_wins() {
    let mut table = drawn("", &[3, 18], 0, Card::One);
    table.turn = MAX_TURNS;
    assert_eq!(sentences(&table, Action::Home).last().unwrap(), "Ann is Home first and wins.");
    table.play(seat(0), Action::Home, &mut DiscardEvents).unwrap();
    assert_eq!(table.status().outcome().unwrap().winners, SeatSet::only(seat(0)));
}

#[test]
fn sot8_three_own_turns_win_with_1_4_1() {
    let next = [Card::One, Card::Three, Card::Four, Card::Three, Card::One];
    let mut table = rigged("", &[0, 0], 0, &next);
    for (number, action) in [
        (0, Action::Leave),
        (1, Action::Forfeit),
        (0, Action::Backward),
        (1, Action::Forfeit),
        (0, Action::Home),
    ] {
        table.play(seat(number), Action::Roll, &mut DiscardEvents).unwrap();
        table.play(seat(number), action, &mut DiscardEvents).unwrap();
    }
    assert_eq!(table.status().outcome().unwrap().winners, SeatSet::only(seat(0)));
    assert_eq!(table.turn, 5);
    assert_eq!(table.scores().as_slice(), [61, 0]);
}

#[test]
fn sot14_a_second_roll_is_refused_and_changes_nothing() {
    let mut table = drawn("", &[10, 0], 0, Card::Three);
    let before = table.clone();
    assert_eq!(refusal(&table, Action::Roll), Refusal::AlreadyRolled);
    assert!(table.play(seat(0), Action::Roll, &mut DiscardEvents).is_err());
    assert!(table.play(seat(1), Action::Roll, &mut DiscardEvents).is_err());
    assert_eq!(table, before);
    assert_eq!(table.phase, Phase::Move(Card::Three));
    let unrolled = rigged("", &[10, 0], 0, &[]);
    assert_eq!(refusal(&unrolled, Action::Forward), Refusal::RollFirst);
}

#[test]
fn scores_tell_how_far_each_pawn_has_come() {
    let mut table = rigged("", &[0, 18, 35], 0, &[]);
    assert_eq!(table.scores().as_slice(), [0, 60, 2]);
    table.pawns[seat(0)] = place(4);
    assert_eq!(table.scores().as_slice(), [1, 60, 2]);
}

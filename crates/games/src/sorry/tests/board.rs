//! The ring, the circles, distances.

use super::super::{Action, Card, Colour, Place, STEPS_FROM_START, Square};
use super::{after, codes, drawn, legal, place, refusal, seat};
use crate::sorry::Refusal;
use game::{Game, Silent};

const COLOURS: [Colour; 4] = [Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow];

#[test]
fn so1_each_colour_has_its_exit_and_entry_squares_on_a_ring_of_60() {
    let squares = COLOURS.map(|colour| (colour.exit().number(), colour.entry().number()));
    assert_eq!(squares, [(5, 3), (20, 18), (35, 33), (50, 48)]);
    assert_eq!([0, 1, 2, 3].map(|number| Colour::of(seat(number))), COLOURS);
    for number in 1..=60 {
        let square = Square::new(number).unwrap();
        assert_eq!(square.forward(1).number(), if number == 60 { 1 } else { number + 1 });
        assert_eq!(square.backward(1).number(), if number == 1 { 60 } else { number - 1 });
        for steps in 0..=60 {
            assert_eq!(square.forward(steps).backward(steps), square);
            assert_eq!(square.forward(steps), square.backward(60 - steps));
        }
    }
    assert_eq!([0, 61].map(Square::new), [None, None]);
}

#[test]
fn so1_green_stands_on_5_after_leaving_and_the_others_on_their_own_exits() {
    for (number, exit) in [(0, 5), (1, 20), (2, 35), (3, 50)] {
        let table = drawn("", &[0, 0, 0, 0], number, Card::One);
        assert_eq!(after(&table, Action::Leave)[usize::from(number)], exit);
    }
}

#[test]
fn so2_start_and_home_are_places_without_a_number() {
    let mut table = drawn("", &[3, 17], 0, Card::One);
    table.play(seat(0), Action::Home, &mut Silent).unwrap();
    assert_eq!(table.pawns[seat(0)], Place::Home);
    let json = [Place::Start, place(17), Place::Home].map(|place| serde_json::to_string(&place).unwrap());
    assert_eq!(json, [r#""start""#, r#"{"square":17}"#, r#""home""#]);
    assert!(serde_json::from_str::<Place>(r#"{"square":61}"#).is_err());
}

#[test]
fn so3_the_distance_is_counted_forward_to_the_entry_plus_one() {
    for colour in COLOURS {
        assert_eq!(colour.steps_from(colour.exit()), 59);
        assert_eq!(colour.steps_from(colour.entry()), 1);
        for number in 1..=60 {
            let square = Square::new(number).unwrap();
            // Counted one by one, not by formula.
            let mut steps = 1;
            while square.forward(steps - 1) != colour.entry() {
                steps += 1;
            }
            assert_eq!(colour.steps_from(square), steps, "{colour} on {number}");
        }
        assert_eq!(colour.steps_left(Place::Start), STEPS_FROM_START);
        assert_eq!(colour.steps_left(Place::Home), 0);
    }
}

#[test]
fn so3_forward_is_possible_up_to_home_and_no_further() {
    // Green on 58 has six steps left.
    assert_eq!(after(&drawn("", &[58, 0], 0, Card::Five), Action::Forward), [3, 0]);
    let table = drawn("", &[58, 0], 0, Card::Seven);
    assert_eq!(refusal(&table, Action::Forward), Refusal::PastHome { squares: 7, left: 6 });
    assert_eq!(refusal(&table, Action::Home), Refusal::HomeNotExact { left: 6 });
}

#[test]
fn so4_backward_past_the_own_exit_comes_near_home_from_behind() {
    let table = drawn("", &[5, 0], 0, Card::Four);
    assert_eq!(after(&table, Action::Backward), [3, 0]);
    let mut table = drawn("", &[5, 0], 0, Card::Ten);
    table.play(seat(0), Action::Backward, &mut Silent).unwrap();
    assert_eq!(codes(&table), [4, 0]);
    assert_eq!(Colour::Green.steps_left(table.pawns[seat(0)]), 60);
}

#[test]
fn so5_a_2_puts_the_pawn_on_its_exit_without_a_further_step_or_draw() {
    let mut table = drawn("", &[0, 0], 0, Card::Two);
    assert_eq!(legal(&table), [Action::Leave]);
    table.play(seat(0), Action::Leave, &mut Silent).unwrap();
    assert_eq!(codes(&table), [5, 0]);
    assert_eq!(table.mover, seat(1));
    assert_eq!(legal(&table), [Action::Roll]);
}

#[test]
fn so6_an_opponent_on_the_exit_square_is_bumped() {
    assert_eq!(after(&drawn("", &[0, 5], 0, Card::One), Action::Leave), [5, 0]);
}

#[test]
fn so15_passing_a_pawn_does_nothing_and_a_switch_bumps_nobody() {
    assert_eq!(after(&drawn("", &[10, 12, 14], 0, Card::Five), Action::Forward), [15, 12, 14]);
    assert_eq!(after(&drawn("", &[10, 12, 14], 0, Card::Four), Action::Backward), [8, 12, 14]);
    assert_eq!(after(&drawn("", &[10, 12, 14], 0, Card::Eleven), Action::Switch(seat(2))), [14, 12, 10]);
}

#[test]
fn so16_no_square_slides_a_pawn_further() {
    for start in 1..=60u8 {
        let table = drawn("", &[0, start], 1, Card::One);
        if legal(&table) == [Action::Forward] {
            assert_eq!(after(&table, Action::Forward), [0, start % 60 + 1]);
        } else {
            assert_eq!((start, legal(&table)), (18, vec![Action::Home]));
        }
    }
}

#[test]
fn sot3_a_pawn_is_bumped_by_a_move_forward_backward_and_out_of_start() {
    assert_eq!(after(&drawn("", &[10, 13], 0, Card::Three), Action::Forward), [13, 0]);
    assert_eq!(after(&drawn("", &[10, 8], 0, Card::Four), Action::Backward), [8, 0]);
    assert_eq!(after(&drawn("", &[10, 9], 0, Card::Ten), Action::Backward), [9, 0]);
    assert_eq!(after(&drawn("", &[20, 0, 30], 1, Card::Two), Action::Leave), [0, 20, 30]);
}

#[test]
fn sot7_home_is_reached_exactly_with_every_card_that_goes_forward() {
    let exact = [
        (Card::One, 1),
        (Card::Two, 2),
        (Card::Three, 3),
        (Card::Five, 5),
        (Card::Seven, 7),
        (Card::Eight, 8),
        (Card::Ten, 10),
        (Card::Eleven, 11),
        (Card::Twelve, 12),
    ];
    for (card, steps) in exact {
        for mover in 0..4 {
            let from = Colour::of(seat(mover)).entry().backward(steps - 1);
            let mut codes = [0; 4];
            codes[usize::from(mover)] = from.number();
            let mut table = drawn("", &codes, mover, card);
            assert_eq!(legal(&table), [Action::Home], "{card} from {from}");
            table.play(seat(mover), Action::Home, &mut Silent).unwrap();
            assert_eq!(table.status().outcome().unwrap().winners, game::SeatSet::only(seat(mover)));
        }
    }
}

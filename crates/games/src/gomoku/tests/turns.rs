//! Who plays when, what is refused, and what is done for the absent.

use game::{Illegal, below, dice};

use super::*;

fn play(position: &mut Gomoku, player: u8, x: i8, y: i8) -> Result<(), Illegal<GomokuRefusal>> {
    position.play(Seat::of(player - 1), Action::place(x, y), &mut Silent)
}

#[test]
fn gm1_the_board_has_15_lines_or_as_many_as_the_table_wants() {
    for (settings, lines) in [("", 15u8), ("size=10", 10), ("size=19", 19), ("size=25", 25)] {
        let mut position = fresh(settings, 3);
        assert_eq!(position.lines(), lines);
        assert_eq!(position.free.count(), u16::from(lines) * u16::from(lines));
        let last = lines as i8 - 1;
        place(&mut position, last, 0);
        assert!(play(&mut position, 2, last + 1, 0).is_err());
        // x to the right, y down, (0, 0) top left.
        let rows = position.view(Viewer::Watcher).rows;
        assert_eq!((rows.len(), rows[0].find('1')), (usize::from(lines), Some(usize::from(lines) - 1)));
    }
}

#[test]
fn gm5_player_1_begins_every_game_unless_the_turn_to_begin_goes_round() {
    let first_of = |options: &GomokuOptions, seats| Gomoku::empty(options, seats).turn.number() + 1;
    let fixed = options::<Gomoku>("");
    assert_eq!((first_of(&fixed, 3), first_of(&fixed.for_rematch(3), 3)), (1, 1));
    for (seats, expected) in [(3, [1, 2, 3, 1, 2]), (2, [1, 2, 1, 2, 1])] {
        let mut rotating = options::<Gomoku>("rotate_first=on");
        for first in expected {
            assert_eq!(first_of(&rotating, seats), first);
            rotating = rotating.for_rematch(seats);
        }
    }
    let bad = Gomoku::admits(&options::<Gomoku>("first=3"), 2).unwrap_err();
    assert_eq!(bad.to_string(), "Player 3 cannot begin: only 2 play. Set first to 1 or 2.");
}

#[test]
fn gm9_a_view_is_enough_to_take_over_a_seat_and_play_on() {
    for (number, settings, seats) in [(1, "", 3), (2, "size=10,dead_draw=off", 3), (3, "exact_five=on", 2)] {
        let options = options::<Gomoku>(settings);
        let mut position = Gomoku::empty(&options, seats);
        let mut dice = dice(number);
        while let Some(seat) = position.status().to_act().first() {
            let sent = serde_json::to_string(&position.view(Viewer::Seat(seat))).unwrap();
            let seen: View = serde_json::from_str(&sent).unwrap();
            let legal = Gomoku::legal_in(&seen);
            let action = legal[below(&mut dice, legal.len() as u32) as usize];
            position.play(seat, action, &mut Silent).unwrap();
            let view = position.view(Viewer::Seat(seat));
            assert_eq!(Gomoku::imagine(&options, seat, &view, &mut dice), position);
        }
    }
}

#[test]
fn gm10_what_is_refused_leaves_the_board_unchanged() {
    let mut position = rigged("", 3, 2, &["1"]);
    let before = position.clone();
    let waiting = Illegal::NotYourTurn(SeatSet::only(Seat::of(1)));
    assert_eq!(play(&mut position, 1, 5, 5), Err(waiting));
    assert_eq!(play(&mut position, 4, 5, 5), Err(Illegal::NoSuchSeat));
    let occupied = GomokuRefusal::Occupied { crossing: Crossing::new(0, 0), owner: Seat::of(0) };
    assert_eq!(play(&mut position, 2, 0, 0), Err(Illegal::Rule(occupied)));
    for (x, y) in [(-1, 0), (0, -1), (15, 0), (0, 15), (i8::MIN, 3), (3, i8::MAX), (-1, 15)] {
        let off_board = GomokuRefusal::OffBoard { crossing: Crossing::new(x, y), lines: 15 };
        assert_eq!(play(&mut position, 2, x, y), Err(Illegal::Rule(off_board)));
    }
    assert_eq!(position, before);
}

#[test]
fn gm14_the_default_is_the_free_crossing_nearest_to_the_centre() {
    let order = |settings: &str, count| {
        let mut position = fresh(settings, 3);
        let chosen = (0..count).map(|_| {
            let Crossing { x, y } = position.default_action(position.turn).crossing();
            place(&mut position, x, y);
            (x, y)
        });
        chosen.collect::<Vec<_>>()
    };
    // Of equal distances the lowest y comes first, then the lowest x.
    assert_eq!(order("", 6), [(7, 7), (7, 6), (6, 7), (8, 7), (7, 8), (6, 6)]);
    assert_eq!(order("size=10", 5), [(4, 4), (5, 4), (4, 5), (5, 5), (4, 3)]);
}

#[test]
fn gm15_two_can_play_and_no_more_than_three() {
    let mut position = fresh("", 2);
    let turns: Vec<_> = (0..4)
        .map(|x| {
            let turn = position.turn.number() + 1;
            place(&mut position, x, x % 2 * 5);
            turn
        })
        .collect();
    assert_eq!(turns, [1, 2, 1, 2]);
    assert!(Gomoku::admits(&GomokuOptions::default(), 1).is_err());
    assert!(Gomoku::admits(&GomokuOptions::default(), 4).is_err());
}

#[test]
fn gmt10_the_turn_goes_round_for_30_moves() {
    for seats in [2, 3] {
        let mut position = fresh("", seats);
        for number in 0..30u8 {
            let seat = Seat::of(number % seats);
            assert_eq!(position.status(), Status::ToAct(SeatSet::only(seat)));
            let (x, y) = (number as i8 % 15, number as i8 / 15 * 7);
            for other in Seat::all(seats).filter(|other| *other != seat) {
                assert!(position.check(other, Action::place(x, y)).is_err());
            }
            place(&mut position, x, y);
        }
    }
}

#[test]
fn gmt11_wrong_turns_taken_crossings_and_places_beside_the_board_are_refused_and_so_is_all_after_the_end() {
    let code = |position: &mut Gomoku, player, x, y| play(position, player, x, y).unwrap_err().code();
    let mut position = rigged("", 3, 1, &["1111.2"]);
    assert_eq!(code(&mut position, 2, 9, 9), "not_your_turn");
    assert_eq!(code(&mut position, 1, 5, 0), "occupied");
    assert_eq!(code(&mut position, 1, 0, 0), "occupied");
    assert_eq!(code(&mut position, 1, -1, 15), "off_board");
    assert_eq!(code(&mut position, 1, 15, 3), "off_board");
    place(&mut position, 4, 0);
    for player in 1..=3 {
        assert_eq!(code(&mut position, player, 9, 9), "game_is_over");
    }
    assert_eq!(position.status(), won_by(1));
}

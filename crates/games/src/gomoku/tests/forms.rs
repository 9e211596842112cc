//! How things are written: JSON, sentences, the drawn board.

use super::*;
use game::Tell;

#[test]
fn an_action_is_two_bytes_and_has_one_form_in_json() {
    assert_eq!(size_of::<Action>(), 2);
    let action = Action::place(3, 4);
    assert_eq!(serde_json::to_string(&action).unwrap(), r#"{"place":{"x":3,"y":4}}"#);
    assert_eq!(
        serde_json::from_str::<Action>(r#"{"place":{"x":-1,"y":15}}"#).unwrap(),
        Action::place(-1, 15)
    );
    for wrong in [r#"{"place":{"x":3}}"#, r#"{"place":{"x":3,"y":4,"z":5}}"#, r#"{"place":{"x":300,"y":4}}"#]
    {
        assert!(serde_json::from_str::<Action>(wrong).is_err(), "{wrong}");
    }
    assert_eq!(action.to_string(), "place D5");
}

#[test]
fn a_crossing_is_named_by_its_letter_and_its_row_from_the_top() {
    let corners = [(0, 0, "A1"), (14, 0, "O1"), (0, 14, "A15"), (24, 24, "Y25"), (3, 2, "D3"), (9, 8, "J9")];
    for (x, y, name) in corners {
        assert_eq!(Crossing::new(x, y).to_string(), name);
        assert_eq!(Crossing::parse(name), Some(Crossing::new(x, y)));
        assert_eq!(Crossing::parse(&name.to_lowercase()), Some(Crossing::new(x, y)));
    }
    for off in [Crossing::new(-1, 3), Crossing::new(3, -1), Crossing::new(99, 99)] {
        assert_eq!(off.to_string(), format!("({}, {})", off.x, off.y));
    }
    for wrong in ["", "8", "h", "h0", "h-1", "h999", "é8", "(7, 7)"] {
        assert_eq!(Crossing::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_position_stays_small() {
    assert!(size_of::<Gomoku>() <= 2_200, "{} bytes", size_of::<Gomoku>());
}

#[test]
fn actions_are_listed_by_row_then_by_column() {
    let position = rigged("size=10", 3, 1, &["1.2", ".3"]);
    let mut legal = Vec::new();
    position.legal_actions(Seat::of(0), &mut legal);
    let expected = Crossing::all(10).filter(|at| position.pebble(*at).is_none()).map(Action::Place);
    assert!(legal.iter().copied().eq(expected));
    assert_eq!(legal.len(), 97);
    legal.clear();
    position.legal_actions(Seat::of(1), &mut legal);
    assert!(legal.is_empty());
}

#[test]
fn a_view_is_read_by_people() {
    let mut position = rigged("size=10", 3, 3, &["1.2"]);
    place(&mut position, 9, 9);
    let seen = serde_json::to_value(position.seen(Viewer::Seat(Seat::of(1)))).unwrap();
    assert_eq!(seen["view"]["rows"][0], "1.2.......");
    assert_eq!(seen["view"]["last"], serde_json::json!({"x": 9, "y": 9}));
    assert_eq!(seen["to_act"], serde_json::json!([0]));
    assert_eq!((seen["you"].as_u64(), seen["view"]["pebbles"].as_u64()), (Some(1), Some(3)));
    assert_eq!(seen["legal"], serde_json::json!([]));
}

#[test]
fn refusals_name_the_rule() {
    let crossing = Crossing::new(15, 3);
    assert_eq!(
        GomokuRefusal::OffBoard { crossing, lines: 15 }.to_string(),
        "The board has no crossing P4: its crossings run from A1 to O15."
    );
    assert_eq!(
        GomokuRefusal::Occupied { crossing, owner: Seat::of(1) }.to_string(),
        "The crossing P4 is taken: a pebble of player 2 lies there, and pebbles stay."
    );
}

#[test]
fn events_are_told_as_one_speaks() {
    let voice = Voice::new(vec!["Ann".into(), "Bo".into(), "Cy".into()]).to(Seat::of(1));
    let say = |event: &Event| Gomoku::sentence(event, &voice);
    let [ann, you] = [Seat::of(0), Seat::of(1)];
    let at = Crossing::new(3, 4);
    assert_eq!(
        say(&Event::Begun { seats: 3, lines: 15, first: ann }),
        "The board has 15 by 15 lines, 3 play, and Ann begins."
    );
    assert_eq!(
        say(&Event::Begun { seats: 2, lines: 19, first: you }),
        "The board has 19 by 19 lines, 2 play, and you begin."
    );
    assert_eq!(say(&Event::Placed { seat: you, at }), "You put a pebble on D5.");
    assert_eq!(say(&Event::Placed { seat: ann, at }), "Ann puts a pebble on D5.");
    let five = Row { from: at, to: Crossing::new(7, 4) };
    let six = Row { from: at, to: Crossing::new(-2, 9) };
    assert_eq!(
        say(&Event::Won { seat: ann, rows: vec![five] }),
        "Ann wins with five in a row from D5 to H5."
    );
    assert_eq!(
        say(&Event::Won { seat: you, rows: vec![five, six] }),
        "You win with five in a row from D5 to H5, and six in a row from D5 to (-2, 9)."
    );
    assert_eq!(say(&Event::Drawn { why: GameEnd::BoardFull }), "The board is full: a draw.");
    assert_eq!(
        say(&Event::Drawn { why: GameEnd::NoRowLeft }),
        "Nobody can make five in a row any more: a draw."
    );
}

#[test]
fn the_board_is_drawn_with_its_numbers_the_last_pebble_and_the_row_that_won() {
    let mut position = rigged("size=12", 3, 1, &["", ".1111.22", "..33"]);
    let seen = Gomoku::text(&position.seen(Viewer::Seat(Seat::of(0))));
    assert!(
        seen.contains(
            "     A B C D E F G H I J K L\n  1  · · · · · · · · · · · ·\n  2  · ● ● ● ● · ○ ○ · · · ·\n"
        ),
        "{seen}"
    );
    assert!(seen.contains("Your turn: choose any free crossing ·, 136 are left."), "{seen}");
    let mut other = position.clone();
    place(&mut other, 9, 9);
    let seen = Gomoku::text(&other.seen(Viewer::Seat(Seat::of(0))));
    assert!(seen.contains(" 10  · · · · · · · · ·(●)· ·\n"), "{seen}");
    place(&mut position, 5, 1);
    let seen = Gomoku::text(&position.seen(Viewer::Seat(Seat::of(0))));
    assert!(seen.contains("  2  ·[● ● ● ● ●]○ ○ · · · ·\n"), "{seen}");
    assert!(seen.contains("● player 1 (you)    ○ player 2    ▲ player 3\n"), "{seen}");
    assert!(seen.contains("9 pebbles, the last on F2. You have won.\n"), "{seen}");
    let largest = Gomoku::text(&fresh("size=25", 3).seen(Viewer::Watcher));
    assert!(largest.lines().all(|line| line.chars().count() <= 78));
}

//! When nobody wins.

use super::*;

#[test]
fn gm3_a_full_board_without_a_winner_is_a_draw() {
    let games: Vec<_> = peaceful_game("dead_draw=off").collect();
    let [.., before, last] = games.as_slice() else { panic!("no game") };
    assert_eq!((before.pebbles(), last.pebbles()), (224, 225));
    assert!(!before.status().is_over());
    assert_eq!((last.status(), last.end), (DRAWN, Some(GameEnd::BoardFull)));
    assert_eq!(last.scores().as_slice(), [0, 0, 0]);
    let mut emitted = game::EventLog::new();
    let at = before.free.actions()[0];
    before.clone().play(before.turn, at, &mut emitted).unwrap();
    assert_eq!(emitted.0.last().map(|(_, event)| event), Some(&Event::Drawn { why: GameEnd::BoardFull }));
}

#[test]
fn gm3_the_pebble_that_fills_the_board_is_tried_for_a_win_first() {
    let mut rows: Vec<String> =
        (0..10).map(|y| (0..10).map(|x| char::from(b'0' + peaceful(x, y))).collect()).collect();
    rows[9].replace_range(4.., "32222.");
    let mut position = rigged("size=10", 3, 2, &rows);
    place(&mut position, 9, 9);
    assert_eq!((position.free.count(), position.status()), (0, won_by(2)));
}

#[test]
fn gm4_a_game_is_drawn_as_soon_as_no_row_is_possible_any_more() {
    for size in [10, 12, 15] {
        let settings = format!("size={size}");
        let games: Vec<_> = peaceful_game(&settings).collect();
        let [.., before, last] = games.as_slice() else { panic!("no game") };
        let windows = all_windows(size);
        assert!(windows.iter().any(|window| !is_dead(before, window)), "too late");
        assert!(windows.iter().all(|window| is_dead(last, window)), "too early");
        assert_eq!((last.status(), last.end), (DRAWN, Some(GameEnd::NoRowLeft)));
        assert!(i32::from(last.pebbles()) < i32::from(size) * i32::from(size));
    }
}

#[test]
fn gm4_a_dead_game_is_played_out_if_the_table_wants_it() {
    let drawn_early = peaceful_game("").count();
    assert!(drawn_early < 225);
    assert_eq!(peaceful_game("dead_draw=off").count(), 225);
}

#[test]
fn gm4_a_six_where_exactly_five_win_leaves_the_game_open_until_the_board_is_full() {
    // The six lies there for ever, and by the letter of the rule its windows hold one colour only.
    let mut rows: Vec<String> =
        (0..10).map(|y| (0..10).map(|x| char::from(b'0' + peaceful(x, y))).collect()).collect();
    rows[9].replace_range(3..9, "1.1111");
    rows[0].replace_range(0..1, ".");
    let mut position = rigged("size=10,exact_five=on", 3, 1, &rows);
    place(&mut position, 4, 9);
    assert!(!position.status().is_over());
    place(&mut position, 0, 0);
    assert_eq!((position.status(), position.end), (DRAWN, Some(GameEnd::BoardFull)));
}

#[test]
fn gmt8_a_full_line_is_nothing_special() {
    // The first row, then the last column, are filled completely; the game goes on.
    let row: Vec<_> = (0..15).map(|x| (x, 0)).collect();
    let column: Vec<_> = (1..15).map(|y| (14, y)).collect();
    let mut position = fresh("", 3);
    for (x, y) in row.into_iter().chain(column) {
        place(&mut position, x, y);
        assert!(!position.status().is_over());
    }
    assert_eq!(position.pebbles(), 29);
    assert_eq!(&*position.seen(Viewer::Watcher).rows[0], "123123123123123");
    assert_eq!(peaceful_game("dead_draw=off").last().unwrap().status(), DRAWN);
}

#[test]
fn gmt9_the_draw_of_a_dead_game_never_comes_while_a_window_is_open() {
    let windows = all_windows(10);
    let mut drawn = 0;
    for number in 0..150 {
        let options = options::<Gomoku>(if number % 2 == 0 { "size=10" } else { "size=10,exact_five=on" });
        let mut position = Gomoku::empty(&options, 3);
        let mut dice = game::dice(number);
        let mut legal = Vec::new();
        while let Some(seat) = position.status().to_act().first() {
            assert!(windows.iter().any(|window| !is_dead(&position, window)), "a dead game goes on");
            legal.clear();
            position.legal_actions(seat, &mut legal);
            let action = legal[game::below(&mut dice, legal.len() as u32) as usize];
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        if position.end == Some(GameEnd::NoRowLeft) {
            assert!(windows.iter().all(|window| is_dead(&position, window)), "a live game is drawn");
            drawn += 1;
        }
    }
    assert!(drawn >= 10, "only {drawn} of these games were drawn");
}

//! When a row wins.

use super::*;

/// The window filled but for one crossing, which player 1 fills now.
fn completed(settings: &str, window: &[Crossing], last: usize) -> Gomoku {
    let mut position = fresh(settings, 3);
    for (index, crossing) in window.iter().enumerate() {
        if index != last {
            assert!(position.free.take(*crossing));
            position.board.put(*crossing, Seat::of(0));
        }
    }
    place(&mut position, window[last].x, window[last].y);
    position
}

#[test]
fn gm2_five_and_more_win_unless_exactly_five_are_asked_for() {
    for (settings, row, expected) in [
        ("", ".111.1", won_by(1)),
        ("exact_five=on", ".111.1", won_by(1)),
        ("", ".111.11", won_by(1)),
        ("exact_five=on", ".111.11", Status::ToAct(SeatSet::only(Seat::of(1)))),
    ] {
        let mut position = rigged(settings, 3, 1, &[row]);
        place(&mut position, 4, 0);
        assert_eq!(position.status(), expected, "{settings} {row}");
    }
}

#[test]
fn gm2_an_exact_five_wins_beside_a_six() {
    let rows = [".111.11", "....1..", "....1..", "....1..", "....1.."];
    let mut position = rigged("exact_five=on", 3, 1, &rows);
    place(&mut position, 4, 0);
    assert_eq!(position.status(), won_by(1));
    let down = Row { from: Crossing::new(4, 0), to: Crossing::new(4, 4) };
    assert_eq!(position.seen(Viewer::Watcher).view.winning, [down]);
}

#[test]
fn gm11_one_pebble_that_completes_several_rows_is_one_win() {
    let rows = [
        "1...1...1",
        ".1..1..1.",
        "..1.1.1..",
        "...111...",
        "1111.1111",
        "...111...",
        "..1.1.1..",
        ".1..1..1.",
        "1...1...1",
    ];
    let mut position = rigged("", 3, 1, &rows);
    let mut emitted = game::EventLog::new();
    position.play(Seat::of(0), Action::place(4, 4), &mut emitted).unwrap();
    assert_eq!(position.status(), won_by(1));
    assert_eq!(position.scores().as_slice(), [1, 0, 0]);
    let wins = emitted.0.iter().filter(|(_, event)| matches!(event, Event::Won { .. })).count();
    assert_eq!(wins, 1);
    let view = position.seen(Viewer::Watcher);
    assert_eq!(view.winning.iter().map(|row| row.length()).collect::<Vec<_>>(), [9; 4]);
}

#[test]
fn gmt1_five_win_in_every_direction_everywhere_also_at_each_edge_and_corner() {
    for (settings, lines) in [("size=10", 10), ("", 15), ("exact_five=on", 15), ("size=25", 25)] {
        let windows = all_windows(lines);
        let [all, starts] = [lines as usize, lines as usize - 4];
        assert_eq!(windows.len(), 2 * all * starts + 2 * starts * starts);
        for window in windows {
            for last in 0..5 {
                let position = completed(settings, &window, last);
                assert_eq!(position.status(), won_by(1), "{settings} {window:?} {last}");
                let rows = position.seen(Viewer::Watcher).view.winning;
                assert_eq!(rows.len(), 1);
                assert!(rows[0].crossings().eq(window), "{rows:?} is not {window:?}");
            }
        }
    }
}

#[test]
fn gmt2_the_middle_pebble_wins() {
    let mut position = rigged("", 3, 2, &["", "", "...22.22"]);
    place(&mut position, 5, 2);
    assert_eq!(position.status(), won_by(2));
}

#[test]
fn gmt3_six_and_seven_in_a_row_win_and_do_not_where_exactly_five_are_needed() {
    for length in 6..=9 {
        for (across, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let row: Vec<_> = (0..length)
                .map(|step| Crossing::new(7 + across * (step - 4), 7 + down * (step - 4)))
                .collect();
            // The last pebble must join two parts of at most four: five would have won already.
            for last in (length - 5)..=4 {
                let last = last as usize;
                assert_eq!(completed("", &row, last).status(), won_by(1));
                let exact = completed("exact_five=on", &row, last);
                assert_eq!(exact.status(), Status::ToAct(SeatSet::only(Seat::of(1))));
                assert!(exact.seen(Viewer::Watcher).view.winning.is_empty());
            }
        }
    }
}

/// The first row before, and where its owner puts the next pebble: nobody has won afterwards.
fn does_not_win(player: u8, row: &str, x: i8) {
    for settings in ["", "exact_five=on"] {
        let mut position = rigged(settings, 3, player, &[row]);
        place(&mut position, x, 0);
        assert!(!position.status().is_over(), "{row} and then {x}");
    }
}

#[test]
fn gmt4_four_and_a_gap_do_not_win() {
    does_not_win(1, "1111", 5);
    does_not_win(1, ".1111", 14);
    does_not_win(1, "11.1", 4);
    does_not_win(1, "111", 4);
    does_not_win(2, "22.2.2", 6);
    does_not_win(3, "333..33", 3);
}

#[test]
fn gmt5_a_row_of_mixed_colours_does_not_win() {
    does_not_win(1, "11.21", 2);
    does_not_win(1, "2.1113", 1);
    does_not_win(2, "11.11", 2);
    does_not_win(3, "12.12", 2);
}

#[test]
fn gmt6_a_row_does_not_go_on_at_the_other_edge() {
    for lines in [10, 15, 25] {
        let settings = format!("size={lines}");
        let gap = ".".repeat(lines - 3);
        let rows = [format!("{gap}111"), "1.".to_owned()];
        let mut position = rigged(&settings, 3, 1, &rows);
        place(&mut position, 1, 1);
        assert!(!position.status().is_over(), "across, {lines} lines");
        // The same with columns and with both diagonals, around each edge.
        let last = lines as i8 - 1;
        let broken: [[(i8, i8); 5]; 4] = [
            [(3, last - 1), (3, last), (4, 0), (4, 1), (4, 2)],
            [(last - 1, 4), (last, 5), (0, 6), (1, 7), (2, 8)],
            [(1, 4), (0, 5), (last, 6), (last - 1, 7), (last - 2, 8)],
            [(last - 2, last - 2), (last - 1, last - 1), (last, last), (0, 0), (1, 1)],
        ];
        for crossings in broken.map(|row| row.map(|(x, y)| Crossing::new(x, y))) {
            for index in 0..5 {
                let position = completed(&settings, &crossings, index);
                assert!(!position.status().is_over(), "{lines} lines, {crossings:?}");
            }
        }
    }
}

#[test]
fn gmt7_the_very_last_free_crossing_can_win() {
    for settings in ["", "dead_draw=off", "exact_five=on"] {
        let mut rows: Vec<String> =
            (0..15).map(|y| (0..15).map(|x| char::from(b'0' + peaceful(x, y))).collect()).collect();
        rows[14].replace_range(9.., "31111.");
        let mut position = rigged(settings, 3, 1, &rows);
        assert_eq!(position.free.actions(), [Action::place(14, 14)]);
        place(&mut position, 14, 14);
        assert_eq!(position.status(), won_by(1), "{settings}");
        assert_eq!(position.end, Some(GameEnd::Row));
    }
}

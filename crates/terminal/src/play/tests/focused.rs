//! The real cursor stands where the focus is: screen readers and magnifiers follow it.

use game::Seat;
use games::Kind;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::table_fixture::{app_at, played};
use crate::play::app::App;
use crate::play::keys::Key;

/// Where the cursor of the terminal is, and which cells are drawn as the focus.
fn cursor(app: &mut App, (width, height): (u16, u16)) -> (Position, Vec<Position>) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame, 0)).unwrap();
    let at = terminal.get_cursor_position().unwrap();
    let buffer = terminal.backend().buffer();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| Position::new(x, y)));
    (at, all.filter(|place| buffer[*place].modifier.contains(Modifier::REVERSED)).collect())
}

#[track_caller]
fn check_focus(kind: Kind, seats: u8, steps: usize, key: &Key) {
    let live = played(kind, seats, steps, true);
    for size in [(80, 24), (120, 36)] {
        let mut app = app_at(kind, &*live, Some(0));
        let (first, focus) = cursor(&mut app, size);
        assert!(
            focus.contains(&first),
            "{kind} {size:?}: the cursor is at {first:?}, the focus at {focus:?}"
        );
        app.key(key.clone());
        let (second, moved) = cursor(&mut app, size);
        assert!(
            moved.contains(&second),
            "{kind} {size:?}: the cursor is at {second:?}, the focus at {moved:?}"
        );
        assert!(first != second && !moved.contains(&first), "{kind} {size:?}: it moves with the focus");
    }
}

#[test]
fn the_cursor_of_the_terminal_is_on_the_crossing_the_card_or_the_line_that_is_chosen() {
    check_focus(Kind::Gomoku, 2, 4, &Key::Right);
    check_focus(Kind::OneCard, 4, 6, &Key::Right);
    check_focus(Kind::Golf, 4, 0, &Key::Right);
    check_focus(Kind::Golf, 4, 14, &Key::Right);
    check_focus(Kind::Chicago, 4, 4, &Key::Right);
    check_focus(Kind::Chicago, 4, 18, &Key::Right);
    // A card with which there is something to choose.
    let has_choice =
        |steps: &usize| played(Kind::Sorry, 4, *steps, true).legal_actions(Seat::of(0)).len() > 1;
    check_focus(Kind::Sorry, 4, (0..300).find(has_choice).unwrap(), &Key::Down);
}

#[test]
fn the_cursor_of_a_board_of_crossings_names_the_one_that_is_meant() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    // Letters stand in the second row of the screen, two columns apart; H is the eighth, row 8 the eighth below them.
    assert_eq!(cursor(&mut app, (80, 24)).0, Position::new(5 + 2 * 7, 1 + 8));
    app.key(Key::Home);
    app.key(Key::Up);
    assert_eq!(cursor(&mut app, (80, 24)).0, Position::new(5, 1 + 7));
}

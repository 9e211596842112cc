//! Reviews of finished games on the screen.

use games::Kind;
use serde_json::json;

use super::replayed::{frames, open};
use super::table_fixture::{app, screen};
use crate::play::app::App;
use crate::play::connections::FetchPurpose;
use crate::play::core::Effect;
use crate::play::keys::Key;
use crate::play::look::Look;
use crate::play::review::tests::answer;

fn wanted() -> FetchPurpose {
    FetchPurpose::Review { replay: "ss439rrzy0-1".to_owned() }
}

/// A finished game of six steps whose review is there.
pub(super) fn reviewed(kind: Kind) -> App {
    let mut app = app();
    open(&mut app, kind);
    let effects = app.key(Key::Char('r'));
    assert!(matches!(&*effects, [Effect::Post(_, path)] if path == "/api/replays/ss439rrzy0-1/review"));
    assert!(app.fetched(&wanted(), Ok(answer("estimated"))).is_empty());
    app
}

#[test]
fn a_review_is_asked_for_with_one_key_and_followed_while_it_is_computed() {
    let mut app = app();
    open(&mut app, Kind::Golf);
    assert!(matches!(&*app.key(Key::Char('r')), [Effect::Post(..)]));
    assert!(app.key(Key::Char('r')).is_empty(), "it is asked once");
    assert!(screen(&mut app, 80, 24).contains("Waiting for the bots"));
    let running = json!({"state": "running", "percent": 40}).to_string();
    let effects = app.fetched(&wanted(), Ok(running));
    assert!(
        matches!(&*effects, [Effect::Fetch(_, path)] if path.ends_with("/review?known=40")),
        "{effects:?}"
    );
    assert!(screen(&mut app, 80, 24).contains("Looking at every decision again: 40 %"));
    assert!(app.fetched(&wanted(), Ok(answer("estimated"))).is_empty());
    assert!(screen(&mut app, 80, 24).contains("Ann played best"));
    // Nobody follows what nobody looks at.
    app.key(Key::Esc);
    assert!(app.fetched(&wanted(), Ok(json!({"state": "running", "percent": 50}).to_string())).is_empty());
}

#[test]
fn screens_of_a_review_show_sums_a_chart_and_the_costly_decisions() {
    let mut app = reviewed(Kind::Gomoku);
    app.key(Key::Right);
    for (width, height) in [(80, 24), (120, 36)] {
        let shown = screen(&mut app, width, height);
        let parts = [
            "cost    luck",
            "● Ann",
            "4.0 %   +20 %",
            "○ Bo",
            "6.0 %   -20 %",
            "100 ",
            "▴",
            "Costly decisions",
        ];
        for part in parts.into_iter().chain(["   1 ?  Ann", "12 %", "   4 ?? Bo", "31 %"]) {
            assert!(shown.contains(part), "{part:?} is not in\n{shown}");
        }
        // Ann ends at the top of the chart, Bo at its bottom.
        let line =
            |label: &str| shown.lines().find(|line| line.contains(label)).unwrap_or_default().to_owned();
        assert!(line("100 ").trim_end().ends_with('●'), "{shown}");
        assert!(
            line("  0 ·").trim_end().ends_with('○') || line("  0 │").trim_end().ends_with('○'),
            "{shown}"
        );
    }
    app.look = Look { ascii: true, colour: false, four_colours: false, light: false };
    assert!(screen(&mut app, 80, 24).is_ascii());
    app.key(Key::Tab);
    assert!(screen(&mut app, 80, 24).contains("Step 1 happens."), "Tab shows the log");
}

#[test]
fn costly_decisions_are_jumped_through_from_the_view_of_who_made_them() {
    let mut app = reviewed(Kind::Gomoku);
    assert!(app.key(Key::Char('n')).is_empty(), "Ann's view is there");
    let first = screen(&mut app, 80, 24);
    assert!(first.contains("step 0 of 6 · as Ann saw it"), "{first}");
    assert!(first.contains("Mistake, step 1: Ann: play 1, cost 12 % of a win. Better: draw."), "{first}");
    let effects = app.key(Key::Char('n'));
    let [Effect::Fetch(page @ FetchPurpose::Frames { seat: Some(1), .. }, _)] = &*effects else {
        panic!("{effects:?}")
    };
    app.fetched(page, Ok(frames(Kind::Gomoku, 6)));
    let second = screen(&mut app, 80, 24);
    assert!(
        second.contains("step 3 of 6 · as Bo saw it") && second.contains("Blunder, step 4: Bo"),
        "{second}"
    );
    app.key(Key::Char('n'));
    assert!(screen(&mut app, 80, 24).contains("No other decision that way cost much."));
    assert!(app.key(Key::Char('p')).is_empty());
    assert_eq!(screen(&mut app, 80, 24), first);
}

#[test]
fn a_game_that_cannot_be_reviewed_says_why_and_can_be_asked_again() {
    let mut app = app();
    open(&mut app, Kind::Sorry);
    app.key(Key::Char('n'));
    assert!(screen(&mut app, 80, 24).contains("Ask for the review first: r."));
    app.key(Key::Char('r'));
    app.fetched(&wanted(), Err("The game was abandoned.".to_owned()));
    assert!(screen(&mut app, 80, 24).contains("This game cannot be reviewed. The game was abandoned."));
    assert!(matches!(&*app.key(Key::Char('r')), [Effect::Post(..)]));
}

#[test]
fn no_size_breaks_a_review() {
    let mut app = reviewed(Kind::Golf);
    for (width, height) in [(1, 1), (5, 3), (20, 8), (40, 12), (73, 6), (80, 24), (200, 60)] {
        screen(&mut app, width, height);
        app.key(Key::Char('n'));
        screen(&mut app, width, height);
    }
}

//! Hints on the screen.

use client::RequestError;
use game::Seat;
use game::face::LiveGame;
use games::Kind;
use protocol::{ClientMsg, Refused, ServerMsg};
use serde_json::{Value, json};

use super::table_fixture::{TABLE, app, message, played, screen, snapshot};
use crate::play::app::App;
use crate::play::core::{Effect, Purpose};
use crate::play::keys::Key;

fn at_table(kind: Kind, live: &dyn LiveGame, hints: bool) -> App {
    let mut table = snapshot(kind, live, Some(0));
    table["table"]["info"]["hints"] = json!(hints);
    let mut app = app();
    app.take(0, message(table), 0);
    app.core.here = TABLE.parse().ok();
    app
}

/// A client at its turn, at a table that allows hints.
pub(super) fn app_with_hints(kind: Kind) -> App {
    at_table(kind, &*played(kind, 2, 4, true), true)
}

/// The request that a key made.
#[track_caller]
fn asked(effects: &[Effect]) -> (Purpose, u32, u32) {
    let [Effect::Send(ClientMsg::Hint(hint), purpose)] = effects else { panic!("{effects:?}") };
    (*purpose, hint.game_number, hint.nth)
}

/// The answer that names one of the legal actions as the best.
fn answer(live: &dyn LiveGame, best: usize, game_number: u32, nth: u32) -> ServerMsg {
    let choices: Vec<Value> = live
        .legal_actions(Seat::of(0))
        .iter()
        .enumerate()
        .map(|(index, action)| {
            let action: Value = serde_json::from_str(action.get()).unwrap();
            let value = if index == best { 0.6 } else { 0.5 - index as f64 / 1_000.0 };
            json!({"action": action, "text": "something", "value": value})
        })
        .collect();
    serde_json::from_value(json!({"hint": {"table": TABLE, "game_number": game_number, "nth": nth,
        "best": best, "choices": choices, "text": "Best: something.",
        "why": {"reason": {"draws_one": {}}, "text": "It draws a card."}}}))
    .unwrap()
}

#[test]
fn one_key_shows_the_best_choice_why_and_what_the_others_are_worth() {
    let live = played(Kind::OneCard, 2, 4, true);
    let mut app = at_table(Kind::OneCard, &*live, true);
    assert!(screen(&mut app, 80, 24).contains("! hint · ? help"));
    let (purpose, game_number, nth) = asked(&app.key(Key::Char('!')));
    assert!(screen(&mut app, 80, 24).contains("Thinking about your best choice"));
    assert!(app.key(Key::Hint).is_empty(), "it is asked once");
    app.answer(0, purpose, Ok(answer(&*live, 1, game_number, nth)));
    let label = app.core.table().unwrap().board.choices()[1].label.clone();
    let shown = screen(&mut app, 80, 24);
    assert!(shown.contains(&format!("Best: {label}. Chance to win: 60 %.")), "{shown}");
    assert!(
        shown.contains("Why: It draws a card.")
            && shown.contains("The next best, ")
            && shown.contains("The others:"),
        "{shown}"
    );
    // The board is back with a key, and the hint with the same one: the server is not asked twice.
    app.key(Key::Esc);
    assert!(!screen(&mut app, 80, 24).contains("The others:"));
    assert!(app.key(Key::Char('!')).is_empty());
    assert!(screen(&mut app, 80, 24).contains("The others:"));
}

#[test]
fn after_a_hint_enter_plays_the_best_choice_wherever_the_board_has_a_place_for_it() {
    for kind in Kind::ALL {
        for steps in [0, 3, 9, 18, 30] {
            let live = played(*kind, 2, steps, true);
            for (best, wanted) in live.legal_actions(Seat::of(0)).iter().enumerate().take(40) {
                let mut app = at_table(*kind, &*live, true);
                let (purpose, game_number, nth) = asked(&app.key(Key::Hint));
                app.answer(0, purpose, Ok(answer(&*live, best, game_number, nth)));
                app.key(Key::Esc);
                let effects = app.key(Key::Enter);
                let played = effects.iter().find_map(|effect| match effect {
                    Effect::Send(ClientMsg::Act(act), _) => Some(act.action.get().to_owned()),
                    _ => None,
                });
                // Drawing, keeping, laying several, throwing away and stealing have keys or words of their own.
                let typed = &app.core.table().unwrap().board.choices()[best].typed;
                let elsewhere = ["draw", "keep", "lay ", "throw", "steal "];
                if (*kind == Kind::OneCard || *kind == Kind::Golf)
                    && elsewhere.iter().any(|word| typed.starts_with(word))
                {
                    continue;
                }
                assert_eq!(played.as_deref(), Some(wanted.get()), "{kind}: {typed}");
            }
        }
    }
}

#[test]
fn a_table_without_hints_says_so_and_a_refusal_is_told() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = at_table(Kind::Gomoku, &*live, false);
    assert!(!screen(&mut app, 80, 24).contains("! hint"));
    assert!(app.key(Key::Char('!')).is_empty());
    assert!(screen(&mut app, 80, 24).contains("There are no hints at this table."));
    let mut app = app_with_hints(Kind::Gomoku);
    let (purpose, ..) = asked(&app.key(Key::Char('!')));
    let refused: Refused = serde_json::from_value(
        json!({"code": "hints_disabled", "message": "Nobody knows what is best here."}),
    )
    .unwrap();
    app.answer(0, purpose, Err(RequestError::Refused(Box::new(refused))));
    assert!(screen(&mut app, 80, 24).contains("Nobody knows what is best here."));
    asked(&app.key(Key::Char('!')));
}

#[test]
fn a_hint_that_comes_too_late_is_not_shown() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = at_table(Kind::Gomoku, &*live, true);
    let (purpose, game_number, nth) = asked(&app.key(Key::Char('!')));
    app.key(Key::Enter);
    app.answer(0, purpose, Ok(answer(&*live, 0, game_number, nth)));
    assert!(app.overlay.is_none());
}

#[test]
fn the_result_names_those_who_took_hints() {
    let live = played(Kind::Gomoku, 2, 100_000, false);
    let mut table = snapshot(Kind::Gomoku, &*live, Some(0));
    table["table"]["result"] = json!({"winners": [0], "scores": [1, 0], "abandoned": false, "hinted": [0],
        "replay_id": format!("{TABLE}-1")});
    let mut app = app();
    app.take(0, message(table), 0);
    app.core.here = TABLE.parse().ok();
    let shown = screen(&mut app, 120, 36);
    assert!(shown.contains("With hints: You."), "{shown}");
}

//! Moves and commands that are typed.

use games::Kind;
use protocol::ClientMsg;

use super::table_fixture::{app, app_at, played};
use crate::play::app::App;
use crate::play::core::Effect;
use crate::play::keys::Key;

fn type_line(app: &mut App, text: &str) -> Vec<Effect> {
    let mut effects: Vec<Effect> = text.chars().flat_map(|letter| app.key(Key::Char(letter))).collect();
    effects.extend(app.key(Key::Enter));
    effects
}

fn action(effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ClientMsg::Act(act), _) => Some(act.action.get().to_owned()),
        _ => None,
    })
}

#[test]
fn every_legal_move_of_every_game_can_be_typed() {
    for kind in Kind::ALL {
        for steps in [0, 3, 9, 18, 30] {
            let live = played(*kind, 3, steps, true);
            let legal = live.legal_actions(game::Seat::of(0));
            for (index, wanted) in legal.iter().enumerate() {
                let mut app = app_at(*kind, &*live, Some(0));
                let typed = app.core.table().unwrap().board.choices()[index].typed.clone();
                let effects = app.core.line(&typed).effects;
                assert_eq!(action(&effects).as_deref(), Some(wanted.get()), "{kind}: {typed}");
            }
        }
    }
}

#[test]
fn an_illegal_move_is_sent_so_that_the_server_says_why_not() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let effects = type_line(&mut app, "z99");
    assert!(action(&effects).is_some(), "{effects:?}");
}

#[test]
fn a_move_is_sent_once_until_it_is_answered() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    assert!(action(&app.key(Key::Enter)).is_some());
    assert!(app.key(Key::Enter).is_empty());
}

#[test]
fn the_word_leave_never_costs_a_seat_by_accident() {
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    assert!(type_line(&mut app, "leave").is_empty());
    assert!(matches!(&*type_line(&mut app, "/leave"), [Effect::Send(ClientMsg::Leave(_), _)]));
}

#[test]
fn a_table_is_opened_against_bots_with_a_few_keys() {
    let mut app = app();
    let effects = app.key(Key::Char('p'));
    assert!(effects.is_empty());
    let effects = type_line(&mut app, "golf");
    let [Effect::Send(ClientMsg::Open(open), _)] = &*effects else { panic!("{effects:?}") };
    assert_eq!(open.config.game, "golf");
    assert!(!open.config.bots.is_empty());
}

//! Two people at one keyboard.

use game::Seat;
use games::Kind;

use super::table_fixture::{TABLE, core, message, played, screen, snapshot};
use crate::play::app::App;
use crate::play::core::Effect;
use crate::play::hot_seat::HotSeat;
use crate::play::keys::Key;
use crate::play::settings::Settings;

/// Ann and Bo at one keyboard, at this moment of a game.
pub(super) fn two(kind: Kind, live: &dyn game::face::LiveGame) -> App {
    let cores = ["Ann", "Bo"].map(|name| {
        let mut core = core();
        core.model.name = name.to_owned();
        core.here = TABLE.parse().ok();
        core
    });
    let (first, hot_seat) = HotSeat::new(cores.into(), kind.face().has_secrets());
    let mut app = App::new(first.unwrap(), hot_seat, super::table_fixture::PLAIN_LOOK, Settings::default());
    show(&mut app, kind, live);
    app
}

/// Sends the game's state to both players.
fn show(app: &mut App, kind: Kind, live: &dyn game::face::LiveGame) {
    for seat in [0, 1] {
        app.take(usize::from(seat), message(snapshot(kind, live, Some(seat))), 0);
    }
}

#[test]
fn the_hand_over_page_shows_nothing_of_the_table() {
    let live = played(Kind::OneCard, 2, 4, true);
    let mut app = two(Kind::OneCard, &*live);
    let page = screen(&mut app, 80, 24);
    assert!(page.contains("It is Ann's turn.") && page.contains("Ann: press Enter"), "{page}");
    for sign in ['♠', '♥', '♦', '♣'] {
        assert!(!page.contains(sign), "{page}");
    }
    app.key(Key::Char('x'));
    assert_eq!(screen(&mut app, 80, 24), page, "only Enter shows the cards");
    app.key(Key::Enter);
    assert!(screen(&mut app, 80, 24).contains("Your hand"));
}

#[test]
fn after_a_move_the_keyboard_is_handed_over_by_its_owner() {
    let mut live = played(Kind::OneCard, 2, 4, true);
    let mut app = two(Kind::OneCard, &*live);
    app.key(Key::Enter);
    // Ann plays until it is Bo's turn.
    while !live.status().to_act().contains(Seat::of(1)) {
        let action = live.legal_actions(Seat::of(0)).swap_remove(0);
        let Ok(tried) = live.attempt(Seat::of(0), action.get()) else { panic!("a legal action is refused") };
        live.accept(tried, game::face::ChosenBy::Person);
    }
    show(&mut app, Kind::OneCard, &*live);
    let own = screen(&mut app, 80, 24);
    assert!(own.contains("It is Bo's turn: Enter hands the keyboard over."), "{own}");
    assert!(own.contains("Ann (you)"), "Ann still sees what the move did: {own}");
    assert!(app.key(Key::Enter).is_empty());
    let page = screen(&mut app, 80, 24);
    assert!(page.contains("It is Bo's turn.") && !page.contains("Your hand"), "{page}");
    app.key(Key::Enter);
    let other = screen(&mut app, 80, 24);
    assert!(other.contains("Bo (you)") && !other.contains("Ann (you)"), "{other}");
}

#[test]
fn a_game_without_secrets_follows_the_turn_without_a_page() {
    let mut live = played(Kind::Gomoku, 2, 2, true);
    let mut app = two(Kind::Gomoku, &*live);
    assert!(screen(&mut app, 80, 24).contains("Ann (you)"));
    let action = live.legal_actions(Seat::of(0)).swap_remove(0);
    let Ok(tried) = live.attempt(Seat::of(0), action.get()) else { panic!("a legal action is refused") };
    live.accept(tried, game::face::ChosenBy::Person);
    show(&mut app, Kind::Gomoku, &*live);
    assert!(screen(&mut app, 80, 24).contains("Bo (you)"));
}

#[test]
fn everybody_at_the_keyboard_asks_for_the_rematch() {
    let mut live = played(Kind::Gomoku, 2, 100_000, true);
    assert!(live.status().outcome().is_some());
    live.forget_before();
    let mut app = two(Kind::Gomoku, &*live);
    assert!(matches!(&*app.key(Key::Char('r')), [Effect::Everybody(..)]));
}

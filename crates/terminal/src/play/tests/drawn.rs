//! What the screens look like.

use std::path::Path;

use games::Kind;
use serde_json::json;

use super::table_fixture::{TABLE, app, app_at, info, message, played, screen, snapshot};
use crate::play::app::App;
use crate::play::core::Effect;
use crate::play::keys::Key;
use crate::play::look::Look;

const SMALL: (u16, u16) = (80, 24);
const WIDE: (u16, u16) = (120, 36);

/// Compares a screen with the one that was reviewed.
#[track_caller]
fn check(name: &str, app: &mut App, (width, height): (u16, u16)) {
    let drawn = screen(app, width, height);
    assert!(drawn.lines().all(|line| line.chars().count() <= usize::from(width)));
    check_text(name, &drawn, (width, height));
}

#[track_caller]
fn check_text(name: &str, drawn: &str, (width, height): (u16, u16)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("src/play/tests/screens/{name}-{width}x{height}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, drawn).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(drawn, expected, "{} is another screen: review it with UPDATE_GOLDEN=1", path.display());
}

/// Every size in Unicode and in ASCII, and which colours the small one has, for dark and light terminals and without.
fn check_board(name: &str, kind: Kind, seats: u8, steps: usize) {
    let live = played(kind, seats, steps, true);
    for size in [SMALL, WIDE] {
        check(name, &mut app_at(kind, &*live, Some(0)), size);
        let mut app = app_at(kind, &*live, Some(0));
        app.look = ASCII;
        assert!(screen(&mut app, size.0, size.1).is_ascii());
        check(&format!("{name}-ascii"), &mut app, size);
    }
    let styles = [
        ("dark", Look { four_colours: false, light: false, ..COLOUR }),
        ("light-four-colours", COLOUR),
        ("no-colour", Look { colour: false, ..COLOUR }),
    ];
    for (style, look) in styles {
        let mut app = app_at(kind, &*live, Some(0));
        app.look = look;
        check_text(&format!("{name}-{style}"), &styled(&mut app, SMALL), SMALL);
    }
}

const ASCII: Look = Look { ascii: true, colour: false, four_colours: false, light: false };
const COLOUR: Look = Look { ascii: false, colour: true, four_colours: true, light: true };

/// The style of each cell as a letter, and below it what the letters mean.
fn styled(app: &mut App, (width, height): (u16, u16)) -> String {
    let buffer = super::table_fixture::buffer(app, width, height);
    let mut known: Vec<String> = Vec::new();
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::new();
        for column in 0..width {
            let cell = &buffer[(column, row)];
            let blank = cell.symbol() == " " && !cell.modifier.contains(ratatui::style::Modifier::REVERSED);
            let style = format!("{:?} {:?}", cell.fg, cell.modifier);
            if blank || style == "Reset NONE" {
                line.push(if blank { ' ' } else { '.' });
                continue;
            }
            let index = known.iter().position(|one| *one == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            line.push(char::from(b'a' + index as u8));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for (index, style) in known.iter().enumerate() {
        text.push_str(&format!("{} {style}\n", char::from(b'a' + index as u8)));
    }
    text
}

#[test]
fn screens_of_gomoku_show_the_board_with_letters_numbers_and_the_last_pebble() {
    check_board("gomoku", Kind::Gomoku, 2, 9);
}

#[test]
fn screens_of_one_card_show_the_piles_the_attack_and_the_hand() {
    check_board("onecard", Kind::OneCard, 4, 6);
}

#[test]
fn screens_of_golf_show_the_layouts_and_the_piles() {
    check_board("golf", Kind::Golf, 4, 14);
}

#[test]
fn screens_of_chicago_show_the_trick_and_the_awards() {
    check_board("chicago-exchange", Kind::Chicago, 4, 4);
    check_board("chicago-tricks", Kind::Chicago, 4, 18);
}

#[test]
fn screens_of_sorry_show_the_ring_and_where_the_card_leads() {
    check_board("sorry", Kind::Sorry, 4, 61);
}

#[test]
fn no_size_and_no_moment_of_a_game_breaks_a_screen() {
    for kind in Kind::ALL {
        let most = kind.spec().max_seats;
        for seats in [2, most] {
            for steps in [0, 1, 2, 5, 17, 40] {
                let live = played(*kind, seats, steps, false);
                for you in [Some(0), None] {
                    let mut app = app_at(*kind, &*live, you);
                    for (width, height) in [(1, 1), (5, 3), (20, 8), (40, 12), (80, 24), (200, 60)] {
                        screen(&mut app, width, height);
                        for key in [Key::Right, Key::Down, Key::Char('3'), Key::Left, Key::Up] {
                            app.key(key);
                        }
                        screen(&mut app, width, height);
                    }
                }
            }
        }
    }
}

#[test]
fn screens_of_a_large_board_follow_the_cursor() {
    use game::Seed;
    use game::options::RawOptions;
    let face = Kind::Gomoku.face();
    let options = RawOptions::parse("size=25").unwrap();
    let live = face.deal(*face.rules().end(), &options, 2, game::Chance::new(Seed::from_number(1))).unwrap();
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    for _ in 0..12 {
        app.key(Key::Down);
    }
    let drawn = screen(&mut app, 80, 24);
    assert!(drawn.contains("\n 25 "), "{drawn}");
    assert!(!drawn.contains("\n   1 ") && !drawn.contains("\n  1 "), "{drawn}");
}

#[test]
fn screens_of_the_lobby_read_like_sentences() {
    let mut app = app();
    let tables = [info(Kind::Chicago, 4, "running"), info(Kind::Gomoku, 2, "finished")];
    let mut other = info(Kind::Golf, 3, "waiting");
    other["table"] = json!("0000000002");
    other["seats"][2]["occupant"] = json!("empty");
    let tables = [tables[0].clone(), other];
    app.take(
        0,
        message(json!({"lobby": {"tables": tables, "people_online": 5,
        "chat": [{"number": 1, "from": "Bo", "text": "anybody for golf?", "at": 0}]}})),
        0,
    );
    for size in [SMALL, WIDE] {
        check("lobby", &mut app, size);
        app.key(Key::Char('n'));
        check("new-table", &mut app, size);
        app.key(Key::Esc);
        app.key(Key::Char('?'));
        check("help", &mut app, size);
        app.key(Key::Esc);
    }
    app.key(Key::Char('o'));
    check("settings", &mut app, SMALL);
    app.key(Key::Esc);
    app.key(Key::Char('f'));
    "gol".chars().for_each(|letter| drop(app.key(Key::Char(letter))));
    app.key(Key::Enter);
    let filtered = screen(&mut app, 80, 24);
    assert!(filtered.contains("Tables with \"gol\" (1)") && !filtered.contains("Ann, Bo, Cy"), "{filtered}");
}

fn waiting_room() -> App {
    let mut app = app();
    let mut info = info(Kind::Chicago, 4, "waiting");
    info["seats"][3]["occupant"] = json!("empty");
    info["seats"][2]["occupant"] = json!({"bot": {"level": "hard"}});
    info["options"] = json!({"goal": 52});
    app.take(
        0,
        message(json!({"table": {"info": info, "you": 0, "seq": 1, "game_number": 0, "nth": 0, "seen": null,
        "draft": null, "deadlines": [], "result": null, "chat": [], "missed": []}})),
        0,
    );
    app.core.here = TABLE.parse().ok();
    app
}

#[test]
fn screens_of_the_waiting_room_name_the_seats() {
    check("waiting", &mut waiting_room(), SMALL);
}

#[test]
fn screens_of_results_name_the_winner_and_the_scores_of_each_game() {
    for kind in Kind::ALL {
        let live = played(*kind, 2, usize::MAX, false);
        let mut table = snapshot(*kind, &*live, Some(0));
        let seen = table["table"]["seen"].clone();
        table["table"]["result"] = json!({"winners": seen["outcome"]["winners"], "scores": seen["scores"],
            "abandoned": false, "replay_id": "ss439rrzy0-1"});
        let mut app = app();
        app.take(0, message(table), 0);
        app.core.here = TABLE.parse().ok();
        check(&format!("result-{kind}"), &mut app, SMALL);
    }
}

#[test]
fn a_small_screen_names_every_card_that_is_left() {
    let mut app = app_at(Kind::Sorry, &*played(Kind::Sorry, 4, 0, false), Some(0));
    let (width, height) = SMALL;
    assert!(screen(&mut app, width, height).contains("4×Sorry!"), "{}", screen(&mut app, width, height));
}

#[test]
fn nobody_is_asked_to_decide_in_a_game_that_was_ended_early() {
    let live = played(Kind::OneCard, 4, 0, false);
    let to_act = snapshot(Kind::OneCard, &*live, None)["table"]["seen"]["to_act"][0].as_u64().unwrap();
    let mut table = snapshot(Kind::OneCard, &*live, Some(to_act as u8));
    let mut app = app();
    app.take(0, message(table.clone()), 0);
    app.core.here = TABLE.parse().ok();
    let (width, height) = SMALL;
    assert!(screen(&mut app, width, height).contains("0 draws"));
    table["table"]["info"]["stage"] = json!("finished");
    table["table"]["result"] =
        json!({"winners": [], "scores": [0, 0, 0, 0], "abandoned": true, "replay_id": "ss439rrzy0-1"});
    app.take(0, message(table), 0);
    let ended = screen(&mut app, width, height);
    assert!(!ended.contains("0 draws") && !ended.contains('▸'), "{ended}");
}

#[test]
fn screens_of_finished_games_and_of_a_replay() {
    let mut app = app();
    super::replayed::open(&mut app, Kind::Chicago);
    app.key(Key::End);
    check("replay", &mut app, SMALL);
    check("replay", &mut app, WIDE);
    app.key(Key::Esc);
    let effects = app.key(Key::Char('g'));
    let [Effect::Fetch(wanted, _)] = &*effects else { panic!("{effects:?}") };
    app.fetched(wanted, Ok(super::replayed::games(Kind::Chicago)));
    check("games", &mut app, SMALL);
}

#[test]
fn screens_of_the_page_between_two_people_and_of_an_invitation() {
    let live = played(Kind::OneCard, 2, 4, true);
    check("hand-over", &mut super::handed::two(Kind::OneCard, &*live), SMALL);
    let mut app = waiting_room();
    app.key(Key::Char('i'));
    check("invitation", &mut app, WIDE);
}

#[test]
fn nothing_is_drawn_again_when_nothing_changes() {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    let live = played(Kind::Gomoku, 2, 4, true);
    let mut app = app_at(Kind::Gomoku, &*live, Some(0));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| app.draw(frame, 0)).unwrap();
    let before = terminal.backend().buffer().clone();
    terminal.draw(|frame| app.draw(frame, 5_000)).unwrap();
    assert!(before.diff(terminal.backend().buffer()).is_empty());
    assert!(app.wakes_at().is_none(), "no clock is in sight, so nothing wakes the client");
}

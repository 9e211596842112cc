//! Every key of the help does something.

use games::Kind;
use serde_json::json;

use super::table_fixture::{TABLE, app, app_at, info, message, played};
use crate::play::app::App;
use crate::play::connections::FetchPurpose;
use crate::play::core::Effect;
use crate::play::help::{self, Place};
use crate::play::keys::Key;

/// The keys that a line of the help names.
fn named(label: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    for word in label.split(' ') {
        keys.extend(match word {
            "↑" => vec![Key::Up],
            "↓" => vec![Key::Down],
            "←" => vec![Key::Left],
            "→" => vec![Key::Right],
            "arrows" => vec![Key::Up, Key::Down, Key::Left, Key::Right],
            "Home" => vec![Key::Home],
            "End" => vec![Key::End],
            "PgUp" => vec![Key::PageUp],
            "PgDn" => vec![Key::PageDown],
            "Enter" => vec![Key::Enter],
            "Space" => vec![Key::Char(' ')],
            "Esc" => vec![Key::Esc],
            "Tab" => vec![Key::Tab],
            "F1" => vec![Key::Help],
            "F2" => vec![Key::Settings],
            "F3" => vec![Key::Hint],
            "Ctrl-C" => vec![Key::Ctrl('c')],
            "Ctrl-L" => vec![Key::Redraw],
            "Ctrl-P" => vec![Key::Ctrl('p')],
            "Ctrl-N" => vec![Key::Ctrl('n')],
            "Ctrl-T" => vec![Key::Ctrl('t')],
            "1-9" | "1-6" | "1-5" => vec![Key::Char('1'), Key::Char('2')],
            // A typed move: its letters, then Enter, which stands there too.
            "h8" => vec![Key::Char('h')],
            word if word.chars().count() == 1 => word.chars().map(Key::Char).collect(),
            other => panic!("the help names {other:?}, which no test knows"),
        });
    }
    keys
}

/// A screen and what is typed, to see whether a key did anything.
fn state(app: &mut App) -> String {
    // With the styles, because the cursor is only a style and not a character.
    let shown = super::table_fixture::buffer(app, 100, 30);
    let (back, wakes_at) = (app.log_back, app.wakes_at());
    format!("{shown:?}{}{back}{wakes_at:?}{:?}", app.prompt, app.core.here)
}

fn lobby() -> App {
    let mut app = app();
    let tables: Vec<_> = (0..4)
        .map(|number| {
            let mut table = info(Kind::Golf, 3, "waiting");
            table["table"] = json!(format!("000000000{number}"));
            table["seats"][2]["occupant"] = json!("empty");
            table
        })
        .collect();
    app.take(0, message(json!({"lobby": {"tables": tables, "people_online": 5, "chat": []}})), 0);
    app.key(Key::Down);
    app
}

fn waiting(you: Option<u8>) -> App {
    let mut app = app();
    let mut info = info(Kind::Chicago, 4, "waiting");
    info["seats"][3]["occupant"] = json!("empty");
    info["seats"][2]["occupant"] = json!({"bot": {"level": "hard"}});
    app.take(
        0,
        message(
            json!({"table": {"info": info, "you": you, "seq": 1, "game_number": 0, "nth": 0, "seen": null,
        "draft": null, "deadlines": [], "result": null, "chat": [], "missed": []}}),
        ),
        0,
    );
    app.core.here = TABLE.parse().ok();
    app
}

fn finished() -> App {
    let mut app = app();
    let live = played(Kind::Gomoku, 2, 100_000, false);
    let mut snapshot = super::table_fixture::snapshot(Kind::Gomoku, &*live, Some(0));
    snapshot["table"]["result"] =
        json!({"winners": [0], "scores": [1, 0], "abandoned": false, "replay_id": format!("{TABLE}-1")});
    app.take(0, message(snapshot), 0);
    app.core.here = TABLE.parse().ok();
    app
}

/// A new table, at one of its settings.
fn form_at(row: usize) -> App {
    let mut app = app();
    app.key(Key::Char('n'));
    for _ in 0..row {
        app.key(Key::Down);
    }
    // In the middle of its values, so that it can go both ways.
    app.key(Key::Right);
    app
}

fn form() -> App {
    form_at(1)
}

/// The list of finished games, in its middle.
fn games() -> App {
    let mut app = app();
    app.key(Key::Char('g'));
    let game = |number: u32| {
        json!({"replay_id": format!("{TABLE}-{number}"), "game": "golf", "ended_at": 0, "public": true, "rated": false,
            "seats": [{"name": "Ann", "is_person": true, "won": true, "score": number}]})
    };
    let list = json!({"games": (1..=30).map(game).collect::<Vec<_>>(), "next": 7});
    app.fetched(&FetchPurpose::Games { before: None }, Ok(list.to_string()));
    for _ in 0..15 {
        app.key(Key::Down);
    }
    app
}

fn settings() -> App {
    let mut app = app();
    app.key(Key::Char('o'));
    app.key(Key::Down);
    app
}

#[test]
fn the_list_of_games_goes_on_where_it_ends() {
    let mut app = games();
    assert!(app.key(Key::Down).is_empty(), "the end is not in sight");
    let effects = app.key(Key::End);
    let [Effect::Fetch(wanted, path)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(path, "/api/people/Ann/games?before=7");
    assert!(app.key(Key::End).is_empty(), "it is asked for once");
    let older = json!({"games": [{"replay_id": "x-1", "game": "sorry", "seats": []}]}).to_string();
    app.fetched(wanted, Ok(older.clone()));
    app.fetched(wanted, Ok(older));
    let before = super::table_fixture::screen(&mut app, 80, 24);
    assert!(!before.contains("Further down"), "{before}");
    app.key(Key::End);
    let shown = super::table_fixture::screen(&mut app, 80, 24);
    assert_eq!(shown.matches("Sorry!").count(), 1, "{shown}");
}

#[test]
fn each_page_has_a_help_of_its_own() {
    for (situation, its_own) in [
        (&form as &dyn Fn() -> App, "open the table"),
        (&games, "the newest, the oldest of the list"),
        (&settings, "it is remembered"),
        (&lobby, "play that game at once, against bots"),
    ] {
        for key in [Key::Char('?'), Key::Help] {
            let mut app = situation();
            app.key(key);
            let shown = super::table_fixture::screen(&mut app, 80, 24);
            assert!(shown.contains(" Help ") && shown.contains(its_own), "{shown}");
            app.key(Key::Char('q'));
            assert!(app.overlay.is_none());
        }
    }
}

/// Each key does something in at least one of these situations.
#[track_caller]
fn check(place: Place, game: &str, situations: &[&dyn Fn() -> App]) {
    for (label, what) in help::keys(place, game) {
        for key in named(label) {
            let works = |situation: &&dyn Fn() -> App| {
                let mut app = situation();
                let before = state(&mut app);
                let effects = app.key(key.clone());
                !effects.is_empty() || state(&mut app) != before
            };
            assert!(situations.iter().any(works), "{place:?} {game}: {key:?} does not {what}");
        }
    }
}

#[test]
fn every_key_of_the_help_does_something() {
    check(Place::Lobby, "", &[&lobby]);
    check(Place::Waiting, "", &[&|| waiting(Some(0))]);
    check(Place::Watching, "", &[&|| waiting(None)]);
    check(Place::Finished, "", &[&finished]);
    let far = || {
        let mut app = app_at(Kind::Golf, &*played(Kind::Golf, 4, 40, true), Some(0));
        app.key(Key::Ctrl('p'));
        app
    };
    let another = || {
        let mut app = far();
        let mut second =
            super::table_fixture::snapshot(Kind::Gomoku, &*played(Kind::Gomoku, 2, 4, true), Some(0));
        second["table"]["info"]["table"] = json!("0000000002");
        app.take(0, message(second), 0);
        app
    };
    check(Place::EveryTable, "", &[&far, &another]);
    check(Place::Hints, "", &[&|| super::hinted::app_with_hints(Kind::Gomoku)]);
    let middle = || {
        let mut app = super::reviewed::reviewed(Kind::Gomoku);
        app.key(Key::Right);
        app.key(Key::Right);
        app
    };
    let unreviewed = || {
        let mut app = app();
        super::replayed::open(&mut app, Kind::Gomoku);
        app
    };
    check(Place::Replay, "", &[&middle, &unreviewed]);
    check(Place::NewTable, "", &[&form, &|| form_at(2), &|| form_at(4), &|| form_at(17)]);
    check(Place::Games, "", &[&games]);
    check(Place::Settings, "", &[&settings]);
    for kind in Kind::ALL {
        let at = |steps: usize| {
            move || {
                let mut app = app_at(*kind, &*played(*kind, 2, steps / 3 * 3, true), Some(0));
                // Near different edges, so that every arrow has somewhere to go.
                app.key([Key::Right, Key::Left, Key::Down][steps % 3].clone());
                app
            }
        };
        let situations: Vec<_> = (0..180).map(at).collect();
        let situations: Vec<&dyn Fn() -> App> =
            situations.iter().map(|one| one as &dyn Fn() -> App).collect();
        check(Place::Playing, kind.name(), &situations);
    }
}

#[test]
fn the_help_says_what_is_legal_and_why_not() {
    let mut said = 0;
    for kind in Kind::ALL {
        for steps in [0, 3, 9, 18, 30] {
            let app = app_at(*kind, &*played(*kind, 3, steps, true), Some(0));
            let table = app.core.table().unwrap();
            if table.info.stage != protocol::TableStage::Running {
                continue;
            }
            let help = app.core.help().join("\n");
            assert!(help.contains(&table.board.hint(&table.names())), "{help}");
            for sentence in table.board.why_not() {
                assert!(help.contains(&sentence), "{help}");
                said += 1;
            }
        }
    }
    assert!(said > 10, "{said}");
    let live = played(Kind::OneCard, 4, 6, true);
    let app = app_at(Kind::OneCard, &*live, Some(0));
    assert!(app.core.help().contains(&"Not now: 5♥ 7♦ Q♣ (neither spades nor a four).".to_owned()));
}

//! A client that sits at a table where a real game is under way.

use client::Incoming;
use game::face::{ChosenBy, LiveGame};
use game::options::RawOptions;
use game::{Seat, Seed, Viewer, Voice};
use games::Kind;
use protocol::{ServerMsg, Welcome};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};

use crate::play::app::App;
use crate::play::catalogue::Catalogue;
use crate::play::core::Core;
use crate::play::hot_seat::HotSeat;
use crate::play::look::Look;
use crate::play::model::Model;
use crate::play::settings::Settings;

pub(super) const TABLE: &str = "ss439rrzy0";
pub(super) const PLAIN_LOOK: Look = Look { ascii: false, colour: true, four_colours: false, light: false };

pub(super) fn message(value: Value) -> Incoming {
    let message: ServerMsg = serde_json::from_value(value).unwrap_or_else(|error| panic!("{error}"));
    Incoming::Message(Box::new(message))
}

pub(super) fn catalogue() -> Catalogue {
    let games: Vec<Value> = Kind::ALL.iter().map(|kind| serde_json::to_value(kind.spec()).unwrap()).collect();
    serde_json::from_value(json!({"games": games, "levels": ["random", "easy", "medium", "hard"]})).unwrap()
}

pub(super) fn core() -> Core {
    let welcome: Welcome =
        serde_json::from_value(json!({"version": 2, "name": "Ann", "token": "", "tables": []})).unwrap();
    Core {
        model: Model::new(catalogue(), &welcome),
        address: "http://localhost:8080".parse().unwrap(),
        here: None,
        is_local: false,
        has_device_link: false,
    }
}

pub(super) fn app() -> App {
    App::new(core(), HotSeat::alone(), PLAIN_LOOK, Settings::default())
}

/// A game dealt from a seed and played by choosing the n-th legal action each time.
pub(super) fn played(kind: Kind, seats: u8, steps: usize, until_seat_zero: bool) -> Box<dyn LiveGame> {
    let face = kind.face();
    let deal = |options: &str| {
        let options = RawOptions::parse(options).unwrap();
        face.deal(*face.rules().end(), &options, seats, game::Chance::new(Seed::from_number(7)))
    };
    // One pack is not enough for eight players of golf.
    let mut live = deal("").or_else(|_| deal("packs=2")).unwrap();
    let mut step = 0;
    while live.status().outcome().is_none() {
        let to_act = live.status().to_act();
        let own = to_act.contains(Seat::of(0));
        if step >= steps && (own || !until_seat_zero) {
            break;
        }
        let Some(seat) = to_act.first() else { break };
        let legal = live.legal_actions(seat);
        let action = &legal[(step * 7 + 3) % legal.len()];
        let tried =
            live.attempt(seat, action.get()).unwrap_or_else(|_| panic!("{kind} refused a legal action"));
        live.accept(tried, ChosenBy::Person);
        step += 1;
    }
    live
}

pub(super) fn info(kind: Kind, seats: u8, stage: &str) -> Value {
    let names = ["Ann", "Bo", "Cy", "Dee"];
    let seats: Vec<Value> = (0..seats)
        .map(|seat| {
            let occupant = match names.get(usize::from(seat)) {
                Some(name) => json!({"person": {"name": name, "program": false}}),
                None => json!({"bot": {"level": "hard"}}),
            };
            json!({"occupant": occupant, "presence": "connected", "played_by_bot": false, "wants_rematch": false})
        })
        .collect();
    json!({"table": TABLE, "game": kind.name(), "options": {}, "clock": 20, "seats": seats, "host": 0,
        "stage": stage, "watch_policy": "open", "watcher_count": 0, "private": false, "opened_at": 0})
}

/// The whole table as the server sends it.
pub(super) fn snapshot(kind: Kind, live: &dyn LiveGame, you: Option<u8>) -> Value {
    let viewer = you.map_or(Viewer::Watcher, |seat| Viewer::Seat(Seat::of(seat)));
    let mut seen = Vec::new();
    live.write_seen(viewer, &mut seen).unwrap();
    let seen: Value = serde_json::from_slice(&seen).unwrap();
    let names = ["Ann", "Bo", "Cy", "Dee"].map(str::to_owned).to_vec();
    let voice = Voice::new(names);
    let voice = match you {
        Some(seat) => voice.to(Seat::of(seat)),
        None => voice,
    };
    let events = live.events_after(None, viewer, &voice).into_iter().flatten();
    let events: Vec<_> = events.map(|event| json!({"event": {}, "text": event.text})).collect();
    let stage = if live.status().outcome().is_none() { "running" } else { "finished" };
    let nth = you.map_or(0, |seat| live.decisions(Seat::of(seat)));
    // Every action is an update; the events of all of them come as those of the last.
    let seq: u32 = Seat::all(live.seats()).map(|seat| live.decisions(seat)).sum();
    json!({"table": {"info": info(kind, live.seats(), stage), "you": you, "seq": seq, "game_number": 1, "nth": nth,
        "seen": seen, "draft": null, "deadlines": [], "result": null, "chat": [],
        "missed": [{"seq": seq, "events": events}]}})
}

/// A client that looks at this table.
pub(super) fn app_at(kind: Kind, live: &dyn LiveGame, you: Option<u8>) -> App {
    let mut app = app();
    app.take(0, message(snapshot(kind, live, you)), 0);
    app.core.here = TABLE.parse().ok();
    app
}

/// The screen as cells.
pub(super) fn buffer(app: &mut App, width: u16, height: u16) -> ratatui::buffer::Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame, 0)).unwrap();
    terminal.backend().buffer().clone()
}

/// The screen as text, one line a row, without the spaces at the ends.
pub(super) fn screen(app: &mut App, width: u16, height: u16) -> String {
    let buffer = buffer(app, width, height);
    let mut text = String::new();
    for row in 0..height {
        let line: String = (0..width).map(|column| buffer[(column, row)].symbol().to_owned()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

//! The lobby: the tables as sentences, and what can be done with them.

use protocol::{TableInfo, TableStage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::play::app::App;
use crate::play::boards::paint::{columns, fitting, put, short};
use crate::play::catalogue::Catalogue;
use crate::play::command::Command;
use crate::play::core::has_free_seat;
use crate::play::keys::Key;
use crate::play::look::{ALARM, BOLD, CAN, CURSOR, QUIET};
use crate::play::model::Link;

/// Where one is in the lobby.
#[derive(Clone, Debug, Default)]
pub(crate) struct LobbyPage {
    cursor: usize,
    pub(crate) filter: String,
    filtering: bool,
    /// Where the tables were drawn, and the first one shown.
    listed: (Rect, usize),
}

/// What a key in the lobby asks for.
pub(crate) enum LobbyDone {
    No,
    Quit,
    New,
    /// The game at this place of the list is to be played at once.
    Play(usize),
    /// Something is to be typed, with this beginning.
    Type(String),
    Run(Command),
}

impl LobbyPage {
    pub(crate) fn key(&mut self, key: &Key, tables: &[TableInfo]) -> LobbyDone {
        if self.filtering {
            match key {
                Key::Enter | Key::Down | Key::Up => self.filtering = false,
                Key::Esc => {
                    self.filter.clear();
                    self.filtering = false;
                }
                Key::Backspace => {
                    self.filter.pop();
                }
                Key::Char(letter) => self.filter.push(*letter),
                _ => {}
            }
            return LobbyDone::No;
        }
        let last = tables.len().saturating_sub(1);
        self.cursor = self.cursor.min(last);
        match key {
            Key::Up => self.cursor = self.cursor.saturating_sub(1),
            Key::Down => self.cursor = (self.cursor + 1).min(last),
            Key::PageUp => self.cursor = self.cursor.saturating_sub(10),
            Key::PageDown => self.cursor = (self.cursor + 10).min(last),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::Enter => return self.enter(tables),
            Key::Click(at) if self.listed.0.contains(*at) => {
                let index = usize::from(at.y - self.listed.0.y) + self.listed.1;
                if index == self.cursor {
                    return self.enter(tables);
                }
                self.cursor = index.min(last);
            }
            Key::Char('w') => {
                if let Some(info) = tables.get(self.cursor) {
                    return LobbyDone::Run(Command::Watch(info.table.to_string()));
                }
            }
            Key::Char(digit @ '1'..='9') => return LobbyDone::Play(*digit as usize - '1' as usize),
            Key::Char('n') => return LobbyDone::New,
            Key::Char('p') => return LobbyDone::Type("/play ".to_owned()),
            Key::Char('f') => self.filtering = true,
            Key::Char('t' | '\'') => return LobbyDone::Type("/say ".to_owned()),
            Key::Char('/') => return LobbyDone::Type("/".to_owned()),
            Key::Char('g') => return LobbyDone::Run(Command::Games(String::new())),
            Key::Char('d') => return LobbyDone::Run(Command::Device),
            Key::Char('o') | Key::Settings => return LobbyDone::Run(Command::Set(String::new())),
            Key::Char('q') => return LobbyDone::Quit,
            Key::Tab => {
                if let Some(info) = tables.first() {
                    return LobbyDone::Run(Command::Go(info.table.to_string()));
                }
            }
            Key::Esc => self.filter.clear(),
            _ => {}
        }
        LobbyDone::No
    }

    fn enter(&self, tables: &[TableInfo]) -> LobbyDone {
        let Some(info) = tables.get(self.cursor) else { return LobbyDone::New };
        LobbyDone::Run(if has_free_seat(info) {
            Command::Join(info.table.to_string())
        } else {
            Command::Watch(info.table.to_string())
        })
    }
}

/// The games, one key each; returns the rows they took.
fn draw_games(catalogue: &Catalogue, area: Rect, buffer: &mut Buffer) -> u16 {
    let count = catalogue.games.len().min(9) as u16;
    // On a low screen the tables matter more.
    if area.height < 12 + count {
        return 0;
    }
    put(buffer, area, (1, 2), "Play now", BOLD);
    put(buffer, area, (11, 2), "against bots, one key away", QUIET);
    let widest = catalogue.games.iter().map(|game| columns(&game.title)).max().unwrap_or(0) as u16;
    for (row, game) in catalogue.games.iter().take(9).enumerate() {
        let at = row as u16 + 3;
        put(buffer, area, (1, at), &(row + 1).to_string(), CAN);
        put(buffer, area, (3, at), &game.title, Style::new());
        let column = widest + 6;
        let room = usize::from(area.width.saturating_sub(column + 1));
        put(buffer, area, (column, at), &short(&game.summary, room), QUIET);
    }
    count + 2
}

pub(crate) fn draw(app: &mut App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let tables = app.core.listed(&app.lobby.filter);
    let model = &app.core.model;
    app.lobby.cursor = app.lobby.cursor.min(tables.len().saturating_sub(1));
    let people = if model.people_online == 1 {
        "1 person".to_owned()
    } else {
        format!("{} people", model.people_online)
    };
    put(buffer, area, (1, 0), "Parlor", BOLD);
    let about = format!("you are {} · {people} here · {}", model.name, app.core.address.http());
    put(buffer, area, (9, 0), &about, QUIET);
    if model.link != Link::Up {
        let state = match &model.link {
            Link::Ended(why) => why.clone(),
            _ => "connection lost".to_owned(),
        };
        let column = area.width.saturating_sub(columns(&state) as u16 + 1);
        put(buffer, area, (column, 0), &state, ALARM);
    }
    let games = draw_games(&model.catalogue, area, buffer);
    let rows = area.height.saturating_sub(3 + games);
    let chat_rows = (model.lobby_chat.len() as u16).min(rows / 3);
    let list_rows = rows.saturating_sub(2 + if chat_rows > 0 { chat_rows + 1 } else { 0 });
    let heading = match (&*app.lobby.filter, app.lobby.filtering) {
        ("", false) => format!("Tables ({})", tables.len()),
        (filter, true) => format!("Filter: {filter}"),
        (filter, false) => format!("Tables with {filter:?} ({})", tables.len()),
    };
    put(buffer, area, (1, 2 + games), &heading, BOLD);
    let list =
        Rect::new(area.x + 1, area.y + 3 + games, area.width.saturating_sub(2), list_rows).intersection(area);
    let first = (app.lobby.cursor + 1).saturating_sub(usize::from(list_rows.max(1)));
    let mut focus = None;
    if tables.is_empty() {
        put(buffer, list, (0, 0), "No table is open. Press n for a new one.", QUIET);
    }
    for (row, (index, info)) in tables.iter().enumerate().skip(first).take(usize::from(list_rows)).enumerate()
    {
        let own = model.tables.get(&info.table);
        let mark = match own {
            Some(table) if table.your_turn() => "your turn · ",
            Some(table) if table.you.is_some() => "yours · ",
            Some(_) => "watching · ",
            None => "",
        };
        let text = short(&format!("{mark}{}", app.core.sentence(info)), usize::from(list.width));
        let here = index == app.lobby.cursor;
        let style = if own.is_some_and(crate::play::table::TableState::your_turn) || has_free_seat(info) {
            CAN
        } else if info.stage == TableStage::Finished {
            QUIET
        } else {
            Style::new()
        };
        let padded = format!("{text:<width$}", width = usize::from(list.width));
        put(
            buffer,
            list,
            (0, row as u16),
            if here { &padded } else { &text },
            if here { style.patch(CURSOR) } else { style },
        );
        if here {
            focus = Some(Position::new(list.x, list.y + row as u16));
        }
    }
    let chat = Rect::new(area.x + 1, list.y + list.height + 1, area.width.saturating_sub(2), chat_rows)
        .intersection(area);
    let lines = model.lobby_chat.iter().rev().take(usize::from(chat_rows)).rev();
    for (row, line) in lines.enumerate() {
        put(buffer, chat, (0, row as u16), &short(line, usize::from(chat.width)), QUIET);
    }
    app.lobby.listed = (list, first);
    if app.lobby.filtering {
        draw_keys("Enter keeps the filter · Esc shows all tables", area, buffer);
        return Some(Position::new(area.x + 1 + columns(&heading) as u16, area.y + 2 + games));
    }
    if let Some(message) = app.told_now() {
        put(buffer, area, (1, area.height.saturating_sub(2)), &message, BOLD);
    }
    let keys = "Enter sit · w watch · n new · f filter · g games · o settings · ? help · q quit";
    draw_keys(keys, area, buffer);
    focus
}

fn draw_keys(keys: &str, area: Rect, buffer: &mut Buffer) {
    let keys = fitting(keys, usize::from(area.width.saturating_sub(1)));
    put(buffer, area, (1, area.height.saturating_sub(1)), keys, QUIET);
}

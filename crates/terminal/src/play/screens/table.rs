//! A table: the board in the middle, players and log beside it, what to do below it.

use protocol::{Clock, Occupant, Presence, TableStage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::play::app::App;
use crate::play::boards::Scene;
use crate::play::boards::paint::{columns, fitting, put, short, wrap};
use crate::play::core::ON_ITS_WAY;
use crate::play::look::{ALARM, BOLD, CAN, QUIET, seat_style};
use crate::play::model::Link;
use crate::play::table::{LineKind, TableState, seat_name};

pub(crate) fn draw(app: &mut App, area: Rect, buffer: &mut Buffer, now: u64) -> Option<Position> {
    let title = heading(app);
    put(buffer, area, (1, 0), &title, BOLD);
    let link = match &app.core.model.link {
        Link::Up => None,
        Link::Lost => Some("connection lost, trying again".to_owned()),
        Link::Ended(why) => Some(why.clone()),
    };
    if let Some(link) = &link {
        let column = area.width.saturating_sub(columns(link) as u16 + 1);
        put(buffer, area, (column, 0), link, ALARM);
    }
    let (board, side) = layout(area);
    let (message, log_back, look) = (app.told_now(), app.log_back, app.look);
    let next_player = app.next_player();
    let table = app.core.table_mut()?;
    if side.width > 0 {
        draw_side(table, side, buffer, now, log_back);
    }
    let names = table.names();
    let scene = Scene { look, names: &names };
    let waiting = table.info.stage == TableStage::Waiting;
    let focus = if waiting {
        draw_waiting(table, board, buffer);
        None
    } else {
        table.board.draw(&scene, board, buffer)
    };
    let status_row = area.height.saturating_sub(2);
    let (status, style) = status(table, &names);
    let mut is_long = false;
    match (message, next_player) {
        (Some(message), _) => {
            // A long one goes on in the line of the keys, which can be read again afterwards.
            let lines = wrap(&message, usize::from(area.width.saturating_sub(2)));
            for (row, line) in (status_row..).zip(lines.iter().take(2)) {
                put(buffer, area, (1, row), line, BOLD);
            }
            is_long = lines.len() > 1;
        }
        (None, Some(name)) => {
            put(
                buffer,
                area,
                (1, status_row),
                &format!("It is {name}'s turn: Enter hands the keyboard over."),
                CAN,
            );
        }
        (None, None) => put(buffer, area, (1, status_row), &status, style),
    }
    if !is_long {
        draw_keys(table, area, buffer);
    }
    if !waiting {
        app.flash.mark(board, buffer);
    }
    focus
}

/// The place of the board and that of players and log beside it; narrow screens have no side.
pub(crate) fn layout(area: Rect) -> (Rect, Rect) {
    let side_width = match area.width {
        110.. => 40,
        72.. => 27,
        _ => 0,
    };
    let body = Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(3));
    let gap = if side_width > 0 { 2 } else { 0 };
    let board = Rect::new(body.x, body.y, body.width.saturating_sub(side_width + gap), body.height);
    let side = Rect::new(board.x + board.width + gap, body.y, side_width, body.height);
    (board.intersection(area), side.intersection(area))
}

fn heading(app: &App) -> String {
    let Some(table) = app.core.table() else { return String::new() };
    let game = app.core.model.catalogue.title(&table.info.game);
    let others = app
        .core
        .model
        .tables
        .values()
        .filter(|other| other.your_turn() && Some(other.info.table) != app.core.here);
    let others = match others.count() {
        0 => String::new(),
        1 => " · your turn at another table (Tab)".to_owned(),
        count => format!(" · your turn at {count} other tables (Tab)"),
    };
    let watching = if table.you.is_none() { " · watching" } else { "" };
    format!("{game} · table {}{watching}{others}", table.info.table)
}

/// What to do now, in one sentence.
fn status(table: &TableState, names: &[String]) -> (String, Style) {
    match table.info.stage {
        TableStage::Waiting => {
            let free = table.info.seats.iter().filter(|seat| seat.occupant == Occupant::Empty).count();
            let seats = if free == 1 { "1 more player".to_owned() } else { format!("{free} more players") };
            (format!("Waiting for {seats}."), Style::new())
        }
        TableStage::Running if table.is_sent() => (ON_ITS_WAY.to_owned(), QUIET),
        TableStage::Running if table.info.paused => {
            (format!("Paused (/pause goes on). {}", table.board.hint(names)), CAN)
        }
        TableStage::Running if table.your_turn() => (table.board.hint(names), CAN),
        TableStage::Running => (table.board.hint(names), Style::new()),
        TableStage::Finished => {
            let text = match table.result.as_ref() {
                Some(result) if result.abandoned => table.abandoned().to_owned(),
                _ => table.board.hint(names),
            };
            let ready = table
                .you
                .and_then(|you| table.info.seats.get(you.index()))
                .is_some_and(|seat| seat.wants_rematch);
            let next = match (table.you, ready) {
                (Some(_), true) => " You want a rematch; the others are asked.",
                (Some(_), false) => " r: another game. v: see it again.",
                (None, _) => "",
            };
            (format!("{text}{next}"), BOLD)
        }
    }
}

/// The last line: the keys of the board, cut if need be, and at the right those that work everywhere.
fn draw_keys(table: &TableState, area: Rect, buffer: &mut Buffer) {
    let row = area.height.saturating_sub(1);
    let everywhere = if table.info.hints && table.your_turn() {
        "! hint · ? help · Esc lobby"
    } else {
        "? help · Esc lobby"
    };
    let column = area.width.saturating_sub(columns(everywhere) as u16 + 1);
    let own = match (table.info.stage, table.you) {
        (_, None) => "j sit down · t talk · l stop watching",
        (TableStage::Waiting, _) => "b add a bot · x remove one · s start · i invite · t talk · l leave",
        (TableStage::Running, _) => table.board.keys(),
        (TableStage::Finished, _) => "r rematch · v replay · t talk · l leave",
    };
    put(buffer, area, (1, row), fitting(own, usize::from(column).saturating_sub(3)), QUIET);
    put(buffer, area, (column, row), everywhere, QUIET);
}

fn draw_waiting(table: &TableState, area: Rect, buffer: &mut Buffer) {
    put(buffer, area, (0, 1), "Waiting room", BOLD);
    let mut row = 3;
    for (index, seat) in table.info.seats.iter().enumerate() {
        let who = match &seat.occupant {
            Occupant::Empty => "free".to_owned(),
            Occupant::Person { name, program } => {
                format!("{name}{}", if *program { " (program)" } else { "" })
            }
            Occupant::Bot { level } => format!("Bot {} ({level})", index + 1),
        };
        let you = if table.you.is_some_and(|you| you.index() == index) { " (you)" } else { "" };
        let host = if table.info.host.is_some_and(|host| host.index() == index) { " · host" } else { "" };
        let style = if seat.occupant == Occupant::Empty { QUIET } else { seat_style(index) };
        put(buffer, area, (0, row), &format!("{}. {who}{you}{host}", index + 1), style);
        row += 1;
    }
    row += 1;
    let options =
        table.info.options.0.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " ")));
    let clock = match table.info.clock {
        Clock::Off => "no clock".to_owned(),
        Clock::Seconds(seconds) => format!("{seconds} s for each decision"),
    };
    let mut settings = vec![clock];
    settings.extend(table.info.private.then(|| "private".to_owned()));
    settings.extend(table.info.rated.then(|| "rated".to_owned()));
    settings.extend(options);
    for line in wrap(&settings.join(", "), usize::from(area.width)) {
        put(buffer, area, (0, row), &line, QUIET);
        row += 1;
    }
    if table.is_host() {
        put(buffer, area, (0, row + 1), "The game starts when every seat is taken.", Style::new());
    }
}

/// `1:05`, and the last ten seconds in tenths of the whole are the same: nothing flickers.
fn clock_text(until: u64, now: u64) -> String {
    let seconds = until.saturating_sub(now).div_ceil(1000);
    match seconds {
        3600.. => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

fn draw_side(table: &TableState, area: Rect, buffer: &mut Buffer, now: u64, log_back: usize) {
    let mut row = 0;
    for (index, seat) in table.info.seats.iter().enumerate() {
        let is_you = table.you.is_some_and(|you| you.index() == index);
        let to_act = table.info.stage == TableStage::Running
            && game::Seat::new(index as u8).is_some_and(|seat| table.frame.to_act.contains(seat));
        let clock = table.deadlines.iter().find(|(seat, _)| seat.index() == index);
        let score =
            table.frame.scores.get(index).filter(|_| table.frame.scores.iter().any(|score| *score != 0));
        let right = match (score, clock) {
            (Some(score), Some((_, until))) => format!("{score:>4}  {}", clock_text(*until, now)),
            (None, Some((_, until))) => clock_text(*until, now),
            (Some(score), None) => format!("{score:>4}"),
            (None, None) => String::new(),
        };
        let you = if is_you { " (you)" } else { "" };
        let name = format!("{}{you}", seat_name(index, seat));
        let room = usize::from(area.width).saturating_sub(columns(&right) + 3);
        put(buffer, area, (0, row), if to_act { "▸" } else { " " }, CAN);
        let style = seat_style(index).patch(if to_act { BOLD } else { Style::new() });
        put(buffer, area, (2, row), &short(&name, room), style);
        put(buffer, area, (area.width.saturating_sub(columns(&right) as u16), row), &right, BOLD);
        row += 1;
        if let Some(state) = presence(table, index, now) {
            put(buffer, area, (4, row), &short(&state, usize::from(area.width).saturating_sub(4)), QUIET);
            row += 1;
        }
    }
    if table.info.watcher_count > 0 {
        put(buffer, area, (2, row), &format!("{} watching", table.info.watcher_count), QUIET);
        row += 1;
    }
    put(buffer, area, (0, row), &"─".repeat(area.width.into()), QUIET);
    row += 1;
    draw_log(
        table,
        Rect::new(area.x, area.y + row, area.width, area.height.saturating_sub(row)),
        buffer,
        log_back,
    );
}

fn presence(table: &TableState, index: usize, now: u64) -> Option<String> {
    let seat = table.info.seats.get(index)?;
    let away = match seat.presence {
        Presence::Left => "has left",
        Presence::Disconnected { .. } => "no connection",
        Presence::Connected | Presence::Thinking => "",
    };
    match (seat.presence, seat.played_by_bot) {
        (_, true) if away.is_empty() => Some("a bot plays".to_owned()),
        (_, true) => Some(format!("{away}, a bot plays")),
        (Presence::Disconnected { bot_in_ms: Some(ms), .. }, false) => {
            let left = (table.seats_at + u64::from(ms)).saturating_sub(now).div_ceil(1000);
            Some(format!("{away}, a bot in {left} s"))
        }
        _ if away.is_empty() => None,
        _ => Some(away.to_owned()),
    }
}

fn draw_log(table: &TableState, area: Rect, buffer: &mut Buffer, log_back: usize) {
    let lines = table.log.iter().rev().map(|line| {
        let style = match line.kind {
            LineKind::Event => Style::new(),
            LineKind::Chat => seat_style(2),
            LineKind::Table => BOLD,
        };
        (line.text.as_str(), style)
    });
    log_lines(lines, area, buffer, log_back);
}

/// Draws the end of a log, given newest first, with lines broken between words.
pub(crate) fn log_lines<'a>(
    newest_first: impl Iterator<Item = (&'a str, Style)>,
    area: Rect,
    buffer: &mut Buffer,
    log_back: usize,
) {
    let (width, rows) = (usize::from(area.width), usize::from(area.height));
    let mut lines: Vec<(String, Style)> = Vec::new();
    for (text, style) in newest_first {
        let wrapped = wrap(text, width.saturating_sub(1));
        for (index, text) in wrapped.into_iter().enumerate().rev() {
            lines.push((if index == 0 { text } else { format!(" {text}") }, style));
        }
        if lines.len() >= rows + log_back {
            break;
        }
    }
    let back = log_back.min(lines.len().saturating_sub(rows));
    for (row, (text, style)) in lines.iter().skip(back).take(rows).rev().enumerate() {
        put(buffer, area, (0, row as u16), text, *style);
    }
}

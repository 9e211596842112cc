//! A finished game, drawn step by step on its board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::table::{layout, log_lines};
use crate::play::boards::Scene;
use crate::play::boards::paint::put;
use crate::play::catalogue::Catalogue;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, Look, QUIET, seat_style};
use crate::play::replay::{Replay, STEP_MS};

/// What a key asks for.
pub(crate) enum ReplayDone {
    No,
    Close,
    /// The same game as another seat saw it.
    OtherView,
}

/// A key while a replay is shown; `now` is the client's clock.
pub(crate) fn key(replay: &mut Replay, key: &Key, calm: bool, now: u64) -> ReplayDone {
    let running = replay.next_at.take().is_some();
    match key {
        Key::Esc | Key::Char('q') => return ReplayDone::Close,
        Key::Right | Key::Down | Key::Enter => replay.go(1),
        Key::Left | Key::Up | Key::Backspace => replay.go(-1),
        Key::PageDown => replay.go(10),
        Key::PageUp => replay.go(-10),
        Key::Home => replay.go_to(0),
        Key::End => replay.go_to(usize::MAX),
        Key::Char(' ') if calm => replay.go(1),
        Key::Char(' ') if !running => replay.next_at = Some(now + STEP_MS),
        Key::Char('v') => return ReplayDone::OtherView,
        Key::Resized if running => replay.next_at = Some(now + STEP_MS),
        _ => {}
    }
    ReplayDone::No
}

pub(crate) fn draw(
    replay: &mut Replay,
    (catalogue, look): (&Catalogue, Look),
    message: Option<&str>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (at, last) = replay.step();
    if !replay.is_loaded() {
        put(buffer, area, (1, 0), "Replay", BOLD);
        put(buffer, area, (1, 2), message.unwrap_or("One moment…"), QUIET);
        put(buffer, area, (1, area.height.saturating_sub(1)), "Esc back", QUIET);
        return;
    }
    let view = match replay.seat.and_then(|seat| replay.names.get(usize::from(seat))) {
        Some(name) => format!("as {name} saw it"),
        None => "as watchers saw it".to_owned(),
    };
    let title = format!("Replay · {} · step {at} of {last} · {view}", catalogue.title(&replay.game));
    put(buffer, area, (1, 0), &title, BOLD);
    let (board, side) = layout(area);
    let names = replay.names.clone();
    replay.board.draw(&Scene { look, names: &names }, board, buffer);
    for (row, name) in names.iter().enumerate() {
        put(buffer, side, (2, row as u16), name, seat_style(row));
    }
    let row = names.len() as u16;
    put(buffer, side, (0, row), &"─".repeat(side.width.into()), QUIET);
    let below = Rect::new(side.x, side.y + row + 1, side.width, side.height.saturating_sub(row + 1));
    let lines = replay.lines();
    let lines = lines.iter().map(|line| (line.as_str(), Style::new()));
    log_lines(lines.rev(), below.intersection(area), buffer, 0);
    let told = message.map_or_else(|| replay.lines_of_step().join(" "), str::to_owned);
    put(buffer, area, (1, area.height.saturating_sub(2)), &told, Style::new());
    timeline(at, last, Rect::new(area.x + 1, area.y + area.height.saturating_sub(3), board.width, 1), buffer);
    let keys = "←→ step · PgUp PgDn ten · Home End · Space runs · v other view · Esc back";
    put(buffer, area, (1, area.height.saturating_sub(1)), keys, QUIET);
}

/// How far the game is, as a bar.
fn timeline(at: usize, last: usize, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let done = (width * at).checked_div(last).unwrap_or(width);
    put(buffer, area, (0, 0), &"━".repeat(done), CAN);
    put(buffer, area, (done as u16, 0), &"─".repeat(width.saturating_sub(done)), QUIET);
}

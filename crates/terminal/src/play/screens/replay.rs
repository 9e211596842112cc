//! A finished game, drawn step by step on its board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::review;
use super::table::{layout, log_lines};
use crate::play::boards::Scene;
use crate::play::boards::paint::{put, short, wrap};
use crate::play::catalogue::Catalogue;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, Look, QUIET, seat_style};
use crate::play::replay::{Replay, STEP_MS};
use crate::play::review::ReviewState;

/// What a key asks for.
pub(crate) enum ReplayDone {
    No,
    Close,
    /// Another view is shown: its steps may be missing.
    OtherView,
    AskReview,
    Tell(&'static str),
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
        Key::Char('v') if replay.is_loaded() => {
            let other = replay.next_seat();
            replay.go_to(replay.step().0);
            replay.look_as(other);
            return ReplayDone::OtherView;
        }
        Key::Char('r') => {
            replay.prefers_log = false;
            return match replay.review {
                ReviewState::Done(_) | ReviewState::Running(_) => ReplayDone::No,
                ReviewState::Loading | ReviewState::NotAsked | ReviewState::Problem(_) => {
                    ReplayDone::AskReview
                }
            };
        }
        Key::Tab => replay.prefers_log = !replay.prefers_log,
        Key::Char(way @ ('n' | 'p')) => {
            return match (replay.jump(*way == 'n'), replay.review.done()) {
                (true, _) => ReplayDone::OtherView,
                (false, None) => ReplayDone::Tell("Ask for the review first: r."),
                (false, Some(_)) => ReplayDone::Tell("No other decision that way cost much."),
            };
        }
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
    // How well a bot plays stands beside the board, where there is room for it.
    let plate = |name: &String| match name.split_once(" (") {
        Some((bot, _)) if bot.starts_with("Bot ") => bot.to_owned(),
        _ => name.clone(),
    };
    let names: Vec<String> = replay.names.iter().map(plate).collect();
    replay.board.draw(&Scene { look, names: &names }, board, buffer);
    match replay.review.done().filter(|_| !replay.prefers_log) {
        Some(found) => review::draw(found, replay, side, buffer),
        None => draw_log(replay, side.intersection(area), buffer),
    }
    timeline(at, last, Rect::new(area.x + 1, area.y + area.height.saturating_sub(3), board.width, 1), buffer);
    draw_step_text(replay, message, area, buffer);
    let keys = "←→ step · Space runs · v view · r review · n p costly · ? help · Esc back";
    put(buffer, area, (1, area.height.saturating_sub(1)), keys, QUIET);
}

fn draw_log(replay: &Replay, side: Rect, buffer: &mut Buffer) {
    for (row, name) in replay.names.iter().enumerate() {
        put(buffer, side, (2, row as u16), name, seat_style(row));
    }
    let row = replay.names.len() as u16;
    put(buffer, side, (0, row), &"─".repeat(side.width.into()), QUIET);
    let below = Rect::new(side.x, side.y + row + 1, side.width, side.height.saturating_sub(row + 1));
    let lines = replay.lines();
    let lines = lines.iter().map(|line| (line.as_str(), Style::new()));
    log_lines(lines.rev(), below.intersection(side), buffer, 0);
}

/// What happened in this step; or the costly decision that is looked at, which may need two lines.
fn draw_step_text(replay: &Replay, message: Option<&str>, area: Rect, buffer: &mut Buffer) {
    let bottom = area.height.saturating_sub(2);
    if let Some(message) = message {
        put(buffer, area, (1, bottom), message, BOLD);
        return;
    }
    let Some(decision) = replay.decision() else {
        let told = replay.review.progress().unwrap_or_else(|| replay.lines_of_step().join(" "));
        put(
            buffer,
            area,
            (1, bottom),
            &short(&told, usize::from(area.width.saturating_sub(2))),
            Style::new(),
        );
        return;
    };
    let width = usize::from(area.width.saturating_sub(2));
    let lines = wrap(&decision.sentence(&replay.names), width);
    for (row, line) in (bottom.saturating_sub(lines.len().min(2) as u16 - 1)..).zip(lines.iter().take(2)) {
        put(buffer, area, (1, row), &format!("{line:<width$}"), CAN);
    }
}

/// How far the game is, as a bar.
fn timeline(at: usize, last: usize, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let done = (width * at).checked_div(last).unwrap_or(width);
    put(buffer, area, (0, 0), &"━".repeat(done), CAN);
    put(buffer, area, (done as u16, 0), &"─".repeat(width.saturating_sub(done)), QUIET);
}

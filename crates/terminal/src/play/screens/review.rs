//! The review of a finished game beside its board: sums, a chart of the chances, the costly decisions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::play::boards::paint::{columns, put, short, wrap};
use crate::play::hint::percent;
use crate::play::look::{ALARM, BOLD, CAN, CURSOR, QUIET, seat_style};
use crate::play::replay::Replay;
use crate::play::review::{GameReview, LuckMethod, ReviewedDecision};

/// A sign for each seat, so that nobody needs colours.
const SIGNS: [&str; 4] = ["●", "○", "▲", "■"];
/// Columns for the numbers left of the chart.
const SCALE: u16 = 4;

pub(super) fn draw(review: &GameReview, replay: &Replay, area: Rect, buffer: &mut Buffer) {
    let mut row = draw_sums(review, replay, area, buffer);
    let rows = if area.height >= 26 { 9 } else { 5 };
    let place = Rect::new(area.x, area.y + row, area.width, rows + 1).intersection(area);
    draw_chart(review, replay.step().0, place, buffer);
    row += rows + 1;
    let width = usize::from(area.width);
    for line in review.sentences(&replay.names).iter().flat_map(|sentence| wrap(sentence, width)) {
        put(buffer, area, (0, row), &line, Style::new());
        row += 1;
    }
    let rest = Rect::new(area.x, area.y + row, area.width, area.height.saturating_sub(row));
    draw_costly(&review.costly(), replay, rest.intersection(area), buffer);
}

/// What each seat's decisions cost on average, and its luck; returns the rows that took.
fn draw_sums(review: &GameReview, replay: &Replay, area: Rect, buffer: &mut Buffer) -> u16 {
    let has_luck = review.luck_method != LuckMethod::None;
    let right = |row: u16, text: &str, style: Style, buffer: &mut Buffer| {
        put(buffer, area, (area.width.saturating_sub(columns(text) as u16), row), text, style);
    };
    right(0, if has_luck { "  cost    luck" } else { "  cost" }, QUIET, buffer);
    for (seat, sums) in review.seats.iter().enumerate() {
        let row = 1 + seat as u16;
        let mut numbers = format!("{:>6}", format!("{:.1} %", 100.0 * sums.mean_cost));
        if has_luck {
            numbers.push_str(&format!("{:>8}", format!("{:+.0} %", 100.0 * sums.luck)));
        }
        let room = usize::from(area.width).saturating_sub(columns(&numbers) + 3);
        put(buffer, area, (0, row), SIGNS[seat % SIGNS.len()], seat_style(seat));
        let name = replay.names.get(seat).map_or("?", String::as_str);
        put(buffer, area, (2, row), &short(name, room), seat_style(seat));
        right(row, &numbers, Style::new(), buffer);
    }
    1 + review.seats.len() as u16
}

/// Everybody's chance to win over the steps of the game, and below it where the costly decisions are.
fn draw_chart(review: &GameReview, at: usize, area: Rect, buffer: &mut Buffer) {
    let rows = area.height.saturating_sub(1);
    let width = usize::from(area.width.saturating_sub(SCALE));
    if rows < 2 || width < 2 {
        return;
    }
    for (row, label) in [(0, "100"), (rows / 2, " 50"), (rows - 1, "  0")] {
        put(buffer, area, (0, row), label, QUIET);
    }
    let step_of = |column: usize| column * review.steps / (width - 1);
    let column_of = |step: usize| SCALE + (step * (width - 1)).checked_div(review.steps).unwrap_or(0) as u16;
    for row in 0..rows {
        put(buffer, area, (SCALE, row), &"·".repeat(width), QUIET);
        put(buffer, area, (column_of(at), row), "│", QUIET);
    }
    // The first seat is drawn last: where lines meet, it stays in sight.
    for seat in (0..review.seats.len()).rev() {
        let chances = review.chances_at(seat, (0..width).map(step_of));
        for (column, chance) in (SCALE..).zip(chances) {
            let row = ((1.0 - chance) * f64::from(rows - 1)).round() as u16;
            put(buffer, area, (column, row), SIGNS[seat % SIGNS.len()], seat_style(seat));
        }
    }
    for decision in review.costly() {
        let style = if decision.grade > 2 { ALARM } else { CAN };
        put(buffer, area, (column_of(decision.step), rows), "▴", style);
    }
}

/// The costly decisions around the one that is looked at.
fn draw_costly(costly: &[&ReviewedDecision], replay: &Replay, area: Rect, buffer: &mut Buffer) {
    if costly.is_empty() {
        put(buffer, area, (0, 0), "No decision cost much.", QUIET);
        return;
    }
    put(buffer, area, (0, 0), "Costly decisions", BOLD);
    let (at, _) = replay.step();
    let here = replay.decision().map(|decision| decision.step);
    let next = costly.iter().position(|decision| decision.step >= here.unwrap_or(at)).unwrap_or(costly.len());
    let rows = usize::from(area.height.saturating_sub(1));
    let first = next.saturating_sub(rows / 2).min(costly.len().saturating_sub(rows));
    for (row, decision) in (1..).zip(costly.iter().skip(first).take(rows)) {
        let name = replay.names.get(usize::from(decision.seat)).map_or("?", String::as_str);
        let cost = percent(decision.cost.unwrap_or(0.0));
        let left = format!("{:>4} {:<2} {name}", decision.step, decision.grade_mark());
        let room = usize::from(area.width).saturating_sub(columns(&cost) + 1);
        let left = short(&left, room);
        let gap = room.saturating_sub(columns(&left)) + 1;
        let style = if here == Some(decision.step) { CURSOR } else { Style::new() };
        put(buffer, area, (0, row), &format!("{left}{:gap$}{cost}", ""), style);
    }
}

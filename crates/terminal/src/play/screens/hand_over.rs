//! Between two people at one keyboard: nothing of the table is in sight.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::play::boards::paint::{columns, put};
use crate::play::look::{BOLD, CAN, QUIET};

pub(crate) fn draw(name: &str, area: Rect, buffer: &mut Buffer) {
    let lines = [
        (format!("It is {name}'s turn."), BOLD),
        (String::new(), QUIET),
        ("Hand the keyboard over. The cards are hidden until then.".to_owned(), QUIET),
        (String::new(), QUIET),
        (format!("{name}: press Enter when nobody else is looking."), CAN),
    ];
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (row, (text, style)) in (top..).zip(lines) {
        let column = area.width.saturating_sub(columns(&text) as u16) / 2;
        put(buffer, area, (column, row), &text, style);
    }
}

//! Text over the page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use crate::play::app::Overlay;
use crate::play::boards::paint::{columns, put, wrap};

/// White and black whatever the terminal's own colours are.
const CODE: Style = Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(16));

/// A line broken between words. One that begins with spaces is set in columns: its last column is broken, and goes on below its
/// beginning.
fn broken(line: &str, width: usize) -> Vec<String> {
    if !line.starts_with(' ') {
        return wrap(line, width);
    }
    let last = line.trim_start().find("  ").map_or(line, |_| line.rsplit("  ").next().unwrap_or(line));
    let last = last.trim_start();
    let indent = columns(line) - columns(last);
    let mut lines = wrap(last, width.saturating_sub(indent).max(1));
    for (index, part) in lines.iter_mut().enumerate() {
        let before = if index == 0 { line[..line.len() - last.len()].to_owned() } else { " ".repeat(indent) };
        part.insert_str(0, &before);
    }
    lines
}

pub(crate) fn draw(overlay: &mut Overlay, area: Rect, buffer: &mut Buffer) {
    let width = area.width.saturating_sub(4).clamp(1, 84).min(area.width);
    let inner_width = usize::from(width.saturating_sub(4));
    let lines: Vec<String> = overlay.lines.iter().flat_map(|line| broken(line, inner_width)).collect();
    // A code that does not fit whole is of no use to a camera.
    let code_fits = overlay.code.len() + lines.len() + 2 <= usize::from(area.height)
        && overlay.code.first().is_none_or(|line| line.chars().count() <= inner_width);
    let code = if code_fits { &*overlay.code } else { &[] };
    let height = ((lines.len() + code.len()) as u16 + 2).min(area.height).max(3).min(area.height);
    let place =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let title = format!(" {} ", overlay.title);
    let block = Block::bordered().border_type(BorderType::Rounded);
    let block = if overlay.title.is_empty() { block } else { block.title(title) };
    let rows = usize::from(height.saturating_sub(2));
    overlay.scrolled = overlay.scrolled.min(lines.len().saturating_sub(rows));
    let more = lines.len() + code.len() > rows;
    let block =
        block.title_bottom(if more { " ↑↓ scroll · any key closes " } else { " any key closes " });
    let inner = block.inner(place);
    block.render(place, buffer);
    for (row, line) in lines.iter().skip(overlay.scrolled).take(rows).enumerate() {
        put(buffer, inner, (1, row as u16), line, Default::default());
    }
    for (row, line) in code.iter().enumerate() {
        let column = inner.width.saturating_sub(line.chars().count() as u16) / 2;
        put(buffer, inner, (column, (lines.len() + row) as u16), line, CODE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_goes_on_below_its_beginning() {
        assert_eq!(broken("one two three", 8), ["one two", "three"]);
        assert_eq!(
            broken("  p     the same with settings", 18),
            ["  p     the same", "        with", "        settings"]
        );
        assert_eq!(broken("  short", 18), ["  short"]);
        assert_eq!(broken("   25 %  place on a1", 40), ["   25 %  place on a1"]);
    }
}

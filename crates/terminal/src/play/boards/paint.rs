//! Drawing text into an area without leaving it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Writes a line at a place of the area, cut at its edge.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, (column, row): (u16, u16), text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if row < area.height && column < area.width {
        buffer.set_stringn(area.x + column, area.y + row, text, usize::from(area.width - column), style);
    }
}

/// Breaks text into lines of at most this many columns, between words where it can.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in words(text) {
        let mut word = word;
        while let Some(line) = lines.last_mut() {
            let used = columns(line);
            let gap = usize::from(used > 0);
            if used + gap + columns(word) <= width {
                if gap == 1 {
                    line.push(' ');
                }
                line.push_str(word);
                break;
            }
            if used > 0 {
                lines.push(String::new());
                continue;
            }
            // A word that is wider than the line is cut.
            let mut end = 0;
            for (at, letter) in word.char_indices() {
                if columns(&word[..at + letter.len_utf8()]) > width {
                    break;
                }
                end = at + letter.len_utf8();
            }
            let end = if end == 0 { word.chars().next().map_or(0, char::len_utf8) } else { end };
            line.push_str(&word[..end]);
            word = &word[end..];
            if word.is_empty() {
                break;
            }
            lines.push(String::new());
        }
    }
    lines
}

/// The words of a text. A number and its per cent sign stay together.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let ends = |(at, _): &(usize, &str)| !text[at + 1..].starts_with('%');
        let end = text.match_indices(' ').find(ends).map(|(at, _)| at);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    ratatui::text::Span::raw(text).width()
}

/// The text in at most this many columns, with an ellipsis if something is cut off.
pub(crate) fn short(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        cut.push(letter);
        if columns(&cut) >= width {
            cut.pop();
            break;
        }
    }
    cut.push('…');
    cut
}

/// As many of the keys as there is room for; none is cut in two.
pub(crate) fn fitting(keys: &str, width: usize) -> &str {
    let ends = keys.match_indices(" · ").map(|(at, _)| at).chain([keys.len()]);
    let fits = ends.filter(|end| columns(&keys[..*end]) <= width).last();
    &keys[..fits.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_long_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh x", 3), ["abc", "def", "gh", "x"]);
        assert_eq!(wrap("wins 54 %. Or", 8), ["wins", "54 %. Or"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(fitting("a one · b two · c three", 16), "a one · b two");
        assert_eq!(fitting("a one", 3), "");
        assert_eq!(short("abcdef", 4), "abc…");
        assert_eq!(short("abcd", 4), "abcd");
    }
}

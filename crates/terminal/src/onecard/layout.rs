//! Text in lines and columns, with and without colour.

use cards::Suit;

/// Colours, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    /// What stands out.
    pub(super) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What stays in the background.
    pub(super) fn quiet(self, text: &str) -> String {
        self.with("2", text)
    }

    /// In the colour of a suit; the black ones keep the colour of the terminal, which may be white on black.
    pub(super) fn suit(self, suit: Suit, text: &str) -> String {
        match suit {
            Suit::Hearts | Suit::Diamonds => self.with("31", text),
            Suit::Spades | Suit::Clubs => text.to_owned(),
        }
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A text of known width, already painted.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    width: usize,
    painted: String,
}

impl Cell {
    /// Painted so that the width stays that of the plain text.
    pub(super) fn new(plain: &str, paint: impl FnOnce(&str) -> String) -> Self {
        Self { width: plain.chars().count(), painted: paint(plain) }
    }
}

/// Cells in columns, filled from top to bottom: one column up to `rows` cells, then as many as are needed and fit.
pub(super) fn columns(cells: &[Cell], rows: usize, width: usize) -> Vec<String> {
    const GAP: usize = 3;
    let widest = cells.iter().map(|cell| cell.width).max().unwrap_or(0);
    let fitting = ((width + GAP) / (widest + GAP)).max(1);
    let wanted = cells.len().div_ceil(rows.max(1)).max(1);
    let height = cells.len().div_ceil(wanted.min(fitting));
    let line = |row: usize| {
        let mut line = String::new();
        let mut owed = 0;
        for cell in cells.iter().skip(row).step_by(height.max(1)) {
            line.push_str(&" ".repeat(owed));
            line.push_str(&cell.painted);
            owed = widest + GAP - cell.width;
        }
        line
    };
    (0..height).map(line).collect()
}

/// Words broken into lines of at most this many characters; the later lines are set in by two.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
            Some(_) => lines.push(format!("  {word}")),
        }
    }
    lines
}

/// How many places of the screen a line takes: colours take none.
pub(super) fn visible_width(line: &str) -> usize {
    let mut in_code = false;
    let visible = line.chars().filter(|&letter| match (in_code, letter) {
        (false, '\x1b') => {
            in_code = true;
            false
        }
        (true, _) => {
            in_code = letter != 'm';
            false
        }
        (false, _) => true,
    });
    visible.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_fill_columns_from_top_to_bottom_and_colours_take_no_room() {
        let cells: Vec<_> = ["a", "bb", "c", "d", "e"]
            .iter()
            .map(|text| Cell::new(text, |t| Paint(true).strong(t)))
            .collect();
        let plain = |lines: Vec<String>| {
            lines.iter().map(|line| line.replace("\x1b[1m", "").replace("\x1b[0m", "")).collect::<Vec<_>>()
        };
        assert_eq!(plain(columns(&cells, 5, 80)), ["a", "bb", "c", "d", "e"]);
        assert_eq!(plain(columns(&cells, 3, 80)), ["a    d", "bb   e", "c"]);
        assert_eq!(plain(columns(&cells, 1, 8)), ["a    d", "bb   e", "c"]);
        assert_eq!(columns(&[], 3, 80), Vec::<String>::new());
        assert_eq!(visible_width(&columns(&cells, 3, 80)[0]), 6);
    }

    #[test]
    fn words_are_wrapped_and_set_in() {
        assert_eq!(wrap("one two three four", 9), ["one two", "  three", "  four"]);
        assert_eq!(wrap("", 9), Vec::<String>::new());
    }
}

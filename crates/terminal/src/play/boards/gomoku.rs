//! Gomoku: a cursor on the crossings, letters and numbers as players write them.

use game::SeenOf;
use games::gomoku::{Action, Crossing, Gomoku};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use serde_json::Value;

use super::paint::put;
use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::Choice;
use crate::play::keys::Key;
use crate::play::look::{ACCENT, BOLD, CURSOR, QUIET, seat_style};

const PEBBLES: [&str; 3] = ["●", "○", "▲"];
/// Columns before the first crossing: the number of the row.
const MARGIN: u16 = 3;

/// The board of Gomoku.
#[derive(Default)]
pub(super) struct GomokuBoard {
    seen: Option<SeenOf<Gomoku>>,
    choices: Vec<Choice>,
    cursor: Option<Crossing>,
    drawn: Option<Drawn>,
}

/// How the board was drawn: where the first crossing is and which one, how many are shown each way, and how far apart.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    origin: Position,
    first: Crossing,
    shown: (i8, i8),
    step: (u16, u16),
}

/// Columns and rows from one crossing to the next: wide with lines between them if there is room for the whole board.
const fn step(lines: i8, area: Rect) -> (u16, u16) {
    let lines = lines as u16;
    if area.width >= MARGIN + 4 * lines && area.height >= 2 * lines + 2 { (4, 2) } else { (2, 1) }
}

/// The lines that meet at a crossing, as one sign.
const fn grid_sign(x: i8, y: i8, last: i8) -> &'static str {
    match (x == 0, x == last, y == 0, y == last) {
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (_, _, _, true) => "┴",
        _ => "┼",
    }
}

impl GomokuBoard {
    fn lines(&self) -> u8 {
        self.seen.as_ref().map_or(15, |seen| seen.lines())
    }

    fn your_turn(&self) -> bool {
        !self.choices.is_empty()
    }

    fn here(&self) -> Crossing {
        let middle = self.lines() as i8 / 2;
        self.cursor.unwrap_or(Crossing::new(middle, middle))
    }

    fn move_cursor(&mut self, across: i8, down: i8) -> Reaction {
        let (here, last) = (self.here(), self.lines() as i8 - 1);
        self.cursor = Some(Crossing::new((here.x + across).clamp(0, last), (here.y + down).clamp(0, last)));
        Reaction::Moved
    }

    fn place(&self, at: Crossing) -> Reaction {
        let Some(seen) = &self.seen else { return Reaction::Ignored };
        if !self.your_turn() {
            return Reaction::Tell("It is not your turn.".to_owned());
        }
        if !seen.is_free(at) {
            return Reaction::Tell(format!("There is a pebble on {at} already."));
        }
        Reaction::Act(json(Action::Place(at)))
    }

    fn draw_row(
        &self,
        seen: &SeenOf<Gomoku>,
        y: i8,
        columns: std::ops::Range<i8>,
        (area, row, step): (Rect, u16, (u16, u16)),
        buffer: &mut Buffer,
    ) {
        let is_wide = step.0 > 2;
        let last = self.lines() as i8 - 1;
        let number = format!("{:>2} ", y + 1);
        put(buffer, area, (0, row), &number, QUIET);
        for (column, x) in columns.enumerate() {
            let at = Crossing::new(x, y);
            let column = MARGIN + 1 + step.0 * column as u16;
            if is_wide && x < last {
                put(buffer, area, (column + 1, row), "───", QUIET);
            }
            if is_wide && y < last {
                put(buffer, area, (column, row + 1), "│", QUIET);
            }
            let wins = seen.winning.iter().any(|row| row.crossings().any(|crossing| crossing == at));
            let (symbol, mut style) = match seen.pebble(at) {
                Some(seat) => (PEBBLES[seat.index() % 3], seat_style(seat.index()).patch(BOLD)),
                None if is_wide => (grid_sign(x, y, last), QUIET),
                None => ("·", QUIET),
            };
            if wins {
                style = style.fg(ACCENT).add_modifier(Modifier::UNDERLINED);
            }
            if self.here() == at && seen.outcome.is_none() && seen.you.is_some() {
                style = style.remove_modifier(Modifier::DIM).patch(CURSOR);
            }
            put(buffer, area, (column, row), symbol, style);
            let brackets = if wins {
                Some(("[", "]"))
            } else if seen.last == Some(at) {
                Some(("(", ")"))
            } else {
                None
            };
            if let Some((left, right)) = brackets {
                put(buffer, area, (column - 1, row), left, BOLD);
                put(buffer, area, (column + 1, row), right, BOLD);
            }
        }
    }
}

/// The part of `count` lines that `room` shows around the cursor.
fn window(count: i8, room: i8, cursor: i8) -> std::ops::Range<i8> {
    let room = room.clamp(1, count.max(1));
    let first = (cursor - room / 2).clamp(0, (count - room).max(0));
    first..first + room
}

impl Board for GomokuBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let seen: SeenOf<Gomoku> = read_seen::<Gomoku>(seen)?;
        let place = |action: &Action| {
            let word = action.crossing().to_string();
            Choice { action: json(action), label: format!("Place on {word}"), typed: word.to_lowercase() }
        };
        self.choices = seen.legal.iter().map(place).collect();
        self.seen = Some(seen);
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        if self.your_turn() {
            // The crossing under the cursor is named where it could be meant.
            let here = self.here();
            let named = if seen.is_free(here) { format!(" ({here})") } else { String::new() };
            return format!("Your turn: put a pebble on a free crossing{named}.");
        }
        waiting(seen.you, seen.to_act, seen.outcome, names)
    }

    fn describe(&self, names: &[String]) -> Vec<String> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let lines = self.lines();
        let last = Crossing::new(lines as i8 - 1, lines as i8 - 1);
        let corners = format!("A1 is the upper left corner, {last} the lower right one");
        let mut sentences = vec![format!("The board has {lines} by {lines} lines: {corners}.")];
        for seat in game::Seat::all(seen.seats) {
            let own = Crossing::all(lines).filter(|at| seen.pebble(*at) == Some(seat));
            let places: Vec<_> = own.map(|at| at.to_string()).collect();
            let who =
                if seen.you == Some(seat) { "You" } else { names.get(seat.index()).map_or("?", |name| name) };
            let list = if places.is_empty() { "no pebbles".to_owned() } else { places.join(" ") };
            sentences.push(format!("{who}: {list}."));
        }
        if let Some(last) = seen.last {
            sentences.push(format!("The last pebble is on {last}."));
        }
        sentences
    }

    fn at_turn(&self, _names: &[String]) -> Vec<String> {
        // Every pebble was logged when it was placed.
        Vec::new()
    }

    fn why_not(&self) -> Vec<String> {
        match &self.seen {
            Some(seen) if self.your_turn() && seen.last.is_some() => {
                vec!["A crossing with a pebble is taken: only free ones can be chosen.".to_owned()]
            }
            Some(seen) if seen.outcome.is_none() && seen.you.is_some() => {
                vec!["You cannot put a pebble now: it is not your turn.".to_owned()]
            }
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let lines = seen.lines() as i8;
        let step = step(lines, area);
        let wide = (area.width.saturating_sub(MARGIN + 1) / step.0).min(100) as i8;
        let high = (area.height.saturating_sub(2).div_ceil(step.1)).min(100) as i8;
        let (columns, rows) = (window(lines, wide, self.here().x), window(lines, high, self.here().y));
        for (column, x) in columns.clone().enumerate() {
            let letter = Crossing::column_letter(x).unwrap_or(' ').to_string();
            let column = MARGIN + 1 + step.0 * column as u16;
            put(buffer, area, (column, 0), &letter, QUIET);
        }
        for (row, y) in rows.clone().enumerate() {
            self.draw_row(seen, y, columns.clone(), (area, step.1 * row as u16 + 1, step), buffer);
        }
        let mut column = MARGIN;
        let below = step.1 * (rows.len() as u16 - 1) + 2;
        for seat in game::Seat::all(seen.seats) {
            let text = format!(" {} {} ", PEBBLES[seat.index() % 3], scene.name(seat));
            let style = if seen.to_act.contains(seat) { BOLD } else { Style::new() };
            put(buffer, area, (column, below), &text, seat_style(seat.index()).patch(style));
            column += super::paint::columns(&text) as u16 + 1;
        }
        let origin = Position::new(area.x + MARGIN + 1, area.y + 1);
        let here = self.here();
        let focus = Position::new(
            origin.x + step.0 * (here.x - columns.start) as u16,
            origin.y + step.1 * (here.y - rows.start) as u16,
        );
        let shown = (columns.len() as i8, rows.len() as i8);
        self.drawn = Some(Drawn { origin, first: Crossing::new(columns.start, rows.start), shown, step });
        Some(focus)
    }

    fn point_at(&mut self, action: &Value) {
        if let Ok(action) = serde_json::from_value::<Action>(action.clone()) {
            self.cursor = Some(action.crossing());
        }
    }

    fn key(&mut self, key: &Key) -> Reaction {
        match key {
            Key::Left => self.move_cursor(-1, 0),
            Key::Right => self.move_cursor(1, 0),
            Key::Up => self.move_cursor(0, -1),
            Key::Down => self.move_cursor(0, 1),
            Key::Home => self.move_cursor(-100, 0),
            Key::End => self.move_cursor(100, 0),
            Key::PageUp => self.move_cursor(0, -5),
            Key::PageDown => self.move_cursor(0, 5),
            Key::Enter | Key::Char(' ') => self.place(self.here()),
            Key::Click(at) => {
                let Some(Drawn { origin, first, shown: (wide, high), step }) = self.drawn else {
                    return Reaction::Ignored;
                };
                // A click beside a crossing is meant for the nearest one.
                let (near_x, near_y) = (step.0 / 2, (step.1 - 1) / 2);
                if at.y + near_y < origin.y || at.x + near_x < origin.x {
                    return Reaction::Ignored;
                }
                let (across, down) =
                    ((at.x + near_x - origin.x) / step.0, (at.y + near_y - origin.y) / step.1);
                if across >= wide as u16 || down >= high as u16 {
                    return Reaction::Ignored;
                }
                let clicked = Crossing::new(first.x + across as i8, first.y + down as i8);
                // The first click shows where, the second one plays: a slip costs nothing.
                if self.cursor == Some(clicked) {
                    return self.place(clicked);
                }
                self.cursor = Some(clicked);
                Reaction::Moved
            }
            _ => Reaction::Ignored,
        }
    }

    fn read(&self, text: &str) -> Option<Value> {
        Crossing::parse(text.trim()).map(|at| json(Action::Place(at)))
    }

    fn keys(&self) -> &'static str {
        "arrows move · Enter places · or type h8"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_typed_as_the_edges_of_the_board_name_it() {
        let board = GomokuBoard::default();
        for text in ["d3", "D3", " d3 "] {
            assert_eq!(board.read(text), Some(json(Action::place(3, 2))), "{text}");
        }
        assert_eq!(board.read("a1"), Some(json(Action::place(0, 0))));
        assert_eq!(board.read("x"), None);
    }

    #[test]
    fn a_board_that_is_too_large_follows_the_cursor() {
        assert_eq!(window(15, 20, 7), 0..15);
        assert_eq!(window(25, 10, 0), 0..10);
        assert_eq!(window(25, 10, 24), 15..25);
        assert_eq!(window(25, 10, 12), 7..17);
    }
}

//! Any game: what the seat sees as text, and a list of what can be done.

use game::{Outcome, Seat, SeatSet};
use games::Kind;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value;

use super::paint::{columns, put, short};
use super::{Board, Reaction, Scene, waiting};
use crate::play::choice::{self, Choice};
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, CURSOR, QUIET};

/// A board for any game.
pub(super) struct GenericBoard {
    game: String,
    you: Option<Seat>,
    to_act: SeatSet,
    outcome: Option<Outcome>,
    lines: Vec<String>,
    choices: Vec<Choice>,
    cursor: usize,
    /// The first line of the text that is shown.
    scrolled: usize,
    /// Where the list of choices was drawn, and the first one shown.
    listed: (Rect, usize),
}

impl GenericBoard {
    pub(super) fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            you: None,
            to_act: SeatSet::default(),
            outcome: None,
            lines: Vec::new(),
            choices: Vec::new(),
            cursor: 0,
            scrolled: 0,
            listed: (Rect::ZERO, 0),
        }
    }

    /// The game's own drawing if this program has its rules, else the view as an outline.
    fn text(&self, seen: &Value) -> Vec<String> {
        let drawing = self.game.parse::<Kind>().ok().and_then(|kind| kind.face().text(&seen.to_string()));
        match drawing {
            Some(text) => text.lines().map(str::to_owned).collect(),
            None => {
                let mut lines = Vec::new();
                outline(&seen["view"], 0, &mut lines);
                lines
            }
        }
    }
}

/// A value as indented lines: `name: value`, lists of plain values in one line.
fn outline(value: &Value, depth: usize, lines: &mut Vec<String>) {
    let Value::Object(fields) = value else {
        lines.push(format!("{:indent$}{}", "", inline(value), indent = 2 * depth));
        return;
    };
    for (name, value) in fields {
        let name = name.replace('_', " ");
        let nested = match value {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(items) => items.iter().any(|item| item.is_object() || item.is_array()),
            _ => false,
        };
        if !nested {
            lines.push(format!("{:indent$}{name}: {}", "", inline(value), indent = 2 * depth));
            continue;
        }
        lines.push(format!("{:indent$}{name}:", "", indent = 2 * depth));
        match value {
            Value::Array(items) => {
                for (index, item) in (1..).zip(items) {
                    lines.push(format!("{:indent$}{index}. {}", "", inline(item), indent = 2 * depth + 2));
                }
            }
            _ => outline(value, depth + 1, lines),
        }
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields =
                fields.iter().map(|(name, value)| format!("{} {}", name.replace('_', " "), inline(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
    }
}

impl Board for GenericBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let part = |name: &str| seen[name].clone();
        let wrong = |error: serde_json::Error| error.to_string();
        self.you = serde_json::from_value(part("you")).map_err(wrong)?;
        self.to_act = serde_json::from_value(part("to_act")).map_err(wrong)?;
        self.outcome = serde_json::from_value(part("outcome")).map_err(wrong)?;
        self.lines = self.text(seen);
        self.choices = match &seen["legal"] {
            Value::Array(actions) => actions.iter().cloned().map(choice::plain).collect(),
            // The list follows from the view by a rule of a game that this program does not know.
            _ => Vec::new(),
        };
        self.cursor = self.cursor.min(self.choices.len().saturating_sub(1));
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        match self.choices.len() {
            0 => waiting(self.you, self.to_act, self.outcome, names),
            1 => format!("Your turn: {}.", self.choices[0].label),
            count => format!("Your turn: choose one of {count}."),
        }
    }

    fn describe(&self, _names: &[String]) -> Vec<String> {
        self.lines.clone()
    }

    fn draw(&mut self, _scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let count = self.choices.len() as u16;
        let rows = if count == 0 { 0 } else { count.min(area.height / 2).max(1) + 1 };
        let text_rows = usize::from(area.height.saturating_sub(rows));
        self.scrolled = self.scrolled.min(self.lines.len().saturating_sub(text_rows));
        let shown = self.lines.iter().skip(self.scrolled).take(text_rows);
        for (row, line) in shown.enumerate() {
            put(buffer, area, (0, row as u16), line, Default::default());
        }
        if self.lines.len() > text_rows && text_rows > 0 {
            let more = " PageUp, PageDown: more ";
            let column = area.width.saturating_sub(columns(more) as u16);
            put(buffer, area, (column, text_rows as u16 - 1), more, QUIET);
        }
        if count == 0 {
            return None;
        }
        let top = area.height - rows;
        put(buffer, area, (0, top), "You can:", BOLD);
        let list = usize::from(rows - 1);
        let first = (self.cursor + 1).saturating_sub(list).min(self.choices.len().saturating_sub(list));
        self.listed = (Rect::new(area.x, area.y + top + 1, area.width, rows - 1), first);
        let mut focus = None;
        for (row, (index, choice)) in self.choices.iter().enumerate().skip(first).take(list).enumerate() {
            let here = index == self.cursor;
            let text = format!(
                "{:>3}  {}",
                index + 1,
                short(&choice.label, usize::from(area.width).saturating_sub(6))
            );
            let row = top + 1 + row as u16;
            put(buffer, area, (0, row), &text, if here { CURSOR } else { CAN });
            if here {
                focus = Some(Position::new(area.x + 1, area.y + row));
            }
        }
        focus
    }

    fn point_at(&mut self, action: &Value) {
        let index = self.choices.iter().position(|choice| choice.action == *action);
        self.cursor = index.unwrap_or(self.cursor);
    }

    fn key(&mut self, key: &Key) -> Reaction {
        let last = self.choices.len().saturating_sub(1);
        match key {
            Key::Up => self.cursor = self.cursor.saturating_sub(1),
            Key::Down => self.cursor = (self.cursor + 1).min(last),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::PageUp => self.scrolled = self.scrolled.saturating_sub(8),
            Key::PageDown => self.scrolled += 8,
            Key::Enter => {
                return match self.choices.get(self.cursor) {
                    Some(choice) => Reaction::Act(choice.action.clone()),
                    None => Reaction::Ignored,
                };
            }
            Key::Click(at) if self.listed.0.contains(*at) => {
                let index = usize::from(at.y - self.listed.0.y) + self.listed.1;
                return match self.choices.get(index) {
                    Some(choice) if index == self.cursor => Reaction::Act(choice.action.clone()),
                    Some(_) => {
                        self.cursor = index;
                        Reaction::Moved
                    }
                    None => Reaction::Ignored,
                };
            }
            _ => return Reaction::Ignored,
        }
        Reaction::Moved
    }

    fn read(&self, text: &str) -> Option<Value> {
        // For a game that has no text form, JSON can still be typed.
        serde_json::from_str(text).ok().filter(|value: &Value| value.is_object() || value.is_string())
    }

    fn keys(&self) -> &'static str {
        "arrows choose · Enter does it · or type its words"
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_game_that_nobody_knows_can_be_played() {
        let mut board = GenericBoard::new("pig");
        let seen = json!({"you": 0, "seats": 2, "turn": 3, "to_act": [0], "scores": [4, 0], "sheet": [],
            "outcome": null, "legal": ["roll", "hold"], "view": {"saved": [4, 0], "this_turn": 5, "dice": {"last": 5}}});
        board.see(&seen).unwrap();
        assert_eq!(board.lines, ["dice:", "  last: 5", "saved: 4, 0", "this turn: 5"]);
        assert_eq!(board.hint(&[]), "Your turn: choose one of 2.");
        assert_eq!(board.key(&Key::Down), Reaction::Moved);
        assert_eq!(board.key(&Key::Enter), Reaction::Act(json!("hold")));
        assert!(board.see(&json!({})).is_err(), "what is not a view is said to be none");
    }
}

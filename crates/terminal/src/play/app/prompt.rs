//! What is being typed, in the last line.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::App;
use crate::play::boards::paint::{columns, put};
use crate::play::choice;
use crate::play::core::Effect;
use crate::play::keys::Key;
use crate::play::look::CAN;

impl App {
    pub(super) fn prompt_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Enter => {
                let text = std::mem::take(&mut self.prompt);
                let reply = self.core.line(&text);
                return self.told(reply);
            }
            Key::Esc | Key::Ctrl('u') => self.prompt.clear(),
            Key::Backspace => {
                self.prompt.pop();
            }
            Key::Ctrl('w') => {
                let kept = self.prompt.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.prompt.truncate(kept);
            }
            Key::Tab => self.complete(),
            Key::Help => self.show("Help", self.core.help()),
            Key::Char(letter) => self.prompt.push(letter),
            Key::Paste(text) => self.prompt.push_str(text.lines().next().unwrap_or_default()),
            _ => {}
        }
        // A longer line would be refused by the server.
        let end = self.prompt.char_indices().nth(protocol::MAX_CHAT_LENGTH + 16).map(|(at, _)| at);
        self.prompt.truncate(end.unwrap_or(self.prompt.len()));
        Vec::new()
    }

    fn complete(&mut self) {
        if let Some(begun) = self.prompt.strip_prefix('/') {
            let (text, more) = crate::play::command::complete(begun, &self.core.model.catalogue);
            self.prompt = format!("/{text}");
            self.tell_rest(&more);
            return;
        }
        let Some(table) = self.core.table() else { return };
        let (text, more) = choice::complete(table.board.choices(), &self.prompt);
        self.prompt = text;
        self.tell_rest(&more);
    }

    fn tell_rest(&mut self, more: &[String]) {
        if !more.is_empty() {
            self.message = Some(more.join("  "));
        }
    }
}

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if app.prompt.is_empty() {
        return None;
    }
    let room = usize::from(area.width.saturating_sub(4));
    let mut shown = app.prompt.as_str();
    while columns(shown) > room {
        let first = shown.chars().next().map_or(0, char::len_utf8);
        shown = &shown[first..];
    }
    put(buffer, area, (1, 0), "› ", CAN);
    put(buffer, area, (3, 0), shown, Style::new());
    Some(Position::new(area.x + 3 + columns(shown) as u16, area.y))
}

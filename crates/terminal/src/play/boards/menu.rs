//! A short list of actions with a cursor, for boards where there is nothing to point at.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Reaction;
use super::paint::{put, short};
use crate::play::choice::Choice;
use crate::play::keys::Key;
use crate::play::look::{CAN, CURSOR};

/// The cursor of a list, and where it was drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Menu {
    pub(super) cursor: usize,
    area: Rect,
}

impl Menu {
    pub(super) fn draw(&mut self, choices: &[Choice], area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.cursor = self.cursor.min(choices.len().saturating_sub(1));
        self.area = Rect::new(area.x, area.y, area.width, area.height.min(choices.len() as u16));
        let mut focus = None;
        for (index, choice) in choices.iter().enumerate().take(area.height.into()) {
            let here = index == self.cursor;
            let text =
                format!("{} {}", index + 1, short(&choice.label, usize::from(area.width).saturating_sub(3)));
            put(buffer, area, (0, index as u16), &text, if here { CURSOR } else { CAN });
            if here {
                focus = Some(Position::new(area.x, area.y + index as u16));
            }
        }
        focus
    }

    pub(super) fn point_at(&mut self, action: &serde_json::Value, choices: &[Choice]) {
        let index = choices.iter().position(|choice| choice.action == *action);
        self.cursor = index.unwrap_or(self.cursor);
    }

    pub(super) fn key(&mut self, key: &Key, choices: &[Choice]) -> Reaction {
        let last = choices.len().saturating_sub(1);
        match key {
            Key::Up | Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Down | Key::Right => self.cursor = (self.cursor + 1).min(last),
            Key::Char(digit @ '1'..='9') => self.cursor = (*digit as usize - '1' as usize).min(last),
            Key::Enter | Key::Char(' ') => {
                return match choices.get(self.cursor) {
                    Some(choice) => Reaction::Act(choice.action.clone()),
                    None => Reaction::Tell("It is not your turn.".to_owned()),
                };
            }
            Key::Click(at) if self.area.contains(*at) => {
                let index = usize::from(at.y - self.area.y);
                if index == self.cursor {
                    return choices
                        .get(index)
                        .map_or(Reaction::Ignored, |choice| Reaction::Act(choice.action.clone()));
                }
                self.cursor = index.min(last);
            }
            _ => return Reaction::Ignored,
        }
        Reaction::Moved
    }
}

//! What a person likes, one line each.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::play::boards::paint::put;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CURSOR, QUIET};
use crate::play::settings::{SETTINGS, Settings};

/// The cursor of the page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SettingsPage {
    cursor: usize,
}

/// What a key asks for.
pub(crate) enum SettingsDone {
    No,
    Close,
    Changed,
}

impl SettingsPage {
    pub(crate) fn key(&mut self, key: &Key, settings: &mut Settings) -> SettingsDone {
        match key {
            Key::Esc | Key::Char('q') => return SettingsDone::Close,
            Key::Up => self.cursor = self.cursor.saturating_sub(1),
            Key::Down | Key::Tab => self.cursor = (self.cursor + 1).min(SETTINGS.len() - 1),
            Key::Enter | Key::Char(' ') | Key::Left | Key::Right => {
                if let Some(setting) = settings.at(self.cursor) {
                    *setting = !*setting;
                    return SettingsDone::Changed;
                }
            }
            _ => {}
        }
        SettingsDone::No
    }
}

pub(crate) fn draw(
    page: SettingsPage,
    mut settings: Settings,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    put(buffer, area, (1, 0), "Settings", BOLD);
    let mut focus = None;
    for (index, (name, about)) in SETTINGS.iter().enumerate() {
        let (row, here) = (index as u16 + 2, index == page.cursor);
        let on = settings.at(index).is_some_and(|on| *on);
        let text = format!("{} {name:<13}", if on { "[x]" } else { "[ ]" });
        put(buffer, area, (1, row), &text, if here { CURSOR } else { Default::default() });
        put(buffer, area, (20, row), about, QUIET);
        if here {
            focus = Some(Position::new(area.x + 2, area.y + row));
        }
    }
    let keys = "↑↓ choose · Space changes · Esc back; they are remembered";
    put(buffer, area, (1, area.height.saturating_sub(1)), keys, QUIET);
    focus
}

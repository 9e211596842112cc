//! Keys as this client knows them: few, and the same on every terminal.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Position;

/// Something that was done at the keyboard or with the mouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Char(char),
    Ctrl(char),
    Enter,
    Esc,
    Backspace,
    Delete,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Help,
    Settings,
    Hint,
    /// Everything is to be drawn again: something else has written on the terminal.
    Redraw,
    /// Text that was pasted, in one piece.
    Paste(String),
    Click(Position),
    /// The window has another size.
    Resized,
}

impl Key {
    /// What an event of the terminal means here, if anything.
    pub(crate) fn of(event: Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Self::of_key(key),
            Event::Paste(text) => Some(Self::Paste(text)),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Self::Click(Position::new(mouse.column, mouse.row)))
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => Some(Self::PageUp),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => Some(Self::PageDown),
            Event::Resize(..) => Some(Self::Resized),
            _ => None,
        }
    }

    fn of_key(key: KeyEvent) -> Option<Self> {
        Some(match key.code {
            KeyCode::Char('l') if key.modifiers.contains(KeyModifiers::CONTROL) => Self::Redraw,
            KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                Self::Ctrl(letter.to_ascii_lowercase())
            }
            KeyCode::Char(letter) => Self::Char(letter),
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Esc,
            KeyCode::Backspace => Self::Backspace,
            KeyCode::Delete => Self::Delete,
            KeyCode::Tab => Self::Tab,
            KeyCode::BackTab => Self::BackTab,
            KeyCode::Up => Self::Up,
            KeyCode::Down => Self::Down,
            KeyCode::Left => Self::Left,
            KeyCode::Right => Self::Right,
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            KeyCode::PageUp => Self::PageUp,
            KeyCode::PageDown => Self::PageDown,
            KeyCode::F(1) => Self::Help,
            KeyCode::F(2) => Self::Settings,
            KeyCode::F(3) => Self::Hint,
            _ => return None,
        })
    }
}

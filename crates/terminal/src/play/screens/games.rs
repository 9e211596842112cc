//! The person's finished games.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::play::boards::paint::{put, short};
use crate::play::catalogue::Catalogue;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CURSOR, QUIET};
use crate::play::replay::{FinishedGame, FinishedGames};

/// The list, once it is there.
#[derive(Debug, Default)]
pub(crate) struct GamesPage {
    games: Option<Vec<FinishedGame>>,
    /// Where the list goes on.
    next: Option<u64>,
    /// A page is on its way.
    asked: Option<u64>,
    cursor: usize,
    listed: (Rect, usize),
}

/// What a key asks for.
pub(crate) enum GamesDone {
    No,
    Close,
    /// This game is to be seen, from this seat.
    Watch(String, Option<u8>),
    /// The list is to go on from here.
    More(u64),
}

impl GamesPage {
    /// Adds a page of the list; one that failed can be requested again.
    pub(crate) fn take(
        &mut self,
        before: Option<u64>,
        page: Result<FinishedGames, String>,
    ) -> Result<(), String> {
        let asked = self.asked.take();
        let page = page?;
        // What was asked for twice is listed once.
        if before.is_none() || before == asked {
            self.games.get_or_insert_default().extend(page.games);
            self.next = page.next;
        }
        Ok(())
    }

    /// Asks for more when the end of the list is in sight.
    fn more(&mut self, last: usize) -> GamesDone {
        match self.next {
            Some(next) if self.asked.is_none() && self.cursor + 1 >= last => {
                self.asked = Some(next);
                GamesDone::More(next)
            }
            _ => GamesDone::No,
        }
    }

    pub(crate) fn key(&mut self, key: &Key) -> GamesDone {
        let games = self.games.as_deref().unwrap_or_default();
        let last = games.len().saturating_sub(1);
        match key {
            Key::Esc | Key::Char('q') => return GamesDone::Close,
            Key::Up => self.cursor = self.cursor.saturating_sub(1),
            Key::Down => {
                self.cursor = (self.cursor + 1).min(last);
                return self.more(last);
            }
            Key::PageUp => self.cursor = self.cursor.saturating_sub(10),
            Key::PageDown => {
                self.cursor = (self.cursor + 10).min(last);
                return self.more(last);
            }
            Key::Home => self.cursor = 0,
            Key::End => {
                self.cursor = last;
                return self.more(last);
            }
            Key::Enter => return self.watch(),
            Key::Click(at) if self.listed.0.contains(*at) => {
                let index = usize::from(at.y - self.listed.0.y) + self.listed.1;
                if index == self.cursor {
                    return self.watch();
                }
                self.cursor = index.min(last);
            }
            _ => {}
        }
        GamesDone::No
    }

    fn watch(&self) -> GamesDone {
        let game = self.games.as_deref().unwrap_or_default().get(self.cursor);
        game.map_or(GamesDone::No, |game| GamesDone::Watch(game.replay_id.clone(), game.own_seat()))
    }
}

pub(crate) fn draw(
    page: &mut GamesPage,
    catalogue: &Catalogue,
    message: Option<&str>,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    put(buffer, area, (1, 0), "Your finished games", BOLD);
    let rows = usize::from(area.height.saturating_sub(4));
    let first = (page.cursor + 1).saturating_sub(rows.max(1));
    let games = page.games.as_deref().unwrap_or_default();
    if games.is_empty() {
        let text = if page.games.is_some() { "No game is finished yet." } else { "One moment…" };
        put(buffer, area, (1, 2), text, QUIET);
    }
    let width = usize::from(area.width.saturating_sub(2));
    let mut focus = None;
    for (row, (index, game)) in games.iter().enumerate().skip(first).take(rows).enumerate() {
        let text = short(&game.sentence(&catalogue.title(&game.game)), width);
        let (row, here) = (row as u16 + 2, index == page.cursor);
        let text = if here { format!("{text:<width$}") } else { text };
        put(buffer, area, (1, row), &text, if here { CURSOR } else { Style::new() });
        if here {
            focus = Some(Position::new(area.x + 1, area.y + row));
        }
    }
    page.listed = (
        Rect::new(area.x + 1, area.y + 2, area.width.saturating_sub(2), rows as u16).intersection(area),
        first,
    );
    let more = page.next.map(|_| "Further down are older ones.");
    if let Some(message) = message.or(more) {
        put(buffer, area, (1, area.height.saturating_sub(2)), message, BOLD);
    }
    let keys = "↑↓ choose · Enter shows it step by step · Esc back";
    put(buffer, area, (1, area.height.saturating_sub(1)), keys, QUIET);
    focus
}

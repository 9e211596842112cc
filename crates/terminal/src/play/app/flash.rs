//! What changed on a board is marked for a moment, so that nobody has to search for it.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// How long a change is marked, in milliseconds.
const FLASH_MS: u64 = 450;

/// The board as it was drawn last, and until when changes to it are marked.
#[derive(Default)]
pub(crate) struct Flash {
    drawn: Option<(Rect, Vec<Cell>)>,
    /// What is compared with, while something is marked.
    before: Option<(Rect, Vec<Cell>)>,
    until: Option<u64>,
}

impl Flash {
    /// Something happened: what the next drawing shows differently is marked.
    pub(crate) fn begin(&mut self, now: u64) {
        if self.until.is_none() {
            self.before.clone_from(&self.drawn);
        }
        self.until = self.before.is_some().then_some(now + FLASH_MS);
    }

    /// A key was pressed, or time has passed: nothing is marked any longer than needed.
    pub(crate) fn end(&mut self, now: u64) {
        if self.until.is_some_and(|until| until <= now) {
            self.stop();
        }
    }

    pub(crate) fn stop(&mut self) {
        self.until = None;
        self.before = None;
    }

    pub(crate) const fn ends_at(&self) -> Option<u64> {
        self.until
    }

    /// Marks what is different on the board that was just drawn, and remembers it unmarked.
    pub(crate) fn mark(&mut self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let cells: Vec<Cell> = area.positions().map(|at| buffer[at].clone()).collect();
        let comparable = self.before.as_ref().filter(|(place, _)| self.until.is_some() && *place == area);
        if let Some((_, before)) = comparable {
            for ((at, before), now) in area.positions().zip(before).zip(&cells) {
                if before.symbol() != now.symbol() && now.symbol() != " " {
                    buffer[at].modifier.insert(Modifier::REVERSED);
                }
            }
        }
        self.drawn = Some((area, cells));
    }
}

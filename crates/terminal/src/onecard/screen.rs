//! The screen: pages that follow each other without a trace of the one before.
//!
//! On a terminal the pages are on the alternate screen, so that the earlier content is restored when the game is left,
//! and each page begins with a clear. A page that was too long for the screen may have left lines in the scrollback of
//! some terminals: then that is cleared as well. In a pipe nothing is ever cleared.

use std::io::{self, Write};

use crossterm::QueueableCommand;
use crossterm::cursor::MoveTo;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};

use super::Failure;
use super::layout::{Paint, visible_width};

/// Where pages are shown.
pub(super) struct Screen<'a> {
    out: &'a mut dyn Write,
    terminal: bool,
    paint: Paint,
    size: &'a dyn Fn() -> (u16, u16),
    entered: bool,
    /// How many lines the page has taken so far.
    lines: usize,
}

impl<'a> Screen<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        terminal: bool,
        paint: Paint,
        size: &'a dyn Fn() -> (u16, u16),
    ) -> Self {
        Self { out, terminal, paint, size, entered: false, lines: 0 }
    }

    /// The colours.
    pub(super) const fn paint(&self) -> Paint {
        self.paint
    }

    /// Columns and lines. A terminal that does not know its size is an old one.
    pub(super) fn size(&self) -> (usize, usize) {
        match (self.size)() {
            (0, _) | (_, 0) => (80, 24),
            (columns, lines) => (columns.into(), lines.into()),
        }
    }

    /// Shows a new page; nothing of the old one is left.
    pub(super) fn page(&mut self, text: &str) -> Result<(), Failure> {
        self.turn_page().map_err(Failure::Screen)?;
        self.say(text)
    }

    /// Adds to the page.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.count(text);
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Failure::Screen)
    }

    /// Leaves the pages for good: the terminal is as it was before the first.
    pub(super) fn leave(&mut self) -> Result<(), Failure> {
        if !self.entered {
            return Ok(());
        }
        self.entered = false;
        let left = self.clear().and_then(|()| give_back(self.out));
        left.map_err(Failure::Screen)
    }

    fn turn_page(&mut self) -> io::Result<()> {
        if self.terminal {
            if !self.entered {
                self.out.queue(EnterAlternateScreen)?;
                self.entered = true;
            }
            self.clear()?;
        }
        self.lines = 0;
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.out.queue(Clear(ClearType::All))?.queue(MoveTo(0, 0))?;
        if self.lines >= self.size().1 {
            self.out.queue(Clear(ClearType::Purge))?;
        }
        Ok(())
    }

    fn count(&mut self, text: &str) {
        let columns = self.size().0;
        self.lines +=
            text.split('\n').map(|line| visible_width(line).div_ceil(columns).max(1)).sum::<usize>();
    }
}

impl Drop for Screen<'_> {
    /// Also when the log fails in the middle: the message must be seen.
    fn drop(&mut self) {
        // An error cannot be shown any more.
        let _ = self.leave();
    }
}

/// Wipes the page and goes back to the screen that was there before.
pub(super) fn give_back(out: &mut dyn Write) -> io::Result<()> {
    out.queue(Clear(ClearType::All))?.queue(MoveTo(0, 0))?.queue(LeaveAlternateScreen)?;
    out.flush()
}

//! What a viewer knows: everything, for nothing is hidden.

use game::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::{Crossing, GameEnd, Gomoku, LineText, Row};

/// The table as anybody sees it.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The board from the top, a text for each row: `.` is a free crossing, `1` a pebble of the first seat,
    /// `2` of the second, `3` of the third.
    pub rows: Vec<LineText>,
    /// How many pebbles lie on the board.
    pub pebbles: u16,
    /// Where the last pebble was put.
    pub last: Option<Crossing>,
    /// The rows that won. One pebble can complete up to four.
    pub winning: Vec<Row>,
    /// How it came to the end.
    pub end: Option<GameEnd>,
}

impl Gomoku {
    pub(super) fn build_view(&self, _: Viewer) -> View {
        let line = |y| LineText::of(self.board.letters(y, self.lines));
        View {
            rows: (0..self.lines as i8).map(line).collect(),
            pebbles: self.pebbles(),
            last: self.last,
            winning: self.winning_rows(),
            end: self.end,
        }
    }
}

impl View {
    /// Lines of the board each way.
    #[must_use]
    pub fn lines(&self) -> u8 {
        self.rows.len() as u8
    }

    /// Whose pebble lies on the crossing; nobody's beside the board.
    #[must_use]
    pub fn pebble(&self, crossing: Crossing) -> Option<Seat> {
        // Rows come from a position or from JSON, which could hold anything.
        self.letter(crossing)?.checked_sub(b'1').and_then(Seat::new)
    }

    /// Whether a pebble can be put on the crossing.
    #[must_use]
    pub fn is_free(&self, crossing: Crossing) -> bool {
        self.letter(crossing) == Some(b'.')
    }

    fn letter(&self, crossing: Crossing) -> Option<u8> {
        let row = self.rows.get(usize::try_from(crossing.y).ok()?)?;
        row.as_bytes().get(usize::try_from(crossing.x).ok()?).copied()
    }
}

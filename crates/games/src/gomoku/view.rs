//! What a viewer knows: everything, for nothing is hidden.

use game::{Game, Outcome, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use super::{Action, Crossing, GameEnd, Gomoku, LineText, Row};

/// The table as anybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Where the viewer sits.
    pub you: Option<Seat>,
    /// How many play.
    pub seats: u8,
    /// The board from the top, a text for each row: `.` is a free crossing, `1` a pebble of the first seat,
    /// `2` of the second, `3` of the third.
    pub rows: Vec<LineText>,
    /// How many pebbles lie on the board.
    pub pebbles: u16,
    /// Whose turn it is; nobody's when the game is over.
    pub to_act: SeatSet,
    /// Where the last pebble was put.
    pub last: Option<Crossing>,
    /// The rows that won. One pebble can complete up to four.
    pub winning: Vec<Row>,
    /// How it came to the end.
    pub end: Option<GameEnd>,
    /// Who won.
    pub outcome: Option<Outcome>,
    /// What the viewer can do now, by row, then by column.
    pub legal: Vec<Action>,
}

impl View {
    pub(super) fn of(position: &Gomoku, viewer: Viewer) -> Self {
        let line = |y| LineText::of(position.lines, |x| position.board.letter(Crossing::new(x as i8, y)));
        let mut legal = Vec::new();
        if let Some(seat) = viewer.seat() {
            position.legal_actions(seat, &mut legal);
        }
        Self {
            you: viewer.seat(),
            seats: position.seats,
            rows: (0..position.lines as i8).map(line).collect(),
            pebbles: position.pebbles(),
            to_act: position.status().to_act(),
            last: position.last,
            winning: position.winning_rows(),
            end: position.end,
            outcome: position.status().outcome(),
            legal,
        }
    }

    /// Lines of the board each way.
    #[must_use]
    pub fn lines(&self) -> u8 {
        self.rows.len() as u8
    }

    /// Whose pebble lies on the crossing; nobody's beside the board.
    #[must_use]
    pub fn pebble(&self, crossing: Crossing) -> Option<Seat> {
        let row = self.rows.get(usize::try_from(crossing.y).ok()?)?;
        let letter = *row.as_bytes().get(usize::try_from(crossing.x).ok()?)?;
        // Rows come from a position or from JSON, which could hold anything.
        letter.checked_sub(b'1').filter(|number| *number < self.seats).and_then(Seat::new)
    }
}

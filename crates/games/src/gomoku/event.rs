//! What can happen, and how it is described.

use game::{Seat, Voice};
use serde::{Deserialize, Serialize};

use super::{Crossing, Row};

/// How a game came to its end.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// A row of five: somebody has won.
    Row,
    /// No crossing is free: a draw.
    BoardFull,
    /// Every window of five crossings holds two colours: a draw.
    NoRowLeft,
}

/// What can happen. All of it lies open.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A game begins on an empty board.
    Begun {
        /// How many play.
        seats: u8,
        /// Lines of the board each way.
        lines: u8,
        /// Who begins.
        first: Seat,
    },
    /// A pebble was put on the board.
    Placed {
        /// The seat it concerns.
        seat: Seat,
        /// The crossing.
        at: Crossing,
    },
    /// The last pebble won.
    Won {
        /// Who won.
        seat: Seat,
        /// The rows it completed: one as a rule, up to four.
        rows: Vec<Row>,
    },
    /// Nobody has won and nobody will.
    Drawn {
        /// What ended the game.
        why: GameEnd,
    },
}

impl Event {
    pub(super) fn sentence(&self, voice: &Voice) -> String {
        match self {
            Self::Begun { seats, lines, first } => format!(
                "The board has {lines} by {lines} lines, {seats} play, {}.",
                if voice.is_you(*first) {
                    "and you begin".to_owned()
                } else {
                    format!("and {} begins", voice.inner_name(*first))
                }
            ),
            Self::Placed { seat, at } => {
                let mut sentence = voice.does(*seat, "put", "puts");
                sentence.push_str(" a pebble on ");
                at.write_to(&mut sentence);
                sentence.push('.');
                sentence
            }
            Self::Won { seat, rows } => {
                let rows: Vec<_> = rows.iter().map(|row| row_in_words(*row)).collect();
                format!("{} with {}.", voice.does(*seat, "win", "wins"), rows.join(", and "))
            }
            Self::Drawn { why: GameEnd::NoRowLeft } => {
                "Nobody can make five in a row any more: a draw.".to_owned()
            }
            Self::Drawn { why: GameEnd::BoardFull | GameEnd::Row } => "The board is full: a draw.".to_owned(),
        }
    }
}

fn row_in_words(row: Row) -> String {
    // Two rows of four and the pebble between them are the longest row that one pebble completes.
    let count = match row.length() {
        5 => "five".to_owned(),
        6 => "six".to_owned(),
        7 => "seven".to_owned(),
        8 => "eight".to_owned(),
        9 => "nine".to_owned(),
        other => other.to_string(),
    };
    format!("{count} in a row from {} to {}", row.from, row.to)
}

//! Why a choice is a good one, in words.

use game::{Seat, Voice};
use serde::{Deserialize, Serialize};

/// What speaks for a crossing.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It completes five in a row.
    Completes {},
    /// Somebody else would complete five in a row there.
    StopsFive {
        /// The opponent it is about.
        seat: Seat,
    },
    /// It makes four of a row of five.
    MakesFour {
        /// On how many crossings the next pebble would complete it.
        ways: u8,
    },
    /// Somebody else would make a four there that can be completed in several ways.
    StopsFour {
        /// The opponent it is about.
        seat: Seat,
    },
    /// It makes a three that can become a four with two ways to complete it.
    MakesThree {},
    /// Somebody else would make such a three there.
    StopsThree {
        /// The opponent it is about.
        seat: Seat,
    },
    /// It goes on with a row.
    Row {
        /// How many pebbles of a row of five lie there then.
        pebbles: u8,
        /// How many rows of five can still go through the crossing.
        rows: u8,
    },
    /// It is well placed.
    Room {
        /// How many rows of five can still go through the crossing.
        rows: u8,
    },
}

impl Reason {
    /// As one sentence for people.
    #[must_use]
    pub fn sentence(&self, voice: &Voice) -> String {
        let whose = |seat: Seat| voice.possessive(seat);
        match *self {
            Self::Completes {} => "It completes five in a row.".to_owned(),
            Self::StopsFive { seat } => format!("It stops {} five in a row.", whose(seat)),
            Self::MakesFour { ways: 0 | 1 } => "It makes four in a row, which must be answered.".to_owned(),
            Self::MakesFour { ways } => format!("It makes four in a row, with {ways} ways to complete five."),
            Self::StopsFour { seat } => {
                format!("It stops {} row before it is a four with two ways to five.", whose(seat))
            }
            Self::MakesThree {} => "It makes an open three, which threatens an open four.".to_owned(),
            Self::StopsThree { seat } => format!("It stops {} open three.", whose(seat)),
            Self::Row { pebbles, rows } => {
                format!("It makes {pebbles} of five in a row, and {} through it.", rows_words(rows))
            }
            Self::Room { rows } => format!("{} through it.", rows_words(rows)),
        }
    }
}

fn rows_words(rows: u8) -> String {
    if rows == 1 {
        "1 row of five can still go".to_owned()
    } else {
        format!("{rows} rows of five can still go")
    }
}

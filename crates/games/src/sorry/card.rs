//! The eleven cards, their numbers as rolls, and what each means at a table.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::options::{Dialect, SorryOptions};

/// A card, by its face.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    /// Leave Start, or forward 1.
    #[serde(rename = "1")]
    One,
    /// Leave Start, or forward 2.
    #[serde(rename = "2")]
    Two,
    /// Forward 3.
    #[serde(rename = "3")]
    Three,
    /// Backward.
    #[serde(rename = "4")]
    Four,
    /// Forward 5.
    #[serde(rename = "5")]
    Five,
    /// Forward 7.
    #[serde(rename = "7")]
    Seven,
    /// Forward 8.
    #[serde(rename = "8")]
    Eight,
    /// Forward 10 or backward 1.
    #[serde(rename = "10")]
    Ten,
    /// Forward 11, or something with an opponent's pawn.
    #[serde(rename = "11")]
    Eleven,
    /// Forward 12.
    #[serde(rename = "12")]
    Twelve,
    /// An opponent's pawn goes to its Start.
    #[serde(rename = "sorry")]
    Sorry,
}

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 11;

    /// All of them, in the order of their faces.
    pub const ALL: [Self; Self::KINDS] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Seven,
        Self::Eight,
        Self::Ten,
        Self::Eleven,
        Self::Twelve,
        Self::Sorry,
    ];

    /// What is printed on it.
    #[must_use]
    pub const fn face(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Ten => "10",
            Self::Eleven => "11",
            Self::Twelve => "12",
            Self::Sorry => "Sorry!",
        }
    }

    /// How many of it a pack of 45 has.
    #[must_use]
    pub const fn in_pack(self) -> u8 {
        match self {
            Self::One => 5,
            _ => 4,
        }
    }

    /// Its number as a roll, 1 to 11. The dialects differ in which of 9 and 10 is the 11 and which the 12.
    #[must_use]
    pub const fn roll(self, dialect: Dialect) -> u8 {
        match (self, dialect) {
            (Self::Eleven, Dialect::Document) | (Self::Twelve, Dialect::Unity) => 10,
            (Self::Eleven, Dialect::Unity) | (Self::Twelve, Dialect::Document) => 9,
            _ => self as u8 + 1,
        }
    }

    /// What it means at a table with these settings.
    #[must_use]
    #[inline]
    pub const fn meaning(self, options: &SorryOptions) -> Meaning {
        match self {
            Self::One => Meaning::LeaveOrForward(1),
            Self::Two => Meaning::LeaveOrForward(2),
            Self::Three => Meaning::Forward(3),
            Self::Four => Meaning::Backward(options.four_back.squares()),
            Self::Five => Meaning::Forward(5),
            Self::Seven => Meaning::Forward(7),
            Self::Eight => Meaning::Forward(8),
            Self::Ten => Meaning::ForwardOrBackward { forward: 10, backward: 1 },
            Self::Eleven => match options.dialect {
                Dialect::Document => Meaning::ForwardOrSwitch(11),
                Dialect::Unity => Meaning::ForwardOrTake(11),
            },
            Self::Twelve => Meaning::Forward(12),
            Self::Sorry if options.classic_sorry => Meaning::SorryFromStart,
            Self::Sorry => Meaning::Sorry,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.face())
    }
}

/// What a card lets a pawn do.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// Leave Start, or go this many squares forward.
    LeaveOrForward(u8),
    /// Go this many squares forward.
    Forward(u8),
    /// Go this many squares backward.
    Backward(u8),
    /// Go forward or backward.
    ForwardOrBackward {
        /// This many squares forward.
        forward: u8,
        /// This many squares backward.
        backward: u8,
    },
    /// Go this many squares forward, or change places with an opponent on the ring.
    ForwardOrSwitch(u8),
    /// Go this many squares forward, or take the square of an opponent, whose pawn goes to its Start.
    ForwardOrTake(u8),
    /// Send an opponent's pawn to its Start; the own pawn stays where it is.
    Sorry,
    /// Only from Start: take the square of an opponent, whose pawn goes to its Start.
    SorryFromStart,
}

impl Meaning {
    /// How far the card goes forward, if it does.
    #[must_use]
    #[inline]
    pub const fn forward(self) -> Option<u8> {
        match self {
            Self::LeaveOrForward(squares)
            | Self::Forward(squares)
            | Self::ForwardOrBackward { forward: squares, .. }
            | Self::ForwardOrSwitch(squares)
            | Self::ForwardOrTake(squares) => Some(squares),
            Self::Backward(_) | Self::Sorry | Self::SorryFromStart => None,
        }
    }

    /// How far the card goes backward, if it does.
    #[must_use]
    #[inline]
    pub const fn backward(self) -> Option<u8> {
        match self {
            Self::Backward(squares) | Self::ForwardOrBackward { backward: squares, .. } => Some(squares),
            _ => None,
        }
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeaveOrForward(squares) => write!(f, "leave Start or forward {squares}"),
            Self::Forward(squares) => write!(f, "forward {squares}"),
            Self::Backward(squares) => write!(f, "backward {squares}"),
            Self::ForwardOrBackward { forward, backward } => {
                write!(f, "forward {forward} or backward {backward}")
            }
            Self::ForwardOrSwitch(squares) => write!(f, "forward {squares} or change places"),
            Self::ForwardOrTake(squares) => write!(f, "forward {squares} or take a pawn's square"),
            Self::Sorry => f.write_str("send a pawn to its Start"),
            Self::SorryFromStart => f.write_str("from Start, take a pawn's square"),
        }
    }
}

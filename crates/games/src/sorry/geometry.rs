//! The board as numbers: a ring of 60 squares, and where each colour enters and leaves it.
//!
//! Squares are numbered 1 to 60 clockwise, 15 to a side; 1, 16, 31 and 46 are the corners. Forward is clockwise.

use std::fmt;

use game::Seat;
use serde::{Deserialize, Serialize};

/// How many squares the ring has.
pub const SQUARES: u8 = 60;
/// What a pawn in Start counts as when distances are compared: one more than the farthest square.
pub const STEPS_FROM_START: u8 = SQUARES + 1;

const SQUARES_PER_SIDE: u8 = SQUARES / 4;

/// A square of the ring, 1 to 60.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(u8);

impl Square {
    /// The square with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= SQUARES { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 60.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// This many squares clockwise.
    #[must_use]
    #[inline]
    pub const fn forward(self, squares: u8) -> Self {
        let number = self.0 + squares % SQUARES;
        Self(if number > SQUARES { number - SQUARES } else { number })
    }

    /// This many squares against the clock.
    #[must_use]
    #[inline]
    pub const fn backward(self, squares: u8) -> Self {
        self.forward(SQUARES - squares % SQUARES)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

/// There is no square of this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchSquare(pub u8);

impl fmt::Display for NoSuchSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no square {}: they are 1 to {SQUARES}", self.0)
    }
}

impl std::error::Error for NoSuchSquare {}

impl TryFrom<u8> for Square {
    type Error = NoSuchSquare;

    fn try_from(number: u8) -> Result<Self, NoSuchSquare> {
        Self::new(number).ok_or(NoSuchSquare(number))
    }
}

/// Where a pawn can be.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In its Start circle.
    #[default]
    Start,
    /// On the ring.
    Square(Square),
    /// In its Home circle: the game is over.
    Home,
}

impl Place {
    /// The square, for a pawn on the ring.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Square(square) => Some(square),
            Self::Start | Self::Home => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.pad("Start"),
            Self::Square(square) => f.pad(&format!("square {square}")),
            Self::Home => f.pad("Home"),
        }
    }
}

/// The colour of a seat, by order of joining.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// The first seat, at the side of squares 1 to 15.
    #[default]
    Green,
    /// The second seat, at the side of squares 16 to 30.
    Red,
    /// The third seat, at the side of squares 31 to 45.
    Blue,
    /// The fourth seat, at the side of squares 46 to 60.
    Yellow,
}

impl Colour {
    /// The colour of this seat.
    #[must_use]
    #[inline]
    pub const fn of(seat: Seat) -> Self {
        match seat.number() {
            0 => Self::Green,
            1 => Self::Red,
            2 => Self::Blue,
            _ => Self::Yellow,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "Green",
            Self::Red => "Red",
            Self::Blue => "Blue",
            Self::Yellow => "Yellow",
        }
    }

    /// The letter of its pawn.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
        }
    }

    /// The square a pawn is put on when it leaves Start.
    #[must_use]
    #[inline]
    pub const fn exit(self) -> Square {
        Square(SQUARES_PER_SIDE * self as u8 + 5)
    }

    /// The square the Home circle hangs on: one step from Home.
    #[must_use]
    #[inline]
    pub const fn entry(self) -> Square {
        Square(SQUARES_PER_SIDE * self as u8 + 3)
    }

    /// How many steps are left from a square: 1 on the entry square, 60 on the square after it.
    #[must_use]
    #[inline]
    pub const fn steps_from(self, square: Square) -> u8 {
        let (entry, number) = (self.entry().0, square.0);
        if number <= entry { entry - number + 1 } else { entry + SQUARES - number + 1 }
    }

    /// How many steps are left: 0 at Home, 1 to 60 on the ring, 61 in Start.
    #[must_use]
    #[inline]
    pub const fn steps_left(self, place: Place) -> u8 {
        match place {
            Place::Start => STEPS_FROM_START,
            Place::Square(square) => self.steps_from(square),
            Place::Home => 0,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(Square, "Square", {
    "description": "Square of the ring.",
    "type": "integer",
    "minimum": 1,
    "maximum": SQUARES
});

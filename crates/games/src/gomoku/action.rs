//! What a player can do: put a pebble on a crossing.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A crossing of two lines. One beside the board can be asked for, and is refused with a reason.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    /// Counted from 0 at the left.
    pub x: i8,
    /// Counted from 0 at the top.
    pub y: i8,
}

impl Crossing {
    /// The crossing in this column and row.
    #[must_use]
    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    /// Whether a board of the given number of lines has it.
    #[must_use]
    #[inline]
    pub const fn is_on(self, lines: u8) -> bool {
        // A negative number turns into one of at least 128.
        (self.x as u8) < lines && (self.y as u8) < lines
    }

    /// All crossings of a board, row by row from the top, each row from the left.
    pub fn all(lines: u8) -> impl Iterator<Item = Self> + Clone {
        let lines = lines as i8;
        (0..lines).flat_map(move |y| (0..lines).map(move |x| Self { x, y }))
    }

    /// The letter of a column: A is the left one. `None` beside any board.
    #[must_use]
    pub const fn column_letter(x: i8) -> Option<char> {
        match x {
            0..26 => Some((b'A' + x as u8) as char),
            _ => None,
        }
    }

    /// Adds it as `Display` shows it, but without a formatter: every pebble is described to everybody.
    pub(super) fn write_to(self, text: &mut String) {
        match (Self::column_letter(self.x), self.y) {
            (Some(letter), 0..9) => text.extend([letter, (b'1' + self.y as u8) as char]),
            (Some(letter), 9..99) => {
                let row = self.y as u8 + 1;
                text.push(letter);
                text.extend([b'0' + row / 10, b'0' + row % 10].map(char::from));
            }
            // Beside any board, where nothing has a name.
            _ => text.push_str(&format!("({}, {})", self.x, self.y)),
        }
    }

    /// Reads what `Display` writes, in capital or small letters: H8.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let row: u8 = letters.as_str().trim_start().parse().ok()?;
        let y = i8::try_from(row.checked_sub(1)?).ok()?;
        Some(Self { x: (letter as u8 - b'a') as i8, y })
    }

    /// How far it lies from the centre of a board: the square of twice the distance, a whole number.
    #[must_use]
    pub const fn from_centre(self, lines: u8) -> u32 {
        let across = 2 * self.x as i32 - lines as i32 + 1;
        let down = 2 * self.y as i32 - lines as i32 + 1;
        (across * across + down * down) as u32
    }
}

/// As players write it, and as the edges of the board say: the letter of the column from the left, then the number of the
/// row from the top. A1 is the upper left corner.
impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

/// What a player can do. In JSON: `{"place":{"x":3,"y":4}}`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Put a pebble of the own colour there.
    Place(Crossing),
}

impl Action {
    /// Also fills the unused end of lists of actions.
    pub(super) const TOP_LEFT: Self = Self::place(0, 0);

    /// Put a pebble in this column and row.
    #[must_use]
    pub const fn place(x: i8, y: i8) -> Self {
        Self::Place(Crossing::new(x, y))
    }

    /// Where the pebble goes.
    #[must_use]
    pub const fn crossing(self) -> Crossing {
        let Self::Place(crossing) = self;
        crossing
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "place {}", self.crossing())
    }
}

//! A line of the board as a text of letters, kept without the heap: a view has up to twenty-five of them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::MAX_LINES;

/// One line of the board, a letter for each crossing. It reads as a `str`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LineText {
    /// ASCII; behind `length` there are zeros.
    letters: [u8; MAX_LINES],
    length: u8,
}

impl LineText {
    /// A line of these letters, each of them ASCII.
    pub(super) fn of(line: impl Iterator<Item = u8>) -> Self {
        let mut letters = [0; MAX_LINES];
        let mut length = 0;
        for (letter, slot) in line.zip(&mut letters) {
            *slot = letter & 0x7F;
            length += 1;
        }
        Self { letters, length }
    }
}

impl Deref for LineText {
    type Target = str;

    fn deref(&self) -> &str {
        // All letters are ASCII: this never falls back.
        str::from_utf8(&self.letters[..usize::from(self.length)]).unwrap_or_default()
    }
}

/// Why a text cannot be parsed as a line of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLine;

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line of the board has at most {MAX_LINES} plain letters")
    }
}

impl std::error::Error for NoLine {}

impl FromStr for LineText {
    type Err = NoLine;

    fn from_str(text: &str) -> Result<Self, NoLine> {
        if text.len() > MAX_LINES || !text.is_ascii() {
            return Err(NoLine);
        }
        Ok(Self::of(text.bytes()))
    }
}

impl fmt::Debug for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for LineText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for LineText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(LineText, "LineText", {
    "description": "One line of the board, one letter per crossing.",
    "type": "string",
    "pattern": "^[.123]*$",
    "maxLength": MAX_LINES
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_text_and_nothing_else_is_a_line() {
        let line: LineText = serde_json::from_str("\"1..2\"").unwrap();
        assert_eq!((&*line, serde_json::to_string(&line).unwrap().as_str()), ("1..2", "\"1..2\""));
        for wrong in [format!("{:?}", ".".repeat(MAX_LINES + 1)), "\"é\"".to_owned(), "7".to_owned()] {
            assert!(serde_json::from_str::<LineText>(&wrong).is_err(), "{wrong}");
        }
    }
}

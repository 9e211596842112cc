//! What people say to each other.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::TableId;
use crate::name::is_visible;

/// The longest line of chat, in characters.
pub const MAX_CHAT_LENGTH: usize = 500;

/// A line of chat that was cleaned: one line, nothing that hides or turns text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(as = "String")]
pub struct ChatText(String);

/// Why a line was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChatError {
    /// Nothing to say.
    Empty,
    /// Too many characters.
    TooLong,
}

impl fmt::Display for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("There is nothing in this message."),
            Self::TooLong => write!(f, "A message has at most {MAX_CHAT_LENGTH} characters."),
        }
    }
}

impl std::error::Error for ChatError {}

impl ChatText {
    /// Cleans a line: control characters and those that turn the direction of text are removed.
    ///
    /// # Errors
    /// If nothing is left, or too much.
    pub fn clean(raw: &str) -> Result<Self, ChatError> {
        let spaced = raw.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
        // Joiners hold families and flags together in emoji, so they may stay.
        let kept = |character: &char| matches!(character, ' ' | '\u{200D}') || is_visible(*character);
        let text = spaced.filter(kept).collect::<String>().trim().to_owned();
        if !text.chars().any(is_visible) {
            return Err(ChatError::Empty);
        }
        if text.chars().count() > MAX_CHAT_LENGTH { Err(ChatError::TooLong) } else { Ok(Self(text)) }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where people talk.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChatRoom {
    /// Everybody in the lobby.
    Lobby,
    /// The players of a table.
    Table(TableId),
    /// The watchers of a table, apart from the players while the game runs.
    Watchers(TableId),
}

/// One line of chat.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ChatLine {
    /// Counts up in its room, so that nothing is shown twice.
    pub number: u64,
    /// Who said it; the server itself has no name.
    pub from: Option<String>,
    /// What was said.
    pub text: ChatText,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

#[cfg(feature = "schema")]
game::schema_by_hand!(ChatText, "ChatText", {
    "description": "A chat message.",
    "type": "string"
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_keeps_words_and_emoji_and_drops_tricks() {
        let clean = |raw: &str| ChatText::clean(raw).map(|text| text.as_str().to_owned());
        assert_eq!(clean(" hej\u{202E} på\0 dig\n"), Ok("hej på dig".to_owned()));
        assert_eq!(clean("👩\u{200D}👧"), Ok("👩\u{200D}👧".to_owned()));
        assert_eq!(clean("<b>5 < 6</b>"), Ok("<b>5 < 6</b>".to_owned()));
        assert_eq!(clean("\u{200B}\u{200D} "), Err(ChatError::Empty));
        assert_eq!(clean(&"x".repeat(501)), Err(ChatError::TooLong));
        assert!(clean(&"é".repeat(500)).is_ok());
    }
}

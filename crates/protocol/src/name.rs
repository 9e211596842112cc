//! What people may be called.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// The longest name, in characters.
pub const MAX_NAME_LENGTH: usize = 20;

/// A name that was checked: 1 to 20 visible characters, single spaces inside.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[ts(as = "String")]
pub struct Name(String);

/// Why somebody cannot be called that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Nothing that can be seen.
    Empty,
    /// Too many characters.
    TooLong,
    /// A character that cannot be seen, or turns the text round.
    Invisible,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A name needs at least one visible character."),
            Self::TooLong => write!(f, "A name has at most {MAX_NAME_LENGTH} characters."),
            Self::Invisible => f.write_str("A name has visible characters only."),
        }
    }
}

impl std::error::Error for NameError {}

impl Name {
    /// Checks a name. Spaces around it are dropped.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(raw: &str) -> Result<Self, NameError> {
        let name: String = raw.trim().nfc().collect();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.chars().count() > MAX_NAME_LENGTH {
            return Err(NameError::TooLong);
        }
        if name.contains("  ") || !name.chars().all(|character| character == ' ' || is_visible(character)) {
            return Err(NameError::Invisible);
        }
        // A lone accent could sit on whatever stands before the name.
        let first_stands_alone = name
            .chars()
            .next()
            .is_some_and(|first| first.general_category_group() != GeneralCategoryGroup::Mark);
        if first_stands_alone { Ok(Self(name)) } else { Err(NameError::Invisible) }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two names share if people could take one for the other: letter case and look-alikes are gone.
    #[must_use]
    pub fn key(&self) -> String {
        let folded: String = self.0.nfkc().flat_map(char::to_lowercase).collect();
        // A capital I looks like an l and is an i, so these three are one; the rest is the standard's table.
        let likened = skeleton(&folded).flat_map(char::to_lowercase);
        likened
            .filter(|character| *character != ' ')
            .map(|character| if character == 'i' { 'l' } else { character })
            .collect()
    }
}

/// Whether a character takes up space that can be seen and leaves the direction of the text alone.
pub(crate) fn is_visible(character: char) -> bool {
    !matches!(
        character.general_category_group(),
        GeneralCategoryGroup::Other | GeneralCategoryGroup::Separator
    ) && !matches!(character, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}' | '\u{34F}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_1_to_20_visible_characters() {
        assert_eq!(Name::parse("  Åsa Öst ").unwrap().as_str(), "Åsa Öst");
        assert!(Name::parse(&"x".repeat(20)).is_ok());
        assert_eq!(Name::parse(&"x".repeat(21)), Err(NameError::TooLong));
        assert_eq!(Name::parse(" \t "), Err(NameError::Empty));
        for raw in ["a\u{202E}b", "a\u{200B}b", "a\0b", "a\nb", "a\u{3164}b", "\u{301}a", "a  b", "\u{FEFF}a"]
        {
            assert_eq!(Name::parse(raw), Err(NameError::Invisible), "{raw:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        let key = |name: &str| Name::parse(name).unwrap().key();
        assert_eq!(key("Anna"), key("ANNA"));
        assert_eq!(key("Anna"), key("Αnna"), "a Greek capital alpha");
        assert_eq!(key("paypal"), key("pаypаl"), "Cyrillic letters");
        assert_eq!(key("Ill"), key("lII"));
        assert_eq!(key("an na"), key("anna"));
        assert_ne!(key("Anna"), key("Anne"));
        assert_ne!(key("李"), key("王"));
    }
}

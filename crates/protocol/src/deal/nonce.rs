//! What a player adds to the randomness of a deal.

use std::fmt;
use std::str::FromStr;

use game::Seed;
use ts_rs::TS;

/// Maximum length of a nonce, in characters.
pub const MAX_NONCE_LENGTH: usize = 64;

/// What somebody adds to the randomness of a game: 1 to 64 letters, digits, `-` and `_`.
#[derive(Clone, PartialEq, Eq, Debug, TS)]
#[ts(as = "String")]
pub struct Nonce(Box<str>);

/// Why a text is not a nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NonceError;

impl fmt::Display for NonceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a nonce is 1 to {MAX_NONCE_LENGTH} letters, digits, dashes and underscores")
    }
}

impl std::error::Error for NonceError {}

impl Nonce {
    /// The nonce of these random bytes, as 64 digits.
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(Seed::from_bytes(bytes).to_string().into())
    }

    /// The text that is hashed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Nonce {
    type Err = NonceError;

    fn from_str(text: &str) -> Result<Self, NonceError> {
        let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=MAX_NONCE_LENGTH).contains(&text.len()) && text.bytes().all(good) {
            Ok(Self(text.into()))
        } else {
            Err(NonceError)
        }
    }
}

//! Ids are types.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::as_text::as_text;

/// A number that a client gives a request and that its answer repeats.
pub type Ref = u32;

/// The letters of ids: no i, l, o or u, so that nobody misreads one.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What each byte is worth as a letter of an id; more than there are letters if it is none.
const VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut value = 0;
    while value < LETTERS.len() {
        values[LETTERS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

fn value(byte: u8) -> Result<u8, IdError> {
    let value = VALUES[usize::from(byte)];
    if value == u8::MAX { Err(IdError) } else { Ok(value) }
}

/// Why a text is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdError;

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the id of a table")
    }
}

impl std::error::Error for IdError {}

/// A table: 50 random bits, written as ten letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(as = "String")]
pub struct TableId(u64);

impl TableId {
    const LETTER_COUNT: usize = 10;
    const BITS: u32 = 50;

    /// The table with this number, reduced to 50 bits.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number & ((1 << Self::BITS) - 1))
    }

    /// The number of the table, below 2^50.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: [u8; Self::LETTER_COUNT] = std::array::from_fn(|index| {
            let place = Self::LETTER_COUNT - 1 - index;
            LETTERS[(self.0 >> (5 * place) & 31) as usize]
        });
        // All letters are ASCII: this never falls back.
        f.write_str(str::from_utf8(&letters).unwrap_or_default())
    }
}

impl FromStr for TableId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        if text.len() != Self::LETTER_COUNT {
            return Err(IdError);
        }
        text.bytes().try_fold(0, |number, byte| Ok(number << 5 | u64::from(value(byte)?))).map(Self)
    }
}

as_text!(TableId, ReplayId);

/// One game of a table: the first one played there is number 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(as = "String")]
pub struct ReplayId {
    /// Where it was played.
    pub table: TableId,
    /// Which game at that table.
    pub game: u32,
}

impl fmt::Display for ReplayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.table, self.game)
    }
}

impl FromStr for ReplayId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let (table, game) = text.split_once('-').ok_or(IdError)?;
        let number: u32 = game.parse().map_err(|_| IdError)?;
        if number == 0 || number.to_string() != game {
            return Err(IdError);
        }
        Ok(Self { table: table.parse()?, game: number })
    }
}

/// The secret in the link to a private table: 100 random bits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(as = "String")]
pub struct InviteCode(String);

impl InviteCode {
    /// The code for these random bits; 100 of them are used.
    #[must_use]
    pub fn from_random(bits: u128) -> Self {
        Self((0..20).map(|place| LETTERS[(bits >> (5 * place) & 31) as usize] as char).collect())
    }

    /// The text, for a comparison that takes the same time whatever is wrong.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InviteCode {
    /// Never the code: a reader of the log must not be able to sit down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InviteCode(…)")
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(TableId, "TableId", {
    "description": "Id of a table: ten letters and digits.",
    "type": "string",
    "pattern": "^[0-9a-z]{10}$"
});

#[cfg(feature = "schema")]
game::schema_by_hand!(ReplayId, "ReplayId", {
    "description": "Id of a replay: the id of its table, a dash, and the number of the game there.",
    "type": "string",
    "pattern": "^[0-9a-z]{10}-[0-9]+$"
});

#[cfg(feature = "schema")]
game::schema_by_hand!(InviteCode, "InviteCode", {
    "description": "Invitation code of a private table.",
    "type": "string"
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_written_and_read_again() {
        for number in [0, 1, 31, 32, (1 << 50) - 1, 0x2_3456_789A_BCDE] {
            let id = TableId::new(number);
            assert_eq!(id.to_string().parse(), Ok(id));
            let replay = ReplayId { table: id, game: 12 };
            assert_eq!(replay.to_string().parse(), Ok(replay));
        }
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", "0", "000000000i", "00000000000", "0000000000\n", "ÅÅÅÅÅ"] {
            assert_eq!(text.parse::<TableId>(), Err(IdError), "{text:?}");
        }
        for text in ["0000000000", "0000000000-0", "0000000000-01", "0000000000-", "0000000000--1"] {
            assert_eq!(text.parse::<ReplayId>(), Err(IdError), "{text:?}");
        }
    }

    #[test]
    fn a_code_is_twenty_letters_and_is_never_printed() {
        let code = InviteCode::from_random(u128::MAX);
        assert_eq!(code.as_str(), "z".repeat(20));
        assert_eq!(format!("{code:?}"), "InviteCode(…)");
    }
}

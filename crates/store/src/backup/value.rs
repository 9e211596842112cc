//! One column of one row, and how it is written in the file.

use serde_json::Value as Json;

use super::kinds::{Column, ColumnType};

/// What a column holds. Bytes stay hexadecimal digits until a database takes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
    Flag(bool),
}

impl Value {
    pub(crate) fn into_json(self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Integer(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::Bytes(bytes) => hex(&bytes).into(),
            Self::Flag(flag) => flag.into(),
        }
    }

    /// Reads what a file says of a column; `None` if that cannot be in it.
    pub(super) fn from_json(column: &Column, json: Json) -> Option<Self> {
        match (column.kind, json) {
            (_, Json::Null) if column.nullable => Some(Self::Null),
            (ColumnType::Integer, Json::Number(number)) => number.as_i64().map(Self::Integer),
            (ColumnType::Text | ColumnType::Reference { .. }, Json::String(text)) => Some(Self::Text(text)),
            (ColumnType::Bytes, Json::String(digits)) => unhex(&digits).map(Self::Bytes),
            (ColumnType::Flag, Json::Bool(flag)) => Some(Self::Flag(flag)),
            _ => None,
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    // Checked first: `from_str_radix` would take a sign.
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

//! Classes of table sizes: a game for two and one for six measure different skills.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Tables of these sizes have one rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableClass {
    /// Two seats.
    Two,
    /// Three or four seats.
    Few,
    /// Five to ten seats.
    Many,
}

impl TableClass {
    /// All classes, the smallest tables first.
    pub const ALL: [Self; 3] = [Self::Two, Self::Few, Self::Many];

    /// The class of a table with this number of seats.
    #[must_use]
    pub const fn of(seats: usize) -> Self {
        match seats {
            0..=2 => Self::Two,
            3 | 4 => Self::Few,
            _ => Self::Many,
        }
    }

    /// The smallest and the largest number of seats.
    #[must_use]
    pub const fn seats(self) -> (u8, u8) {
        match self {
            Self::Two => (2, 2),
            Self::Few => (3, 4),
            Self::Many => (5, 10),
        }
    }

    /// Its name: the sizes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "2",
            Self::Few => "3-4",
            Self::Many => "5-10",
        }
    }
}

impl fmt::Display for TableClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no class of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTableClass(pub String);

impl fmt::Display for UnknownTableClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = TableClass::ALL.map(TableClass::name).join(", ");
        write!(f, "There is no class of tables {:?}. The classes are {known}.", self.0)
    }
}

impl std::error::Error for UnknownTableClass {}

impl FromStr for TableClass {
    type Err = UnknownTableClass;

    fn from_str(name: &str) -> Result<Self, UnknownTableClass> {
        let found = Self::ALL.into_iter().find(|class| class.name() == name);
        found.ok_or_else(|| UnknownTableClass(name.to_owned()))
    }
}

impl Serialize for TableClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TableClass {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

//! Bots by name.

use std::fmt;
use std::str::FromStr;

use crate::{Bot, Random, RuleOfThumb, Thumb};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// By rules of thumb.
    Thumb,
}

impl Level {
    /// All levels, from the weakest.
    pub const ALL: [Self; 2] = [Self::Random, Self::Thumb];

    /// Its name on the command line and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Thumb => "thumb",
        }
    }

    /// A bot of this level.
    #[must_use]
    pub fn bot<G: Thumb>(self) -> Box<dyn Bot<G>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Thumb => Box::new(RuleOfThumb),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no level of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
        write!(f, "There is no bot {:?}. The bots are {}.", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

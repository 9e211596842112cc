//! Bots by name.

use std::fmt;
use std::str::FromStr;

use crate::{Beginner, Bot, Casual, Effort, Random, Searchable, Searcher};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// As somebody who has just learnt the rules: greedy, and blind to what comes after.
    Easy,
    /// By rules of thumb, without looking ahead.
    Casual,
    /// Looks ahead a little.
    Medium,
    /// Looks ahead well, within half a second.
    Hard,
    /// Thinks as long as it helps, up to three seconds.
    Expert,
}

impl Level {
    /// All levels, from the weakest.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::Easy, Self::Casual, Self::Medium, Self::Hard, Self::Expert];

    /// Its name on the command line and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Casual => "casual",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// How long it may think about one decision while people wait, in milliseconds: the owner of the clock stops it
    /// then. A little less than [`max_response_ms`](Self::max_response_ms), for the answer takes a moment too.
    #[must_use]
    pub const fn time_limit_ms(self) -> u32 {
        match self {
            Self::Random | Self::Easy | Self::Casual | Self::Medium => 150,
            Self::Hard => 450,
            Self::Expert => 2_800,
        }
    }

    /// What people are promised: maximum processor time of one decision at any table, in milliseconds.
    #[must_use]
    pub const fn max_response_ms(self) -> u32 {
        match self {
            Self::Random | Self::Easy | Self::Casual | Self::Medium => 200,
            Self::Hard => 500,
            Self::Expert => 3_000,
        }
    }

    /// A bot of this level.
    #[must_use]
    pub fn bot<G: Searchable>(self) -> Box<dyn Bot<G>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Easy => Box::new(Beginner),
            Self::Casual => Box::new(Casual),
            Self::Medium => Box::new(Searcher(Effort::Medium)),
            Self::Hard => Box::new(Searcher(Effort::Hard)),
            Self::Expert => Box::new(Searcher(Effort::Expert)),
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
        // Journals hold the old name of this level, so it is read for ever.
        let name = if name == "thumb" { Self::Casual.name() } else { name };
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

//! The games of a server, as `GET /api/games` lists them.

use serde::Deserialize;

/// The games and the bot levels of a server.
#[derive(Clone, Debug, Deserialize)]
pub struct Catalogue {
    /// The games, in display order.
    pub games: Vec<GameInfo>,
    /// The bot levels, weakest first.
    pub levels: Vec<String>,
}

/// Description of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct GameInfo {
    /// Name in requests.
    pub name: String,
    /// Name for display.
    pub title: String,
    /// The game in one sentence.
    pub summary: String,
    /// Minimum number of seats.
    pub min_seats: u8,
    /// Maximum number of seats.
    pub max_seats: u8,
    /// Default number of seats.
    pub default_seats: u8,
    /// The options of the game.
    pub options: Vec<OptionInfo>,
}

/// One option of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct OptionInfo {
    /// Name in requests.
    pub name: String,
    /// Default value.
    pub default: String,
    /// Allowed values.
    pub range: Range,
    /// Effect of the option.
    pub description: String,
}

/// Allowed values of an option.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// `on` or `off`.
    Switch,
    /// One of these values.
    Choice(Vec<String>),
    /// An integer in this range.
    Number {
        /// Minimum.
        min: u32,
        /// Maximum.
        max: u32,
    },
}

impl Catalogue {
    /// The game of this name.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&GameInfo> {
        self.games.iter().find(|game| game.name == name)
    }

    /// What people call it.
    #[must_use]
    pub fn title(&self, name: &str) -> String {
        self.game(name).map_or_else(|| name.to_owned(), |game| game.title.clone())
    }

    /// The level that is offered first: the middle one.
    #[must_use]
    pub fn usual_level(&self) -> String {
        let usual = self.levels.iter().find(|level| *level == "medium").or_else(|| self.levels.first());
        usual.cloned().unwrap_or_default()
    }
}

impl Range {
    /// The value `steps` further in the list of allowed values, round the corner for words.
    #[must_use]
    pub fn moved(&self, value: &str, steps: i32) -> String {
        let words: Vec<&str> = match self {
            Self::Switch => vec!["off", "on"],
            Self::Choice(words) => words.iter().map(String::as_str).collect(),
            Self::Number { min, max } => {
                let number = i64::from(value.parse::<u32>().unwrap_or(*min)) + i64::from(steps);
                return number.clamp(i64::from(*min), i64::from(*max)).to_string();
            }
        };
        let here = words.iter().position(|word| *word == value).unwrap_or(0) as i32;
        let there = (here + steps).rem_euclid(words.len().max(1) as i32);
        words.get(there as usize).map_or_else(|| value.to_owned(), |word| (*word).to_owned())
    }
}

//! One rated game, as it is exported.

use serde::{Deserialize, Serialize};

/// A rated game: who sat there, and how it ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RatedGame {
    /// Its number among all games of the server.
    pub number: u64,
    /// Name of the game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// Id of the replay, if everybody may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay_id: Option<String>,
    /// The seats, in their order.
    pub seats: Vec<RatedSeat>,
}

/// How a rated game ended for one seat. A seat with neither person nor bot was that of a person who was deleted since.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct RatedSeat {
    /// Number of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<u64>,
    /// Name of the person when the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Level of the server's bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Version of the server's bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_version: Option<u16>,
    /// Whether the seat won.
    pub won: bool,
    /// Its points.
    pub score: i64,
    /// Whether the person was gone when the game ended: the last place, whatever a bot reached for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

/// Somebody who is rated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// A person, by number.
    Person(u64),
    /// A bot of the server. Each version is a player of its own.
    Bot {
        /// Its level.
        level: String,
        /// Its version.
        version: u16,
    },
    /// Somebody who was deleted since: in each game a stranger.
    Deleted {
        /// The game.
        number: u64,
        /// The seat.
        seat: usize,
    },
}

impl RatedGame {
    /// Who sat on each seat.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.seats.iter().enumerate().map(|(seat, result)| match (result.person, &result.bot) {
            (Some(person), _) => Player::Person(person),
            (None, Some(level)) => {
                Player::Bot { level: level.clone(), version: result.bot_version.unwrap_or_default() }
            }
            (None, None) => Player::Deleted { number: self.number, seat },
        })
    }
}

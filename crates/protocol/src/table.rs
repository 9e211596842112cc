//! What is known of a table from outside.

use game::SeatSet;
use game::options::RawOptions;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use crate::{Commitment, Deal, ReplayId, Seal, TableId};

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, TS)]
#[ts(type = "number | \"off\"")]
pub enum Clock {
    /// As long as one likes.
    Off,
    /// So many seconds: 5 to 86,400.
    Seconds(u32),
}

impl Clock {
    /// The shortest clock.
    pub const MIN_SECONDS: u32 = 5;
    /// The longest clock: a day.
    pub const MAX_SECONDS: u32 = 24 * 60 * 60;
}

impl Default for Clock {
    fn default() -> Self {
        Self::Seconds(20)
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Off => serializer.serialize_str("off"),
            Self::Seconds(seconds) => serializer.serialize_u32(*seconds),
        }
    }
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a number of seconds from 5 to 86400, or \"off\"")]
        enum Raw {
            Seconds(u32),
            Word(String),
        }
        match Raw::deserialize(deserializer)? {
            Raw::Seconds(seconds) if (Self::MIN_SECONDS..=Self::MAX_SECONDS).contains(&seconds) => {
                Ok(Self::Seconds(seconds))
            }
            Raw::Word(word) if word == "off" => Ok(Self::Off),
            _ => Err(serde::de::Error::custom("a clock is 5 to 86400 seconds, or \"off\"")),
        }
    }
}

/// Who may watch.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Watchers {
    /// Nobody.
    None,
    /// Everybody who may come in.
    #[default]
    Open,
    /// Everybody, so many actions late.
    Delayed(u16),
}

/// What happens when somebody leaves a running game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OnLeave {
    /// A bot plays the seat after the grace time; the person can come back.
    #[default]
    Bot,
    /// The game ends at once without a winner.
    End,
}

/// Where a table stands.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TableStage {
    /// Waiting for players.
    Waiting,
    /// A game is being played.
    Running,
    /// A game has ended; the seats may play another.
    Finished,
}

/// The original protocol through which a table was opened. Old clients sit there; anybody else can too.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LegacyProtocol {
    /// The bytes of Chicago.
    Chicago,
    /// The lines of Gomoku. Such a table starts when a player asks for it, and player 1 alone restarts.
    Gomoku,
    /// The packets of Sorry!.
    Sorry,
}

/// Who sits on a seat.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Empty,
    /// A person, or a program with an account of its own.
    Person {
        /// What they are called.
        name: String,
        /// Whether it is a client program.
        program: bool,
    },
    /// A bot of the server.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// How present a person is, as the server measured it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Connected.
    Connected,
    /// Connected, and it is their turn.
    Thinking,
    /// The connection was lost so many milliseconds ago.
    Disconnected {
        /// How long ago.
        for_ms: u32,
        /// When a bot takes over, from now; nothing if none will.
        bot_in_ms: Option<u32>,
    },
    /// Left for good; the seat can still be taken back.
    Left,
}

/// One seat as others see it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Occupant,
    /// How present a person is; bots always are.
    pub presence: Presence,
    /// Whether a bot plays for the person at the moment.
    pub played_by_bot: bool,
    /// Whether the person wants another game.
    pub wants_rematch: bool,
}

/// How long a seat may still think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Deadline {
    /// Whose decision.
    #[ts(type = "number")]
    pub seat: game::Seat,
    /// Milliseconds from now.
    pub remaining_ms: u32,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameResult {
    /// Who won; nobody = a draw, or abandoned.
    #[ts(type = "number[]")]
    pub winners: SeatSet,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// Whether the game was ended because somebody left.
    pub abandoned: bool,
    /// Where it can be seen again.
    pub replay_id: ReplayId,
    /// How it was dealt; nothing if it was dealt before deals could be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
    /// The hash of its replay: whoever notes it can tell later whether a byte was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seal: Option<Seal>,
    /// What the server is bound to for the next game here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_commitment: Option<Commitment>,
}

/// A table as the lobby lists it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TableInfo {
    /// Which table.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub table: TableId,
    /// Which game.
    pub game: String,
    /// Its settings.
    #[ts(type = "Record<string, string | number>")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// The clock: a number of seconds, or `off`.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::clock))]
    pub clock: Clock,
    /// The seats, free ones too.
    pub seats: Vec<SeatInfo>,
    /// Which seat is the host's.
    #[ts(type = "number | null")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub host: Option<game::Seat>,
    /// Where it stands.
    pub stage: TableStage,
    /// Who may watch.
    pub watch_policy: Watchers,
    /// How many watch.
    pub watcher_count: u32,
    /// What happens when somebody leaves a running game.
    #[serde(default)]
    pub on_leave: OnLeave,
    /// Whether it needs an invitation. Such tables are listed only to those seated there.
    pub private: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: i64,
    /// The original protocol it was opened through, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legacy_protocol: Option<LegacyProtocol>,
    /// What the server is bound to: for the game that is played, else for the next one. Told before that game is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub commitment: Option<Commitment>,
}

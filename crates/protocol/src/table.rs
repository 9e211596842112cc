//! What is known of a table from outside.

use game::SeatSet;
use game::options::RawOptions;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use crate::{Commitment, DayDate, Deal, KeptSeats, ReplayId, Seal, TableId, TournamentId};

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, TS)]
#[ts(type = "number | \"off\"")]
pub enum Clock {
    /// No limit.
    Off,
    /// A number of seconds: 5 to 1,209,600.
    Seconds(u32),
}

impl Clock {
    /// The shortest clock.
    pub const MIN_SECONDS: u32 = 5;
    /// The longest clock: 14 days.
    pub const MAX_SECONDS: u32 = 14 * Self::DAY_SECONDS;
    /// A day.
    pub const DAY_SECONDS: u32 = 24 * 60 * 60;
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
        #[serde(untagged, expecting = "a number of seconds from 5 to 1209600, or \"off\"")]
        enum Raw {
            Seconds(u32),
            Word(String),
        }
        match Raw::deserialize(deserializer)? {
            Raw::Seconds(seconds) if (Self::MIN_SECONDS..=Self::MAX_SECONDS).contains(&seconds) => {
                Ok(Self::Seconds(seconds))
            }
            Raw::Word(word) if word == "off" => Ok(Self::Off),
            _ => Err(serde::de::Error::custom("a clock is 5 to 1209600 seconds, or \"off\"")),
        }
    }
}

/// Who may watch.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Watchers {
    /// Nobody may watch.
    None,
    /// Everybody may watch; at a private table with the invitation code.
    #[default]
    Open,
    /// Everybody may watch, this number of actions late.
    Delayed(u16),
}

/// What happens when somebody leaves a running game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Empty,
    /// A person, or a program with an account of its own.
    Person {
        /// Name of the person.
        name: String,
        /// Whether a client program plays.
        program: bool,
    },
    /// A bot of the server.
    Bot {
        /// Level of the bot.
        level: String,
    },
}

/// How present a person is, as the server measured it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Connected.
    Connected,
    /// Connected, and it is their turn.
    Thinking,
    /// The connection was lost.
    Disconnected {
        /// Milliseconds since the connection was lost.
        for_ms: u32,
        /// Milliseconds until a bot takes over; `null` if none will.
        bot_in_ms: Option<u32>,
    },
    /// Left for good; the seat can still be taken back.
    Left,
}

/// One seat as others see it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Whether the host keeps the free seat from being taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub locked: bool,
    /// Until when the person is on vacation, in milliseconds since 1970: their clock stands until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vacation_until: Option<i64>,
}

/// How long a seat may still think.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Deadline {
    /// The seat that has to decide.
    #[ts(type = "number")]
    pub seat: game::Seat,
    /// Milliseconds left.
    pub remaining_ms: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) const fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn has_no_seat(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Why a game at a rated table does not count for ratings.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// Two players came from one address, and the host did not say that they sit together.
    SameAddress,
    /// Somebody plays through a legacy protocol, and will be nobody afterwards.
    LegacyClient,
}

/// A game that has ended.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameResult {
    /// The winners; none after a draw or an abandoned game.
    #[ts(type = "number[]")]
    pub winners: SeatSet,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// Whether the game was ended because somebody left.
    pub abandoned: bool,
    /// How often a decision was taken back: such a game counts for nobody.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub undo_count: u32,
    /// Id of the replay.
    pub replay_id: ReplayId,
    /// How it was dealt; missing if it was dealt before deals could be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
    /// SHA-256 of its replay: a player who notes it can detect any later change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seal: Option<Seal>,
    /// Seats that took hints.
    #[serde(default, skip_serializing_if = "has_no_seat")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub hinted: SeatSet,
    /// Whether it counts for ratings: `GET /api/replays/{id}/ratings` says how they changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Commitment for the next game at this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_commitment: Option<Commitment>,
}

/// A table as the lobby lists it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TableInfo {
    /// Id of the table.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub table: TableId,
    /// Name of the game.
    pub game: String,
    /// Options of the game.
    #[ts(type = "Record<string, string | number>")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// The clock: a number of seconds, or `off`.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::clock))]
    pub clock: Clock,
    /// The seats, free ones too.
    pub seats: Vec<SeatInfo>,
    /// Seat of the host.
    #[ts(type = "number | null")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub host: Option<game::Seat>,
    /// Whether the table waits for players, plays or has finished.
    pub stage: TableStage,
    /// Whether the only person at it has paused the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub paused: bool,
    /// Who may watch.
    pub watch_policy: Watchers,
    /// Number of watchers.
    pub watcher_count: u32,
    /// What happens when somebody leaves a running game.
    #[serde(default)]
    pub on_leave: OnLeave,
    /// Whether it needs an invitation. Such tables are listed only to those seated there.
    pub private: bool,
    /// Whether players may ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub hints: bool,
    /// Whether its games count for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Why the running game, or else the next one, is not rated although the table is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated_because: Option<UnratedReason>,
    /// The day whose deal is played here: hints, pauses, taking back and another game are not possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub day: Option<DayDate>,
    /// For whom the free seats are kept, at a table that was scheduled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kept: Option<KeptSeats>,
    /// The tournament that it belongs to: nobody else sits down, and one game is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tournament: Option<TournamentId>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: i64,
    /// The original protocol it was opened through, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legacy_protocol: Option<LegacyProtocol>,
    /// Commitment for the running game, else for the next one. It is published before that game is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub commitment: Option<Commitment>,
}

#[cfg(feature = "schema")]
game::schema_by_hand!(Clock, "Clock", {
    "description": "Time limit of a decision in seconds, or off.",
    "oneOf": [
        { "type": "integer", "minimum": Clock::MIN_SECONDS, "maximum": Clock::MAX_SECONDS },
        { "const": "off" }
    ]
});

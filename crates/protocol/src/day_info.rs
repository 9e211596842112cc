//! The deals of a day, as the HTTP API shows them.

use game::options::RawOptions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Commitment, DayDate, Nonce, ReplayId, Secret, TableId};

/// The deals of one day: one for each game, the same for everybody.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct DayInfo {
    /// The day, from midnight to midnight UTC.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub date: DayDate,
    /// The time of the server, in milliseconds since 1970.
    pub now: i64,
    /// When the day begins.
    pub begins_at: i64,
    /// When the day is over.
    pub ends_at: i64,
    /// Whether the day is over and its results are final.
    pub closed: bool,
    /// Where the luck of the day comes from.
    pub luck: DayLuck,
    /// The deals, in the order of the games.
    pub deals: Vec<DayDeal>,
    /// On how many days in a row the requester has finished a deal, this day or the day before included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub streak: Option<DayStreak>,
    /// The next day, for which everybody may still add to the randomness; only with the current day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<NextDay>,
}

/// Where the luck of a day comes from.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct DayLuck {
    /// What the server is bound to.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub commitment: Commitment,
    /// When it was published, in milliseconds since 1970.
    pub committed_at: i64,
    /// Whether that was at least a day before the day began.
    pub committed_early: bool,
    /// How many people added to the randomness before the day began. With nobody the server alone chose the deals.
    pub nonce_count: u32,
    /// The secret of the day, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub secret: Option<Secret>,
    /// What people added, in alphabetical order, once the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    pub nonces: Option<Vec<Nonce>>,
}

/// One deal of a day.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct DayDeal {
    /// Name of the game.
    pub game: String,
    /// Number of seats; bots have all but one.
    pub seats: u8,
    /// Options of the game.
    #[ts(type = "Record<string, string | number>")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// Level of the bots.
    pub level: String,
    /// How results are compared: `points`, `margin` (points ahead of the best bot), `moves` or `race` (a win in few moves or
    /// turns, else how long one held out or how far one came).
    pub comparison: String,
    /// How many people have begun it.
    pub started: u32,
    /// How many people have finished it.
    pub finished: u32,
    /// What the requester made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<DayTry>,
    /// The results, the best first, at most 100; only when the day is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub standings: Option<Vec<DayStanding>>,
}

/// What somebody made of a deal of the day.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct DayTry {
    /// Where it is played.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub table: TableId,
    /// Whether it is over.
    pub finished: bool,
    /// Whether it was given up, or finished after the day: then it is not compared.
    pub uncounted: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<DayResult>,
    /// How it compares with the others, when the day is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub matchpoints: Option<Matchpoints>,
}

/// How a deal of the day ended for somebody.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct DayResult {
    /// Whether the person won.
    pub won: bool,
    /// Whether nobody won.
    pub drawn: bool,
    /// The score of the person.
    pub score: i32,
    /// Points ahead of the best bot, or behind it.
    pub margin: i32,
    /// How many moves or turns the person made.
    pub moves: u32,
    /// What is compared: more is better.
    #[ts(type = "number")]
    pub value: i64,
}

/// How a result compares with the others: 2 points for each that is worse, 1 for each that is as good.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Matchpoints {
    /// The points.
    pub points: u32,
    /// As many as there could be: 2 for each other result.
    pub max: u32,
    /// The place; equal results share it.
    pub place: u32,
}

/// One row of the standings of a deal.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct DayStanding {
    /// Name of the person.
    pub name: String,
    /// How it ended.
    pub result: DayResult,
    /// How it compares with the others.
    pub matchpoints: Matchpoints,
    /// Id of the replay.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub replay_id: ReplayId,
}

/// On how many days in a row somebody has finished a deal.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct DayStreak {
    /// Days in a row up to this day; if none of this day's deals is finished yet, up to the day before.
    pub days: u32,
    /// The longest that was.
    pub best: u32,
    /// Whether one of this day's deals is finished.
    pub today: bool,
}

/// A day to come.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct NextDay {
    /// The day.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub date: DayDate,
    /// What the server is bound to.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub commitment: Commitment,
    /// How many people have added to its randomness.
    pub nonce_count: u32,
    /// What the requester has added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub own_nonce: Option<Nonce>,
}

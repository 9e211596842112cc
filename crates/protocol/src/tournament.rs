//! Tournaments, as the HTTP API shows and takes them.

use std::fmt;
use std::str::FromStr;

use game::options::RawOptions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::as_text::as_text;
use crate::{Clock, Commitment, IdError, Nonce, ReplayId, Secret, TableId};

/// A tournament: 50 random bits, written as ten letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(as = "String")]
pub struct TournamentId(TableId);

impl TournamentId {
    /// The tournament with this number, reduced to 50 bits.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(TableId::new(number))
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TournamentId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        text.parse().map(Self)
    }
}

as_text!(TournamentId);

#[cfg(feature = "schema")]
game::schema_by_hand!(TournamentId, "TournamentId", {
    "description": "Id of a tournament.",
    "type": "string",
    "pattern": "^[0-9a-hjkmnp-tv-z]{10}$"
});

/// How people are brought together.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TournamentForm {
    /// Everybody plays one game in each round.
    #[default]
    Rounds,
    /// For a fixed time people come and go, and have the next table as soon as there is one.
    Arena,
}

/// A tournament to be opened.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called, 1 to 60 characters.
    pub name: String,
    /// Name of the game.
    pub game: String,
    /// Options of the game.
    #[serde(default)]
    #[ts(type = "Record<string, string | number>")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// Seats of a table, 2 to 4, as the game admits.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 4))]
    pub seats: u8,
    /// How people are brought together; `rounds` if it is missing.
    #[serde(default)]
    #[ts(optional, as = "Option<TournamentForm>")]
    pub form: TournamentForm,
    /// Number of rounds, 1 to 20; missing for an arena.
    #[serde(default)]
    #[ts(optional, as = "Option<u8>")]
    #[cfg_attr(feature = "openapi", schema(maximum = 20))]
    pub rounds: u8,
    /// Minutes of an arena, 5 to 480; 60 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub minutes: Option<u32>,
    /// Time limit of a decision in seconds, 5 to 86,400; 30 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock_seconds: Option<u32>,
    /// When it begins, in milliseconds since 1970, at most 30 days ahead: entry to rounds closes then. Without it, when the
    /// organiser starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closes_at: Option<i64>,
    /// Whether bots take the seats that are left over. Without them some tables are smaller, or somebody has a free round.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bots: bool,
    /// Level of the bots, also of those that play for people who are away; `casual` if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
    /// Whether all tables of a round have the same deal, and seats are compared across tables. Needs `bots`.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub duplicate: bool,
    /// Minutes after which a round ends whatever is still played, 1 to 10,080; 60 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub round_minutes: Option<u32>,
    /// Seconds between the end of a round and the next, 0 to 3,600; 60 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub break_seconds: Option<u32>,
    /// Seconds until a bot plays for somebody who is not there, 30 to 3,600; 120 if it is missing, 60 in an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub grace_seconds: Option<u32>,
}

/// Where a tournament stands.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStage {
    /// It has not begun: people enter and withdraw.
    Entry,
    /// It is played. Entry to rounds is closed; to an arena it is open.
    Running,
    /// The last round, or the last game of an arena, has ended.
    Over,
    /// The organiser has called it off, or fewer than two people entered.
    Cancelled,
}

/// A tournament in the list.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentInfo {
    /// Id of the tournament.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: TournamentId,
    /// What it is called.
    pub name: String,
    /// Name of the organiser; missing if the operator opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub organiser: Option<String>,
    /// Name of the game.
    pub game: String,
    /// Options of the game.
    #[ts(type = "Record<string, string | number>")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// Seats of a table.
    pub seats: u8,
    /// How people are brought together.
    pub form: TournamentForm,
    /// Number of rounds; 0 in an arena.
    pub rounds: u8,
    /// Minutes of an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub minutes: Option<u32>,
    /// Time limit of a decision.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::clock))]
    pub clock: Clock,
    /// Whether bots take the seats that are left over.
    pub bots: bool,
    /// Level of the bots.
    pub level: String,
    /// Whether all tables of a round have the same deal.
    pub duplicate: bool,
    /// Minutes after which a round ends whatever is still played; 0 in an arena.
    pub round_minutes: u32,
    /// Seconds between the end of a round and the next; 0 in an arena.
    pub break_seconds: u32,
    /// Seconds until a bot plays for somebody who is not there.
    pub grace_seconds: u32,
    /// Where it stands.
    pub stage: TournamentStage,
    /// The round that is played, or was played last; 0 before the first, and in an arena.
    pub round: u8,
    /// How many people have entered.
    pub entrant_count: u32,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: i64,
    /// When it begins, and entry to rounds closes; missing if the organiser starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closes_at: Option<i64>,
    /// When the time of an arena that has begun is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ends_at: Option<i64>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended_at: Option<i64>,
}

/// The list of tournaments.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentList {
    /// The time of the server, in milliseconds since 1970.
    pub now: i64,
    /// The latest first.
    pub tournaments: Vec<TournamentInfo>,
}

/// All that is public about a tournament.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentDetails {
    /// What the list says.
    pub info: TournamentInfo,
    /// The time of the server, in milliseconds since 1970.
    pub now: i64,
    /// Where the luck comes from.
    pub luck: TournamentLuck,
    /// Everybody who has entered, in the order of entry, or of the lot when entry to rounds is closed.
    pub entrants: Vec<TournamentEntrant>,
    /// The best first; after each round, or each game of an arena.
    pub standings: Vec<TournamentStanding>,
    /// The rounds that have begun; none in an arena.
    pub rounds: Vec<TournamentRound>,
    /// The tables of an arena, the latest first: all that are played, and the latest 50 that are finished; with `all`, all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<TournamentTable>>")]
    pub tables: Vec<TournamentTable>,
    /// Names of those who wait for a table in an arena, the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub waiting: Vec<String>,
    /// When the next round begins, if one has ended and another follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_round_at: Option<i64>,
    /// What it is to the requester; missing if nobody is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<OwnTournament>,
}

/// What a tournament is to the requester.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct OwnTournament {
    /// Whether they organise it.
    pub organises: bool,
    /// Whether they have entered, not withdrawn, and not been away at the end of a game of an arena since.
    pub entered: bool,
    /// What they added to the luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub nonce: Option<Nonce>,
    /// Their table in the round that is played, or in the arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub table: Option<TableId>,
}

/// Where the luck of a tournament comes from.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentLuck {
    /// What the server is bound to since the tournament was opened.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub commitment: Commitment,
    /// How many entrants added to the luck.
    pub nonce_count: u32,
    /// The secret, once the tournament is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub secret: Option<Secret>,
    /// What entrants added, in alphabetical order, once the tournament is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    pub nonces: Option<Vec<Nonce>>,
}

/// Somebody who has entered.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentEntrant {
    /// Name of the person.
    pub name: String,
    /// Whether they are not paired any more: they withdrew, or missed two rounds in a row, or a game of an arena.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub withdrawn: bool,
    /// Whether the person was forgotten: the name leads to nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub forgotten: bool,
}

/// A row of the standings. Points are hundredths: 1,200 for a table won.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentStanding {
    /// The place; equal results share one.
    pub place: u32,
    /// Name of the person.
    pub name: String,
    /// Points, in hundredths.
    pub points: u32,
    /// The points of all opponents met, in hundredths: they decide between equal points in rounds. 0 in an arena.
    pub opponents: u32,
    /// Tables won: they decide if these are equal, too.
    pub won: u32,
    /// Tables played: in an arena fewer of them decide last.
    #[serde(default)]
    pub played: u32,
    /// Whether they are not paired any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub withdrawn: bool,
    /// Whether the person was forgotten: the name leads to nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub forgotten: bool,
}

/// A round.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentRound {
    /// Its number, from 1.
    pub number: u8,
    /// When it began, in milliseconds since 1970.
    pub begun_at: i64,
    /// When it ends at the latest.
    pub deadline_at: i64,
    /// When it ended; missing while it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended_at: Option<i64>,
    /// Its tables, from the top.
    pub tables: Vec<TournamentTable>,
    /// Names of those who have a free round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub free: Vec<String>,
}

/// A table of a round or of an arena.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentTable {
    /// Its number, from 1 at the top, or in the order in which an arena opened them.
    pub number: u16,
    /// Where it is played; missing until it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub table: Option<TableId>,
    /// Who sits there, by seat.
    pub seats: Vec<TournamentSeat>,
    /// Whether the game is over.
    pub finished: bool,
    /// Whether it was stopped before its end, by the end of the time or by the operator: then all who were there share.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub stopped: bool,
    /// Its replay; with duplicate deals once the round has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub replay_id: Option<ReplayId>,
}

/// A seat at a table of a round.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TournamentSeat {
    /// Name of the person; missing for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Its score in the game; missing before the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<i32>,
    /// Whether it won the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub won: bool,
    /// Whether a bot played for the person when the game ended: that is no points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub away: bool,
    /// Points for the tournament, in hundredths; missing before they are final.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub points: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_tournaments_are_written_like_those_of_tables_and_read_again() {
        let id = TournamentId::new(12_345);
        assert_eq!(id.to_string().len(), 10);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!("short".parse::<TournamentId>().is_err());
    }
}

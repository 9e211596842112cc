//! What the server can say.

use game::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    ChatLine, ChatRoom, Commitment, Deadline, GameJson, GameResult, InviteCode, Ref, SeatInfo, TableId,
    TableInfo,
};

/// A message from the server.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to a hello.
    Welcome(Welcome),
    /// A request was carried out.
    Done(Done),
    /// A request was refused, and nothing was changed.
    Refused(Refused),
    /// The lobby as it is.
    Lobby(LobbySnapshot),
    /// Something in the lobby has changed.
    LobbyUpdate(LobbyUpdate),
    /// A table as it is.
    Table(Box<TableSnapshot>),
    /// Something was played.
    Update(Box<GameUpdate>),
    /// Who sits where has changed, or how present they are.
    SeatsUpdate(Box<SeatsUpdate>),
    /// Somebody said something.
    Said {
        /// Where.
        room: ChatRoom,
        /// What.
        line: ChatLine,
    },
    /// The table is gone, or one is no longer at it.
    TableRemoved {
        /// Which one.
        table: TableId,
    },
    /// I am here.
    Pong(Done),
    /// The connection ends.
    Bye(Bye),
}

/// The answer to a hello.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of the protocol.
    pub version: u16,
    /// What one is called; nothing until a name is picked.
    pub name: Option<String>,
    /// The secret that resumes this person anywhere. Told to nobody else.
    pub token: String,
    /// The tables one sits at.
    pub tables: Vec<SeatedTable>,
    /// What the server is bound to for the first game of the next table that one opens on this connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub commitment: Option<Commitment>,
    /// Repeats the `ref` of the hello.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
}

/// A table one sits at.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SeatedTable {
    /// The table.
    pub info: TableInfo,
    /// One's own seat.
    #[ts(type = "number")]
    pub seat: Seat,
}

/// A request was carried out.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Done {
    /// Repeats the `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
    /// The table that was opened or joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// After an `open`: what the server is bound to for the first game of the next table that one opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub commitment: Option<Commitment>,
}

/// A request was refused, and nothing was changed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Refused {
    /// Repeats the `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// What would be legal now, if an action was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown[] | \"implied\"")]
    pub legal: Option<GameJson>,
    /// If a rate limit refused it: after how many milliseconds the same request would be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_ms: Option<u32>,
}

/// The lobby as it is.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LobbySnapshot {
    /// The tables that may be seen, oldest first.
    pub tables: Vec<TableInfo>,
    /// How many people are connected.
    pub people_online: u32,
    /// What was said last.
    pub chat: Vec<ChatLine>,
}

/// Something in the lobby has changed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LobbyUpdate {
    /// A table is new or has changed.
    Table(Box<TableInfo>),
    /// A table is gone.
    Removed(TableId),
    /// So many people are connected.
    PeopleOnline(u32),
}

/// A table as it is, for one viewer.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TableSnapshot {
    /// What everybody knows of it.
    pub info: TableInfo,
    /// One's own seat; nothing for watchers.
    #[ts(type = "number | null")]
    pub you: Option<Seat>,
    /// The secret of the link to a private table, for those seated there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite_code: Option<InviteCode>,
    /// The number of the last update.
    #[ts(type = "number")]
    pub seq: u64,
    /// Which game at this table it is, from 1; 0 before the first.
    pub game_number: u32,
    /// The number one's next decision has.
    pub nth: u32,
    /// What you see, in the frame that all games share; `null` before the first game.
    #[ts(type = "Seen | null")]
    pub seen: Option<GameJson>,
    /// One's own draft.
    #[ts(type = "unknown")]
    pub draft: Option<GameJson>,
    /// Who has how long.
    pub deadlines: Vec<Deadline>,
    /// How the last game ended.
    pub result: Option<GameResult>,
    /// What was said last, in the rooms one may hear.
    pub chat: Vec<ChatLine>,
    /// What happened since the update one has seen last, if it was asked for.
    pub missed: Vec<Missed>,
    /// Repeats the `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
}

/// What happened in one update that was missed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Missed {
    /// The number of the update.
    #[ts(type = "number")]
    pub seq: u64,
    /// What one would have been told.
    pub events: Vec<GameEvent>,
}

/// Something that happened in the game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameEvent {
    /// For programs.
    #[ts(type = "unknown")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub event: GameJson,
    /// For people.
    pub text: String,
}

/// Something was played: the acknowledgement for whoever played it, the news for everybody else.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameUpdate {
    /// Where.
    pub table: TableId,
    /// Counts up; what is said and who sits down counts too, so there may be gaps.
    #[ts(type = "number")]
    pub seq: u64,
    /// Which game at this table it is, from 1.
    pub game_number: u32,
    /// The number one's next decision has.
    pub nth: u32,
    /// What happened.
    pub events: Vec<GameEvent>,
    /// What you see, whole: with the first update of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Seen")]
    pub seen: Option<GameJson>,
    /// The number of the update before this one in the same game, which `changes` build on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub base: Option<u64>,
    /// What changed in what you see since `base`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Change[]")]
    pub changes: Option<GameJson>,
    /// Who has how long.
    pub deadlines: Vec<Deadline>,
    /// How the game ended, if it just did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<GameResult>,
}

/// Who sits where has changed, or how present they are.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SeatsUpdate {
    /// Where.
    pub table: TableId,
    /// All seats.
    pub seats: Vec<SeatInfo>,
    /// Which seat is the host's.
    #[ts(type = "number | null")]
    pub host: Option<Seat>,
    /// How many watch.
    pub watcher_count: u32,
}

/// The connection ends.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Bye {
    /// Why.
    pub reason: ByeReason,
    /// The same as a sentence.
    pub message: String,
}

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server starts again in a moment: come back with the token.
    ServerShutdown,
    /// Too many messages that could not be read.
    BadMessages,
    /// Too many requests.
    RateLimited,
    /// Nothing was heard for too long.
    IdleTimeout,
    /// Too many connections from one place.
    TooManyConnections,
}

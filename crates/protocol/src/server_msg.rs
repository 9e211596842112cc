//! What the server can say.

use std::collections::BTreeMap;

use game::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::table::is_zero;
use crate::{
    ChatLine, ChatRoom, Commitment, Deadline, Door, GameJson, GameResult, InviteCode, Proposal,
    ProposalEnded, ReadyGroup, ReadyWish, Ref, SeatInfo, TableId, TableInfo,
};

/// A message from the server.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The answer to a `hint`.
    Hint(Box<HintAnswer>),
    /// Somebody said something.
    Said {
        /// The room.
        room: ChatRoom,
        /// The message.
        line: ChatLine,
    },
    /// The table is gone, or one is no longer at it.
    TableRemoved {
        /// The table.
        table: TableId,
    },
    /// Who would play what, for those who observe the lobby.
    Ready {
        /// People by game and pace.
        groups: Vec<ReadyGroup>,
    },
    /// A table that is opened if everybody accepts.
    Proposal(Proposal),
    /// A proposal is over.
    ProposalEnded(ProposalEnded),
    /// Something that the person should read, from the host of a table or from the operator.
    Notice(Notice),
    /// The list of the person's devices has changed.
    DevicesChanged {},
    /// The list of those whom the person blocks has changed.
    BlocksChanged {},
    /// Answer to a `ping`.
    Pong(Done),
    /// The connection ends.
    Bye(Bye),
}

/// The answer to a hello.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of the protocol.
    pub version: u16,
    /// Name of the person; `null` until it is set.
    pub name: Option<String>,
    /// The token that resumes this person anywhere. Keep it secret.
    pub token: String,
    /// Who may become a person here; missing if everybody may.
    #[serde(default, skip_serializing_if = "Door::is_open")]
    #[ts(optional, as = "Option<Door>")]
    pub door: Door,
    /// Tables where the person is seated.
    pub tables: Vec<SeatedTable>,
    /// What the person would play, if they are on that list; with the minutes that are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wish: Option<ReadyWish>,
    /// Commitment for the first game at the next table that is opened on this connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub commitment: Option<Commitment>,
    /// The build of the server's pages; missing if it has none. A page of another build can be loaded again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub build: Option<String>,
    /// The `ref` of the hello.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
}

/// A table one sits at.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SeatedTable {
    /// The table.
    pub info: TableInfo,
    /// Your seat.
    #[ts(type = "number")]
    pub seat: Seat,
}

/// A request was carried out.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Done {
    /// The `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
    /// The table that was opened or joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// After `open`: commitment for the first game at the next table that is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub commitment: Option<Commitment>,
}

/// A request was refused, and nothing was changed.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Refused {
    /// The `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
    /// Code of the refusal, for programs: a `RefusalCode`, or one of the game's own.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// What would be legal now, if an action was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown[] | \"implied\"")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::seen::LegalActions>"))]
    pub legal: Option<GameJson>,
    /// If a rate limit refused it: after how many milliseconds the same request would be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_ms: Option<u32>,
}

/// The lobby as it is.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LobbySnapshot {
    /// The first of the public tables that were asked for: those with a free seat first, then the newest.
    pub tables: Vec<TableInfo>,
    /// Number of people connected.
    pub people_online: u32,
    /// Number of public tables that were asked for; more than are shown if there are several pages.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub total: u32,
    /// Number of public tables of each game that has one.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, u32>>")]
    pub counts: BTreeMap<String, u32>,
    /// The last chat messages.
    pub chat: Vec<ChatLine>,
}

/// Something in the lobby has changed.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LobbyUpdate {
    /// A table is new or has changed.
    Table(Box<TableInfo>),
    /// A table was closed.
    Removed(TableId),
    /// Number of people connected.
    PeopleOnline(u32),
    /// All that changed since the last time, for those who asked for it `bundled`.
    Changes(LobbyChanges),
}

/// What changed in the lobby since the last time.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LobbyChanges {
    /// Tables that are new, have changed or are shown from now on.
    pub tables: Vec<TableInfo>,
    /// Tables that were closed or are not shown any more.
    pub removed: Vec<TableId>,
    /// Number of people connected, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub people_online: Option<u32>,
    /// Number of public tables that were asked for, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub total: Option<u32>,
    /// Number of public tables of each game, if `total` changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub counts: Option<BTreeMap<String, u32>>,
}

/// A table as it is, for one viewer.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TableSnapshot {
    /// What everybody knows of the table.
    pub info: TableInfo,
    /// Your seat; `null` for watchers.
    #[ts(type = "number | null")]
    pub you: Option<Seat>,
    /// Invitation code of a private table, for players seated there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite_code: Option<InviteCode>,
    /// Number of the last fact about the table.
    #[ts(type = "number")]
    pub seq: u64,
    /// Number of the game at this table, from 1; 0 before the first.
    pub game_number: u32,
    /// Number of your next decision in this game.
    pub nth: u32,
    /// What you see, in the frame that all games share; `null` before the first game.
    #[ts(type = "Seen | null")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::Seen>"))]
    pub seen: Option<GameJson>,
    /// Your draft for the next decision.
    #[ts(type = "unknown")]
    pub draft: Option<GameJson>,
    /// Seats that have to decide, with the time they have left.
    pub deadlines: Vec<Deadline>,
    /// Result of the last game.
    pub result: Option<GameResult>,
    /// The last chat messages in the rooms that you can read.
    pub chat: Vec<ChatLine>,
    /// How often a decision of this game was taken back. What was sent of it before the last time does not count.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub undo_count: u32,
    /// What happened since the `since` of the request.
    pub missed: Vec<Missed>,
    /// The `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
}

/// What happened in one update that was missed.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Missed {
    /// Number of the update.
    #[ts(type = "number")]
    pub seq: u64,
    /// The events that the update would have had.
    pub events: Vec<GameEvent>,
}

/// Something that happened in the game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameEvent {
    /// The event in the form of the game, for programs.
    #[ts(type = "unknown")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub event: GameJson,
    /// The event as a sentence, for people.
    pub text: String,
}

/// Something was played: the acknowledgement for the client that played it, the news for everybody else.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameUpdate {
    /// The table.
    pub table: TableId,
    /// Number of the update. It grows, may skip numbers, and never restarts.
    #[ts(type = "number")]
    pub seq: u64,
    /// Number of the game at this table, from 1.
    pub game_number: u32,
    /// Number of your next decision in this game.
    pub nth: u32,
    /// What happened.
    pub events: Vec<GameEvent>,
    /// What you see, whole: with the first update of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Seen")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::Seen>"))]
    pub seen: Option<GameJson>,
    /// The number of the update before this one in the same game, which `changes` build on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub base: Option<u64>,
    /// What changed in what you see since `base`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Change[]")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<crate::Change>>"))]
    pub changes: Option<GameJson>,
    /// Seats that have to decide, with the time they have left.
    pub deadlines: Vec<Deadline>,
    /// Result of the game, if it just ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<GameResult>,
}

/// Who sits where has changed, or how present they are.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SeatsUpdate {
    /// The table.
    pub table: TableId,
    /// All seats.
    pub seats: Vec<SeatInfo>,
    /// Seat of the host.
    #[ts(type = "number | null")]
    pub host: Option<Seat>,
    /// Number of watchers.
    pub watcher_count: u32,
}

/// The best choice at a decision, from what the seat knows.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct HintAnswer {
    /// The table.
    pub table: TableId,
    /// Number of the game at this table.
    pub game_number: u32,
    /// Number of the decision.
    pub nth: u32,
    /// Which of `choices` is the best.
    pub best: u32,
    /// Every legal choice, in the order of `legal`.
    pub choices: Vec<HintedChoice>,
    /// The best choice, why, and the next as sentences, for people.
    pub text: String,
    /// What speaks for the best choice; missing if there is no other one, or no words for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<HintReason>,
    /// The `ref` of the request.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Ref>,
}

/// What speaks for a choice: facts that can be counted from what the seat sees.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct HintReason {
    /// The reason, in the form of the game.
    #[ts(type = "unknown")]
    pub reason: GameJson,
    /// The same as a sentence.
    pub text: String,
}

/// One legal choice and what it is worth.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct HintedChoice {
    /// The action, in the form of the game.
    #[ts(type = "unknown")]
    pub action: GameJson,
    /// The same in a few words.
    pub text: String,
    /// Your expected share of the win after it, 0 to 1; `null` if it was not looked at.
    pub value: Option<f64>,
}

/// Something that the person should read.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Notice {
    /// Id of a notice that is sent again until it is acknowledged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// What it is about.
    pub kind: NoticeKind,
    /// The table it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// The sentence. Of a warning: what the operator wrote; of a table that was closed: why, if the operator said so; of a
    /// round: the name of the tournament.
    pub message: String,
}

/// What a notice is about.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The operator warns the person.
    Warning,
    /// The operator does not let the person talk for a time.
    Muted,
    /// The host has removed the person from the table.
    Removed,
    /// The operator has closed the table.
    TableClosed,
    /// A round of a tournament has begun: `table` is the person's, and the message names the tournament.
    RoundBegan,
}

/// The connection ends.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Bye {
    /// Why it ends.
    pub reason: ByeReason,
    /// The same as a sentence.
    pub message: String,
    /// Milliseconds after which to connect again, if a limit ended the connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_ms: Option<u32>,
}

/// Why a connection ends.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server starts again in a moment: come back with the token.
    ServerShutdown,
    /// Too many messages that could not be read.
    BadMessages,
    /// Too many requests.
    RateLimited,
    /// Nothing was received for too long.
    IdleTimeout,
    /// Too many connections from one place.
    TooManyConnections,
    /// The device was signed out by its owner.
    SignedOut,
    /// The operator has banned the person or the address for a time.
    Banned,
}

//! What a client and the server say to each other, over one WebSocket, one JSON message a frame.
//!
//! [`ClientMsg`] goes to the server and [`ServerMsg`] comes from it. Both are closed: a message is an object with
//! one key, its kind, as in `{"join":{"table":"k7m2xq0v3a","ref":4}}`. What a game adds (actions, events, views)
//! travels as JSON that only the game reads.

mod as_text;
mod chat;
mod client_msg;
mod day;
mod day_info;
mod deal;
mod door;
mod ids;
mod name;
#[cfg(feature = "openapi")]
mod openapi;
mod ready;
mod refusal;
mod scheduled;
mod sealed_names;
mod seen;
mod server_msg;
mod table;
mod tournament;

pub use chat::{ChatError, ChatLine, ChatRoom, ChatText, MAX_CHAT_LENGTH};
pub use client_msg::{
    Acknowledge, Act, AddBot, ClientMsg, DayNonce, Draft, Hello, Hint, Join, Leave, Lobby, LockSeat, Mute,
    NewTable, Open, Pause, Ping, PlayDay, Rematch, RemoveBot, RemovePlayer, Rename, Report, Resign, Say,
    Start, Sync, Undo, Watch, reference_in,
};
pub use day::{DayDate, DayDateError};
pub use day_info::{
    DayDeal, DayInfo, DayLuck, DayResult, DayStanding, DayStreak, DayTry, Matchpoints, NextDay,
};
pub use deal::{
    BoundSecret, Commitment, Deal, DealDay, DealForm, DigitsError, MAX_NONCE_LENGTH, NameHash, NameSalt,
    Nonce, NonceError, Seal, Secret, TournamentSecret,
};
pub use door::Door;
pub use ids::{IdError, InviteCode, Ref, ReplayId, TableId};
pub use name::{MAX_NAME_LENGTH, Name, NameError};
pub use ready::{Pace, Proposal, ProposalEnded, ReadyGroup, ReadyWish};
pub use refusal::{Refusal, RefusalCode};
pub use scheduled::KeptSeats;
pub use sealed_names::{SealedNames, forget_name};
pub use seen::{Change, ChangeError, Seen, SeenTracker, apply_changes};
pub use server_msg::{
    Bye, ByeReason, Done, GameEvent, GameUpdate, HintAnswer, HintReason, HintedChoice, LobbyChanges,
    LobbySnapshot, LobbyUpdate, Missed, Notice, NoticeKind, Refused, SeatedTable, SeatsUpdate, ServerMsg,
    TableSnapshot, Welcome,
};
pub use table::{
    Clock, Deadline, GameResult, LegacyProtocol, Occupant, OnLeave, Presence, SeatInfo, TableInfo,
    TableStage, UnratedReason, Watchers,
};
pub use tournament::{
    NewTournament, OwnTournament, TournamentDetails, TournamentEntrant, TournamentForm, TournamentId,
    TournamentInfo, TournamentList, TournamentLuck, TournamentRound, TournamentSeat, TournamentStage,
    TournamentStanding, TournamentTable,
};

/// The version of this protocol. A client says it in its hello; another version is refused.
pub const VERSION: u16 = 2;

/// The longest message a client may send, in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 16 * 1024;

/// JSON that only the game reads.
pub type GameJson = Box<serde_json::value::RawValue>;

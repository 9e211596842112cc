//! Refusals: a code for programs, a sentence for people.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why the server refuses a request. A game's own refusals have codes of their own, such as `must_follow_suit`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The message could not be read.
    BadMessage,
    /// The message is longer than any may be.
    TooLong,
    /// Say hello first.
    HelloRequired,
    /// Another version of the protocol.
    UnsupportedVersion,
    /// Nobody may be called that.
    BadName,
    /// Somebody else is called that, or nearly.
    NameTaken,
    /// Pick a name first.
    NameRequired,
    /// The token is not known here.
    UnknownToken,
    /// The code that should sign in this device was used, is too old, or never was one.
    UnknownCode,
    /// The door is not open to strangers: an invitation is needed.
    DoorClosed,
    /// There is no such game.
    NoSuchGame,
    /// The settings of the table cannot be.
    BadOptions,
    /// There is no such table, or not for this person.
    NoSuchTable,
    /// A private table, and the code of its link is missing or wrong.
    NotInvited,
    /// No seat is free.
    TableFull,
    /// That seat is not free.
    SeatTaken,
    /// Already seated there.
    AlreadySeated,
    /// The host keeps that seat locked.
    SeatLocked,
    /// The free seats are kept for those who said that they would come.
    SeatKept,
    /// The host has removed this person from the table.
    RemovedByHost,
    /// Not seated there.
    NotSeated,
    /// Nobody may watch there.
    WatchingDisabled,
    /// Only the host may do that.
    NotHost,
    /// There is no bot on that seat, or no such level.
    NoSuchBot,
    /// The person has played this deal of the day.
    AlreadyPlayed,
    /// The person has nowhere where they can be called.
    NoCalls,
    /// The game has begun.
    AlreadyStarted,
    /// No game is running.
    NotStarted,
    /// The game has not ended.
    NotOver,
    /// Fewer people than the game needs.
    CannotStart,
    /// Only player 1 may ask for another game at this table.
    FirstPlayerOnly,
    /// This table allows no hints.
    HintsDisabled,
    /// That decision has been made: by yourself, by the clock, or by a bot.
    Stale,
    /// Another game is played at this table by now.
    OtherGame,
    /// That decision has not come yet.
    TooEarly,
    /// The action could not be read.
    BadAction,
    /// The rules forbid it; games have codes of their own beside this.
    Illegal,
    /// A line of chat that cannot be.
    BadChat,
    /// You may not speak there.
    NotInRoom,
    /// The operator does not let this person talk for a time.
    Muted,
    /// The operator has banned this person or address for a time.
    Banned,
    /// There is no such chat message, or not for this person.
    NoSuchLine,
    /// That was done already.
    AlreadyDone,
    /// There is nobody of that name.
    NoSuchPerson,
    /// There is no such tournament.
    NoSuchTournament,
    /// A rate limit refused the request: send it again after `retry_ms`.
    RateLimited,
    /// The table's mailbox is full: send the request again after `retry_ms`.
    TableBusy,
    /// Too many tables, connections or people.
    LimitReached,
    /// The server could not store it, so it did not happen.
    NotSaved,
    /// The server is closing.
    ShuttingDown,
    /// Only somebody who plays alone against bots may do that.
    NotAlone,
    /// There is no decision to take back.
    NothingToUndo,
    /// Not at a rated table: to leave is to lose there.
    RatedTable,
}

/// A refusal before it is addressed to anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The code, of the server or of the game.
    pub code: String,
    /// The sentence.
    pub message: String,
    /// For a rate limit: after how many milliseconds the request would be accepted.
    pub retry_ms: Option<u32>,
}

impl Refusal {
    /// A refusal of the server.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code: code.name(), message: message.into(), retry_ms: None }
    }

    /// The same refusal, with the time after which the request would be accepted.
    #[must_use]
    pub fn retry_after(self, milliseconds: u32) -> Self {
        Self { retry_ms: Some(milliseconds), ..self }
    }
}

impl RefusalCode {
    /// The code as it stands on the wire.
    #[must_use]
    pub fn name(self) -> String {
        // A unit variant is always written as a string.
        serde_json::to_value(self)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default()
    }
}

//! What a client can say.

use game::Seat;
use game::options::RawOptions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    ChatRoom, Clock, DayDate, GameJson, InviteCode, Nonce, OnLeave, ReadyWish, Ref, TableId, Watchers,
};

/// A message from a client.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClientMsg {
    /// Signs in: the first message of a connection.
    Hello(Hello),
    /// Sets or changes the name.
    Rename(Rename),
    /// Starts or stops observing the lobby.
    Lobby(Lobby),
    /// Opens a table and takes a seat at it.
    Open(Open),
    /// Takes a seat.
    Join(Join),
    /// Leaves the seat, or stops watching.
    Leave(Leave),
    /// Watches a table.
    Watch(Watch),
    /// As the host: seats a bot.
    AddBot(AddBot),
    /// As the host: removes a bot.
    RemoveBot(RemoveBot),
    /// As the host: removes a person before the game.
    RemovePlayer(RemovePlayer),
    /// As the host: keeps a free seat from being taken, or frees it.
    LockSeat(LockSeat),
    /// Plays an action.
    Act(Act),
    /// Sets the action to play if the time runs out.
    Draft(Draft),
    /// Asks for the best choice at your decision, at a table that allows hints.
    Hint(Hint),
    /// Sends a chat message.
    Say(Say),
    /// Hides a person's chat messages on this connection, or shows them again.
    Mute(Mute),
    /// Reports a chat message to the operator.
    Report(Report),
    /// Says that a notice of the operator was read.
    Acknowledge(Acknowledge),
    /// Starts the game, at a table that does not start by itself.
    Start(Start),
    /// Asks for another game with the same seats.
    Rematch(Rematch),
    /// Takes back your last decision, alone against bots.
    Undo(Undo),
    /// Pauses a game alone against bots, or goes on with it.
    Pause(Pause),
    /// Ends a game alone against bots.
    Resign(Resign),
    /// Says what one would play with others who want the same, or that one would not any more.
    Ready(Ready),
    /// Accepts or declines a proposal.
    Accept(Accept),
    /// Sits down at the deal of the day, or comes back to it.
    PlayDay(PlayDay),
    /// Adds to the randomness of the deals of a day to come.
    DayNonce(DayNonce),
    /// Asks for the whole table again, with what was missed.
    Sync(Sync),
    /// Asks for a `pong`.
    Ping(Ping),
}

/// Each request may carry a `ref` that its answer repeats.
macro_rules! requests {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$field_meta:meta])* $field:ident : $Type:ty),* $(,)? })*) => {
        $(
            $(#[$meta])*
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            #[derive(Clone, Debug, Serialize, Deserialize, TS)]
            #[serde(deny_unknown_fields)]
            pub struct $Name {
                $($(#[$field_meta])* pub $field: $Type,)*
                /// Repeated in the answer, to match it with its request.
                #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
                #[ts(optional)]
                pub reference: Option<Ref>,
            }
        )*

        impl ClientMsg {
            /// The number that the answer repeats.
            #[must_use]
            pub const fn reference(&self) -> Option<Ref> {
                match self { $(Self::$Name(message) => message.reference,)* }
            }
        }
    };
}

/// The `ref` of a message that cannot be read as a whole, if it can be made out: its answer repeats it all the same.
#[must_use]
pub fn reference_in(text: &str) -> Option<Ref> {
    #[derive(Deserialize)]
    struct Referred {
        #[serde(rename = "ref")]
        reference: Ref,
    }
    let message: std::collections::BTreeMap<String, Referred> = serde_json::from_str(text).ok()?;
    message.into_values().next().map(|request| request.reference)
}

requests! {
    /// Signs in: a token resumes a person; without one a new person signs in, who needs a name to sit down.
    Hello {
        /// The version of the protocol.
        version: u16,
        /// The token of an earlier `welcome`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// A code that a signed-in device or a recovery sheet shows: it signs in this device too, with a token of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        sign_in_code: Option<String>,
        /// The name of a new person, if there is no token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// The invitation of a new person, where the door is not open to everybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invitation: Option<String>,
        /// Whether a program plays, which other players can see.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        program: bool,
    }
    /// Sets or changes the name.
    Rename {
        /// The new name.
        name: String,
        /// The invitation of a new person, where the door is not open to everybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invitation: Option<String>,
    }
    /// Starts or stops observing the lobby.
    Lobby {
        /// Whether to observe it.
        on: bool,
        /// Only tables of this game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        game: Option<String>,
        /// How many pages of 50 tables are shown, 1 to 20; without it one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pages: Option<u8>,
        /// Whether changes come as one message, `changes`, instead of one each.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        bundled: bool,
    }
    /// Opens a table and takes a seat at it.
    Open {
        /// What is opened.
        config: NewTable,
        /// What the player adds to the randomness of the next game that is dealt here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Takes a seat.
    Join {
        /// The table.
        table: TableId,
        /// The seat; any free one if it is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seat: Option<Seat>,
        /// The invitation code, for a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite_code: Option<InviteCode>,
        /// What the player adds to the randomness of the next game that is dealt here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Leaves the seat, or stops watching.
    Leave {
        /// The table.
        table: TableId,
    }
    /// Watches a table.
    Watch {
        /// The table.
        table: TableId,
        /// The invitation code, for a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite_code: Option<InviteCode>,
    }
    /// Seats a bot, as the host, before the game.
    AddBot {
        /// The table.
        table: TableId,
        /// Level of the bot.
        level: String,
        /// The seat; the first free one if it is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seat: Option<Seat>,
    }
    /// Removes a bot, as the host, before the game.
    RemoveBot {
        /// The table.
        table: TableId,
        /// The seat of the bot.
        #[ts(type = "number")]
        seat: Seat,
    }
    /// Removes a person, as the host, before the game. That person can watch, and does not sit down here again.
    RemovePlayer {
        /// The table.
        table: TableId,
        /// The seat of the person.
        #[ts(type = "number")]
        seat: Seat,
    }
    /// Locks a free seat, as the host, before the game: nobody sits down there until it is free again. A bot may be seated
    /// there, which ends the lock.
    LockSeat {
        /// The table.
        table: TableId,
        /// The free seat.
        #[ts(type = "number")]
        seat: Seat,
        /// Whether to lock it.
        on: bool,
    }
    /// Plays an action.
    Act {
        /// The table.
        table: TableId,
        /// Number of the game at this table, as in its updates: a late repetition cannot reach the next game.
        game_number: u32,
        /// Number of your decision in this game, from 0: sent twice, it is played once.
        nth: u32,
        /// The action, in the form of the game.
        #[ts(type = "unknown")]
        action: GameJson,
    }
    /// Sets the action to play if the time runs out, or deletes it.
    Draft {
        /// The table.
        table: TableId,
        /// Number of the game at this table.
        game_number: u32,
        /// Number of the decision.
        nth: u32,
        /// The action; if it is missing the draft is deleted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "unknown")]
        action: Option<GameJson>,
    }
    /// Asks for the best choice at your decision, at a table that allows hints. The answer is a `hint`, for you alone; the
    /// result names your seat as one that took hints.
    Hint {
        /// The table.
        table: TableId,
        /// Number of the game at this table.
        game_number: u32,
        /// Number of your decision.
        nth: u32,
    }
    /// Sends a chat message.
    Say {
        /// The room.
        room: ChatRoom,
        /// The text.
        text: String,
    }
    /// Hides a person's chat messages on this connection, or shows them again.
    Mute {
        /// Name of the person.
        name: String,
        /// Whether to hide the messages.
        on: bool,
    }
    /// Reports a chat message that one was shown. The operator reads this message and no other.
    Report {
        /// The room.
        room: ChatRoom,
        /// Number of the message.
        #[ts(type = "number")]
        number: u64,
        /// What is wrong with it, in a few words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    }
    /// Says that a notice was read: it is not sent again.
    Acknowledge {
        /// Id of the notice.
        notice: String,
    }
    /// Starts the game, at a table that does not start by itself.
    Start {
        /// The table.
        table: TableId,
    }
    /// Asks for another game with the same seats.
    Rematch {
        /// The table.
        table: TableId,
        /// What the player adds to the randomness of that game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
        /// Level of bots that replace those who have been disconnected for 30 seconds or more, if all others want to play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bots_for_absent: Option<String>,
    }
    /// Takes back your last decision and all that was played after it, alone against bots. The result says so.
    Undo {
        /// The table.
        table: TableId,
        /// Number of the game at this table.
        game_number: u32,
        /// Number of your next decision, as in the last update: the decision before it is taken back, once.
        nth: u32,
    }
    /// Pauses a game alone against bots, or goes on with it: while it is paused no clock runs and no bot plays.
    Pause {
        /// The table.
        table: TableId,
        /// Whether to pause it. Playing goes on with it, too.
        on: bool,
    }
    /// Ends a game alone against bots: it counts for nobody, and its replay is kept.
    Resign {
        /// The table.
        table: TableId,
    }
    /// Says what one would play, or that one would not any more.
    Ready {
        /// What one would play; missing to be taken off the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        wish: Option<ReadyWish>,
    }
    /// Accepts or declines a proposal.
    Accept {
        /// Number of the proposal.
        proposal: u32,
        /// Whether to sit down; to decline takes one off the list.
        accept: bool,
        /// What the player adds to the randomness of the first game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Sits down at the deal of the day: a table alone with bots is opened, once for each person. Later it leads back there.
    PlayDay {
        /// Name of the game.
        game: String,
    }
    /// Adds to the randomness of all deals of a day, before that day begins. A second one of the same person replaces the
    /// first.
    DayNonce {
        /// The day.
        date: DayDate,
        /// What is added.
        nonce: Nonce,
    }
    /// Asks for the whole table again.
    Sync {
        /// The table.
        table: TableId,
        /// `seq` of the last update received: what happened after it is in `missed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
    }
    /// Asks for a `pong`.
    Ping {}
}

/// What kind of table to open.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Name of the game.
    pub game: String,
    /// Number of seats; the game's default if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// Options of the game.
    #[serde(default)]
    #[ts(type = "Record<string, string | number>", optional)]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::settings))]
    pub options: RawOptions,
    /// Time limit of a decision.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::clock))]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether an invitation code is needed.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub private: bool,
    /// Who may watch.
    #[serde(default)]
    #[ts(optional, as = "Option<Watchers>")]
    pub watch_policy: Watchers,
    /// What happens when somebody leaves.
    #[serde(default)]
    #[ts(optional, as = "Option<OnLeave>")]
    pub on_leave: OnLeave,
    /// Seconds from a lost connection until `on_leave` happens: 0 to 3600.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub grace_seconds: Option<u32>,
    /// Bots to seat at once, one level each.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub bots: Vec<String>,
    /// Level of a bot that takes over a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub substitute_level: Option<String>,
    /// Milliseconds a bot pauses before it plays, when people are at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bot_delay_ms: Option<u16>,
    /// Whether players may ask for hints; if it is missing, only where `bots` take all other seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hints: Option<bool>,
    /// Whether its games count for ratings. Such a table has a clock, `on_leave` is `bot`, and there are no hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Whether games are rated although two players have one address, because they sit together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub same_address: bool,
}

//! What a client can say.

use game::Seat;
use game::options::RawOptions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChatRoom, Clock, GameJson, InviteCode, Nonce, OnLeave, Ref, TableId, Watchers};

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
    /// Plays an action.
    Act(Act),
    /// Sets the action to play if the time runs out.
    Draft(Draft),
    /// Sends a chat message.
    Say(Say),
    /// Hides a person's chat messages on this connection, or shows them again.
    Mute(Mute),
    /// Starts the game, at a table that does not start by itself.
    Start(Start),
    /// Asks for another game with the same seats.
    Rematch(Rematch),
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
        /// The name of a new person, if there is no token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// Whether a program plays, which other players can see.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        program: bool,
    }
    /// Sets or changes the name.
    Rename {
        /// The new name.
        name: String,
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
    pub options: RawOptions,
    /// Time limit of a decision.
    #[serde(default)]
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
}

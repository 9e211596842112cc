//! What a client can say.

use game::Seat;
use game::options::RawOptions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChatRoom, Clock, GameJson, InviteCode, Nonce, OnLeave, Ref, TableId, Watchers};

/// A message from a client.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClientMsg {
    /// The first message: who I am.
    Hello(Hello),
    /// Call me that.
    Rename(Rename),
    /// Tell me about the lobby, or stop.
    Lobby(Lobby),
    /// Open a table.
    Open(Open),
    /// Sit down.
    Join(Join),
    /// Stand up, or stop watching.
    Leave(Leave),
    /// Watch a table.
    Watch(Watch),
    /// As the host: put a bot on a free seat.
    AddBot(AddBot),
    /// As the host: send a bot away.
    RemoveBot(RemoveBot),
    /// Play.
    Act(Act),
    /// Note privately what I would play if my time ran out.
    Draft(Draft),
    /// Say something.
    Say(Say),
    /// Do not show me what this person says, or do again.
    Mute(Mute),
    /// Start the game, at a table that does not start by itself.
    Start(Start),
    /// Play another game with the same seats.
    Rematch(Rematch),
    /// Tell me all about a table again, with what I missed.
    Sync(Sync),
    /// Are you there?
    Ping(Ping),
}

/// Each request may carry a `ref` that its answer repeats.
macro_rules! requests {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$field_meta:meta])* $field:ident : $Type:ty),* $(,)? })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Serialize, Deserialize, TS)]
            #[serde(deny_unknown_fields)]
            pub struct $Name {
                $($(#[$field_meta])* pub $field: $Type,)*
                /// Repeated in the answer.
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
    /// Who I am: a token resumes a person; without one a new person comes in, who needs a name to sit down.
    Hello {
        /// The version of the protocol.
        version: u16,
        /// The secret of an earlier visit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// What to be called, if there is no token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// Whether this is a program that plays.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        program: bool,
    }
    /// Call me that.
    Rename {
        /// The new name.
        name: String,
    }
    /// Tell me about the lobby, or stop.
    Lobby {
        /// Whether to tell.
        on: bool,
    }
    /// Open a table and sit down at it.
    Open {
        /// What kind of table.
        config: NewTable,
        /// What one adds to the luck of the next game that is dealt here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Sit down.
    Join {
        /// Where.
        table: TableId,
        /// On which seat; any free one if it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seat: Option<Seat>,
        /// The secret of a private table's link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite_code: Option<InviteCode>,
        /// What one adds to the luck of the next game that is dealt here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Stand up, or stop watching.
    Leave {
        /// Where.
        table: TableId,
    }
    /// Watch a table.
    Watch {
        /// Which one.
        table: TableId,
        /// The secret of a private table's link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite_code: Option<InviteCode>,
    }
    /// Put a bot on a free seat.
    AddBot {
        /// Where.
        table: TableId,
        /// How well it plays.
        level: String,
        /// On which seat; the first free one if it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seat: Option<Seat>,
    }
    /// Send a bot away.
    RemoveBot {
        /// Where.
        table: TableId,
        /// From which seat.
        #[ts(type = "number")]
        seat: Seat,
    }
    /// Play.
    Act {
        /// Where.
        table: TableId,
        /// Which game at this table, as its updates say: a late repetition cannot hit the next game.
        game_number: u32,
        /// Which of your decisions in this game it is, counted from 0: sent twice, it is played once.
        nth: u32,
        /// What to do.
        #[ts(type = "unknown")]
        action: GameJson,
    }
    /// Note what to play if the time runs out.
    Draft {
        /// Where.
        table: TableId,
        /// Which game at this table.
        game_number: u32,
        /// For which of your decisions.
        nth: u32,
        /// What to do; nothing takes the draft back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "unknown")]
        action: Option<GameJson>,
    }
    /// Say something.
    Say {
        /// Where.
        room: ChatRoom,
        /// What.
        text: String,
    }
    /// Do not show me what this person says, or do again.
    Mute {
        /// Who.
        name: String,
        /// Whether to hide.
        on: bool,
    }
    /// Start the game, at a table that does not start by itself.
    Start {
        /// Where.
        table: TableId,
    }
    /// Play another game with the same seats.
    Rematch {
        /// Where.
        table: TableId,
        /// What one adds to the luck of that game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nonce: Option<Nonce>,
    }
    /// Tell me all about a table again.
    Sync {
        /// Which one.
        table: TableId,
        /// The last update that I have seen: what came after it is told again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
    }
    /// Are you there?
    Ping {}
}

/// What kind of table to open.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Which game.
    pub game: String,
    /// How many seats; what is usual if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// The game's settings.
    #[serde(default)]
    #[ts(type = "Record<string, string | number>", optional)]
    pub options: RawOptions,
    /// How long a decision may take.
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether an invitation is needed.
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
    /// Seconds until a bot plays for somebody who is gone: 0 to 3600.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub grace_seconds: Option<u32>,
    /// Bots to seat at once, one level each.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub bots: Vec<String>,
    /// How well the bot plays that takes over an empty seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub substitute_level: Option<String>,
    /// Milliseconds a bot pauses before it plays, when people are at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bot_delay_ms: Option<u16>,
}

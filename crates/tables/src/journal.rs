//! What the journal of a table says: facts, in order. Everything a table is follows from them.

use std::net::IpAddr;

use bots::Level;
use game::face::ChosenBy;
use game::options::RawOptions;
use game::{Seat, Seed};
use games::Kind;
use protocol::{
    BoundSecret, ChatLine, ChatText, Clock, DayDate, GameJson, InviteCode, LegacyProtocol, NameSalt, Nonce,
    OnLeave, Secret, TournamentId, Watchers,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::people::PersonId;

/// Rises with every change of [`Fact`] that programs before it cannot read: in a cluster they leave such tables to others.
pub(crate) const FACTS_VERSION: u16 = 0;

/// One fact about a table. The journal stores its time and its number beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The table was opened.
    Opened(Box<TableConfig>),
    /// The server was down for a while: no clock ran. It precedes the first fact after an outage.
    Reopened {
        /// Milliseconds.
        outage: i64,
    },
    /// Nobody has been connected for a while: no bot plays and no clock runs until somebody is.
    Suspended,
    /// A person sat down.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person's id.
        person: PersonId,
        /// What they are called.
        name: String,
        /// Whether it is a program.
        bot: bool,
        /// Whether they use a legacy protocol, and so cannot reconnect.
        #[serde(rename = "wire", default, skip_serializing_if = "is_false")]
        legacy: bool,
        /// Their contribution to the randomness of the next game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        /// The block of addresses they came from, at a rated table: two seats of one are not rated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<IpAddr>,
    },
    /// A bot of the server was seated.
    BotSat {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        #[serde(with = "as_text")]
        level: Level,
    },
    /// The seat is free again.
    Stood {
        /// Which one.
        seat: Seat,
    },
    /// The host removed a person, who may not take a seat here again.
    Removed {
        /// From which seat.
        seat: Seat,
        /// The person's id.
        person: PersonId,
    },
    /// The host keeps a free seat from being taken, or frees it.
    Locked {
        /// Which one.
        seat: Seat,
        /// Whether it is locked.
        on: bool,
    },
    /// Somebody has another name now.
    Renamed {
        /// Where they sit.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// Another seat is the host's.
    Host {
        /// Whose; nobody's when no person is left.
        seat: Option<Seat>,
    },
    /// Somebody who is seated contributes to the randomness of the next game.
    Nonce {
        /// The seat that acts.
        seat: Seat,
        /// Replaces their earlier contribution.
        nonce: Nonce,
    },
    /// The complete state of the table just before a game is dealt, and the deal. The journal restarts with this fact.
    Dealt(Box<Dealt>),
    /// A game was dealt. Journals once went on after it; today [`Fact::Dealt`] is stored in its place.
    Started {
        /// The seed of the game, if the table has no secret to derive it from. Only old journals have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
        /// The secret of the game after this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<BoundSecret>,
        /// The version of the rules it is played by, to its end. Journals that name none are of version 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u16>,
        /// What the names in its replay are hashed with. Journals once had none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name_salt: Option<NameSalt>,
    },
    /// Something was played.
    Acted {
        /// Whose turn it was.
        seat: Seat,
        /// What was played.
        action: GameJson,
        /// Who chose it.
        by: ChosenBy,
    },
    /// Somebody marked what to play when the time runs out.
    Drafted {
        /// The seat it concerns.
        seat: Seat,
        /// For which of their decisions.
        nth: u32,
        /// What; nothing takes it back.
        action: Option<GameJson>,
    },
    /// Somebody asked for a hint, for the first time in this game.
    Hinted {
        /// The seat that acts.
        seat: Seat,
    },
    /// A bot plays for somebody from now on.
    Away {
        /// For whom.
        seat: Seat,
        /// The reason for the absence.
        why: AwayReason,
    },
    /// The person plays again.
    Back {
        /// The seat that acts.
        seat: Seat,
    },
    /// Somebody is on vacation until a time, and their clock is stopped. `None` ends the vacation.
    Vacation {
        /// The seat that acts.
        seat: Seat,
        /// In milliseconds since 1970.
        until: Option<i64>,
    },
    /// Somebody wants another game.
    Ready {
        /// The seat that acts.
        seat: Seat,
        /// Their contribution to its randomness.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
    },
    /// The game was ended because somebody left.
    Abandoned {
        /// Who left.
        seat: Seat,
    },
    /// The only person takes back their last decision and all that was played after it.
    Undone {
        /// The seat that acts.
        seat: Seat,
        /// How many actions of the game stay.
        keep: u32,
    },
    /// The only person pauses the game: no clock runs and no bot plays.
    Paused {
        /// The seat that acts.
        seat: Seat,
    },
    /// A paused game continues.
    Resumed {
        /// Who wants it.
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// Whether it was said among watchers.
        #[serde(default)]
        watchers: bool,
        /// The name of the author.
        from: String,
        /// The text of the message.
        text: ChatText,
    },
}

/// A table just before a game is dealt, and what it is dealt from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Dealt {
    /// Who sits where.
    pub seats: Vec<DealtSeat>,
    /// Whose seat is the host's.
    pub host: Option<Seat>,
    /// What the table is. Its secret is the one of this game.
    pub table: TableConfig,
    /// When it was opened.
    pub opened: i64,
    /// By which version of the game's rules it is dealt and played.
    pub rules: u16,
    /// How many games were played before.
    pub games: u32,
    /// What was said among the players, as far back as it is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ChatLine>,
    /// What was said among the watchers, as far back as it is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watcher_chat: Vec<ChatLine>,
    /// Whom the host has removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<PersonId>,
    /// As in [`Fact::Started`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// As in [`Fact::Started`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<BoundSecret>,
    /// As in [`Fact::Started`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_salt: Option<NameSalt>,
}

/// One seat just before a deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DealtSeat {
    /// Who sits there.
    pub who: DealtSitter,
    /// Why a bot plays for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<AwayReason>,
    /// The number of the fact that seated them: the order of arrival.
    pub arrived: u64,
    /// Their contribution to the randomness of this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    /// As in [`Fact::Sat`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<IpAddr>,
    /// As in [`Fact::Vacation`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<i64>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DealtSitter {
    /// Nobody.
    Empty,
    /// A person.
    Person {
        /// The person's id.
        person: PersonId,
        /// What they are called.
        name: String,
        /// Whether it is a program.
        #[serde(default, skip_serializing_if = "is_false")]
        bot: bool,
        /// Whether they came through an old protocol.
        #[serde(rename = "wire", default, skip_serializing_if = "is_false")]
        legacy: bool,
    },
    /// A bot of the server.
    Bot {
        /// How well it plays.
        #[serde(with = "as_text")]
        level: Level,
    },
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AwayReason {
    /// The connection was lost for longer than the grace time.
    Lost,
    /// They left.
    Left,
    /// They missed too many deadlines.
    Missed,
}

/// What a table is, from its opening on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableConfig {
    /// Which game.
    #[serde(with = "as_text")]
    pub game: Kind,
    /// How many seats.
    pub seats: u8,
    /// Those for whom its seats are kept, if it was scheduled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Box<KeptConfig>>,
    /// The game's settings, completed.
    pub options: RawOptions,
    /// How long a decision may take.
    pub clock: Clock,
    /// The secret of its link; a public table has none.
    pub code: Option<InviteCode>,
    /// Who may watch.
    pub watchers: Watchers,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
    /// Milliseconds until a bot plays for somebody who is gone.
    pub grace: u32,
    /// The level of that bot.
    #[serde(with = "as_text")]
    pub level: Level,
    /// Milliseconds a bot pauses before it plays when people are at the table.
    pub bot_pause: u32,
    /// After this many missed deadlines a bot plays on; nothing = never.
    pub missed_limit: Option<u8>,
    /// The old protocol it was opened through.
    #[serde(rename = "wire", default, skip_serializing_if = "Option::is_none")]
    pub legacy_protocol: Option<LegacyProtocol>,
    /// Where players have numbers: whether those who stay keep theirs when somebody leaves. Earlier versions reassigned them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub keeps_numbers: bool,
    /// Whether players may ask for hints.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hints: bool,
    /// Whether its games count for ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether they do although two players have one address.
    #[serde(default, skip_serializing_if = "is_false")]
    pub same_address: bool,
    /// The deal of a day that is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Box<DayConfig>>,
    /// The tournament that it is a table of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Box<TournamentConfig>>,
    /// The secret of its first game; tables once had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<BoundSecret>,
}

/// Seats that are kept for some people for a while.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptConfig {
    /// Until when.
    pub until: i64,
    /// For whom.
    pub people: Vec<KeptPerson>,
    /// Who announced the table: its host as soon as they sit there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<PersonId>,
}

/// Somebody who said that they would come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptPerson {
    /// The person's id.
    pub person: PersonId,
    /// What they were called then.
    pub name: String,
}

/// The deal of a day at one person's table. All randomness of the table is derived from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct DayConfig {
    /// The day.
    pub date: DayDate,
    /// The secret of that day.
    pub secret: Secret,
    /// What was added before it began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<Nonce>,
}

/// A table of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TournamentConfig {
    /// Which tournament.
    pub id: TournamentId,
    /// Which round, from 1.
    pub round: u8,
    /// Which table of the round, from 1.
    pub table: u16,
    /// Whether other tables have the same deal.
    #[serde(default, skip_serializing_if = "is_false")]
    pub duplicate: bool,
}

impl TableConfig {
    /// Whether an invitation is needed.
    #[must_use]
    pub(crate) const fn is_private(&self) -> bool {
        self.code.is_some()
    }

    /// Whether its clock is made for people who come and go.
    #[must_use]
    pub(crate) const fn has_slow_clock(&self) -> bool {
        matches!(self.clock, Clock::Seconds(seconds) if seconds >= SLOW_CLOCK)
    }
}

/// A clock of this many seconds is a slow one.
const SLOW_CLOCK: u32 = 3_600;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Things that have a name are written as that name.
pub(crate) mod as_text {
    use super::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: std::fmt::Display, S: Serializer>(
        thing: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(thing)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
        D: Deserializer<'de>,
    {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

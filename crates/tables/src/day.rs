//! The deals of a day: one for each game, the same for everybody.
//!
//! What is stored, as documents:
//!
//! | Kind | Id | What |
//! | --- | --- | --- |
//! | `day` | date | the secret that the server is bound to, and since when |
//! | `day_nonce DATE` | person | what somebody added to the randomness of that day |
//! | `day_luck` | date | secret and nonces, from the first deal of that day on |
//! | `day_try DATE` | game/person | what somebody made of a deal |
//! | `day_own` | date/game/person | the same by person, for streaks |
//! | `day_closed` | date | that the results of that day are final |
//!
//! Each is added once, however many servers there are. The results follow from the tries alone, so that counting them
//! again after a crash changes nothing.

mod standings;
mod streak;

pub(crate) use standings::{compared, standings};
pub(crate) use streak::streak;

use bots::Level;
use game::Seat;
use games::{DayEnding, DayTable, Kind};
use protocol::{
    Clock, DayDate, DayResult, InviteCode, Matchpoints, Nonce, OnLeave, ReplayId, Secret, TableId, Watchers,
};
use serde::{Deserialize, Serialize};
use store::{Document, Write};

use crate::journal::{DayConfig, TableConfig};
use crate::people::PersonId;

/// How well the bots of the day play.
pub(crate) const LEVEL: Level = Level::Medium;
/// How many days ahead the server binds itself: two, so that a commitment is known for a whole day before its day.
pub(crate) const DAYS_AHEAD: i32 = 2;
/// Nonces are accepted until this long before the day begins, in milliseconds, so that writes in progress are stored before
/// the first deal.
pub(crate) const NONCES_END_MS: i64 = 60_000;
/// Maximum number of people who add to the randomness of one day: their nonces are part of every replay of it.
pub(crate) const MAX_NONCES: u32 = 100;
/// Results are counted this long after the day, in milliseconds: what ended in time is stored by then.
pub(crate) const CLOSE_AFTER_MS: i64 = 60_000;
/// How long the tries of a day are kept, in milliseconds.
const KEPT_MS: i64 = 400 * 86_400_000;

/// The kinds of documents.
pub(crate) const SECRET: &str = "day";
pub(crate) const LUCK: &str = "day_luck";
pub(crate) const OWN: &str = "day_own";
pub(crate) const CLOSED: &str = "day_closed";

/// How the kinds of tries begin; the date follows.
const TRY: &str = "day_try ";

pub(crate) fn tries(date: DayDate) -> String {
    format!("{TRY}{date}")
}

/// The seat of the person who plays a deal of a day.
pub(crate) const SEAT: u8 = 0;

/// The replay that a document leads to, if it is of a try that has ended.
pub(crate) fn replay_of_try(document: &Document) -> Option<ReplayId> {
    let entry: Try =
        document.kind.strip_prefix(TRY).and_then(|_| serde_json::from_str(&document.body).ok())?;
    Some(entry.finished?.replay)
}

pub(crate) fn nonces(date: DayDate) -> String {
    format!("day_nonce {date}")
}

pub(crate) fn try_id(game: &str, person: PersonId) -> String {
    format!("{game}/{}", person.0)
}

fn own_id(date: DayDate, game: &str, person: PersonId) -> String {
    format!("{date}/{game}/{}", person.0)
}

/// What the server is bound to for a day.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct DaySecret {
    pub(crate) secret: Secret,
    pub(crate) committed_at: i64,
}

/// What the deals of a day follow from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FrozenLuck {
    pub(crate) secret: Secret,
    pub(crate) nonces: Vec<Nonce>,
}

/// What somebody made of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Try {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) table: TableId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) finished: Option<Finish>,
    /// When the day is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) matchpoints: Option<Matchpoints>,
}

/// How a try ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Finish {
    pub(crate) at: i64,
    /// `None` if the person gave up.
    pub(crate) result: Option<DayResult>,
    pub(crate) replay: ReplayId,
}

impl Try {
    /// The result that is compared: of a game that was played to its end within the day.
    pub(crate) fn counted(&self, date: DayDate) -> Option<(DayResult, ReplayId)> {
        let finish = self.finished.filter(|finish| finish.at < date.ends_at())?;
        Some((finish.result?, finish.replay))
    }
}

/// What a person's streak is counted from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Own {
    date: DayDate,
    finished: bool,
}

/// What a game's end is worth.
pub(crate) fn result(kind: Kind, ending: &DayEnding<'_>) -> DayResult {
    let table = DayTable::of(kind);
    let own = ending.scores.first().copied().unwrap_or_default();
    let best = ending.scores.iter().skip(1).copied();
    // Ahead is good, also where the lowest score wins.
    let margin = match kind.spec().low_score_wins {
        true => best.min().unwrap_or_default() - own,
        false => own - best.max().unwrap_or_default(),
    };
    DayResult {
        won: ending.outcome.winners.contains(Seat::of(0)),
        drawn: ending.outcome.winners.is_empty(),
        score: own,
        margin,
        moves: u32::try_from(table.moves(ending.decisions)).unwrap_or(u32::MAX),
        value: table.result(kind, ending),
    }
}

/// The table of a deal.
pub(crate) fn table_config(
    kind: Kind,
    date: DayDate,
    luck: FrozenLuck,
    code: InviteCode,
) -> Result<TableConfig, protocol::Refusal> {
    let DayTable { seats, options, .. } = DayTable::of(kind);
    Ok(TableConfig {
        game: kind,
        seats,
        kept: None,
        options: crate::live_game::check_options(kind, &options, seats)?,
        clock: Clock::Off,
        code: Some(code),
        watchers: Watchers::None,
        // The game waits for the person; no bot ever plays for them.
        on_leave: OnLeave::Bot,
        grace: 604_800_000,
        level: LEVEL,
        bot_pause: 700,
        missed_limit: None,
        legacy_protocol: None,
        keeps_numbers: false,
        hints: false,
        rated: false,
        same_address: false,
        tournament: None,
        day: Some(Box::new(DayConfig { date, secret: luck.secret, nonces: luck.nonces })),
        secret: None,
    })
}

/// A document about a whole day.
pub(crate) fn of_day(
    kind: &str,
    date: DayDate,
    at: i64,
    body: &impl Serialize,
) -> Result<Document, serde_json::Error> {
    Ok(Document {
        kind: kind.to_owned(),
        id: date.to_string(),
        person: None,
        at,
        expires: Some(date.ends_at() + KEPT_MS),
        body: serde_json::to_string(body)?,
    })
}

/// The document of somebody's nonce. It stays when the person is removed: others were sent the count of them.
pub(crate) fn nonce_document(date: DayDate, person: PersonId, nonce: &Nonce, at: i64) -> Document {
    Document {
        kind: nonces(date),
        id: person.0.to_string(),
        person: None,
        at,
        expires: Some(date.ends_at() + KEPT_MS),
        body: nonce.as_str().to_owned(),
    }
}

/// The writes that begin a try. They fail if there is one already.
pub(crate) fn begin_writes(
    date: DayDate,
    person: PersonId,
    entry: &Try,
    at: i64,
) -> Result<Vec<Write>, serde_json::Error> {
    let own = Document {
        kind: OWN.to_owned(),
        id: own_id(date, &entry.game, person),
        person: Some(person.0),
        at,
        expires: None,
        body: serde_json::to_string(&Own { date, finished: false })?,
    };
    let entry = Document {
        kind: tries(date),
        id: try_id(&entry.game, person),
        person: Some(person.0),
        at,
        expires: Some(date.ends_at() + KEPT_MS),
        body: serde_json::to_string(entry)?,
    };
    Ok(vec![Write::AddDocument(entry), Write::PutDocument(own)])
}

/// The writes that end a try. Nothing happens if the person was removed meanwhile.
pub(crate) fn finish_writes(
    date: DayDate,
    person: PersonId,
    entry: &Try,
    opened: i64,
) -> Result<Vec<Write>, serde_json::Error> {
    let own = Own { date, finished: entry.counted(date).is_some() };
    Ok(vec![
        change(date, &try_id(&entry.game, person), entry, opened)?,
        Write::ChangeDocument {
            kind: OWN.to_owned(),
            id: own_id(date, &entry.game, person),
            at: opened,
            body: serde_json::to_string(&own)?,
        },
    ])
}

/// The write that replaces a try.
pub(crate) fn change(date: DayDate, id: &str, entry: &Try, at: i64) -> Result<Write, serde_json::Error> {
    Ok(Write::ChangeDocument {
        kind: tries(date),
        id: id.to_owned(),
        at,
        body: serde_json::to_string(entry)?,
    })
}

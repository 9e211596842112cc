//! Calls as they are stored, and what becomes of them.

use protocol::{Refusal, RefusalCode, TableId};
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError, Store, Write};

use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of their documents.
const CALL: &str = "call";

/// A person is called this long after the turn began, in milliseconds. One who reconnects earlier, also after a restart
/// of the server, is not called.
const CALL_DELAY: i64 = 10_000;

/// A call for a game without a clock is of no use after this time, in milliseconds.
const KEPT_WITHOUT_CLOCK: i64 = 7 * 86_400_000;

/// There is an alarm if the whole time is at least this long, in milliseconds.
const MIN_ALARM: i64 = 3_600_000;

/// A call that cannot be delivered is tried again after this time, which grows with each try, in milliseconds.
const TRY_AGAIN: i64 = 60_000;
const MAX_TRY_AGAIN: i64 = 3_600_000;

/// How many calls are looked at at a time.
const AT_ONCE: u32 = 200;

/// Why a person is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallStage {
    /// It is their turn.
    Turn,
    /// Four fifths of their time are gone.
    Alarm,
    /// A table that they said yes to begins.
    Scheduled,
    /// Others would play with them, and all connected people have accepted.
    Ready,
    /// Nothing more is to be said.
    Done,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Body {
    /// `None` if the table is opened when they come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<TableId>,
    seat: u8,
    game: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    with: Vec<String>,
    stage: CallStage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alarm_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts_at: Option<i64>,
    #[serde(default)]
    tries: u32,
}

/// A call to somebody who said yes to a scheduled table.
pub(crate) struct ScheduledCall {
    pub(crate) person: PersonId,
    pub(crate) table: TableId,
    /// Title of the game.
    pub(crate) game: String,
    /// Who else comes, as far as is known.
    pub(crate) with: Vec<String>,
    /// When they are called.
    pub(crate) at: i64,
    pub(crate) starts_at: i64,
    pub(crate) expires: i64,
}

/// What the call before a scheduled table is stored under.
pub(crate) fn scheduled_call_id(table: TableId, person: PersonId) -> String {
    format!("{table}-scheduled-{:x}", person.0)
}

impl ScheduledCall {
    /// The call as it is stored.
    pub(crate) fn document(self) -> Result<Document, Refusal> {
        let Self { person, table, game, with, at, starts_at, expires } = self;
        let stage = CallStage::Scheduled;
        let body = Body { starts_at: Some(starts_at), ..Body::new(stage, Some(table), game, with) };
        Ok(Document {
            kind: CALL.to_owned(),
            id: scheduled_call_id(table, person),
            person: Some(person.0),
            at,
            expires: Some(expires),
            body: document_body(&body)?,
        })
    }
}

/// A call to somebody who would play, because others are ready.
pub(crate) struct ReadyCall {
    pub(crate) person: PersonId,
    /// Title of the game.
    pub(crate) game: String,
    /// Who else plays.
    pub(crate) with: Vec<String>,
    pub(crate) now: i64,
    /// Until when they can accept.
    pub(crate) expires: i64,
}

/// What the call of somebody who would play is stored under: they are asked about one table at a time.
pub(crate) fn ready_call_id(person: PersonId) -> String {
    format!("ready-{:x}", person.0)
}

impl ReadyCall {
    /// The call as it is stored.
    pub(crate) fn document(self) -> Result<Document, Refusal> {
        let Self { person, game, with, now, expires } = self;
        Ok(Document {
            kind: CALL.to_owned(),
            id: ready_call_id(person),
            person: Some(person.0),
            at: now + CALL_DELAY,
            expires: Some(expires),
            body: document_body(&Body::new(CallStage::Ready, None, game, with))?,
        })
    }
}

impl Body {
    const fn new(stage: CallStage, table: Option<TableId>, game: String, with: Vec<String>) -> Self {
        Self { table, seat: 0, game, with, stage, alarm_at: None, starts_at: None, tries: 0 }
    }
}

/// A call that a table plans when a turn begins.
pub(crate) struct PlannedCall {
    pub(crate) id: String,
    pub(crate) person: PersonId,
    pub(crate) table: TableId,
    pub(crate) seat: u8,
    /// Title of the game.
    pub(crate) game: String,
    /// Who else sits there.
    pub(crate) with: Vec<String>,
    /// When the time is up.
    pub(crate) deadline: Option<i64>,
    /// Whether they were connected when the turn began: then only the alarm is sent.
    pub(crate) is_seen: bool,
}

/// What the call for one decision is stored under.
pub(crate) fn call_id(table: TableId, seat: game::Seat, game_number: u32, nth: u32) -> String {
    format!("{table}-{}-{game_number}-{nth}", seat.number())
}

/// The write that ends a call.
pub(crate) fn end_call(id: &str) -> Write {
    Write::RemoveDocument { kind: CALL.to_owned(), id: id.to_owned() }
}

impl PlannedCall {
    /// Stores the call, unless there is one for this decision.
    pub(crate) async fn plan(self, store: &Store, now: i64) -> Result<(), String> {
        if store.document(CALL, &self.id).await.map_err(|error| error.to_string())?.is_some() {
            return Ok(());
        }
        let left = self.deadline.map(|deadline| deadline - now);
        let alarm_at = left.filter(|left| *left >= MIN_ALARM).map(|left| now + left / 5 * 4);
        let (table, seat, game, with) = (self.table, self.seat, self.game, self.with);
        let (stage, at) = match (self.is_seen, alarm_at) {
            (false, _) => (CallStage::Turn, now + CALL_DELAY),
            (true, Some(alarm)) => (CallStage::Alarm, alarm),
            (true, None) => return Ok(()),
        };
        let body = Body { seat, alarm_at, ..Body::new(stage, Some(table), game, with) };
        let document = Document {
            kind: CALL.to_owned(),
            id: self.id,
            person: Some(self.person.0),
            at,
            expires: Some(self.deadline.unwrap_or(now + KEPT_WITHOUT_CLOCK)),
            body: document_body(&body).map_err(|refusal| refusal.message)?,
        };
        store.commit(vec![Write::PutDocument(document)]).await.map_err(|error| error.to_string())
    }
}

/// A call that is due.
#[derive(Clone, Debug)]
pub struct DueCall {
    /// What it is stored under.
    pub id: String,
    /// Who is called.
    pub person: PersonId,
    /// The table that they are called to; `None` if it is opened when they come.
    pub table: Option<TableId>,
    /// Their seat.
    pub seat: u8,
    /// Title of the game.
    pub game: String,
    /// Who else sits there.
    pub with: Vec<String>,
    /// What the call is about.
    pub stage: CallStage,
    /// When a scheduled table begins.
    pub starts_at: Option<i64>,
    expires: i64,
    body: Body,
}

/// The calls that are due, the latest first.
pub(crate) async fn due(store: &Store, now: i64) -> Result<Vec<DueCall>, ReadError> {
    let query = DocumentsQuery { kind: CALL.to_owned(), person: None, before: Some(now + 1), limit: AT_ONCE };
    let mut due = Vec::new();
    for document in store.documents(query).await? {
        let expires = document.expires.unwrap_or(i64::MAX);
        let Some(person) = document.person.filter(|_| expires > now) else { continue };
        let body: Body = serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a call is unreadable: {error}")))?;
        due.push(DueCall {
            id: document.id,
            person: PersonId(person),
            table: body.table,
            seat: body.seat,
            game: body.game.clone(),
            with: body.with.clone(),
            stage: body.stage,
            starts_at: body.starts_at,
            expires,
            body,
        });
    }
    Ok(due)
}

impl DueCall {
    /// How long it remains relevant from now on, in milliseconds.
    #[must_use]
    pub const fn useful_ms(&self, now: i64) -> i64 {
        self.expires.saturating_sub(now)
    }

    /// Stores that it is due at another time, as something else perhaps. Nothing happens if the decision was made.
    async fn change(&self, store: &Store, at: i64, body: Body) -> Result<(), Refusal> {
        let body = document_body(&body)?;
        // What is due after its end is never due: it stays until then, so that the table does not plan it again.
        let at = if at >= self.expires { i64::MAX / 2 } else { at };
        let change = Write::ChangeDocument { kind: CALL.to_owned(), id: self.id.clone(), at, body };
        store.commit(vec![change]).await.map_err(|error| {
            tracing::warn!(%error, "storing a call failed");
            Refusal::new(RefusalCode::NotSaved, "The call could not be noted.")
        })
    }

    /// It was delivered, or need not be: the alarm is next, if there is one.
    pub(crate) async fn next(&self, store: &Store) -> Result<(), Refusal> {
        let (at, stage) = match (self.stage, self.body.alarm_at) {
            (CallStage::Turn, Some(alarm)) => (alarm, CallStage::Alarm),
            _ => (i64::MAX / 2, CallStage::Done),
        };
        self.change(store, at, Body { stage, tries: 0, ..self.body.clone() }).await
    }

    /// It is to be delivered later.
    pub(crate) async fn postpone(&self, store: &Store, until: i64) -> Result<(), Refusal> {
        self.change(store, until, self.body.clone()).await
    }

    /// It could not be delivered.
    pub(crate) async fn failed(&self, store: &Store, now: i64) -> Result<(), Refusal> {
        let wait = TRY_AGAIN.saturating_mul(1 << (2 * self.body.tries.min(8))).min(MAX_TRY_AGAIN);
        let tries = self.body.tries.saturating_add(1);
        self.change(store, now + wait, Body { tries, ..self.body.clone() }).await
    }
}

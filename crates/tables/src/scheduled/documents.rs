//! Announced tables as they are stored.

use protocol::{NewTable, Refusal, TableId};
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError, Store, Write};

use super::{
    CALL_BEFORE_MS, KEPT_MS, MAX_DECLINED, MAX_SCHEDULED, SEATS_KEPT_MS, ScheduleAnswer, ScheduleStage,
    ScheduledPerson, ScheduledTable,
};
use crate::calls::{ScheduledCall, end_call, scheduled_call_id};
use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of tables whose time has not come.
const SCHEDULED: &str = "scheduled";

/// The kind of those whose time has come: their links lead somewhere for a day.
const PAST: &str = "scheduled_past";

/// How many are opened at a time.
const DUE_AT_ONCE: u32 = 50;

/// Answers of one table: more seats than any game has, and those who do not come.
const MAX_ANSWERS: u32 = MAX_DECLINED as u32 + 64;

#[derive(Serialize, Deserialize)]
struct Body {
    opener_name: String,
    new: NewTable,
    seats: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Of a table whose time has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<ScheduleStage>,
    /// Of a table whose time has come: `at` is the time that documents are looked for by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts_at: Option<i64>,
}

#[derive(Serialize, Deserialize)]
struct AnswerBody {
    name: String,
    answer: ScheduleAnswer,
}

/// The kind of the answers for one table.
fn answer_kind(table: TableId) -> String {
    format!("scheduled_answer-{table}")
}

fn answer_id(person: PersonId) -> String {
    format!("{:x}", person.0)
}

fn unreadable(error: impl std::fmt::Display) -> ReadError {
    ReadError::Failed(format!("a scheduled table is unreadable: {error}"))
}

fn document(table: &ScheduledTable, kind: &str) -> Result<Document, Refusal> {
    let is_past = kind == PAST;
    let body = Body {
        opener_name: table.opener_name.clone(),
        new: table.new.clone(),
        seats: table.seats,
        note: table.note.clone(),
        stage: is_past.then_some(table.stage),
        starts_at: is_past.then_some(table.starts_at),
    };
    Ok(Document {
        kind: kind.to_owned(),
        id: table.table.to_string(),
        person: Some(table.opener.0),
        at: table.starts_at,
        // One whose time has not come counts until it is opened, however late that is.
        expires: is_past.then_some(table.starts_at + KEPT_MS),
        body: document_body(&body)?,
    })
}

/// The table of a document, without its answers.
fn table_of(document: &Document) -> Result<Option<ScheduledTable>, ReadError> {
    let body: Body = serde_json::from_str(&document.body).map_err(unreadable)?;
    let table = document.id.parse().map_err(unreadable)?;
    let Some(opener) = document.person else { return Ok(None) };
    Ok(Some(ScheduledTable {
        table,
        starts_at: body.starts_at.unwrap_or(document.at),
        opener: PersonId(opener),
        opener_name: body.opener_name,
        new: body.new,
        seats: body.seats,
        note: body.note,
        stage: body.stage.unwrap_or(ScheduleStage::Announced),
        answers: Vec::new(),
    }))
}

/// Who has answered, in no order.
async fn answers_of(store: &Store, table: TableId) -> Result<Vec<ScheduledPerson>, ReadError> {
    let query = DocumentsQuery { kind: answer_kind(table), person: None, before: None, limit: MAX_ANSWERS };
    let mut answers = Vec::new();
    for document in store.documents(query).await? {
        let body: AnswerBody = serde_json::from_str(&document.body).map_err(unreadable)?;
        let Some(person) = document.person else { continue };
        let AnswerBody { name, answer } = body;
        answers.push(ScheduledPerson { person: PersonId(person), name, answer, at: document.at });
    }
    Ok(answers)
}

async fn with_answers(store: &Store, documents: Vec<Document>) -> Result<Vec<ScheduledTable>, ReadError> {
    let mut tables = Vec::with_capacity(documents.len());
    for document in documents {
        let Some(table) = table_of(&document)? else { continue };
        let mut answers = answers_of(store, table.table).await?;
        // Who announced it, then in the order of the answers.
        let place = |said: &ScheduledPerson| (said.person != table.opener, said.at, said.name.clone());
        answers.sort_by_key(place);
        tables.push(ScheduledTable { answers, ..table });
    }
    Ok(tables)
}

/// A table that is announced, or whose time came less than a day ago.
pub(crate) async fn read(store: &Store, table: TableId) -> Result<Option<ScheduledTable>, ReadError> {
    let id = table.to_string();
    let found = match store.document(SCHEDULED, &id).await? {
        Some(found) => Some(found),
        None => store.document(PAST, &id).await?,
    };
    Ok(with_answers(store, found.into_iter().collect()).await?.pop())
}

/// All whose time has not come, the next first.
pub(crate) async fn pending(store: &Store) -> Result<Vec<ScheduledTable>, ReadError> {
    let query =
        DocumentsQuery { kind: SCHEDULED.to_owned(), person: None, before: None, limit: MAX_SCHEDULED };
    let mut tables = with_answers(store, store.documents(query).await?).await?;
    tables.reverse();
    Ok(tables)
}

/// How many a person has announced, and how many there are.
pub(crate) async fn pending_of(store: &Store, person: PersonId) -> Result<(usize, usize), ReadError> {
    let query = |person: Option<u64>| DocumentsQuery {
        kind: SCHEDULED.to_owned(),
        person,
        before: None,
        limit: MAX_SCHEDULED,
    };
    let own = store.documents(query(Some(person.0))).await?.len();
    Ok((own, store.documents(query(None)).await?.len()))
}

/// Those whose time came less than a day ago and that were opened.
pub(crate) async fn past(store: &Store, now: i64) -> Result<Vec<ScheduledTable>, ReadError> {
    let query = DocumentsQuery { kind: PAST.to_owned(), person: None, before: None, limit: DUE_AT_ONCE };
    let mut found = store.documents(query).await?;
    found.retain(|document| document.at + SEATS_KEPT_MS > now);
    let mut tables = with_answers(store, found).await?;
    tables.retain(|table| table.stage == ScheduleStage::Opened);
    Ok(tables)
}

/// Those whose time has come.
pub(crate) async fn due(store: &Store, now: i64) -> Result<Vec<ScheduledTable>, ReadError> {
    let query = DocumentsQuery {
        kind: SCHEDULED.to_owned(),
        person: None,
        before: Some(now + 1),
        limit: DUE_AT_ONCE,
    };
    let found = store.documents(query).await?;
    with_answers(store, found).await
}

/// Announces a table; its opener comes.
pub(crate) fn announce_writes(table: &ScheduledTable, now: i64) -> Result<Vec<Write>, Refusal> {
    let mut writes = vec![Write::AddDocument(document(table, SCHEDULED)?)];
    for answer in &table.answers {
        writes.extend(answer_writes(table, answer, now)?);
    }
    Ok(writes)
}

/// Stores an answer, and plans or ends the call before the start. Fails if the table's time has come meanwhile.
pub(crate) fn answer_writes(
    table: &ScheduledTable,
    answer: &ScheduledPerson,
    now: i64,
) -> Result<Vec<Write>, Refusal> {
    let body = AnswerBody { name: answer.name.clone(), answer: answer.answer };
    let stored = Document {
        kind: answer_kind(table.table),
        id: answer_id(answer.person),
        person: Some(answer.person.0),
        at: answer.at,
        expires: Some(table.starts_at + KEPT_MS),
        body: document_body(&body)?,
    };
    let (kind, id) = (SCHEDULED.to_owned(), table.table.to_string());
    let mut writes = vec![Write::RequireDocument { kind, id, at: now }, Write::PutDocument(stored)];
    writes.push(match answer.answer {
        ScheduleAnswer::No => end_call(&scheduled_call_id(table.table, answer.person)),
        ScheduleAnswer::Yes => {
            // Who says yes shortly before it starts is called when it does.
            let early = table.starts_at - CALL_BEFORE_MS;
            let at = if early > now { early } else { table.starts_at };
            let others = table.coming().filter(|other| other.person != answer.person);
            let call = ScheduledCall {
                person: answer.person,
                table: table.table,
                game: title(&table.new.game),
                with: others.map(|other| other.name.clone()).collect(),
                at,
                starts_at: table.starts_at,
                expires: table.starts_at + SEATS_KEPT_MS,
            };
            Write::PutDocument(call.document()?)
        }
    });
    Ok(writes)
}

fn title(game: &str) -> String {
    game.parse::<games::Kind>().map_or_else(|_| game.to_owned(), |kind| kind.spec().title.to_owned())
}

/// Takes an announced table back: nobody is called.
pub(crate) fn cancel_writes(table: &ScheduledTable, now: i64) -> Vec<Write> {
    let (kind, id) = (SCHEDULED.to_owned(), table.table.to_string());
    let mut writes = vec![Write::TakeDocument { kind, id, at: now }];
    for answer in &table.answers {
        writes.push(Write::RemoveDocument { kind: answer_kind(table.table), id: answer_id(answer.person) });
        writes.push(end_call(&scheduled_call_id(table.table, answer.person)));
    }
    writes
}

/// What is stored with a table that is opened, or is not: of many servers that try one succeeds.
pub(crate) fn opened_writes(
    table: &ScheduledTable,
    stage: ScheduleStage,
    now: i64,
) -> Result<Vec<Write>, Refusal> {
    let (kind, id) = (SCHEDULED.to_owned(), table.table.to_string());
    let past = document(&ScheduledTable { stage, ..table.clone() }, PAST)?;
    Ok(vec![Write::TakeDocument { kind, id, at: now }, Write::PutDocument(past)])
}

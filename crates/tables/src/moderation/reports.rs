//! Lines of chat that were reported: the operator reads these and no others.

use protocol::{ChatLine, ChatRoom, ChatText, Refusal, RefusalCode, TableId};
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError, Store, Write};

use super::{DAY_MS, Moderation, Operator, audit, not_stored};
use crate::document_body::document_body;
use crate::people::{PersonId, cannot_read};
use crate::table::Caller;

/// The kind of their documents.
const REPORT: &str = "report";

/// How long a report is kept, in days.
const KEPT_DAYS: i64 = 90;

/// Maximum number of open reports of one person.
const MAX_OPEN: u32 = 20;

/// Where a line was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportedRoom {
    /// In the lobby.
    Lobby,
    /// Among the players of a table.
    Table,
    /// Among the watchers of a table.
    Watchers,
}

/// A report as the operator reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportInfo {
    /// What it is called in requests.
    pub id: String,
    /// When it was reported.
    pub at: i64,
    /// By whom.
    pub reporter: String,
    /// Why, in the reporter's words.
    pub reason: Option<String>,
    /// Where it was said.
    pub room: ReportedRoom,
    /// At which table.
    pub table: Option<TableId>,
    /// Who said it, as they were called then.
    pub from: String,
    /// What was said.
    pub text: String,
    /// When it was said.
    pub said_at: i64,
}

#[derive(Serialize, Deserialize)]
struct Body {
    reporter: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    room: ReportedRoom,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<TableId>,
    line: ChatLine,
}

/// A line that somebody reports.
pub(crate) struct ReportedLine(Document);

fn id_of(room: ChatRoom, number: u64, reporter: PersonId) -> String {
    let room = match room {
        ChatRoom::Lobby => "lobby".to_owned(),
        ChatRoom::Table(table) => format!("table-{table}"),
        ChatRoom::Watchers(table) => format!("watchers-{table}"),
    };
    format!("{room}-{number}-{:x}", reporter.0)
}

impl ReportedLine {
    /// # Errors
    /// If the line is the reporter's own, or the server's.
    pub(crate) fn new(
        room: ChatRoom,
        line: ChatLine,
        by: &Caller,
        reason: Option<ChatText>,
        now: i64,
    ) -> Result<Self, Refusal> {
        if line.from.as_ref().is_none_or(|from| *from == by.name) {
            let sentence = "You can report what others say.";
            return Err(Refusal::new(RefusalCode::NoSuchLine, sentence));
        }
        let id = id_of(room, line.number, by.person);
        let (room, table) = match room {
            ChatRoom::Lobby => (ReportedRoom::Lobby, None),
            ChatRoom::Table(table) => (ReportedRoom::Table, Some(table)),
            ChatRoom::Watchers(table) => (ReportedRoom::Watchers, Some(table)),
        };
        let reason = reason.map(|text| text.as_str().to_owned());
        let body = Body { reporter: by.name.clone(), reason, room, table, line };
        Ok(Self(Document {
            kind: REPORT.to_owned(),
            id,
            person: Some(by.person.0),
            at: now,
            expires: Some(now + KEPT_DAYS * DAY_MS),
            body: document_body(&body)?,
        }))
    }

    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn store(self, store: &Store) -> Result<(), Refusal> {
        store.commit(vec![Write::PutDocument(self.0)]).await.map_err(|error| not_stored(&error))
    }
}

/// The refusal for a line that is not shown any more, or never was.
pub(crate) fn no_such_line() -> Refusal {
    Refusal::new(RefusalCode::NoSuchLine, "That message is not shown here any more.")
}

fn read(document: Document) -> Result<ReportInfo, ReadError> {
    let Body { reporter, reason, room, table, line } = serde_json::from_str(&document.body)
        .map_err(|error| ReadError::Failed(format!("a report is unreadable: {error}")))?;
    Ok(ReportInfo {
        id: document.id,
        at: document.at,
        reporter,
        reason,
        room,
        table,
        from: line.from.unwrap_or_default(),
        text: line.text.as_str().to_owned(),
        said_at: line.at,
    })
}

impl Moderation {
    /// Whether somebody may report this line: once, and not more than some at a time.
    pub(crate) async fn may_report(
        &self,
        room: ChatRoom,
        number: u64,
        reporter: PersonId,
    ) -> Result<Result<(), Refusal>, ReadError> {
        let query = DocumentsQuery {
            kind: REPORT.to_owned(),
            person: Some(reporter.0),
            before: None,
            limit: MAX_OPEN,
        };
        let open = self.store.documents(query).await?;
        if open.iter().any(|report| report.id == id_of(room, number, reporter)) {
            return Ok(Err(Refusal::new(
                RefusalCode::AlreadyDone,
                "You have reported that message already.",
            )));
        }
        if open.len() >= MAX_OPEN as usize {
            let sentence = "You have reported many messages. The operator has to read them first.";
            return Ok(Err(Refusal::new(RefusalCode::LimitReached, sentence)));
        }
        Ok(Ok(()))
    }

    /// The open reports, the latest first.
    pub(crate) async fn reports(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<ReportInfo>, ReadError> {
        let query = DocumentsQuery { kind: REPORT.to_owned(), person: None, before, limit };
        self.store.documents(query).await?.into_iter().map(read).collect()
    }

    /// The operator has dealt with a report: it is deleted. False if there is none of that id.
    pub(crate) async fn close_report(
        &self,
        id: &str,
        operator: &Operator,
        now: i64,
    ) -> Result<bool, Refusal> {
        let unreadable = |error| cannot_read(&error, now);
        let found = self.store.document(REPORT, id).await.map_err(unreadable)?;
        let Some(found) = found else { return Ok(false) };
        let report = read(found).map_err(unreadable)?;
        let take = Write::TakeDocument { kind: REPORT.to_owned(), id: id.to_owned(), at: now };
        let detail = format!("reported by {}", report.reporter);
        let noted = audit::entry(operator, "close_report", &report.from, &detail, now)?;
        match self.store.commit(vec![take, noted]).await {
            Ok(()) => Ok(true),
            // Another operator was faster.
            Err(store::CommitError::NoDocument { .. }) => Ok(false),
            Err(error) => Err(not_stored(&error)),
        }
    }
}

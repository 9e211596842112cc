//! Warnings of the operator: shown at every sign-in until they are acknowledged.

use protocol::{ChatText, Notice, NoticeKind, Refusal, RefusalCode};
use store::{CommitError, Document, DocumentsQuery, ReadError, Write};

use super::{DAY_MS, Moderation, Operator, audit, not_stored};
use crate::entropy::Entropy;
use crate::people::{PersonId, PersonInfo};

/// The kind of their documents.
const WARNING: &str = "warning";

/// How long a warning waits to be read, in days.
const KEPT_DAYS: i64 = 365;

/// Maximum number of warnings of one person that wait to be read.
const MAX_UNREAD: u32 = 10;

fn notice(document: Document) -> Notice {
    Notice { id: Some(document.id), kind: NoticeKind::Warning, table: None, message: document.body }
}

impl Moderation {
    /// Warns somebody; the notice to send if they are here.
    pub(crate) async fn warn(
        &self,
        person: &PersonInfo,
        text: &ChatText,
        operator: &Operator,
        now: i64,
    ) -> Result<Notice, Refusal> {
        let unread = self.unread(person.id).await.map_err(|error| crate::people::cannot_read(&error, now))?;
        if unread.len() >= MAX_UNREAD as usize {
            let sentence = format!("{} has not read the last {MAX_UNREAD} warnings.", person.name);
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let number = Entropy::system().u64()?;
        let document = Document {
            kind: WARNING.to_owned(),
            id: format!("{number:016x}"),
            person: Some(person.id.0),
            at: now,
            expires: Some(now + KEPT_DAYS * DAY_MS),
            body: text.as_str().to_owned(),
        };
        let noted = audit::entry(operator, "warn", person.name.as_str(), text.as_str(), now)?;
        let writes = vec![Write::PutDocument(document.clone()), noted];
        self.store.commit(writes).await.map_err(|error| not_stored(&error))?;
        Ok(notice(document))
    }

    /// The warnings that somebody has not read, the latest first.
    pub(crate) async fn unread(&self, person: PersonId) -> Result<Vec<Notice>, ReadError> {
        let query = DocumentsQuery {
            kind: WARNING.to_owned(),
            person: Some(person.0),
            before: None,
            limit: MAX_UNREAD,
        };
        Ok(self.store.documents(query).await?.into_iter().map(notice).collect())
    }

    /// Somebody has read a warning.
    ///
    /// # Errors
    /// If it is not theirs, was acknowledged before, or that cannot be stored.
    pub(crate) async fn acknowledge(&self, person: PersonId, id: &str, now: i64) -> Result<(), Refusal> {
        let gone = || Refusal::new(RefusalCode::AlreadyDone, "That notice was read already.");
        let found = self.store.document(WARNING, id).await;
        let found = found.map_err(|error| crate::people::cannot_read(&error, now))?;
        found.filter(|document| document.person == Some(person.0)).ok_or_else(gone)?;
        let take = Write::TakeDocument { kind: WARNING.to_owned(), id: id.to_owned(), at: now };
        match self.store.commit(vec![take]).await {
            Ok(()) => Ok(()),
            Err(CommitError::NoDocument { .. }) => Err(gone()),
            Err(error) => Err(not_stored(&error)),
        }
    }
}

//! Removes the name of a deleted person from stored tournaments. Places, points and nonces stay as they are.

use std::collections::HashSet;

use protocol::TournamentId;
use store::{CommitError, Document, DocumentsQuery, Write};

use super::Server;
use super::stored::TournamentError;
use crate::people::PersonId;
use crate::tournament::{self, StoredEntrant, Tournament};

/// This many tournaments are looked at at a time.
const PAGE: u32 = 200;

impl Server {
    /// Takes a person's name out of every tournament that they entered or organised.
    pub(in crate::server) async fn forget_in_tournaments(
        &self,
        person: PersonId,
    ) -> Result<(), TournamentError> {
        let kind = tournament::TOURNAMENT;
        let (mut before, mut seen) = (None, HashSet::new());
        loop {
            let query = DocumentsQuery { kind: kind.to_owned(), person: None, before, limit: PAGE };
            let page = self.store().documents(query).await?;
            // Several may have the time at which a page ends: those come twice.
            before = page.last().map(|last| last.at + 1);
            let fresh: Vec<Document> =
                page.into_iter().filter(|document| seen.insert(document.id.clone())).collect();
            if fresh.is_empty() {
                return Ok(());
            }
            for document in fresh {
                if let Ok(id) = document.id.parse() {
                    self.forget_name(document, |stored: &mut Tournament| stored.forget(person)).await?;
                    self.forget_numbered(id, person).await?;
                }
            }
        }
    }

    /// Takes the name out of the list of those who ever entered an arena.
    async fn forget_numbered(&self, id: TournamentId, person: PersonId) -> Result<(), TournamentError> {
        let limit = tournament::MAX_ENTRANTS;
        let query = DocumentsQuery { kind: tournament::numbers(id), person: None, before: None, limit };
        for document in self.store().documents(query).await? {
            let forget = |entrant: &mut StoredEntrant| {
                let place = usize::from(entrant.number.unwrap_or_default());
                entrant.person == person && entrant.forget(place)
            };
            self.forget_name(document, forget).await?;
        }
        Ok(())
    }

    /// Changes a document with `forget`, unless there is nothing to change. A concurrent change by another request is not
    /// overwritten.
    async fn forget_name<T: serde::Serialize + serde::de::DeserializeOwned>(
        &self,
        mut document: Document,
        forget: impl Fn(&mut T) -> bool,
    ) -> Result<(), TournamentError> {
        loop {
            let Document { kind, id, body: before, .. } = document;
            let Ok(mut stored) = serde_json::from_str::<T>(&before) else {
                tracing::error!(kind, id, "a tournament cannot be read, and keeps the names in it");
                return Ok(());
            };
            if !forget(&mut stored) {
                return Ok(());
            }
            let body = serde_json::to_string(&stored)?;
            let change = Write::ReplaceDocument { kind: kind.clone(), id: id.clone(), before, body };
            match self.store().commit(vec![change]).await {
                Ok(()) => return Ok(()),
                Err(CommitError::NoDocument { .. }) => {}
                Err(error) => return Err(error.into()),
            }
            let Some(now) = self.store().document(&kind, &id).await? else { return Ok(()) };
            document = now;
        }
    }
}

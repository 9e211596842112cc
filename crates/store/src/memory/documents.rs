//! Documents in memory.

use super::Rows;
use crate::{CommitError, Document, DocumentsQuery, Write};

impl Rows {
    /// Applies a write about documents.
    pub(super) fn apply_document(&mut self, write: &Write) -> Result<(), CommitError> {
        let key = |kind: &String, id: &String| (kind.clone(), id.clone());
        match write {
            Write::AddDocument(document)
                if self.documents.contains_key(&key(&document.kind, &document.id)) =>
            {
                return Err(CommitError::DocumentExists { kind: document.kind.clone() });
            }
            Write::PutDocument(document) | Write::AddDocument(document) => {
                if let Some(person) = document.person.filter(|person| !self.people.contains_key(person)) {
                    return Err(CommitError::NoPerson { person });
                }
                self.documents.insert(key(&document.kind, &document.id), document.clone());
            }
            Write::ChangeDocument { kind, id, at, body } => {
                if let Some(document) = self.documents.get_mut(&key(kind, id)) {
                    (document.at, document.body) = (*at, body.clone());
                }
            }
            Write::ReplaceDocument { kind, id, before, body } => {
                let found =
                    self.documents.get_mut(&key(kind, id)).filter(|document| document.body == *before);
                let missing = || CommitError::NoDocument { kind: kind.clone() };
                found.ok_or_else(missing)?.body = body.clone();
            }
            Write::TakeDocument { kind, id, at } => {
                self.require(kind, id, *at)?;
                self.documents.remove(&key(kind, id));
            }
            Write::RequireDocument { kind, id, at } => self.require(kind, id, *at)?,
            Write::RemoveDocument { kind, id } => drop(self.documents.remove(&key(kind, id))),
            Write::RemoveDocumentsOf { kind, person } => {
                self.documents.retain(|_, kept| kept.kind != *kind || kept.person != Some(*person));
            }
            Write::PruneDocuments { expired_before, limit } => {
                let ended = |kept: &Document| kept.expires.filter(|expires| expires < expired_before);
                let mut keys: Vec<_> = self
                    .documents
                    .iter()
                    .filter_map(|(key, kept)| Some((ended(kept)?, key.clone())))
                    .collect();
                keys.sort();
                for (_, key) in keys.into_iter().take(*limit as usize) {
                    self.documents.remove(&key);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn require(&self, kind: &str, id: &str, at: i64) -> Result<(), CommitError> {
        let found = self.documents.get(&(kind.to_owned(), id.to_owned()));
        match found {
            Some(document) if document.expires.is_none_or(|expires| expires > at) => Ok(()),
            _ => Err(CommitError::NoDocument { kind: kind.to_owned() }),
        }
    }

    pub(super) fn documents(&self, query: &DocumentsQuery) -> Vec<Document> {
        let is_wanted = |document: &&Document| {
            document.kind == query.kind
                && query.person.is_none_or(|person| document.person == Some(person))
                && query.before.is_none_or(|before| document.at < before)
        };
        let mut found: Vec<Document> = self.documents.values().filter(is_wanted).cloned().collect();
        found.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.id.cmp(&other.id)));
        found.truncate(query.limit as usize);
        found
    }
}

//! One write.

use super::{Rows, StoredFact, TableRow};
use crate::fence::Fence;
use crate::{CommitError, FIRST_EPOCH, StoredReview, Write};

impl Rows {
    pub(super) fn apply(&mut self, write: &Write, node: u64) -> Result<(), CommitError> {
        match write {
            Write::OpenTable { table, first_seq, at } => {
                if self.tables.contains_key(table) {
                    return Err(CommitError::TableExists { table: *table });
                }
                let row = TableRow {
                    opened: *at,
                    closed: None,
                    next_seq: *first_seq,
                    begin_seq: *first_seq,
                    epoch: FIRST_EPOCH,
                    owner: Some(node),
                    wake_at: None,
                    info: None,
                    entries: std::collections::BTreeMap::new(),
                };
                self.tables.insert(*table, row);
            }
            Write::TakeTable { table, epoch } => {
                let row = self.row(write, *table, |row| row.epoch + 1 == *epoch)?;
                (row.epoch, row.owner, row.wake_at) = (*epoch, Some(node), None);
            }
            Write::Append { table, epoch, seq, at, body } => {
                self.append(write, (*table, *epoch, *seq), *at, body, node, false)?;
            }
            Write::BeginJournal { table, epoch, seq, at, body } => {
                self.append(write, (*table, *epoch, *seq), *at, body, node, true)?;
            }
            Write::PutTableInfo { table, epoch, info } => {
                self.row(write, *table, |row| row.epoch == *epoch)?.info = Some(info.clone());
            }
            Write::SleepTable { table, epoch, wake_at } => {
                let row = self.row(write, *table, |row| row.epoch == *epoch)?;
                (row.owner, row.wake_at) = (None, *wake_at);
            }
            Write::CloseTable { table, epoch, at } => {
                let row = self.row(write, *table, |row| row.epoch == *epoch)?;
                (row.closed, row.owner, row.wake_at, row.begin_seq) = (Some(*at), None, None, row.next_seq);
                row.entries.clear();
                row.info = None;
            }
            Write::PutPerson(person) => {
                let others = || self.people.values().filter(|other| other.id != person.id);
                if others().any(|other| other.name_key == person.name_key) {
                    return Err(CommitError::NameTaken);
                }
                if others().any(|other| other.token_hash == person.token_hash) {
                    return Err(CommitError::TokenTaken);
                }
                self.people.insert(person.id, person.clone());
            }
            Write::SeenPerson { person, at } => {
                if let Some(person) = self.people.get_mut(person) {
                    person.seen = person.seen.max(*at);
                }
            }
            Write::RenamePerson { person, name, name_key } => {
                if self.people.values().any(|other| other.id != *person && other.name_key == *name_key) {
                    return Err(CommitError::NameTaken);
                }
                let row = self.people.get_mut(person).ok_or(CommitError::NoPerson { person: *person })?;
                (row.name, row.name_key) = (name.clone(), name_key.clone());
            }
            Write::RemovePerson { person } => {
                self.people.remove(person);
                self.documents.retain(|_, document| document.person != Some(*person));
            }
            Write::PutReplay(replay) => {
                if self.replays.iter().any(|other| other.id == replay.id) {
                    return Err(CommitError::ReplayExists { id: replay.id.clone() });
                }
                self.replays.push(replay.clone());
            }
            Write::AskReview { replay, at } => {
                if self.replays.iter().any(|kept| kept.id == *replay) {
                    let open = StoredReview { asked: *at, body: None };
                    self.reviews.entry(replay.clone()).or_insert(open);
                }
            }
            Write::PutReview { replay, body } => {
                if let Some(review) = self.reviews.get_mut(replay) {
                    review.body = Some(body.clone());
                }
            }
            Write::PutDocument(_)
            | Write::AddDocument(_)
            | Write::ChangeDocument { .. }
            | Write::ReplaceDocument { .. }
            | Write::TakeDocument { .. }
            | Write::RequireDocument { .. }
            | Write::RemoveDocument { .. }
            | Write::RemoveDocumentsOf { .. }
            | Write::PruneDocuments { .. } => self.apply_document(write)?,
            Write::SetMeta { key, value } => drop(self.meta.insert(key.clone(), value.clone())),
            Write::PruneTables { tables, closed_before } => {
                self.tables.retain(|table, row| {
                    !(tables.contains(table) && row.closed.is_some_and(|closed| closed < *closed_before))
                });
            }
            // In a simulation nobody is forgotten, rated or counted.
            Write::PrunePeople { .. }
            | Write::PutRatings { .. }
            | Write::CountFigures { .. }
            | Write::SumReplays { .. }
            | Write::NoteAppearances { .. }
            | Write::ForgetSeat { .. }
            | Write::RemoveDocumentsAbout { .. } => {}
            Write::PruneReplays { replays, ended_before } => {
                self.replays.retain(|replay| !(replays.contains(&replay.id) && replay.ended < *ended_before));
                let kept: Vec<_> = self.replays.iter().map(|replay| replay.id.as_str()).collect();
                self.reviews.retain(|replay, _| kept.contains(&replay.as_str()));
            }
        }
        Ok(())
    }

    /// The row of an open table, if its fence holds.
    fn row(
        &mut self,
        write: &Write,
        table: u64,
        holds: impl FnOnce(&TableRow) -> bool,
    ) -> Result<&mut TableRow, CommitError> {
        match self.tables.get_mut(&table).filter(|row| row.closed.is_none()) {
            Some(row) if holds(row) => Ok(row),
            row => Err(match Fence::of(write) {
                Some(fence) => fence.lost(row.map(|row| row.epoch)),
                None => CommitError::NoTable { table },
            }),
        }
    }

    fn append(
        &mut self,
        write: &Write,
        (table, epoch, seq): (u64, u64, u64),
        at: i64,
        body: &str,
        node: u64,
        begins: bool,
    ) -> Result<(), CommitError> {
        let row = self.row(write, table, |row| row.epoch == epoch && row.next_seq == seq)?;
        if begins {
            row.entries.clear();
            row.begin_seq = seq;
        }
        row.entries.insert(seq, (at, body.to_owned()));
        row.next_seq = seq + 1;
        let epoch = row.epoch;
        self.history.push(StoredFact { table, epoch, seq, node, body: body.to_owned() });
        Ok(())
    }
}

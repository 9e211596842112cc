//! People who do not want to have anything to do with each other.

use protocol::{Name, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, Document, DocumentsQuery, ReadError, Write};

use super::{Moderation, not_stored};
use crate::document_body::document_body;
use crate::people::{PersonId, PersonInfo};

/// The kind of their documents.
pub(crate) const BLOCK: &str = "block";

/// Maximum number of people one person blocks.
pub const MAX_BLOCKS: usize = 200;

/// How many lists are kept in memory before those of people who are not here are dropped.
const MAX_LISTS: usize = 20_000;

/// Somebody who is blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockedPerson {
    /// The person's id.
    pub person: PersonId,
    /// What they are called, or were last.
    pub name: String,
    /// What they were called when they were blocked, if that is another name and nobody else has it now: what they said
    /// then is still shown under it.
    pub former_name: Option<String>,
    /// Since when.
    pub since: i64,
}

impl BlockedPerson {
    /// The names whose messages are not shown.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.former_name.as_deref())
    }
}

#[derive(Serialize, Deserialize)]
struct Body {
    person: PersonId,
    name: String,
}

fn id_of(by: PersonId, blocked: PersonId) -> String {
    format!("{:x}-{:x}", by.0, blocked.0)
}

fn read(document: &Document) -> Result<BlockedPerson, ReadError> {
    let Body { person, name } = serde_json::from_str(&document.body)
        .map_err(|error| ReadError::Failed(format!("a block is unreadable: {error}")))?;
    Ok(BlockedPerson { person, name, former_name: None, since: document.at })
}

impl Moderation {
    /// Whom a person blocks, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn blocked_by(&self, by: PersonId) -> Result<Vec<BlockedPerson>, ReadError> {
        // On another node the list may have changed.
        if !self.store.is_shared()
            && let Some(known) = self.blocks().get(&by)
        {
            return Ok(known.clone());
        }
        let query = DocumentsQuery {
            kind: BLOCK.to_owned(),
            person: Some(by.0),
            before: None,
            limit: MAX_BLOCKS as u32,
        };
        let found = self.store.documents(query).await?;
        let mut list = found.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for blocked in &mut list {
            // They may have taken another name since.
            if let Some(person) = self.store.person(blocked.person.0).await? {
                let former = std::mem::replace(&mut blocked.name, person.name);
                let key = Name::parse(&former).map(|name| name.key()).unwrap_or_default();
                if former != blocked.name && self.store.person_by_name_key(&key).await?.is_none() {
                    blocked.former_name = Some(former);
                }
            }
        }
        self.blocks().insert(by, list.clone());
        Ok(list)
    }

    /// The list of a person as it is in memory.
    pub(crate) fn known_blocks(&self, by: PersonId) -> Vec<BlockedPerson> {
        self.blocks().get(&by).cloned().unwrap_or_default()
    }

    /// Drops the lists of people who are not here, if there are many.
    pub(crate) fn tidy_blocks(&self, is_here: impl Fn(PersonId) -> bool) {
        let mut lists = self.blocks();
        if lists.len() > MAX_LISTS {
            lists.retain(|person, _| is_here(*person));
        }
    }

    /// Whether one of them is known to block the other. Lists are in memory from sign-in on.
    pub(crate) fn are_apart(&self, one: PersonId, other: PersonId) -> bool {
        let lists = self.blocks();
        let blocks = |by: PersonId, whom: PersonId| {
            lists.get(&by).is_some_and(|list| list.iter().any(|blocked| blocked.person == whom))
        };
        blocks(one, other) || blocks(other, one)
    }

    /// Blocks somebody.
    ///
    /// # Errors
    /// If it is oneself, was done already, would be too many, or cannot be stored.
    pub(crate) async fn block(&self, by: PersonId, whom: &PersonInfo, now: i64) -> Result<(), Refusal> {
        if by == whom.id {
            return Err(Refusal::new(RefusalCode::NoSuchPerson, "You cannot block yourself."));
        }
        let list = self.blocked_by(by).await.map_err(|error| crate::people::cannot_read(&error, now))?;
        if list.iter().any(|blocked| blocked.person == whom.id) {
            let sentence = format!("You have blocked {} already.", whom.name);
            return Err(Refusal::new(RefusalCode::AlreadyDone, sentence));
        }
        if list.len() >= MAX_BLOCKS {
            let sentence = format!("You have blocked {MAX_BLOCKS} people: unblock somebody first.");
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let name = whom.name.to_string();
        let body = document_body(&Body { person: whom.id, name: name.clone() })?;
        let document = Document {
            kind: BLOCK.to_owned(),
            id: id_of(by, whom.id),
            person: Some(by.0),
            at: now,
            expires: None,
            body,
        };
        self.store.commit(vec![Write::PutDocument(document)]).await.map_err(|error| not_stored(&error))?;
        if let Some(list) = self.blocks().get_mut(&by) {
            list.retain(|blocked| blocked.person != whom.id);
            list.insert(0, BlockedPerson { person: whom.id, name, former_name: None, since: now });
        }
        Ok(())
    }

    /// Ends a block; returns the person who was blocked, or `None` if nobody of that name was.
    pub(crate) async fn unblock(
        &self,
        by: PersonId,
        is_meant: impl Fn(&BlockedPerson) -> bool,
        now: i64,
    ) -> Result<Option<BlockedPerson>, Refusal> {
        let list = self.blocked_by(by).await.map_err(|error| crate::people::cannot_read(&error, now))?;
        let Some(found) = list.into_iter().find(is_meant) else { return Ok(None) };
        let take = Write::TakeDocument { kind: BLOCK.to_owned(), id: id_of(by, found.person), at: now };
        match self.store.commit(vec![take]).await {
            Ok(()) | Err(CommitError::NoDocument { .. }) => {}
            Err(error) => return Err(not_stored(&error)),
        }
        if let Some(list) = self.blocks().get_mut(&by) {
            list.retain(|blocked| blocked.person != found.person);
        }
        Ok(Some(found))
    }

    /// Removes a deleted person's blocks, and the blocks of others against them.
    pub(crate) fn forget(&self, person: PersonId) {
        let mut lists = self.blocks();
        lists.remove(&person);
        lists.values_mut().for_each(|list| list.retain(|blocked| blocked.person != person));
    }

    /// A person was renamed: updates the name in the lists of those who block them. Returns those people.
    pub(crate) fn renamed(&self, person: PersonId, name: &str) -> Vec<PersonId> {
        let mut concerned = Vec::new();
        for (by, list) in self.blocks().iter_mut() {
            for blocked in list.iter_mut().filter(|blocked| blocked.person == person) {
                blocked.former_name = Some(std::mem::replace(&mut blocked.name, name.to_owned()));
                concerned.push(*by);
            }
        }
        concerned
    }
}

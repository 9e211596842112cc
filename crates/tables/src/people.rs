//! The people: names, tokens, and who is here.

mod codes;
mod devices;
pub(crate) mod follows;
mod index;
mod invitations;
mod token;

use std::sync::{Arc, Mutex, PoisonError};

use protocol::{Door, Name, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, Person, ReadError, Store, Write};

pub(crate) use self::devices::SIGN_IN_KINDS;
pub use self::devices::{
    ConnectionOrigin, DeviceInfo, LINK_LIFETIME_MS, MAX_DEVICES, TokenHash, has_secret_id,
};
use self::devices::{KnownDevice, RECOVERY, of_kind};
pub(crate) use self::follows::FOLLOW;
pub use self::follows::{FollowedPerson, MAX_FOLLOWS};
use self::index::{MAX_REMEMBERED, PeopleIndex, PersonState};
use self::invitations::Admission;
pub use self::invitations::{InvitationInfo, MAX_INVITATION_DAYS, MAX_INVITATION_USES};
pub use self::token::Token;
use crate::entropy::Entropy;
use crate::limiter::Limiter;
use crate::log_throttle::LogThrottle;

/// A person, for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u64);

/// What a person who was forgotten is called. Nobody is found by it.
pub(crate) const NOBODY: &str = "Player";

/// How long a name is kept for the holder of its token.
const NAME_KEPT: i64 = 30 * 24 * 60 * 60 * 1_000;

/// How old the stored time at which somebody was seen may be when they connect.
const SEEN_AGAIN: i64 = 24 * 60 * 60 * 1_000;

/// Somebody the server knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonInfo {
    /// The person's id.
    pub id: PersonId,
    /// What they are called.
    pub name: Name,
}

/// The people: those who are connected or were lately are in memory, all others in the store.
pub struct People {
    store: Store,
    book: Mutex<PeopleIndex>,
    limiter: Arc<Limiter>,
    entropy: Entropy,
}

fn taken(name: &Name) -> Refusal {
    Refusal::new(
        RefusalCode::NameTaken,
        format!("Somebody here is called {name}, or nearly so. Pick another name."),
    )
}

/// However many cannot be stored, it is logged at intervals.
static TOLD: LogThrottle = LogThrottle::every_ms(1_000);

/// Why a person was not stored.
fn refused(error: &CommitError, name: &Name, now: i64) -> Refusal {
    match error {
        CommitError::NameTaken => return taken(name),
        CommitError::NoDocument { .. } => {
            return Refusal::new(RefusalCode::UnknownCode, "This invitation is used up.");
        }
        _ => {}
    }
    if let Some(more) = TOLD.allow(now) {
        tracing::warn!(%error, more, "storing a person failed");
    }
    Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
}

/// Why a person was not looked for.
pub(crate) fn cannot_read(error: &ReadError, now: i64) -> Refusal {
    if let Some(more) = TOLD.allow(now) {
        tracing::warn!(%error, more, "looking for a person failed");
    }
    Refusal::new(RefusalCode::NotSaved, "The house could not reach its database. Try again in a moment.")
}

impl People {
    /// The people of this store.
    pub(crate) fn new(store: Store, limiter: Arc<Limiter>, entropy: Entropy) -> Self {
        Self { store, book: Mutex::default(), limiter, entropy }
    }

    fn book(&self) -> std::sync::MutexGuard<'_, PeopleIndex> {
        // Every change of the index is complete in one step, so a thread that panicked has left it consistent.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who holds this token.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn by_token(&self, text: &str) -> Result<Option<PersonInfo>, ReadError> {
        let Some(token) = Token::parse(text) else { return Ok(None) };
        let hash = token.hash();
        let known = {
            let book = self.book();
            let id = book.by_token.get(&hash).copied();
            id.and_then(|id| book.all.get(&id).map(|page| PersonInfo { id, name: page.name.clone() }))
        };
        // On another node they may have taken another name.
        if known.is_some() && !self.store.is_shared() {
            return Ok(known);
        }
        match self.find_token(hash).await {
            Err(_) if known.is_some() => Ok(known),
            found => found,
        }
    }

    /// Who has this name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn by_name(&self, name: &Name) -> Result<Option<PersonInfo>, ReadError> {
        let key = name.key();
        let known = {
            let book = self.book();
            let id = book.by_key.get(&key).copied();
            id.and_then(|id| book.all.get(&id).map(|page| PersonInfo { id, name: page.name.clone() }))
        };
        if known.is_some() {
            return Ok(known);
        }
        let found = self.store.person_by_name_key(&key).await?;
        let info = |person: Person| {
            Name::parse(&person.name).ok().map(|name| PersonInfo { id: PersonId(person.id), name })
        };
        Ok(found.and_then(info))
    }

    /// Registers a new person.
    ///
    /// # Errors
    /// If the name is taken or the person cannot be stored.
    pub async fn register(
        &self,
        name: Name,
        origin: &ConnectionOrigin,
        now: i64,
    ) -> Result<(PersonInfo, Token), Refusal> {
        self.register_with(name, Vec::new(), None, origin, now).await
    }

    /// Registers a new person where registration may need an invitation.
    ///
    /// # Errors
    /// If the door is closed to them, or as in [`People::register`].
    pub async fn register_through(
        &self,
        door: Door,
        invitation: Option<&str>,
        name: Name,
        origin: &ConnectionOrigin,
        now: i64,
    ) -> Result<(PersonInfo, Token), Refusal> {
        let uses = match self.admission(door, invitation, &origin.address, now).await? {
            Admission::Free => return self.register(name, origin, now).await,
            Admission::Use(uses) => uses,
        };
        let mut last = None;
        for used in uses {
            // Somebody else may take the same use at this moment: then the next one is tried.
            match self.register_with(name.clone(), vec![used], None, origin, now).await {
                Err(refusal) if refusal.code == RefusalCode::UnknownCode.name() => last = Some(refusal),
                registered => return registered,
            }
        }
        Err(last.unwrap_or_else(|| Refusal::new(RefusalCode::UnknownCode, "This invitation is used up.")))
    }

    /// Registers a new person, perhaps as a user whom a proxy has authenticated.
    async fn register_with(
        &self,
        name: Name,
        before: Vec<Write>,
        proxy_user: Option<&str>,
        origin: &ConnectionOrigin,
        now: i64,
    ) -> Result<(PersonInfo, Token), Refusal> {
        let token = Token::random(&self.entropy)?;
        let id = PersonId(self.entropy.u64()? >> 11);
        let key = name.key();
        let device = KnownDevice::new(token.hash(), origin, now);
        let page = PersonState {
            name: name.clone(),
            key: key.clone(),
            token_hash: token.hash(),
            created: now,
            seen: now,
            connections: 0,
            visitor: false,
            devices: vec![device.clone()],
        };
        let row = page.row(id);
        let device = Write::PutDocument(device.document(id));
        let user = proxy_user.map(|user| Write::PutDocument(devices::proxy_user(user, id, now)));
        let with = before.into_iter().chain([device]).chain(user).collect();
        let forgotten = {
            let mut book = self.book();
            let forgotten = match book.holder(&key, now) {
                Some((_, true)) => return Err(taken(&name)),
                Some((gone, false)) => book.remove(gone),
                None => None,
            };
            // Added to the index before it is stored, so that two simultaneous requests cannot both get the name.
            book.insert(id, page);
            book.idles(id);
            forgotten
        };
        if let Err(error) = self.put(row, with, now).await {
            let stored = self.found_out(&error, id, &name).await;
            let mut book = self.book();
            if stored != Some(true) {
                book.remove(id);
                // Nothing was stored: the previous holder keeps the name.
                if let Some((gone, page)) = forgotten {
                    book.insert(gone, page);
                }
                if stored.is_none() && book.in_doubt.len() < MAX_REMEMBERED {
                    book.in_doubt.insert(key, id);
                }
                return Err(refused(&error, &name, now));
            }
        }
        Ok((PersonInfo { id, name }, token))
    }

    /// Somebody comes for as long as one connection of an old protocol lasts. The name is free again after it.
    ///
    /// # Errors
    /// If the name is taken.
    pub async fn register_temporary(&self, name: Name, now: i64) -> Result<PersonInfo, Refusal> {
        let id = PersonId(self.entropy.u64()? >> 11);
        let key = name.key();
        // A stored name is given to nobody who cannot keep it, however long its holder has been away.
        match self.store.person_by_name_key(&key).await {
            Ok(None) => {}
            Ok(Some(_)) => return Err(taken(&name)),
            Err(error) => return Err(cannot_read(&error, now)),
        }
        let mut book = self.book();
        // A person who is being stored just now is in the index already.
        if book.by_key.contains_key(&key) {
            return Err(taken(&name));
        }
        let page = PersonState {
            name: name.clone(),
            key,
            // Not the hash of a token: nobody holds one.
            token_hash: [0; 32],
            created: now,
            seen: now,
            connections: 0,
            visitor: true,
            devices: Vec::new(),
        };
        book.insert(id, page);
        Ok(PersonInfo { id, name })
    }

    /// A person takes another name.
    ///
    /// # Errors
    /// If the name is taken or cannot be stored.
    pub async fn rename(&self, id: PersonId, name: Name, now: i64) -> Result<(), Refusal> {
        let key = name.key();
        let mut forgotten = None;
        let new_name = name.clone();
        let (row, old_name) = {
            let mut book = self.book();
            match book.holder(&key, now) {
                Some((holder, true)) if holder != id => return Err(taken(&name)),
                Some((holder, false)) if holder != id => forgotten = book.remove(holder),
                _ => {}
            }
            let Some(mut page) = book.all.remove(&id) else {
                return Err(Refusal::new(RefusalCode::UnknownToken, "The house does not know you any more."));
            };
            book.by_key.remove(&page.key);
            let old_name = std::mem::replace(&mut page.name, name);
            page.key = key;
            let row = page.row(id);
            book.insert(id, page);
            (row, old_name)
        };
        if let Err(error) = self.put(row, Vec::new(), now).await
            && self.found_out(&error, id, &new_name).await != Some(true)
        {
            let mut book = self.book();
            if let Some(mut page) = book.all.remove(&id) {
                book.by_key.remove(&page.key);
                page.key = old_name.key();
                page.name = old_name;
                book.insert(id, page);
            }
            if let Some((gone, page)) = forgotten {
                book.insert(gone, page);
            }
            return Err(refused(&error, &new_name, now));
        }
        Ok(())
    }

    /// Stores a person and what belongs to them. Another person who is stored under the name loses it, if
    /// [the name is free again](Self::loses_name) and they have no recovery code.
    async fn put(&self, row: Person, with: Vec<Write>, now: i64) -> Result<(), CommitError> {
        let mut writes = Vec::new();
        match self.store.person_by_name_key(&row.name_key).await {
            Ok(Some(holder)) if holder.id != row.id => {
                let codes = self.store.documents(of_kind(RECOVERY, PersonId(holder.id))).await;
                let codes = codes.map_err(|error| CommitError::NotSaved(error.to_string()))?;
                if !self.loses_name(&holder, now) || !codes.is_empty() {
                    return Err(CommitError::NameTaken);
                }
                writes.push(Write::RemovePerson { person: holder.id });
            }
            Ok(_) => {}
            Err(error) => return Err(CommitError::NotSaved(error.to_string())),
        }
        let key = row.name_key.clone();
        writes.push(Write::PutPerson(row));
        writes.extend(with);
        self.store.commit(writes).await?;
        self.book().in_doubt.remove(&key);
        Ok(())
    }

    /// Whether the holder of a name loses it: absent for so long that the name is free, or stored by a registration that was
    /// never acknowledged.
    fn loses_name(&self, holder: &Person, now: i64) -> bool {
        let (book, id) = (self.book(), PersonId(holder.id));
        if book.in_doubt.get(&holder.name_key) == Some(&id) {
            return true;
        }
        match book.all.get(&id) {
            Some(page) => page.connections == 0 && now - page.seen >= NAME_KEPT,
            None => now - holder.seen >= NAME_KEPT,
        }
    }

    /// Whether a person was stored under this name although the commit failed; `None` if the store cannot be read.
    async fn found_out(&self, error: &CommitError, id: PersonId, name: &Name) -> Option<bool> {
        if !matches!(error, CommitError::Unknown(_)) {
            return Some(false);
        }
        let holder = self.store.person_by_name_key(&name.key()).await.ok()?;
        Some(holder.is_some_and(|person| person.id == id.0 && person.name == name.as_str()))
    }

    /// A connection of this person began.
    pub(crate) fn connected(&self, id: PersonId, now: i64) {
        let is_seen_again = {
            let book = &mut *self.book();
            let Some(page) = book.all.get_mut(&id) else { return };
            page.connections += 1;
            book.here += usize::from(page.connections == 1);
            let is_old = now - page.seen > SEEN_AGAIN && !page.visitor;
            page.seen = page.seen.max(now);
            is_old
        };
        if is_seen_again {
            // Or they might be deleted for having been away for too long while they are here.
            self.store_seen(id, now);
        }
    }

    /// A connection of this person ended. When they were last seen is stored when there is time.
    pub(crate) fn disconnected(&self, id: PersonId, now: i64) {
        {
            let book = &mut *self.book();
            let Some(page) = book.all.get_mut(&id) else { return };
            book.here -= usize::from(page.connections == 1);
            page.connections = page.connections.saturating_sub(1);
            page.seen = now;
            if page.connections == 0 {
                if page.visitor {
                    book.remove(id);
                    return;
                }
                book.idles(id);
            }
        }
        self.store_seen(id, now);
    }

    fn store_seen(&self, id: PersonId, now: i64) {
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.commit(vec![Write::SeenPerson { person: id.0, at: now }]).await {
                tracing::debug!(%error, "when a person was last seen could not be stored");
            }
        });
    }

    /// Somebody is nobody any more: no token leads to them, and their name is free.
    pub(crate) fn forget(&self, id: PersonId) {
        let mut book = self.book();
        let removed = book.remove(id);
        // The end of their connections finds nobody to count.
        let was_here = removed.is_some_and(|(_, page)| page.connections > 0);
        book.here -= usize::from(was_here);
    }

    /// Those of these people who are not connected; they are forgotten here, and may be deleted from the store.
    pub(crate) fn forget_idle(&self, people: Vec<u64>) -> Vec<u64> {
        let mut book = self.book();
        let is_connected =
            |book: &PeopleIndex, id| book.all.get(&id).is_some_and(|page| page.connections > 0);
        let idle: Vec<u64> =
            people.into_iter().filter(|person| !is_connected(&book, PersonId(*person))).collect();
        idle.iter().for_each(|person| drop(book.remove(PersonId(*person))));
        idle
    }

    /// How many people are connected.
    #[must_use]
    pub fn connected_count(&self) -> usize {
        self.book().here
    }

    /// Whether a person has a connection.
    pub(crate) fn is_connected(&self, id: PersonId) -> bool {
        self.book().all.get(&id).is_some_and(|page| page.connections > 0)
    }

    /// The names of those connected, in order.
    #[must_use]
    pub fn connected_names(&self) -> Vec<String> {
        let book = self.book();
        let here = book.all.values().filter(|page| page.connections > 0);
        let mut names: Vec<_> = here.map(|page| page.name.to_string()).collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests;

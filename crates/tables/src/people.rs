//! The people: names, tokens, and who is here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use protocol::{Name, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{CommitError, Person, Store, Write};

use crate::log_throttle::LogThrottle;
use crate::token_bucket::PersonQuotas;

/// A person, for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u64);

/// How long a name is kept for the holder of its token.
const NAME_KEPT: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The secret that resumes a person: 256 random bits, told once; only its hash is stored.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The token as its holder keeps it.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What is stored. Looking a hash up takes no time that would tell anything of the token.
    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let nibble = |digit: u8| (digit as char).to_digit(16);
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (nibble(pair[0])? << 4 | nibble(pair[1])?) as u8;
        }
        Some(Self(bytes))
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Somebody the server knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonInfo {
    /// Who.
    pub id: PersonId,
    /// What they are called.
    pub name: Name,
}

/// Everybody the server knows.
pub struct People {
    store: Store,
    book: Mutex<PeopleIndex>,
}

#[derive(Default)]
struct PeopleIndex {
    by_token: HashMap<[u8; 32], PersonId>,
    by_key: HashMap<String, PersonId>,
    all: HashMap<PersonId, PersonState>,
    /// How many of them are connected.
    here: usize,
}

struct PersonState {
    name: Name,
    key: String,
    token_hash: [u8; 32],
    created: i64,
    seen: i64,
    connections: u32,
    /// Here for one connection of an old protocol: never stored, and forgotten when it ends.
    visitor: bool,
    /// What they may say, as long as somebody holds it.
    quotas: Weak<Mutex<PersonQuotas>>,
}

impl PersonState {
    fn row(&self, id: PersonId) -> Person {
        Person {
            id: id.0,
            name: self.name.as_str().to_owned(),
            name_key: self.key.clone(),
            token_hash: self.token_hash,
            created: self.created,
            seen: self.seen,
        }
    }
}

impl PeopleIndex {
    fn insert(&mut self, id: PersonId, page: PersonState) {
        self.by_token.insert(page.token_hash, id);
        self.by_key.insert(page.key.clone(), id);
        self.all.insert(id, page);
    }

    fn remove(&mut self, id: PersonId) -> Option<(PersonId, PersonState)> {
        let page = self.all.remove(&id)?;
        self.by_token.remove(&page.token_hash);
        self.by_key.remove(&page.key);
        Some((id, page))
    }

    /// Who holds a name, unless they have been gone for so long that it is free again.
    fn holder(&self, key: &str, now: i64) -> Option<(PersonId, bool)> {
        let id = *self.by_key.get(key)?;
        let page = self.all.get(&id)?;
        Some((id, page.connections > 0 || now - page.seen < NAME_KEPT))
    }
}

fn taken(name: &Name) -> Refusal {
    Refusal::new(
        RefusalCode::NameTaken,
        format!("Somebody here is called {name}, or nearly so. Pick another name."),
    )
}

/// However many cannot be stored, the log hears of it now and then.
static TOLD: LogThrottle = LogThrottle::every_ms(1_000);

fn not_saved(error: &CommitError, now: i64) -> Refusal {
    if let Some(more) = TOLD.allow(now) {
        tracing::warn!(%error, more, "storing a person failed");
    }
    Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
}

impl People {
    /// Everybody who was here before.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn load(store: Store) -> Result<Self, store::ReadError> {
        let mut book = PeopleIndex::default();
        for person in store.people().await? {
            // A stored name was valid when it was stored; one that no longer is waits for its holder to rename.
            let Ok(name) = Name::parse(&person.name) else { continue };
            let page = PersonState {
                name,
                key: person.name_key,
                token_hash: person.token_hash,
                created: person.created,
                seen: person.seen,
                connections: 0,
                visitor: false,
                quotas: Weak::new(),
            };
            book.insert(PersonId(person.id), page);
        }
        Ok(Self { store, book: Mutex::new(book) })
    }

    fn book(&self) -> std::sync::MutexGuard<'_, PeopleIndex> {
        // The book is changed in single steps: whoever panicked has not left it half written.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever holds this token.
    #[must_use]
    pub fn by_token(&self, text: &str) -> Option<PersonInfo> {
        let hash = Token::parse(text)?.hash();
        let book = self.book();
        let id = *book.by_token.get(&hash)?;
        book.all.get(&id).map(|page| PersonInfo { id, name: page.name.clone() })
    }

    /// Whoever has this name.
    #[must_use]
    pub fn by_name(&self, name: &Name) -> Option<PersonInfo> {
        let book = self.book();
        let id = *book.by_key.get(&name.key())?;
        book.all.get(&id).map(|page| PersonInfo { id, name: page.name.clone() })
    }

    /// A new person comes in.
    ///
    /// # Errors
    /// If the name is taken or the person cannot be stored.
    pub async fn register(&self, name: Name, now: i64) -> Result<(PersonInfo, Token), Refusal> {
        let unlucky = |_| Refusal::new(RefusalCode::NotSaved, "The house has no randomness left. Try again.");
        let token = Token::random().map_err(unlucky)?;
        let id = PersonId(getrandom::u64().map_err(unlucky)? >> 11);
        let key = name.key();
        let mut writes = Vec::new();
        let mut forgotten = None;
        let row = {
            let mut book = self.book();
            match book.holder(&key, now) {
                Some((_, true)) => return Err(taken(&name)),
                Some((gone, false)) => {
                    forgotten = book.remove(gone);
                    writes.push(Write::RemovePerson { person: gone.0 });
                }
                None => {}
            }
            let page = PersonState {
                name: name.clone(),
                key,
                token_hash: token.hash(),
                created: now,
                seen: now,
                connections: 0,
                visitor: false,
                quotas: Weak::new(),
            };
            let row = page.row(id);
            // In the book before it is stored, so that two who ask at once cannot both have the name.
            book.insert(id, page);
            row
        };
        writes.push(Write::PutPerson(row));
        if let Err(error) = self.put(writes, &name).await
            && !self.found_out(&error, id, &name).await
        {
            let mut book = self.book();
            book.remove(id);
            // Nothing has happened: whoever had the name before has it still.
            if let Some((gone, page)) = forgotten {
                book.insert(gone, page);
            }
            return Err(not_saved(&error, now));
        }
        Ok((PersonInfo { id, name }, token))
    }

    /// Somebody comes for as long as one connection of an old protocol lasts. The name is free again after it.
    ///
    /// # Errors
    /// If the name is taken.
    pub fn register_temporary(&self, name: Name, now: i64) -> Result<PersonInfo, Refusal> {
        let unlucky = |_| Refusal::new(RefusalCode::NotSaved, "The house has no randomness left. Try again.");
        // Nobody is told this token: it opens nothing.
        let token = Token::random().map_err(unlucky)?;
        let id = PersonId(getrandom::u64().map_err(unlucky)? >> 11);
        let key = name.key();
        let mut book = self.book();
        // A stored name is given to nobody who cannot keep it, however long its holder has been away.
        if book.by_key.contains_key(&key) {
            return Err(taken(&name));
        }
        let page = PersonState {
            name: name.clone(),
            key,
            token_hash: token.hash(),
            created: now,
            seen: now,
            connections: 0,
            visitor: true,
            quotas: Weak::new(),
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
        let mut writes = Vec::new();
        let mut forgotten = None;
        let new_name = name.clone();
        let (row, old_name) = {
            let mut book = self.book();
            match book.holder(&key, now) {
                Some((holder, true)) if holder != id => return Err(taken(&name)),
                Some((holder, false)) if holder != id => {
                    forgotten = book.remove(holder);
                    writes.push(Write::RemovePerson { person: holder.0 });
                }
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
        writes.push(Write::PutPerson(row));
        if let Err(error) = self.put(writes, &new_name).await
            && !self.found_out(&error, id, &new_name).await
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
            return Err(not_saved(&error, now));
        }
        Ok(())
    }

    /// Stores a person of this name. Somebody whose storing seemed to fail when the database was lost may have it there,
    /// and nobody was ever told: that one makes room.
    async fn put(&self, writes: Vec<Write>, name: &Name) -> Result<(), CommitError> {
        let error = match self.store.commit(writes.clone()).await {
            Err(error @ CommitError::NameTaken) => error,
            stored => return stored,
        };
        let Ok(Some(holder)) = self.store.person_by_name_key(&name.key()).await else { return Err(error) };
        if self.book().all.contains_key(&PersonId(holder.id)) {
            return Err(error);
        }
        tracing::info!("somebody was stored whom nobody knows; the name is free again");
        let forgotten = Write::RemovePerson { person: holder.id };
        self.store.commit(std::iter::once(forgotten).chain(writes).collect()).await
    }

    /// Whether a person whose storing has an unknown fate has this name now.
    async fn found_out(&self, error: &CommitError, id: PersonId, name: &Name) -> bool {
        let unknown = matches!(error, CommitError::Unknown(_));
        let holder = async || self.store.person_by_name_key(&name.key()).await;
        unknown
            && matches!(holder().await, Ok(Some(person)) if person.id == id.0 && person.name == name.as_str())
    }

    /// A connection of this person began.
    pub fn connected(&self, id: PersonId) {
        let book = &mut *self.book();
        if let Some(page) = book.all.get_mut(&id) {
            page.connections += 1;
            book.here += usize::from(page.connections == 1);
        }
    }

    /// A connection of this person ended. When they were last seen is stored when there is time.
    pub fn disconnected(&self, id: PersonId, now: i64) {
        {
            let book = &mut *self.book();
            let Some(page) = book.all.get_mut(&id) else { return };
            book.here -= usize::from(page.connections == 1);
            page.connections = page.connections.saturating_sub(1);
            page.seen = now;
            if page.visitor && page.connections == 0 {
                book.remove(id);
                return;
            }
        }
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.commit(vec![Write::SeenPerson { person: id.0, at: now }]).await {
                tracing::debug!(%error, "when a person was last seen could not be stored");
            }
        });
    }

    /// Over how many connections this person is here.
    pub(crate) fn connections_of(&self, id: PersonId) -> u32 {
        self.book().all.get(&id).map_or(0, |page| page.connections)
    }

    /// What this person may say on all connections together; `own` if this is the first.
    pub(crate) fn quotas_of(&self, id: PersonId, own: &Arc<Mutex<PersonQuotas>>) -> Arc<Mutex<PersonQuotas>> {
        let mut book = self.book();
        let Some(page) = book.all.get_mut(&id) else { return own.clone() };
        page.quotas.upgrade().unwrap_or_else(|| {
            page.quotas = Arc::downgrade(own);
            own.clone()
        })
    }

    /// How many people are connected.
    #[must_use]
    pub fn connected_count(&self) -> usize {
        self.book().here
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

//! The people who are in memory: those who are connected or were lately.

use std::collections::{HashMap, VecDeque};

use protocol::Name;
use store::Person;

use super::devices::KnownDevice;
use super::{NAME_KEPT, PersonId, PersonInfo};

/// How many people who are not connected are kept in memory. Those who reconnect soon are found there even while the
/// database is unreachable; all others are read from the database.
pub(super) const MAX_REMEMBERED: usize = 10_000;

/// The people in memory, by token, by name and by id.
#[derive(Default)]
pub(super) struct PeopleIndex {
    pub(super) by_token: HashMap<[u8; 32], PersonId>,
    pub(super) by_key: HashMap<String, PersonId>,
    pub(super) all: HashMap<PersonId, PersonState>,
    /// How many of them are connected.
    pub(super) here: usize,
    /// Who was read from the store or has disconnected, the earliest first. Somebody may be here twice, or connected again.
    pub(super) idle: VecDeque<PersonId>,
    /// Names of people who may be stored although their registration failed: the database was lost during the commit.
    pub(super) in_doubt: HashMap<String, PersonId>,
}

pub(super) struct PersonState {
    pub(super) name: Name,
    pub(super) key: String,
    pub(super) token_hash: [u8; 32],
    pub(super) created: i64,
    pub(super) seen: i64,
    pub(super) connections: u32,
    /// Here for one connection of an old protocol: never stored, and forgotten when it ends.
    pub(super) visitor: bool,
    /// The devices that have signed in since the person is in memory.
    pub(super) devices: Vec<KnownDevice>,
}

impl PersonState {
    pub(super) fn row(&self, id: PersonId) -> Person {
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
    pub(super) fn insert(&mut self, id: PersonId, page: PersonState) {
        self.by_token.extend(page.devices.iter().map(|device| (device.hash, id)));
        self.by_key.insert(page.key.clone(), id);
        self.all.insert(id, page);
    }

    /// Adds a stored person. `None` if the stored name is no longer valid; it then waits for its holder to rename.
    pub(super) fn remember(&mut self, person: Person) -> Option<PersonInfo> {
        let id = PersonId(person.id);
        if self.all.get(&id).is_some_and(|page| page.key == person.name_key || page.visitor) {
            return self.all.get(&id).map(|page| PersonInfo { id, name: page.name.clone() });
        }
        let name = Name::parse(&person.name).ok()?;
        if let Some(mut page) = self.all.remove(&id) {
            self.by_key.remove(&page.key);
            (page.name, page.key) = (name.clone(), person.name_key);
            self.insert(id, page);
            return Some(PersonInfo { id, name });
        }
        let page = PersonState {
            name: name.clone(),
            key: person.name_key,
            token_hash: person.token_hash,
            created: person.created,
            seen: person.seen,
            connections: 0,
            visitor: false,
            devices: Vec::new(),
        };
        self.insert(id, page);
        self.idles(id);
        Some(PersonInfo { id, name })
    }

    /// A device of somebody who is in memory signs in.
    pub(super) fn add_device(&mut self, id: PersonId, device: KnownDevice) {
        let Some(page) = self.all.get_mut(&id) else { return };
        self.by_token.insert(device.hash, id);
        page.devices.retain(|known| known.hash != device.hash);
        page.devices.push(device);
    }

    pub(super) fn remove_device(&mut self, id: PersonId, hash: [u8; 32]) {
        self.by_token.remove(&hash);
        if let Some(page) = self.all.get_mut(&id) {
            page.devices.retain(|known| known.hash != hash);
        }
    }

    /// Somebody is not connected. If there are too many of those, the one who has been gone longest is left to the store.
    pub(super) fn idles(&mut self, id: PersonId) {
        self.idle.push_back(id);
        if self.idle.len() > MAX_REMEMBERED
            && let Some(oldest) = self.idle.pop_front()
            && self.all.get(&oldest).is_some_and(|page| page.connections == 0)
        {
            self.remove(oldest);
        }
    }

    pub(super) fn remove(&mut self, id: PersonId) -> Option<(PersonId, PersonState)> {
        let page = self.all.remove(&id)?;
        for device in &page.devices {
            self.by_token.remove(&device.hash);
        }
        self.by_key.remove(&page.key);
        Some((id, page))
    }

    /// Who holds a name, unless they have been gone for so long that it is free again.
    pub(super) fn holder(&self, key: &str, now: i64) -> Option<(PersonId, bool)> {
        let id = *self.by_key.get(key)?;
        let page = self.all.get(&id)?;
        Some((id, page.connections > 0 || now - page.seen < NAME_KEPT))
    }
}

//! The tables as they are listed: each is serialised when it changes, not for every client that asks. A table whose game is
//! over is kept but not listed: nobody can take a seat there or see anything happen, until its players play again or leave.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use bytes::Bytes;
use protocol::{Occupant, TableId, TableInfo, TableStage};

use crate::outbox::to_json;

/// Where a public table is listed: those with a free seat first, then the newest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ListKey {
    is_taken: bool,
    opened: Reverse<i64>,
    table: TableId,
}

impl ListKey {
    fn of(info: &TableInfo) -> Self {
        let free = info.seats.iter().any(|seat| seat.occupant == Occupant::Empty);
        let is_taken = !(free && info.stage == TableStage::Waiting);
        Self { is_taken, opened: Reverse(info.opened_at), table: info.table }
    }
}

/// Whether everybody finds a table in the list.
fn is_listed(info: &TableInfo) -> bool {
    !info.private && info.stage != TableStage::Finished
}

/// All tables, private ones and those whose game is over too.
#[derive(Default)]
pub(super) struct TableList {
    tables: HashMap<TableId, ListedTable>,
    /// The listed ones.
    public: BTreeSet<ListKey>,
    /// The listed ones of each game.
    by_game: BTreeMap<String, BTreeSet<ListKey>>,
    /// The public ones where somebody of this name sits.
    by_person: HashMap<String, BTreeSet<TableId>>,
    /// Rises with each change.
    version: u64,
}

/// The names of the people who sit at a table.
fn seated(info: &TableInfo) -> impl Iterator<Item = &str> {
    info.seats.iter().filter_map(|seat| match &seat.occupant {
        Occupant::Person { name, .. } => Some(name.as_str()),
        Occupant::Empty | Occupant::Bot { .. } => None,
    })
}

pub(super) struct ListedTable {
    pub(super) info: TableInfo,
    /// The information as JSON; of tables that are not listed nothing is written.
    pub(super) json: Bytes,
    /// The version of the list at which it changed last.
    pub(super) version: u64,
}

impl TableList {
    /// A table is new or has changed. Whether it really has.
    pub(super) fn put(&mut self, info: TableInfo) -> bool {
        if self.tables.get(&info.table).is_some_and(|listed| listed.info == info) {
            return false;
        }
        self.unlist(info.table);
        self.version += 1;
        let json = if is_listed(&info) { to_json(&info).into() } else { Bytes::new() };
        if is_listed(&info) {
            let key = ListKey::of(&info);
            self.public.insert(key);
            self.by_game.entry(info.game.clone()).or_default().insert(key);
            for name in seated(&info) {
                self.by_person.entry(name.to_owned()).or_default().insert(info.table);
            }
        }
        self.tables.insert(info.table, ListedTable { info, json, version: self.version });
        true
    }

    pub(super) fn remove(&mut self, table: TableId) -> Option<TableInfo> {
        self.unlist(table);
        self.version += 1;
        self.tables.remove(&table).map(|listed| listed.info)
    }

    fn unlist(&mut self, table: TableId) {
        let Some(listed) = self.tables.get(&table).filter(|listed| is_listed(&listed.info)) else { return };
        let key = ListKey::of(&listed.info);
        self.public.remove(&key);
        if let Some(keys) = self.by_game.get_mut(&listed.info.game) {
            keys.remove(&key);
            if keys.is_empty() {
                self.by_game.remove(&listed.info.game);
            }
        }
        for name in seated(&listed.info) {
            if let Some(tables) = self.by_person.get_mut(name) {
                tables.remove(&table);
                if tables.is_empty() {
                    self.by_person.remove(name);
                }
            }
        }
    }

    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn get(&self, table: TableId) -> Option<&TableInfo> {
        self.tables.get(&table).map(|listed| &listed.info)
    }

    /// All, oldest first.
    pub(super) fn all(&self) -> Vec<TableInfo> {
        let mut all: Vec<_> = self.tables.values().map(|listed| listed.info.clone()).collect();
        all.sort_by_key(|info| (info.opened_at, info.table));
        all
    }

    /// The listed ones.
    pub(super) fn public(&self) -> impl Iterator<Item = &TableInfo> {
        self.listed(None).map(|listed| &listed.info)
    }

    /// Those that everybody may see where one of these people sits, each once.
    pub(super) fn public_of<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<TableInfo> {
        let tables: BTreeSet<TableId> =
            names.filter_map(|name| self.by_person.get(name)).flatten().copied().collect();
        tables.into_iter().filter_map(|table| self.get(table).cloned()).collect()
    }

    /// Those of a game, or all that everybody may see, as they are listed.
    pub(super) fn listed(&self, game: Option<&str>) -> impl Iterator<Item = &ListedTable> {
        let keys = self.keys(game).into_iter().flatten();
        keys.filter_map(|key| self.tables.get(&key.table))
    }

    /// Those after this table, which is listed or not.
    pub(super) fn listed_after(
        &self,
        game: Option<&str>,
        after: Option<TableId>,
    ) -> impl Iterator<Item = &ListedTable> {
        use std::ops::Bound::{Excluded, Unbounded};
        let after = after.and_then(|table| self.get(table)).map(ListKey::of);
        let start = after.map_or(Unbounded, Excluded);
        let keys = self.keys(game).map(move |keys| keys.range((start, Unbounded)));
        keys.into_iter().flatten().filter_map(|key| self.tables.get(&key.table))
    }

    fn keys(&self, game: Option<&str>) -> Option<&BTreeSet<ListKey>> {
        game.map_or(Some(&self.public), |game| self.by_game.get(game))
    }

    /// How many everybody may see, of a game or of all.
    pub(super) fn count(&self, game: Option<&str>) -> u32 {
        self.keys(game).map_or(0, |keys| keys.len() as u32)
    }

    /// How many everybody may see of each game.
    pub(super) fn counts(&self) -> BTreeMap<&str, u32> {
        self.by_game.iter().map(|(game, keys)| (game.as_str(), keys.len() as u32)).collect()
    }
}

/// Adds a list of parts that are JSON already.
pub(super) fn write_list<'a>(out: &mut Vec<u8>, parts: impl Iterator<Item = &'a [u8]>) {
    out.push(b'[');
    for (index, part) in parts.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(part);
    }
    out.push(b']');
}

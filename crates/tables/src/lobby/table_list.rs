//! The tables as they are listed: each is written when it changes and not whenever somebody comes. Thousands may come at
//! once, when the server has been opened again, and all are told about thousands of tables.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use protocol::{ChatLine, TableId, TableInfo};

use crate::outbox::to_json;

/// All tables, private ones too, by when they were opened.
#[derive(Default)]
pub(super) struct TableList {
    tables: BTreeMap<(i64, TableId), ListedTable>,
    /// When each was opened, to find it by its name.
    opened: HashMap<TableId, i64>,
}

struct ListedTable {
    card: TableInfo,
    /// The card as JSON; of private ones nothing is written.
    json: Box<[u8]>,
}

impl TableList {
    /// A table is new or has changed. Whether it really has.
    pub(super) fn put(&mut self, card: TableInfo) -> bool {
        let key = (card.opened_at, card.table);
        if self.tables.get(&key).is_some_and(|entry| entry.card == card) {
            return false;
        }
        self.opened.insert(card.table, card.opened_at);
        let json = if card.private { Box::default() } else { to_json(&card).into() };
        self.tables.insert(key, ListedTable { card, json });
        true
    }

    pub(super) fn remove(&mut self, table: TableId) -> Option<TableInfo> {
        let opened = self.opened.remove(&table)?;
        self.tables.remove(&(opened, table)).map(|entry| entry.card)
    }

    pub(super) fn len(&self) -> usize {
        self.tables.len()
    }

    fn entry(&self, table: TableId) -> Option<&ListedTable> {
        self.tables.get(&(*self.opened.get(&table)?, table))
    }

    pub(super) fn get(&self, table: TableId) -> Option<&TableInfo> {
        self.entry(table).map(|entry| &entry.card)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &TableInfo> {
        self.tables.values().map(|entry| &entry.card)
    }

    /// Those that everybody may see.
    pub(super) fn public(&self) -> impl Iterator<Item = &TableInfo> {
        self.all().filter(|card| !card.private)
    }

    /// The message that a table is new or has changed.
    pub(super) fn news(&self, table: TableId) -> Bytes {
        let json = self.entry(table).map_or(&[][..], |entry| &entry.json);
        Bytes::from([br#"{"lobby_update":{"table":"#, json, b"}}"].concat())
    }

    /// Adds the list of those that everybody may see.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        // Each with a comma, and the brackets.
        out.reserve(self.tables.values().map(|entry| entry.json.len() + 1).sum::<usize>() + 2);
        out.push(b'[');
        let mut first = true;
        for json in self.tables.values().map(|entry| &entry.json).filter(|json| !json.is_empty()) {
            if !std::mem::take(&mut first) {
                out.push(b',');
            }
            out.extend_from_slice(json);
        }
        out.push(b']');
    }

    /// The message that tells all of the lobby.
    pub(super) fn whole(&self, people: u32, chat: &[&ChatLine]) -> Bytes {
        let mut out = br#"{"lobby":{"tables":"#.to_vec();
        self.write(&mut out);
        for part in [br#","people_online":"#, &to_json(&people)[..], br#","chat":"#, &to_json(chat), b"}}"] {
            out.extend_from_slice(part);
        }
        Bytes::from(out)
    }
}

//! What listeners of one part of the lobby are shown: a page of tables, all or of one game, and what changed since the last
//! time. Each message is written once for all of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use protocol::TableId;

use super::table_list::{TableList, write_list};
use crate::outbox::Outbox;
use crate::outbox::to_json;
use crate::table::ConnectionId;

/// How many tables a page has.
pub(super) const PAGE: usize = 50;

/// A table that is shown at no known version: it is sent with the next changes.
const UNKNOWN: u64 = 0;

/// Which tables somebody wants to see.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct LobbyFilter {
    /// Only of this game.
    pub(crate) game: Option<String>,
    /// How many pages of them, less one.
    pub(crate) more_pages: u8,
}

impl LobbyFilter {
    const fn size(&self) -> usize {
        PAGE * (self.more_pages as usize + 1)
    }
}

/// Some pages, and who looks at them.
#[derive(Default)]
pub(super) struct View {
    pub(super) listeners: BTreeMap<ConnectionId, Listener>,
    /// The tables that listeners know, and the version of each.
    shown: BTreeMap<TableId, u64>,
    people: u32,
    total: u32,
    /// The version of the list that `shown` follows from.
    version: u64,
    /// The last snapshot of all, and what it was made of.
    snapshot: Option<(SnapshotVersion, Bytes)>,
}

/// What a snapshot shows: the same version, the same bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SnapshotVersion {
    list: u64,
    people: u32,
    chat: u64,
}

pub(super) struct Listener {
    pub(super) outbox: Outbox,
    /// Whether it takes changes as one message.
    pub(super) bundled: bool,
}

/// Chat as JSON.
pub(super) struct SharedChat<'a> {
    pub(super) json: &'a [u8],
    /// Its version; `None` if it is one listener's own, who mutes somebody.
    pub(super) version: Option<u64>,
}

/// Messages for one listener.
pub(super) struct Sending {
    pub(super) outbox: Outbox,
    pub(super) frames: Arc<[Bytes]>,
}

/// What changed on a page.
#[derive(Default)]
struct Changes<'a> {
    tables: Vec<&'a Bytes>,
    removed: Vec<TableId>,
    people: Option<u32>,
    total: Option<u32>,
}

impl View {
    /// The page as it is now, with this chat. Those who mute nobody share one copy of each version.
    pub(super) fn snapshot(
        &mut self,
        filter: &LobbyFilter,
        list: &TableList,
        people: u32,
        chat: &SharedChat<'_>,
    ) -> Bytes {
        if self.listeners.is_empty() {
            (self.people, self.total) = (people, list.count(filter.game.as_deref()));
            self.version = list.version();
        }
        let version = SnapshotVersion {
            list: list.version(),
            people: self.people,
            chat: chat.version.unwrap_or_default(),
        };
        if let Some((of, snapshot)) = &self.snapshot
            && *of == version
            && chat.version.is_some()
        {
            return snapshot.clone();
        }
        let game = filter.game.as_deref();
        let mut out = br#"{"lobby":{"tables":"#.to_vec();
        write_list(&mut out, list.listed(game).take(filter.size()).map(|listed| &listed.json[..]));
        let parts = [
            (r#","people_online":"#, &to_json(&self.people)[..]),
            (r#","total":"#, &to_json(&list.count(game))),
            (r#","counts":"#, &to_json(&list.counts())),
            (r#","chat":"#, chat.json),
            ("}}", &[]),
        ];
        for (name, value) in parts {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(value);
        }
        let snapshot = Bytes::from(out);
        if chat.version.is_some() {
            self.snapshot = Some((version, snapshot.clone()));
        }
        self.note_snapshot(filter, list);
        snapshot
    }

    /// Those who were sent a snapshot between two bundles know more than the others: what they know is sent to all.
    fn note_snapshot(&mut self, filter: &LobbyFilter, list: &TableList) {
        if self.listeners.is_empty() {
            self.shown.clear();
        }
        let known_at = if self.listeners.is_empty() { None } else { Some(UNKNOWN) };
        for listed in list.listed(filter.game.as_deref()).take(filter.size()) {
            let version = known_at.unwrap_or(listed.version);
            let shown = self.shown.entry(listed.info.table).or_insert(version);
            if *shown != listed.version {
                *shown = version;
            }
        }
    }

    /// What changed since the last time, for all who look at this page.
    pub(super) fn changes(&mut self, filter: &LobbyFilter, list: &TableList, people: u32) -> Vec<Sending> {
        let (game, total) = (filter.game.as_deref(), list.count(filter.game.as_deref()));
        let mut changes = Changes {
            people: (people != self.people).then_some(people),
            total: (total != self.total).then_some(total),
            ..Changes::default()
        };
        (self.people, self.total) = (people, total);
        if self.version != list.version() || self.shown.values().any(|version| *version == UNKNOWN) {
            self.version = list.version();
            let mut shown = BTreeMap::new();
            for listed in list.listed(game).take(filter.size()) {
                let table = listed.info.table;
                if self.shown.remove(&table) != Some(listed.version) {
                    changes.tables.push(&listed.json);
                }
                shown.insert(table, listed.version);
            }
            changes.removed = std::mem::replace(&mut self.shown, shown).into_keys().collect();
        }
        if changes.is_empty() {
            return Vec::new();
        }
        let bundle: Arc<[Bytes]> = Arc::new([changes.bundle(list)]);
        let every_one_is_bundled = self.listeners.values().all(|listener| listener.bundled);
        let single: Arc<[Bytes]> = if every_one_is_bundled { Arc::new([]) } else { changes.single().into() };
        let listeners = self.listeners.values();
        let sending = |listener: &Listener| Sending {
            outbox: listener.outbox.clone(),
            frames: if listener.bundled { bundle.clone() } else { single.clone() },
        };
        listeners.map(sending).collect()
    }
}

impl Changes<'_> {
    fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.removed.is_empty() && self.people.is_none() && self.total.is_none()
    }

    /// All of it as one message.
    fn bundle(&self, list: &TableList) -> Bytes {
        let mut out = br#"{"lobby_update":{"changes":{"tables":"#.to_vec();
        write_list(&mut out, self.tables.iter().map(|json| &json[..]));
        out.extend_from_slice(br#","removed":"#);
        out.extend_from_slice(&to_json(&self.removed));
        for (name, value) in [("people_online", self.people), ("total", self.total)] {
            if let Some(value) = value {
                out.extend_from_slice(format!(r#","{name}":{value}"#).as_bytes());
            }
        }
        if self.total.is_some() {
            out.extend_from_slice(br#","counts":"#);
            out.extend_from_slice(&to_json(&list.counts()));
        }
        out.extend_from_slice(b"}}}");
        Bytes::from(out)
    }

    /// A message for each change, for clients that know no bundles.
    fn single(&self) -> Vec<Bytes> {
        let wrap = |kind: &str, value: &[u8]| {
            let head = format!(r#"{{"lobby_update":{{"{kind}":"#);
            Bytes::from([head.as_bytes(), value, b"}}"].concat())
        };
        let tables = self.tables.iter().map(|json| wrap("table", json));
        let removed = self.removed.iter().map(|table| wrap("removed", &to_json(table)));
        let people = self.people.iter().map(|people| wrap("people_online", &to_json(people)));
        tables.chain(removed).chain(people).collect()
    }
}

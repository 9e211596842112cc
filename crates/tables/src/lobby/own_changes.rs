//! What changed among the tables of this node, for the other nodes of a cluster.

use std::collections::BTreeSet;

use protocol::{TableId, TableInfo};

use super::Lobby;

/// Changes since they were last sent.
#[derive(Default)]
pub(super) struct OwnChanges {
    changed: BTreeSet<TableId>,
    /// Tables of other nodes.
    foreign: BTreeSet<TableId>,
    /// The number of the last bundle.
    bundle: u64,
}

impl OwnChanges {
    pub(super) fn put(&mut self, table: TableId) {
        self.foreign.remove(&table);
        self.changed.insert(table);
    }

    /// Whether it was this node's; what another has listed since stays.
    pub(super) fn remove(&mut self, table: TableId) -> bool {
        let is_own = !self.foreign.contains(&table);
        if is_own {
            self.changed.insert(table);
        }
        is_own
    }
}

impl Lobby {
    /// From now on changes are kept for other nodes.
    pub(crate) fn join_cluster(&self) {
        self.lock().own = Some(OwnChanges::default());
    }

    /// Another node lists a table.
    pub(crate) fn put_of_another_node(&self, info: TableInfo) {
        let mut state = self.lock();
        if let Some(own) = &mut state.own {
            own.foreign.insert(info.table);
        }
        self.show(&mut state, info);
    }

    /// Another node lists a table no more.
    pub(crate) fn remove_of_another_node(&self, table: TableId) {
        let mut state = self.lock();
        if state.own.as_mut().is_some_and(|own| own.foreign.remove(&table)) {
            self.hide(&mut state, table);
        }
    }

    /// Whether something changed that other nodes have not been sent.
    pub(crate) fn has_own_changes(&self) -> bool {
        self.lock().own.as_ref().is_some_and(|own| !own.changed.is_empty())
    }

    /// What changed since the last time, with the number of this bundle: tables as they are now, and those that are gone.
    pub(crate) fn take_own_changes(&self) -> (u64, Vec<TableInfo>, Vec<TableId>) {
        let mut state = self.lock();
        let super::LobbyState { own, tables, .. } = &mut *state;
        let Some(own) = own else { return (0, Vec::new(), Vec::new()) };
        own.bundle += 1;
        let (mut put, mut removed) = (Vec::new(), Vec::new());
        let changed = std::mem::take(&mut own.changed);
        for table in changed.into_iter().filter(|table| !own.foreign.contains(table)) {
            match tables.get(table) {
                Some(info) => put.push(info.clone()),
                None => removed.push(table),
            }
        }
        (own.bundle, put, removed)
    }

    /// All tables of this node, and the number of the last bundle.
    pub(crate) fn own_tables(&self) -> (u64, Vec<TableInfo>) {
        let state = self.lock();
        let Some(own) = &state.own else { return (0, Vec::new()) };
        let all = state.tables.all();
        (own.bundle, all.into_iter().filter(|info| !own.foreign.contains(&info.table)).collect())
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Clock, OnLeave, TableStage, Watchers};

    use super::*;

    fn table(number: u64, watchers: u32) -> TableInfo {
        TableInfo {
            table: TableId::new(number),
            game: "gomoku".to_owned(),
            options: game::options::RawOptions::default(),
            clock: Clock::Off,
            day: None,
            tournament: None,
            hints: false,
            rated: false,
            unrated_because: None,
            paused: false,
            kept: None,
            seats: Vec::new(),
            host: None,
            stage: TableStage::Waiting,
            watch_policy: Watchers::Open,
            watcher_count: watchers,
            on_leave: OnLeave::Bot,
            private: false,
            opened_at: 0,
            legacy_protocol: None,
            commitment: None,
        }
    }

    #[test]
    fn changes_of_this_node_are_bundled_and_numbered_and_those_of_others_are_not() {
        let lobby = Lobby::default();
        lobby.join_cluster();
        lobby.put(table(1, 0));
        lobby.put(table(1, 5));
        lobby.put(table(2, 0));
        lobby.put_of_another_node(table(3, 0));
        lobby.remove(TableId::new(2));
        assert!(lobby.has_own_changes());
        assert_eq!(lobby.take_own_changes(), (1, vec![table(1, 5)], vec![TableId::new(2)]));
        assert!(!lobby.has_own_changes());
        assert_eq!(lobby.own_tables(), (1, vec![table(1, 5)]));
        assert_eq!(lobby.public().len(), 2, "all nodes' tables are shown");
        assert_eq!(lobby.take_own_changes(), (2, Vec::new(), Vec::new()));
    }

    #[test]
    fn a_table_that_moved_is_not_removed_by_the_node_it_left() {
        let lobby = Lobby::default();
        lobby.join_cluster();
        lobby.put(table(1, 0));
        lobby.put_of_another_node(table(1, 7));
        // The actor here ends later.
        lobby.remove(TableId::new(1));
        assert_eq!(lobby.public(), [table(1, 7)]);
        lobby.remove_of_another_node(TableId::new(1));
        assert!(lobby.public().is_empty());
        // And back: what was another's is this node's.
        lobby.put_of_another_node(table(4, 0));
        lobby.put(table(4, 1));
        lobby.remove_of_another_node(TableId::new(4));
        assert_eq!(lobby.public(), [table(4, 1)]);
    }
}

//! The lobby: which tables there are, sent live, a page at a time, and at most a few times a second.

mod flusher;
mod own_changes;
mod table_list;
mod view;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use protocol::{ChatLine, ChatRoom, ReadyGroup, ServerMsg, TableId, TableInfo};
use tokio::sync::Notify;

pub(crate) use self::flusher::run_flusher;
use self::own_changes::OwnChanges;
use self::table_list::{TableList, write_list};
pub(crate) use self::view::LobbyFilter;
use self::view::{Listener, SharedChat, View};
use crate::outbox::{Outbox, frame, to_json};
use crate::table::ConnectionId;

/// How many lines of chat a newcomer is shown.
pub(crate) const CHAT_KEPT: usize = 100;

/// A listener in this process that is called at the very moment the lobby changes, so that no answer can overtake it.
///
/// It is called while the lobby is locked: it must be quick, and must not ask the lobby anything.
pub trait LobbyObserver: Send + Sync {
    /// A public table is new or has changed.
    fn changed(&self, card: &TableInfo);
    /// A public table is gone.
    fn gone(&self, table: TableId);
}

/// Everything the lobby shows.
#[derive(Default)]
pub(crate) struct Lobby {
    state: Mutex<LobbyState>,
    /// Something changed that listeners have not been sent.
    changed: Notify,
    /// How many messages all listeners together are sent in a second; 0 means as many as usual.
    messages_per_second: AtomicU64,
}

#[derive(Default)]
struct LobbyState {
    tables: TableList,
    /// Pages that somebody looks at.
    views: BTreeMap<LobbyFilter, View>,
    /// Which page each listener looks at.
    filters: BTreeMap<ConnectionId, LobbyFilter>,
    watchers: Vec<Arc<dyn LobbyObserver>>,
    chat: VecDeque<ChatLine>,
    /// Rises with each line of chat.
    chat_version: u64,
    /// The chat as JSON, until the next line.
    chat_json: Option<Bytes>,
    people: u32,
    /// In a cluster: the changes to send to the other nodes.
    own: Option<OwnChanges>,
    /// Who would play what, as a message.
    ready: Bytes,
    /// Whether listeners have not been sent it.
    ready_changed: bool,
}

/// A page of public tables as JSON.
pub struct TablePage {
    /// A list of tables.
    pub tables: Vec<u8>,
    /// How many there are in all, with this filter.
    pub total: u32,
    /// The table to ask for the next page with; `None` after the last one.
    pub next: Option<TableId>,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, LobbyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table is new or has changed. Private ones are known here but sent to nobody.
    pub(crate) fn put(&self, card: TableInfo) {
        let mut state = self.lock();
        if let Some(own) = &mut state.own {
            own.put(card.table);
        }
        self.show(&mut state, card);
    }

    fn show(&self, state: &mut LobbyState, card: TableInfo) {
        let table = card.table;
        if !state.tables.put(card) {
            return;
        }
        let Some(card) = state.tables.get(table).filter(|card| !card.private) else { return };
        state.watchers.iter().for_each(|watcher| watcher.changed(card));
        self.changed.notify_one();
    }

    /// A table is gone.
    pub(crate) fn remove(&self, table: TableId) {
        let mut state = self.lock();
        if state.own.as_mut().is_none_or(|own| own.remove(table)) {
            self.hide(&mut state, table);
        }
    }

    fn hide(&self, state: &mut LobbyState, table: TableId) {
        let Some(card) = state.tables.remove(table) else { return };
        if !card.private {
            state.watchers.iter().for_each(|watcher| watcher.gone(table));
            self.changed.notify_one();
        }
    }

    /// Tells a watcher everything now and every change from now on.
    pub(crate) fn watch(&self, watcher: Arc<dyn LobbyObserver>) {
        let mut state = self.lock();
        state.tables.all().iter().filter(|card| !card.private).for_each(|card| watcher.changed(card));
        state.watchers.push(watcher);
    }

    /// The number of people who are connected now.
    pub(crate) fn people(&self, people: u32) {
        let mut state = self.lock();
        if state.people != people {
            state.people = people;
            self.changed.notify_one();
        }
    }

    /// Who would play what.
    pub(crate) fn set_ready(&self, groups: &[ReadyGroup]) {
        let message = match groups {
            [] => Bytes::new(),
            groups => frame(&ServerMsg::Ready { groups: groups.to_vec() }),
        };
        let mut state = self.lock();
        if state.ready != message {
            state.ready = message;
            state.ready_changed = true;
            self.changed.notify_one();
        }
    }

    /// Somebody said something.
    pub(crate) fn say(&self, line: ChatLine) {
        let listeners = {
            let mut state = self.lock();
            state.keep(line.clone());
            let views = state.views.values().flat_map(|view| view.listeners.values());
            views.map(|listener| listener.outbox.clone()).collect::<Vec<_>>()
        };
        let from = line.from.clone().unwrap_or_default();
        let frame = frame(&ServerMsg::Said { room: ChatRoom::Lobby, line });
        for listener in listeners.iter().filter(|listener| !listener.mutes(&from)) {
            listener.lobby(frame.clone());
        }
    }

    /// Sends a connection a page of the lobby now, and every change of it from now on.
    pub(crate) fn subscribe(
        &self,
        connection: ConnectionId,
        outbox: &Outbox,
        filter: LobbyFilter,
        bundled: bool,
    ) {
        let mut state = self.lock();
        state.forget(connection);
        state.show(connection, Listener { outbox: outbox.clone(), bundled }, filter);
    }

    /// Sends a connection its page once more, if it looks at one.
    pub(crate) fn send_again(&self, connection: ConnectionId) {
        let mut state = self.lock();
        let Some(filter) = state.filters.get(&connection).cloned() else { return };
        let listener = state.views.get_mut(&filter).and_then(|view| view.listeners.remove(&connection));
        if let Some(listener) = listener {
            state.show(connection, listener, filter);
        }
    }

    /// Sends a connection nothing more.
    pub(crate) fn unsubscribe(&self, connection: ConnectionId) {
        self.lock().forget(connection);
    }

    /// The tables everybody finds, as they are listed.
    pub(crate) fn public(&self) -> Vec<TableInfo> {
        self.lock().tables.public().cloned().collect()
    }

    /// Those where one of these people sits. The work grows with their tables, not with the lobby.
    pub(crate) fn public_of<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<TableInfo> {
        self.lock().tables.public_of(names)
    }

    /// A page of them: of a game, and after a table.
    pub(crate) fn page(&self, game: Option<&str>, after: Option<TableId>, limit: usize) -> TablePage {
        let state = self.lock();
        let mut page = state.tables.listed_after(game, after).take(limit + 1).collect::<Vec<_>>();
        let is_last = page.len() <= limit;
        page.truncate(limit);
        let next = page.last().filter(|_| !is_last).map(|listed| listed.info.table);
        let mut tables = Vec::new();
        write_list(&mut tables, page.iter().map(|listed| &listed.json[..]));
        TablePage { tables, total: state.tables.count(game), next }
    }

    /// One table, private or not.
    pub(crate) fn card(&self, table: TableId) -> Option<TableInfo> {
        self.lock().tables.get(table).cloned()
    }

    /// All tables, private ones too: for the operator.
    pub(crate) fn all(&self) -> Vec<TableInfo> {
        self.lock().tables.all()
    }

    /// The chat as it is shown to a newcomer.
    pub(crate) fn chat(&self) -> Vec<ChatLine> {
        self.lock().chat.iter().cloned().collect()
    }

    /// Removes chat lines from before a moment.
    pub(crate) fn forget_chat(&self, before: i64) {
        let mut inner = self.lock();
        inner.chat.retain(|line| line.at >= before);
        inner.chat_json = None;
    }

    /// Adds a line to the chat without sending it, because everybody receives it in another way.
    pub(crate) fn keep(&self, line: ChatLine) {
        self.lock().keep(line);
    }

    /// The chat as it was before the server was closed.
    pub(crate) fn remember(&self, lines: impl IntoIterator<Item = ChatLine>) {
        let mut state = self.lock();
        lines.into_iter().for_each(|line| state.keep(line));
    }
}

impl LobbyState {
    fn keep(&mut self, line: ChatLine) {
        if self.chat.len() == CHAT_KEPT {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
        self.chat_version += 1;
        self.chat_json = None;
    }

    fn show(&mut self, connection: ConnectionId, listener: Listener, filter: LobbyFilter) {
        let Self { tables, views, chat, people, .. } = self;
        let view = views.entry(filter.clone()).or_default();
        let snapshot = if listener.outbox.mutes_anybody() {
            let is_heard =
                |line: &&ChatLine| line.from.as_ref().is_none_or(|from| !listener.outbox.mutes(from));
            let chat = to_json(&chat.iter().filter(is_heard).collect::<Vec<_>>());
            view.snapshot(&filter, tables, *people, &SharedChat { json: &chat, version: None })
        } else {
            let json = self.chat_json.get_or_insert_with(|| to_json(chat).into());
            view.snapshot(&filter, tables, *people, &SharedChat { json, version: Some(self.chat_version) })
        };
        listener.outbox.replace_lobby(snapshot);
        if !self.ready.is_empty() {
            listener.outbox.lobby(self.ready.clone());
        }
        view.listeners.insert(connection, listener);
        self.filters.insert(connection, filter);
    }

    fn forget(&mut self, connection: ConnectionId) {
        let Some(filter) = self.filters.remove(&connection) else { return };
        if let Some(view) = self.views.get_mut(&filter) {
            view.listeners.remove(&connection);
            if view.listeners.is_empty() {
                self.views.remove(&filter);
            }
        }
    }
}

#[cfg(test)]
mod tests;

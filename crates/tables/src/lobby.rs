//! The lobby: which tables there are, told live.

mod table_list;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use protocol::{ChatLine, ChatRoom, LobbyUpdate, ServerMsg, TableId, TableInfo};

use self::table_list::TableList;
use crate::outbox::{Outbox, frame};
use crate::table::ConnectionId;

/// How many lines of chat a newcomer is shown.
pub(crate) const CHAT_KEPT: usize = 100;

/// Somebody in this process who is told of the lobby at the very moment it changes, so that no answer can overtake it.
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
pub(crate) struct Lobby(Mutex<LobbyState>);

#[derive(Default)]
struct LobbyState {
    tables: TableList,
    listeners: HashMap<ConnectionId, Outbox>,
    watchers: Vec<Arc<dyn LobbyObserver>>,
    chat: VecDeque<ChatLine>,
    people: u32,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, LobbyState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table is new or has changed. Private ones are known here but told to nobody.
    pub(crate) fn put(&self, card: TableInfo) {
        let mut state = self.lock();
        let table = card.table;
        if !state.tables.put(card) {
            return;
        }
        let Some(card) = state.tables.get(table).filter(|card| !card.private) else { return };
        state.tell(|| state.tables.news(table));
        state.watchers.iter().for_each(|watcher| watcher.changed(card));
    }

    /// A table is gone.
    pub(crate) fn remove(&self, table: TableId) {
        let mut state = self.lock();
        let Some(card) = state.tables.remove(table) else { return };
        if !card.private {
            state.tell(|| frame(&ServerMsg::LobbyUpdate(LobbyUpdate::Removed(table))));
            state.watchers.iter().for_each(|watcher| watcher.gone(table));
        }
    }

    /// Tells a watcher everything now and every change from now on.
    pub(crate) fn watch(&self, watcher: Arc<dyn LobbyObserver>) {
        let mut state = self.lock();
        state.tables.public().for_each(|card| watcher.changed(card));
        state.watchers.push(watcher);
    }

    /// So many people are connected now.
    pub(crate) fn people(&self, people: u32) {
        let mut state = self.lock();
        if state.people != people {
            state.people = people;
            state.tell(|| frame(&ServerMsg::LobbyUpdate(LobbyUpdate::PeopleOnline(people))));
        }
    }

    /// Somebody said something.
    pub(crate) fn say(&self, line: ChatLine) {
        let mut state = self.lock();
        state.keep(line.clone());
        let from = line.from.clone().unwrap_or_default();
        let frame = frame(&ServerMsg::Said { room: ChatRoom::Lobby, line });
        for listener in state.listeners.values().filter(|listener| !listener.mutes(&from)) {
            listener.lobby(frame.clone());
        }
    }

    /// Tells a connection everything now and every change from now on.
    pub(crate) fn subscribe(&self, connection: ConnectionId, outbox: &Outbox) {
        let mut state = self.lock();
        state.listeners.insert(connection, outbox.clone());
        let is_heard = |line: &&ChatLine| line.from.as_ref().is_none_or(|from| !outbox.mutes(from));
        let chat: Vec<_> = state.chat.iter().filter(is_heard).collect();
        outbox.replace_lobby(state.tables.whole(state.people, &chat));
    }

    /// Tells a connection nothing more.
    pub(crate) fn unsubscribe(&self, connection: ConnectionId) {
        self.lock().listeners.remove(&connection);
    }

    /// How many tables there are, private ones too.
    pub(crate) fn tables(&self) -> usize {
        self.lock().tables.len()
    }

    /// The tables everybody may see.
    pub(crate) fn public(&self) -> Vec<TableInfo> {
        self.lock().tables.public().cloned().collect()
    }

    /// Adds the same as JSON.
    pub(crate) fn write_public(&self, out: &mut Vec<u8>) {
        self.lock().tables.write(out);
    }

    /// One table, private or not.
    pub(crate) fn card(&self, table: TableId) -> Option<TableInfo> {
        self.lock().tables.get(table).cloned()
    }

    /// All tables, private ones too: for the operator.
    pub(crate) fn all(&self) -> Vec<TableInfo> {
        self.lock().tables.all().cloned().collect()
    }

    /// The chat as it is shown to a newcomer.
    pub(crate) fn chat(&self) -> Vec<ChatLine> {
        self.lock().chat.iter().cloned().collect()
    }

    /// Shows no more what was said before a moment.
    pub(crate) fn forget_chat(&self, before: i64) {
        self.lock().chat.retain(|line| line.at >= before);
    }

    /// Something was said that everybody is told in another way.
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
    }

    fn tell(&self, news: impl FnOnce() -> Bytes) {
        if self.listeners.is_empty() {
            return;
        }
        let news = news();
        for listener in self.listeners.values() {
            listener.lobby(news.clone());
        }
    }
}

#[cfg(test)]
mod tests;

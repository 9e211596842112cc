//! The lobby: which tables there are, told live.

mod listed;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use protocol::{ChatLine, ChatRoom, LobbyNews, ServerMsg, TableCard, TableId};

use self::listed::Listed;
use crate::outbox::{Outbox, frame};
use crate::table::ConnectionId;

/// How many lines of chat a newcomer is shown.
pub(crate) const CHAT_KEPT: usize = 100;

/// Somebody in this process who is told of the lobby at the very moment it changes, so that no answer can overtake it.
///
/// It is called while the lobby is locked: it must be quick, and must not ask the lobby anything.
pub trait LobbyWatcher: Send + Sync {
    /// A public table is new or has changed.
    fn changed(&self, card: &TableCard);
    /// A public table is gone.
    fn gone(&self, table: TableId);
}

/// Everything the lobby shows.
#[derive(Default)]
pub(crate) struct Lobby(Mutex<Board>);

#[derive(Default)]
struct Board {
    tables: Listed,
    listeners: HashMap<ConnectionId, Outbox>,
    watchers: Vec<Arc<dyn LobbyWatcher>>,
    chat: VecDeque<ChatLine>,
    people: u32,
}

impl Lobby {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table is new or has changed. Private ones are known here but told to nobody.
    pub(crate) fn put(&self, card: TableCard) {
        let mut board = self.board();
        let table = card.table;
        if !board.tables.put(card) {
            return;
        }
        let Some(card) = board.tables.get(table).filter(|card| !card.private) else { return };
        board.tell(|| board.tables.news(table));
        board.watchers.iter().for_each(|watcher| watcher.changed(card));
    }

    /// A table is gone.
    pub(crate) fn remove(&self, table: TableId) {
        let mut board = self.board();
        let Some(card) = board.tables.remove(table) else { return };
        if !card.private {
            board.tell(|| frame(&ServerMsg::LobbyNews(LobbyNews::Gone(table))));
            board.watchers.iter().for_each(|watcher| watcher.gone(table));
        }
    }

    /// Tells a watcher everything now and every change from now on.
    pub(crate) fn watch(&self, watcher: Arc<dyn LobbyWatcher>) {
        let mut board = self.board();
        board.tables.public().for_each(|card| watcher.changed(card));
        board.watchers.push(watcher);
    }

    /// So many people are connected now.
    pub(crate) fn people(&self, people: u32) {
        let mut board = self.board();
        if board.people != people {
            board.people = people;
            board.tell(|| frame(&ServerMsg::LobbyNews(LobbyNews::People(people))));
        }
    }

    /// Somebody said something.
    pub(crate) fn say(&self, line: ChatLine) {
        let mut board = self.board();
        board.keep(line.clone());
        let from = line.from.clone().unwrap_or_default();
        let frame = frame(&ServerMsg::Said { room: ChatRoom::Lobby, line });
        for listener in board.listeners.values().filter(|listener| !listener.mutes(&from)) {
            listener.lobby(frame.clone());
        }
    }

    /// Tells a connection everything now and every change from now on.
    pub(crate) fn subscribe(&self, connection: ConnectionId, outbox: &Outbox) {
        let mut board = self.board();
        board.listeners.insert(connection, outbox.clone());
        let is_heard = |line: &&ChatLine| line.from.as_ref().is_none_or(|from| !outbox.mutes(from));
        let chat: Vec<_> = board.chat.iter().filter(is_heard).collect();
        outbox.lobby_anew(board.tables.whole(board.people, &chat));
    }

    /// Tells a connection nothing more.
    pub(crate) fn unsubscribe(&self, connection: ConnectionId) {
        self.board().listeners.remove(&connection);
    }

    /// How many tables there are, private ones too.
    pub(crate) fn tables(&self) -> usize {
        self.board().tables.len()
    }

    /// The tables everybody may see.
    pub(crate) fn public(&self) -> Vec<TableCard> {
        self.board().tables.public().cloned().collect()
    }

    /// Adds the same as JSON.
    pub(crate) fn write_public(&self, out: &mut Vec<u8>) {
        self.board().tables.write(out);
    }

    /// One table, private or not.
    pub(crate) fn card(&self, table: TableId) -> Option<TableCard> {
        self.board().tables.get(table).cloned()
    }

    /// All tables, private ones too: for the operator.
    pub(crate) fn all(&self) -> Vec<TableCard> {
        self.board().tables.all().cloned().collect()
    }

    /// Something was said that everybody is told in another way.
    pub(crate) fn keep(&self, line: ChatLine) {
        self.board().keep(line);
    }

    /// The chat as it was before the house was closed.
    pub(crate) fn remember(&self, lines: impl IntoIterator<Item = ChatLine>) {
        let mut board = self.board();
        lines.into_iter().for_each(|line| board.keep(line));
    }
}

impl Board {
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

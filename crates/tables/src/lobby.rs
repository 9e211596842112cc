//! The lobby: which tables there are, told live.

mod told;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{ChatLine, ChatRoom, LobbyNews, LobbySnapshot, ServerMsg, TableCard, TableId};

use self::told::{Subject, Told};
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
    /// All tables, private ones too, by when they were opened.
    tables: BTreeMap<(i64, TableId), TableCard>,
    /// When each was opened, to find it by its name.
    opened: HashMap<TableId, i64>,
    listeners: HashMap<ConnectionId, Outbox>,
    watchers: Vec<Arc<dyn LobbyWatcher>>,
    chat: VecDeque<ChatLine>,
    people: u32,
    /// What newcomers are told, while somebody listens.
    told: Option<Told>,
}

impl Lobby {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table is new or has changed. Private ones are known here but told to nobody.
    pub(crate) fn put(&self, card: TableCard) {
        let mut board = self.board();
        let key = (card.opened, card.table);
        if board.tables.get(&key) == Some(&card) {
            return;
        }
        if !card.private {
            board.tell(Subject::Table(card.table), || LobbyNews::Table(Box::new(card.clone())));
            board.watchers.iter().for_each(|watcher| watcher.changed(&card));
        }
        board.opened.insert(card.table, card.opened);
        board.tables.insert(key, card);
    }

    /// A table is gone.
    pub(crate) fn remove(&self, table: TableId) {
        let mut board = self.board();
        let opened = board.opened.remove(&table);
        let Some(card) = opened.and_then(|opened| board.tables.remove(&(opened, table))) else { return };
        if !card.private {
            board.tell(Subject::Table(table), || LobbyNews::Gone(table));
            board.watchers.iter().for_each(|watcher| watcher.gone(table));
        }
    }

    /// Tells a watcher everything now and every change from now on.
    pub(crate) fn watch(&self, watcher: Arc<dyn LobbyWatcher>) {
        let mut board = self.board();
        board.public().for_each(|card| watcher.changed(card));
        board.watchers.push(watcher);
    }

    /// So many people are connected now.
    pub(crate) fn people(&self, people: u32) {
        let mut board = self.board();
        if board.people != people {
            board.people = people;
            board.tell(Subject::People, || LobbyNews::People(people));
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
        let is_muted = |line: &ChatLine| line.from.as_ref().is_some_and(|from| outbox.mutes(from));
        if board.chat.iter().any(is_muted) {
            let mut snapshot = board.snapshot();
            snapshot.chat.retain(|line| !is_muted(line));
            return outbox.lobby_anew(frame(&ServerMsg::Lobby(snapshot)));
        }
        let told = board.told.take().unwrap_or_else(|| Told::new(frame(&ServerMsg::Lobby(board.snapshot()))));
        board.told.insert(told).tell(outbox);
    }

    /// Tells a connection nothing more.
    pub(crate) fn unsubscribe(&self, connection: ConnectionId) {
        let mut board = self.board();
        board.listeners.remove(&connection);
        if board.listeners.is_empty() {
            board.told = None;
        }
    }

    /// How many tables there are, private ones too.
    pub(crate) fn tables(&self) -> usize {
        self.board().tables.len()
    }

    /// The tables everybody may see.
    pub(crate) fn public(&self) -> Vec<TableCard> {
        self.board().public().cloned().collect()
    }

    /// One table, private or not.
    pub(crate) fn card(&self, table: TableId) -> Option<TableCard> {
        let board = self.board();
        board.tables.get(&(*board.opened.get(&table)?, table)).cloned()
    }

    /// All tables, private ones too: for the operator.
    pub(crate) fn all(&self) -> Vec<TableCard> {
        self.board().tables.values().cloned().collect()
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
        self.told = None;
        if self.chat.len() == CHAT_KEPT {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }

    fn tell(&mut self, subject: Subject, news: impl FnOnce() -> LobbyNews) {
        if self.listeners.is_empty() {
            return;
        }
        let frame = frame(&ServerMsg::LobbyNews(news()));
        for listener in self.listeners.values() {
            listener.lobby(frame.clone());
        }
        self.told = self.told.take().and_then(|told| told.and(subject, frame));
    }

    fn public(&self) -> impl Iterator<Item = &TableCard> {
        self.tables.values().filter(|card| !card.private)
    }

    fn snapshot(&self) -> LobbySnapshot {
        LobbySnapshot {
            tables: self.public().cloned().collect(),
            people: self.people,
            chat: self.chat.iter().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests;

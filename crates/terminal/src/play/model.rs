//! What the server said, kept for the screens.

use std::collections::BTreeMap;

use client::Incoming;
use protocol::{
    ChatLine, ChatRoom, LobbyUpdate, Notice, NoticeKind, ServerMsg, TableId, TableInfo, TableStage, Welcome,
};

use super::catalogue::Catalogue;
use super::table::{LineKind, LogLine, TableState};

/// How the connection is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    Up,
    /// Lost; the client is reconnecting.
    Lost,
    /// Over for good, and why.
    Ended(String),
}

/// Something new, for the log of a table or of the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewLine {
    pub(crate) table: Option<TableId>,
    pub(crate) line: LogLine,
}

/// Everything that the client has received.
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) catalogue: Catalogue,
    pub(crate) link: Link,
    pub(crate) lobby: Vec<TableInfo>,
    pub(crate) people_online: u32,
    pub(crate) lobby_chat: Vec<String>,
    last_chat: Option<u64>,
    pub(crate) tables: BTreeMap<TableId, TableState>,
    /// A token that is new, to be remembered.
    pub(crate) token: Option<String>,
}

impl Model {
    pub(crate) fn new(catalogue: Catalogue, welcome: &Welcome) -> Self {
        let mut model = Self {
            name: String::new(),
            catalogue,
            link: Link::Up,
            lobby: Vec::new(),
            people_online: 0,
            lobby_chat: Vec::new(),
            last_chat: None,
            tables: BTreeMap::new(),
            token: None,
        };
        model.welcome(welcome);
        model
    }

    fn welcome(&mut self, welcome: &Welcome) {
        self.name = welcome.name.clone().unwrap_or_default();
        if !welcome.token.is_empty() {
            self.token = Some(welcome.token.clone());
        }
    }

    /// Processes a message; `now` is the client's clock in milliseconds. Returns the new log lines, in order.
    pub(crate) fn take(&mut self, incoming: Incoming, now: u64) -> Vec<NewLine> {
        match incoming {
            Incoming::Message(message) => self.take_message(*message, now),
            Incoming::Lost => {
                self.link = Link::Lost;
                vec![about_link("The connection is lost. Trying to come back…")]
            }
            Incoming::Back(welcome) => {
                self.link = Link::Up;
                self.welcome(&welcome);
                vec![about_link("The connection is back.")]
            }
            Incoming::Ended(why) => {
                self.link = Link::Ended(why.clone());
                vec![about_link(&why)]
            }
            Incoming::Unreadable(why) => {
                vec![about_link(&format!("The server sent something unreadable: {why}"))]
            }
            Incoming::Dealt(check) if check.holds() => Vec::new(),
            Incoming::Dealt(check) => {
                let text = "Warning: this game was not dealt as the server had committed to.".to_owned();
                let line = self.tables.get_mut(&check.game.table).map(|table| table.add(text));
                line.map(|line| NewLine { table: Some(check.game.table), line }).into_iter().collect()
            }
        }
    }

    fn take_message(&mut self, message: ServerMsg, now: u64) -> Vec<NewLine> {
        let at = |table: TableId, lines: Vec<LogLine>| {
            lines.into_iter().map(|line| NewLine { table: Some(table), line }).collect()
        };
        match message {
            ServerMsg::Welcome(welcome) => self.welcome(&welcome),
            ServerMsg::Lobby(lobby) => {
                self.lobby = lobby.tables;
                self.people_online = lobby.people_online;
                return lobby.chat.iter().filter_map(|line| self.say_in_lobby(line)).collect();
            }
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(info)) => self.list(*info),
            ServerMsg::LobbyUpdate(LobbyUpdate::Removed(table)) => {
                self.lobby.retain(|listed| listed.table != table);
            }
            ServerMsg::LobbyUpdate(LobbyUpdate::Changes(changes)) => {
                self.lobby.retain(|listed| !changes.removed.contains(&listed.table));
                changes.tables.into_iter().for_each(|info| self.list(info));
                self.people_online = changes.people_online.unwrap_or(self.people_online);
            }
            ServerMsg::LobbyUpdate(LobbyUpdate::PeopleOnline(count)) => self.people_online = count,
            ServerMsg::Table(snapshot) => {
                let id = snapshot.info.table;
                if let Some(table) = self.tables.get_mut(&id) {
                    return at(id, table.take_snapshot(*snapshot, now));
                }
                let table = TableState::new(*snapshot, now);
                let lines = table.log.clone();
                self.tables.insert(id, table);
                return at(id, lines);
            }
            ServerMsg::Update(update) => {
                let id = update.table;
                if let Some(table) = self.tables.get_mut(&id) {
                    return at(id, table.take_update(*update, now));
                }
            }
            ServerMsg::SeatsUpdate(update) => {
                let id = update.table;
                if let Some(table) = self.tables.get_mut(&id) {
                    return at(id, table.take_seats(*update, now));
                }
            }
            ServerMsg::Said { room: ChatRoom::Lobby, line } => {
                return self.say_in_lobby(&line).into_iter().collect();
            }
            ServerMsg::Said { room: ChatRoom::Table(id) | ChatRoom::Watchers(id), line } => {
                if let Some(line) = self.tables.get_mut(&id).and_then(|table| table.take_chat(&line)) {
                    return at(id, vec![line]);
                }
            }
            ServerMsg::TableRemoved { table } => {
                self.tables.remove(&table);
            }
            ServerMsg::Notice(notice) => return vec![about_link(&notice_text(&notice))],
            ServerMsg::Bye(bye) => return vec![about_link(&bye.message)],
            ServerMsg::Done(_)
            | ServerMsg::Refused(_)
            | ServerMsg::Pong(_)
            | ServerMsg::Hint(_)
            | ServerMsg::DevicesChanged {}
            | ServerMsg::BlocksChanged {}
            // The list of those who would play is not shown here.
            | ServerMsg::Ready { .. }
            | ServerMsg::Proposal(_)
            | ServerMsg::ProposalEnded(_) => {}
        }
        Vec::new()
    }

    /// A table of the lobby is new or has changed.
    fn list(&mut self, info: TableInfo) {
        // After a game somebody may leave: the table waits again, which only the lobby says.
        if let Some(table) = self.tables.get_mut(&info.table)
            && info.stage == TableStage::Waiting
            && table.info.stage == TableStage::Finished
        {
            table.info.stage = info.stage;
        }
        match self.lobby.iter_mut().find(|listed| listed.table == info.table) {
            Some(listed) => *listed = info,
            None => self.lobby.push(info),
        }
    }

    fn say_in_lobby(&mut self, line: &ChatLine) -> Option<NewLine> {
        if self.last_chat.is_some_and(|last| line.number <= last) {
            return None;
        }
        self.last_chat = Some(line.number);
        let text = format!("{}: {}", line.from.as_deref().unwrap_or("Server"), line.text.as_str());
        self.lobby_chat.push(text.clone());
        let excess = self.lobby_chat.len().saturating_sub(100);
        self.lobby_chat.drain(..excess);
        Some(NewLine { table: None, line: LogLine { kind: LineKind::Chat, text } })
    }
}

/// A notice as a line. A warning is shown again at each sign-in until it is acknowledged on a page.
fn notice_text(notice: &Notice) -> String {
    let before = match notice.kind {
        NoticeKind::Warning => "The operator warns you: ",
        NoticeKind::TableClosed => "The operator has closed the table. ",
        NoticeKind::RoundBegan => "Your table is open: ",
        NoticeKind::Muted | NoticeKind::Removed => "",
    };
    format!("{before}{}", notice.message).trim_end().to_owned()
}

fn about_link(text: &str) -> NewLine {
    NewLine { table: None, line: LogLine { kind: LineKind::Table, text: text.to_owned() } }
}

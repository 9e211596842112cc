//! The lobby as old clients see it: the Chicago tables that wait, under numbers of four bytes.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{LegacyProtocol, Occupant, SeatInfo, TableId, TableInfo, TableStage};
use tables::LobbyObserver;
use tokio::sync::mpsc;

use super::packet::{ByteOrder, ToClient};

/// So much news may wait for one client. One that is further behind reads nothing at all.
const MAX_WAITING: usize = 4_096;

/// Something new in the lobby.
#[derive(Clone, Debug)]
pub struct LobbyChange {
    /// About which table.
    pub table: TableId,
    /// Whether it waits no more.
    pub removed: bool,
    /// Its encoding.
    pub bytes: Arc<[u8]>,
}

/// The lobby that all old clients share.
#[derive(Debug)]
pub struct LegacyLobby {
    order: ByteOrder,
    state: Mutex<LegacyLobbyState>,
}

#[derive(Debug, Default)]
struct LegacyLobbyState {
    last_id: u32,
    last_client: u64,
    ids: HashMap<TableId, u32>,
    tables: HashMap<u32, TableId>,
    /// The games that wait, as they are sent.
    games: BTreeMap<u32, Arc<[u8]>>,
    /// Tables of this protocol where a game was started: they are over with it.
    used: HashSet<TableId>,
    clients: HashMap<u64, Mailbox>,
}

#[derive(Debug)]
struct Mailbox {
    news: VecDeque<LobbyChange>,
    in_game: bool,
    overflown: bool,
    wake: mpsc::Sender<()>,
}

/// The lobby at one moment.
#[derive(Clone, Debug)]
pub struct LobbyContents {
    /// What was new and not sent yet.
    pub news: VecDeque<LobbyChange>,
    /// The games that wait, as they are sent.
    pub games: Vec<Arc<[u8]>>,
}

/// One client's place in the lobby.
#[derive(Debug)]
pub struct LobbySubscription {
    lobby: Arc<LegacyLobby>,
    client: u64,
}

impl LegacyLobby {
    /// An empty lobby.
    #[must_use]
    pub fn new(order: ByteOrder) -> Self {
        Self { order, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, LegacyLobbyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a client. It is woken when the lobby changes.
    #[must_use]
    pub fn enter(self: &Arc<Self>, wake: mpsc::Sender<()>) -> LobbySubscription {
        let mut state = self.state();
        state.last_client += 1;
        let client = state.last_client;
        let mailbox = Mailbox { news: VecDeque::new(), in_game: false, overflown: false, wake };
        state.clients.insert(client, mailbox);
        LobbySubscription { lobby: self.clone(), client }
    }
}

impl LobbySubscription {
    /// In which order the bytes of an id come.
    #[must_use]
    pub fn order(&self) -> ByteOrder {
        self.lobby.order
    }

    /// The changes, in order. `None` if the client is too far behind.
    pub fn news(&self) -> Option<VecDeque<LobbyChange>> {
        let mut state = self.lobby.state();
        let mailbox = state.clients.get_mut(&self.client)?;
        (!mailbox.overflown).then(|| std::mem::take(&mut mailbox.news))
    }

    /// What is new, and all games that wait, both of one moment.
    pub fn list(&self) -> Option<LobbyContents> {
        let mut state = self.lobby.state();
        let games = state.games.values().cloned().collect();
        let mailbox = state.clients.get_mut(&self.client)?;
        (!mailbox.overflown).then(|| LobbyContents { news: std::mem::take(&mut mailbox.news), games })
    }

    /// The client plays, and receives nothing about the lobby; or it is back.
    pub fn plays(&self, in_game: bool) {
        let mut state = self.lobby.state();
        if let Some(mailbox) = state.clients.get_mut(&self.client) {
            mailbox.in_game = in_game;
            mailbox.news.clear();
        }
    }

    /// The number of a table.
    #[must_use]
    pub fn id(&self, table: TableId) -> Option<u32> {
        self.lobby.state().ids.get(&table).copied()
    }

    /// The table of a game that waits.
    #[must_use]
    pub fn table(&self, id: u32) -> Option<TableId> {
        let state = self.lobby.state();
        state.tables.get(&id).copied().filter(|_| state.games.contains_key(&id))
    }
}

impl Drop for LobbySubscription {
    fn drop(&mut self) {
        self.lobby.state().clients.remove(&self.client);
    }
}

impl LegacyLobbyState {
    /// The number of a table; a new one if it has none.
    fn id(&mut self, table: TableId) -> u32 {
        if let Some(id) = self.ids.get(&table) {
            return *id;
        }
        loop {
            self.last_id = self.last_id.wrapping_add(1);
            if self.last_id != 0 && !self.tables.contains_key(&self.last_id) {
                break;
            }
        }
        self.ids.insert(table, self.last_id);
        self.tables.insert(self.last_id, table);
        self.last_id
    }

    fn tell(&mut self, news: &LobbyChange) {
        for mailbox in self.clients.values_mut().filter(|mailbox| !mailbox.in_game && !mailbox.overflown) {
            mailbox.news.push_back(news.clone());
            if mailbox.news.len() > MAX_WAITING {
                mailbox.news = VecDeque::new();
                mailbox.overflown = true;
            }
            // One that was woken and has not come yet finds this too.
            let _ = mailbox.wake.try_send(());
        }
    }

    fn remove(&mut self, table: TableId, order: ByteOrder) {
        let Some(&id) = self.ids.get(&table) else { return };
        if self.games.remove(&id).is_some() {
            let mut bytes = Vec::new();
            ToClient::RemoveGame(id).write(order, &mut bytes);
            self.tell(&LobbyChange { table, removed: true, bytes: bytes.into() });
        }
    }
}

/// What everybody on a seat is called, in order of seats; free ones are left out.
pub(super) fn names(seats: &[SeatInfo]) -> Vec<String> {
    let named = (1..).zip(seats).filter_map(|(number, seat): (u8, &SeatInfo)| match &seat.occupant {
        Occupant::Empty => None,
        Occupant::Person { name, .. } => Some(name.clone()),
        Occupant::Bot { level } => Some(format!("Bot {number} ({level})")),
    });
    named.collect()
}

/// Whether an old client could play at a table: it has no way to choose between an open card and the next one.
fn fits(card: &TableInfo) -> bool {
    let one_up = card.options.0.iter().any(|(name, value)| name == "one_up" && value == "on");
    card.stage == TableStage::Waiting && !one_up && !card.private
}

impl LobbyObserver for LegacyLobby {
    fn changed(&self, card: &TableInfo) {
        if card.game != "chicago" {
            return;
        }
        let mut state = self.state();
        if card.legacy_protocol == Some(LegacyProtocol::Chicago) && card.stage == TableStage::Running {
            state.used.insert(card.table);
        }
        let names = names(&card.seats);
        let waits = fits(card)
            && !state.used.contains(&card.table)
            && !names.is_empty()
            && names.len() < card.seats.len();
        if !waits {
            state.remove(card.table, self.order);
            return;
        }
        let id = state.id(card.table);
        let mut bytes = Vec::new();
        let players = card.seats.len() as u8;
        ToClient::GameUpdate { id, players, names: &names }.write(self.order, &mut bytes);
        let bytes: Arc<[u8]> = bytes.into();
        if state.games.insert(id, bytes.clone()).as_ref() != Some(&bytes) {
            state.tell(&LobbyChange { table: card.table, removed: false, bytes });
        }
    }

    fn gone(&self, table: TableId) {
        let mut state = self.state();
        state.remove(table, self.order);
        state.used.remove(&table);
        if let Some(id) = state.ids.remove(&table) {
            state.tables.remove(&id);
        }
    }
}

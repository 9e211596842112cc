//! The lobby as old clients see it: the Chicago tables that wait, under numbers of four bytes.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Occupant, SeatCard, Stage, TableCard, TableId, Wire};
use tables::LobbyWatcher;
use tokio::sync::mpsc;

use super::packet::{ByteOrder, ToClient};

/// So much news may wait for one client. One that is further behind reads nothing at all.
const MOST_WAITING: usize = 4_096;

/// Something new in the lobby.
#[derive(Clone, Debug)]
pub struct News {
    /// About which table.
    pub table: TableId,
    /// Whether it waits no more.
    pub removed: bool,
    /// How it is told.
    pub bytes: Arc<[u8]>,
}

/// The lobby that all old clients share.
#[derive(Debug)]
pub struct OldLobby {
    order: ByteOrder,
    board: Mutex<Board>,
}

#[derive(Debug, Default)]
struct Board {
    last_id: u32,
    last_client: u64,
    ids: HashMap<TableId, u32>,
    tables: HashMap<u32, TableId>,
    /// The games that wait, as they are told.
    games: BTreeMap<u32, Arc<[u8]>>,
    /// Tables of this protocol where a game was started: they are over with it.
    used: HashSet<TableId>,
    clients: HashMap<u64, Mailbox>,
}

#[derive(Debug)]
struct Mailbox {
    news: VecDeque<News>,
    in_game: bool,
    overflown: bool,
    wake: mpsc::Sender<()>,
}

/// The lobby at one moment.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What was new and not told yet.
    pub news: VecDeque<News>,
    /// The games that wait, as they are told.
    pub games: Vec<Arc<[u8]>>,
}

/// One client's place in the lobby.
#[derive(Debug)]
pub struct InLobby {
    lobby: Arc<OldLobby>,
    client: u64,
}

impl OldLobby {
    /// An empty lobby.
    #[must_use]
    pub fn new(order: ByteOrder) -> Self {
        Self { order, board: Mutex::default() }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client comes in. It is woken when there is news.
    #[must_use]
    pub fn enter(self: &Arc<Self>, wake: mpsc::Sender<()>) -> InLobby {
        let mut board = self.board();
        board.last_client += 1;
        let client = board.last_client;
        let mailbox = Mailbox { news: VecDeque::new(), in_game: false, overflown: false, wake };
        board.clients.insert(client, mailbox);
        InLobby { lobby: self.clone(), client }
    }
}

impl InLobby {
    /// In which order the bytes of an id come.
    #[must_use]
    pub fn order(&self) -> ByteOrder {
        self.lobby.order
    }

    /// What is new, in order. Nothing comes back if the client is too far behind.
    pub fn news(&self) -> Option<VecDeque<News>> {
        let mut board = self.lobby.board();
        let mailbox = board.clients.get_mut(&self.client)?;
        (!mailbox.overflown).then(|| std::mem::take(&mut mailbox.news))
    }

    /// What is new, and all games that wait, both of one moment.
    pub fn list(&self) -> Option<Listed> {
        let mut board = self.lobby.board();
        let games = board.games.values().cloned().collect();
        let mailbox = board.clients.get_mut(&self.client)?;
        (!mailbox.overflown).then(|| Listed { news: std::mem::take(&mut mailbox.news), games })
    }

    /// The client plays, and hears nothing of the lobby; or it is back.
    pub fn plays(&self, in_game: bool) {
        let mut board = self.lobby.board();
        if let Some(mailbox) = board.clients.get_mut(&self.client) {
            mailbox.in_game = in_game;
            mailbox.news.clear();
        }
    }

    /// The number of a table.
    #[must_use]
    pub fn id(&self, table: TableId) -> Option<u32> {
        self.lobby.board().ids.get(&table).copied()
    }

    /// The table of a game that waits.
    #[must_use]
    pub fn table(&self, id: u32) -> Option<TableId> {
        let board = self.lobby.board();
        board.tables.get(&id).copied().filter(|_| board.games.contains_key(&id))
    }
}

impl Drop for InLobby {
    fn drop(&mut self) {
        self.lobby.board().clients.remove(&self.client);
    }
}

impl Board {
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

    fn tell(&mut self, news: &News) {
        for mailbox in self.clients.values_mut().filter(|mailbox| !mailbox.in_game && !mailbox.overflown) {
            mailbox.news.push_back(news.clone());
            if mailbox.news.len() > MOST_WAITING {
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
            self.tell(&News { table, removed: true, bytes: bytes.into() });
        }
    }
}

/// What everybody on a seat is called, in order of seats; free ones are left out.
pub(super) fn names(seats: &[SeatCard]) -> Vec<String> {
    let named = (1..).zip(seats).filter_map(|(number, seat): (u8, &SeatCard)| match &seat.who {
        Occupant::Empty => None,
        Occupant::Person { name, .. } => Some(name.clone()),
        Occupant::Bot { level } => Some(format!("Bot {number} ({level})")),
    });
    named.collect()
}

/// Whether an old client could play at a table: it has no way to choose between an open card and the next one.
fn fits(card: &TableCard) -> bool {
    let one_up = card.options.0.iter().any(|(name, value)| name == "one_up" && value == "on");
    card.stage == Stage::Open && !one_up && !card.private
}

impl LobbyWatcher for OldLobby {
    fn changed(&self, card: &TableCard) {
        if card.game != "chicago" {
            return;
        }
        let mut board = self.board();
        if card.wire == Some(Wire::Chicago) && card.stage == Stage::Running {
            board.used.insert(card.table);
        }
        let names = names(&card.seats);
        let waits = fits(card)
            && !board.used.contains(&card.table)
            && !names.is_empty()
            && names.len() < card.seats.len();
        if !waits {
            board.remove(card.table, self.order);
            return;
        }
        let id = board.id(card.table);
        let mut bytes = Vec::new();
        let players = card.seats.len() as u8;
        ToClient::GameUpdate { id, players, names: &names }.write(self.order, &mut bytes);
        let bytes: Arc<[u8]> = bytes.into();
        if board.games.insert(id, bytes.clone()).as_ref() != Some(&bytes) {
            board.tell(&News { table: card.table, removed: false, bytes });
        }
    }

    fn gone(&self, table: TableId) {
        let mut board = self.board();
        board.remove(table, self.order);
        board.used.remove(&table);
        if let Some(id) = board.ids.remove(&table) {
            board.tables.remove(&id);
        }
    }
}

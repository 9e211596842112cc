//! Where the next client of a protocol without a lobby sits down: at the oldest table that waits for somebody.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{ClientMsg, Join, NewTable, Occupant, Open, ServerMsg, Stage, TableCard, TableId, Wire};
use tables::{Closed, LobbyWatcher, Outgoing};
use tokio::sync::oneshot;

use crate::listener::{Visitor, read};

/// The `ref` of the request for a seat.
const SEAT: u32 = 1;

/// Clients have no name here, so the house gives them one: so many are tried before it gives up.
const MOST_NAMES: u32 = 10_000;

/// The tables of one protocol that wait for somebody.
pub(crate) struct WaitingRoom {
    wire: Wire,
    new: NewTable,
    /// Whether a table that was played at takes in new clients: where the others stay connected.
    plays_on: bool,
    board: Mutex<Board>,
    /// Ends when the last client in the line has sat down.
    line: Mutex<Option<oneshot::Receiver<()>>>,
    last_name: AtomicU64,
}

/// A place in the line. Whoever holds it is done when it is dropped.
pub(crate) struct Ticket {
    before: Option<oneshot::Receiver<()>>,
    _done: oneshot::Sender<()>,
}

impl Ticket {
    /// Waits until everybody before has sat down, or left.
    pub(crate) async fn turn(&mut self) {
        if let Some(before) = self.before.take() {
            // It ends by being dropped.
            let _ = before.await;
        }
    }
}

#[derive(Default)]
struct Board {
    /// By age.
    open: BTreeSet<(i64, TableId)>,
    /// Where a game was started.
    used: HashSet<TableId>,
}

impl WaitingRoom {
    pub(crate) fn new(wire: Wire, new: NewTable, plays_on: bool) -> Arc<Self> {
        Arc::new(Self {
            wire,
            new,
            plays_on,
            board: Mutex::default(),
            line: Mutex::default(),
            last_name: AtomicU64::new(0),
        })
    }

    /// A place in the line, to be taken in the order in which clients arrive: they sit down one after another.
    pub(crate) fn ticket(&self) -> Ticket {
        let (done, next) = oneshot::channel();
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        Ticket { before: line.replace(next), _done: done }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the client a name of the house's own. Nothing if the house refuses every one.
    pub(crate) fn name(&self, visitor: &mut Visitor, title: &str) -> Option<String> {
        for _ in 0..MOST_NAMES {
            let number = self.last_name.fetch_add(1, Ordering::Relaxed) + 1;
            let name = format!("{title} {number}");
            if visitor.session.visit(&name).is_ok() {
                return Some(name);
            }
        }
        tracing::warn!(title, "no name could be found for a client");
        None
    }

    /// Sits down at the oldest table that waits, or at a new one, when it is one's turn. Gives what the house said; nothing if it cannot be.
    pub(crate) async fn sit_down(&self, visitor: &mut Visitor) -> Option<Vec<ServerMsg>> {
        let waiting: Vec<TableId> = self.board().open.iter().map(|(_, table)| *table).collect();
        for table in waiting {
            let join = Join { table, seat: None, code: None, nonce: None, reference: Some(SEAT) };
            visitor.session.take(ClientMsg::Join(join)).await;
            if let Some(said) = visitor.seated().await {
                return Some(said);
            }
        }
        let open = Open { new: self.new.clone(), nonce: None, reference: Some(SEAT) };
        visitor.session.open_through(self.wire, open).await;
        visitor.seated().await
    }

    fn waits(&self, card: &TableCard) -> bool {
        let free = card.seats.iter().any(|seat| seat.who == Occupant::Empty);
        card.wire == Some(self.wire)
            && card.stage == Stage::Open
            && free
            && self.new.seats.is_none_or(|seats| usize::from(seats) == card.seats.len())
            && self.new.options.0.iter().all(|wanted| card.options.0.contains(wanted))
    }
}

impl Visitor {
    /// Reads until the house has said whether there is a seat; gives all it said if there is one.
    async fn seated(&mut self) -> Option<Vec<ServerMsg>> {
        let mut said = Vec::new();
        loop {
            let text = match self.outbox.next().await {
                Ok(Outgoing::Text(text)) => text,
                Ok(Outgoing::Rest | Outgoing::SyncTable(_) | Outgoing::SyncLobby) => continue,
                Ok(Outgoing::Last(_)) | Err(Closed) => return None,
            };
            let message = read(&text)?;
            match &message {
                ServerMsg::Refused(refused) if refused.reference == Some(SEAT) => return None,
                // Whether opened or joined, the whole table follows.
                ServerMsg::Table(_) => {
                    said.push(message);
                    return Some(said);
                }
                _ => said.push(message),
            }
        }
    }
}

impl LobbyWatcher for WaitingRoom {
    fn changed(&self, card: &TableCard) {
        if card.wire != Some(self.wire) {
            return;
        }
        let mut board = self.board();
        if card.stage == Stage::Running && !self.plays_on {
            board.used.insert(card.table);
        }
        let key = (card.opened, card.table);
        if self.waits(card) && !board.used.contains(&card.table) {
            board.open.insert(key);
        } else {
            board.open.remove(&key);
        }
    }

    fn gone(&self, table: TableId) {
        let mut board = self.board();
        board.used.remove(&table);
        board.open.retain(|(_, open)| *open != table);
    }
}

//! Where the next client of a protocol without a lobby sits down: at the oldest table that waits for somebody.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{
    ClientMsg, Join, LegacyProtocol, NewTable, Occupant, Open, ServerMsg, TableId, TableInfo, TableStage,
};
use tables::{Closed, LobbyObserver, Outgoing};
use tokio::sync::oneshot;

use crate::listener::{GatewayConnection, read};

/// The `ref` of the request for a seat.
const SEAT: u32 = 1;

/// Clients have no name here, so the house gives them one: so many are tried before it gives up.
const MAX_NAMES: u32 = 10_000;

/// The tables of one protocol that wait for somebody.
pub(crate) struct SeatAssigner {
    protocol: LegacyProtocol,
    new: NewTable,
    /// Whether a table that was played at takes in new clients: where the others stay connected.
    plays_on: bool,
    queue: Mutex<QueueState>,
    /// Ends when the last client in the line has sat down.
    line: Mutex<Option<oneshot::Receiver<()>>>,
    last_name: AtomicU64,
}

/// A place in the line. Whoever holds it is done when it is dropped.
pub(crate) struct QueuePosition {
    before: Option<oneshot::Receiver<()>>,
    _done: oneshot::Sender<()>,
}

impl QueuePosition {
    /// Waits until everybody before has sat down, or left.
    pub(crate) async fn turn(&mut self) {
        if let Some(before) = self.before.take() {
            // It ends by being dropped.
            let _ = before.await;
        }
    }
}

#[derive(Default)]
struct QueueState {
    /// By age.
    open: BTreeSet<(i64, TableId)>,
    /// Where a game was started.
    used: HashSet<TableId>,
}

impl SeatAssigner {
    pub(crate) fn new(protocol: LegacyProtocol, new: NewTable, plays_on: bool) -> Arc<Self> {
        Arc::new(Self {
            protocol,
            new,
            plays_on,
            queue: Mutex::default(),
            line: Mutex::default(),
            last_name: AtomicU64::new(0),
        })
    }

    /// A place in the line, to be taken in the order in which clients arrive: they sit down one after another.
    pub(crate) fn ticket(&self) -> QueuePosition {
        let (done, next) = oneshot::channel();
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        QueuePosition { before: line.replace(next), _done: done }
    }

    fn queue(&self) -> MutexGuard<'_, QueueState> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the client a name of the house's own. Nothing if the house refuses every one.
    pub(crate) fn name(&self, visitor: &mut GatewayConnection, title: &str) -> Option<String> {
        for _ in 0..MAX_NAMES {
            let number = self.last_name.fetch_add(1, Ordering::Relaxed) + 1;
            let name = format!("{title} {number}");
            if visitor.session.sign_in_temporary(&name).is_ok() {
                return Some(name);
            }
        }
        tracing::warn!(title, "no name could be found for a client");
        None
    }

    /// Sits down at the oldest table that waits, or at a new one, when it is one's turn. Gives what the house said; nothing if it cannot be.
    pub(crate) async fn sit_down(&self, visitor: &mut GatewayConnection) -> Option<Vec<ServerMsg>> {
        let waiting: Vec<TableId> = self.queue().open.iter().map(|(_, table)| *table).collect();
        for table in waiting {
            let join = Join { table, seat: None, invite_code: None, nonce: None, reference: Some(SEAT) };
            visitor.session.handle_message(ClientMsg::Join(join)).await;
            if let Some(said) = visitor.seated().await {
                return Some(said);
            }
        }
        let open = Open { config: self.new.clone(), nonce: None, reference: Some(SEAT) };
        visitor.session.open_legacy(self.protocol, open).await;
        visitor.seated().await
    }

    fn waits(&self, card: &TableInfo) -> bool {
        let free = card.seats.iter().any(|seat| seat.occupant == Occupant::Empty);
        card.legacy_protocol == Some(self.protocol)
            && card.stage == TableStage::Waiting
            && free
            && self.new.seats.is_none_or(|seats| usize::from(seats) == card.seats.len())
            && self.new.options.0.iter().all(|wanted| card.options.0.contains(wanted))
    }
}

impl GatewayConnection {
    /// Reads until the house has said whether there is a seat; gives all it said if there is one.
    async fn seated(&mut self) -> Option<Vec<ServerMsg>> {
        let mut said = Vec::new();
        loop {
            let text = match self.outbox.next().await {
                Ok(Outgoing::Text(text)) => text,
                Ok(Outgoing::ResumeWrite | Outgoing::SyncTable(_) | Outgoing::SyncLobby) => continue,
                Ok(Outgoing::Close(_)) | Err(Closed) => return None,
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

impl LobbyObserver for SeatAssigner {
    fn changed(&self, card: &TableInfo) {
        if card.legacy_protocol != Some(self.protocol) {
            return;
        }
        let mut queue = self.queue();
        if card.stage == TableStage::Running && !self.plays_on {
            queue.used.insert(card.table);
        }
        let key = (card.opened_at, card.table);
        if self.waits(card) && !queue.used.contains(&card.table) {
            queue.open.insert(key);
        } else {
            queue.open.remove(&key);
        }
    }

    fn gone(&self, table: TableId) {
        let mut queue = self.queue();
        queue.used.remove(&table);
        queue.open.retain(|(_, open)| *open != table);
    }
}

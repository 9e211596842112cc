//! Connections of other nodes at tables of this one. Each has an outbox here, which is emptied over the link.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use protocol::TableId;
use tokio::sync::mpsc;

use super::wire::{FrameAbout, Item, RemoteRequest, raw};
use crate::outbox::{About, Outbox, Outgoing};
use crate::server::Server;
use crate::table::{Caller, ConnectionId, RequestEnvelope, Responder, TableHandle, TableMsg, TableRequest};

/// The connections of one node.
#[derive(Default)]
pub(super) struct Guests(BTreeMap<(ConnectionId, TableId), Guest>);

struct Guest {
    /// Its number here.
    id: ConnectionId,
    outbox: Outbox,
}

impl Guests {
    /// The message that a request becomes at the table.
    pub(super) fn message(
        &mut self,
        server: &Arc<Server>,
        queue: &mpsc::Sender<Item>,
        asked: RemoteRequest,
    ) -> TableMsg {
        let RemoteRequest { from, connection, table, reference, muted, request } = asked;
        let guest = self.0.entry((connection, table)).or_insert_with(|| {
            let id = server.new_connection_id();
            let outbox = Outbox::new(server.metrics().clone());
            tokio::spawn(run_outbox(OutboxTask {
                server: Arc::downgrade(server),
                outbox: outbox.clone(),
                queue: queue.clone(),
                id,
                connection,
                table,
                from: from.clone(),
            }));
            Guest { id, outbox }
        });
        guest.outbox.set_muted(muted);
        let answer = Responder { outbox: guest.outbox.clone(), reference };
        TableMsg::Request(Box::new(RequestEnvelope { from, connection: guest.id, answer, request }))
    }

    /// A connection leaves a table.
    pub(super) fn leave(&mut self, server: &Server, connection: ConnectionId, table: TableId) {
        if let Some(guest) = self.0.remove(&(connection, table)) {
            guest.leave(server, table);
        }
    }

    /// All connections of the node leave.
    pub(super) fn leave_all(&mut self, server: &Server) {
        for ((_, table), guest) in std::mem::take(&mut self.0) {
            guest.leave(server, table);
        }
    }

    pub(super) fn mute(&self, connection: ConnectionId, names: &[String]) {
        for (_, guest) in self.0.iter().filter(|((guest, _), _)| *guest == connection) {
            guest.outbox.set_muted(names.to_vec());
        }
    }

    /// Forgets those who were at a table that is not here any more; whether there was one.
    pub(super) fn table_gone(&mut self, table: TableId) -> bool {
        let before = self.0.len();
        self.0.retain(|(_, at), guest| {
            let stays = *at != table;
            if !stays {
                guest.outbox.end();
            }
            stays
        });
        self.0.len() < before
    }

    /// Whether this is the number of one of them here.
    pub(super) fn has(&self, id: ConnectionId) -> bool {
        self.0.values().any(|guest| guest.id == id)
    }
}

impl Guest {
    fn leave(&self, server: &Server, table: TableId) {
        self.outbox.abort();
        if let Some(handle) = server.awake_here(table) {
            handle.deliver_soon(TableMsg::Detach { connection: self.id });
        }
    }
}

/// Empties the outbox of a connection that is on another node.
struct OutboxTask {
    server: Weak<Server>,
    outbox: Outbox,
    queue: mpsc::Sender<Item>,
    id: ConnectionId,
    connection: ConnectionId,
    table: TableId,
    from: Caller,
}

async fn run_outbox(task: OutboxTask) {
    let OutboxTask { server, outbox, queue, id, connection, table, from } = task;
    while let Ok((about, outgoing)) = outbox.next_with_about().await {
        let frame = match outgoing {
            Outgoing::Text(frame) => frame,
            Outgoing::SyncTable(_) => {
                // It fell behind: what it missed is replaced by all that there is.
                let handle = server.upgrade().and_then(|server| server.awake_here(table));
                if let Some(TableHandle::Here(handle)) = handle {
                    let answer = Responder { outbox: outbox.clone(), reference: None };
                    let request = TableRequest::Sync { since: None };
                    let asked = RequestEnvelope { from: from.clone(), connection: id, answer, request };
                    let _ = handle.send(TableMsg::Request(Box::new(asked))).await;
                }
                continue;
            }
            Outgoing::Close(_) => return,
            Outgoing::ResumeWrite | Outgoing::SyncLobby => continue,
        };
        let about = match about {
            About::Table(_) | About::Lobby => FrameAbout::Table,
            About::Person => FrameAbout::Person,
        };
        let Some(frame) = raw(&frame) else { continue };
        // While the queue is full this waits, and the outbox is bounded.
        if queue.send(Item::Frame { connection, table, about, frame }).await.is_err() {
            return;
        }
    }
}

//! The mailbox of a table on another node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use protocol::{Refusal, TableId};
use tokio::sync::mpsc;

use super::Cluster;
use super::wire::{Item, RemoteRequest};
use crate::table::{RequestEnvelope, TableMsg, busy, no_such_table};

/// The way to a table on another node. It ends when the table goes elsewhere, or that node cannot be reached.
pub(crate) struct RemoteTable {
    cluster: Arc<Cluster>,
    table: TableId,
    node: u64,
    queue: mpsc::Sender<Item>,
    gone: AtomicBool,
}

impl RemoteTable {
    pub(super) const fn new(
        cluster: Arc<Cluster>,
        table: TableId,
        node: u64,
        queue: mpsc::Sender<Item>,
    ) -> Self {
        Self { cluster, table, node, queue, gone: AtomicBool::new(false) }
    }

    pub(super) const fn node(&self) -> u64 {
        self.node
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::SeqCst)
    }

    pub(super) fn end(&self) {
        self.gone.store(true, Ordering::SeqCst);
    }

    /// Sends a message, without waiting.
    ///
    /// # Errors
    /// If too much waits, or the table is not there any more.
    pub(crate) fn send(&self, message: TableMsg) -> Result<(), Refusal> {
        if self.is_gone() {
            return Err(no_such_table());
        }
        let Some(item) = self.item(message) else { return Ok(()) };
        self.queue.try_send(item).map_err(|error| {
            let (refusal, item) = match error {
                mpsc::error::TrySendError::Full(item) => (busy(), item),
                mpsc::error::TrySendError::Closed(item) => (no_such_table(), item),
            };
            // The caller refuses it: no answer is waited for.
            if let Item::Request(request) = item
                && let Some(reference) = request.reference
            {
                self.cluster.state().attachments.answered(request.connection, self.table, reference);
            }
            refusal
        })
    }

    /// Sends a message when there is room.
    pub(crate) async fn deliver(&self, message: TableMsg) {
        if let Some(item) = self.item(message) {
            // A node that is gone needs no news.
            let _ = self.queue.send(item).await;
        }
    }

    /// Sends a message now; if the queue is full, as soon as it has room.
    pub(crate) fn deliver_soon(&self, message: TableMsg) {
        let Some(item) = self.item(message) else { return };
        if let Err(mpsc::error::TrySendError::Full(item)) = self.queue.try_send(item) {
            let queue = self.queue.clone();
            tokio::spawn(async move { queue.send(item).await });
        }
    }

    /// What is sent for a message; `None` for what only the table's own node can ask.
    fn item(&self, message: TableMsg) -> Option<Item> {
        match message {
            TableMsg::Request(asked) => {
                let RequestEnvelope { from, connection, answer, request } = *asked;
                let reference = answer.reference.filter(|_| request.wants_an_answer());
                self.cluster.state().attachments.asked(connection, self.table, &from, &answer, &request);
                let muted = answer.outbox.muted_names();
                let table = self.table;
                Some(Item::Request(Box::new(RemoteRequest {
                    from,
                    connection,
                    table,
                    reference,
                    muted,
                    request,
                })))
            }
            TableMsg::Detach { connection } => Some(Item::Detach { connection, table: self.table }),
            TableMsg::PeerRecord { answer } => {
                // The caller may have stopped waiting.
                let _ = answer.send(None);
                None
            }
            TableMsg::Reopened { .. }
            | TableMsg::BotChose { .. }
            | TableMsg::Close
            | TableMsg::HandOver
            | TableMsg::Lost => None,
        }
    }
}

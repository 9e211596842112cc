//! Which connections of this node are at which tables, so that they can be attached again when a table moves to another
//! node.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use protocol::{InviteCode, Ref, Refusal, RefusalCode, ServerMsg, TableId};
use tokio::sync::mpsc::UnboundedReceiver;

use super::Cluster;
use super::wire::Item;
use crate::outbox::{Outbox, frame};
use crate::server::{LostTable, Server};
use crate::table::{Caller, ConnectionId, RequestEnvelope, Responder, TableHandle, TableMsg, TableRequest};

/// This many requests of a connection may wait for the answer of another node.
const MAX_PENDING: usize = 64;

/// How messages begin that need nothing before them.
const SNAPSHOT: &[u8] = br#"{"table":"#;
const REMOVED: &[u8] = br#"{"table_removed":"#;

/// How often a table that cannot be found is looked for, and how long to wait between.
const TRIES: u32 = 20;
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// All connections of this node that are at tables.
#[derive(Default)]
pub(super) struct Attachments {
    by_table: BTreeMap<TableId, BTreeMap<ConnectionId, Attachment>>,
    by_connection: BTreeMap<ConnectionId, Vec<TableId>>,
}

#[derive(Clone)]
struct Attachment {
    caller: Caller,
    outbox: Outbox,
    place: Option<Place>,
    /// What was asked of another node and not answered.
    pending: Vec<(Ref, TableRequest)>,
    /// Something may be missing: changes mean nothing before all of the table has come.
    awaits_snapshot: bool,
}

/// How a connection is at a table.
#[derive(Clone)]
pub(crate) enum Place {
    Seat,
    Watcher(Option<InviteCode>),
}

impl Place {
    /// What a request makes of a connection, if it is carried out.
    pub(crate) fn of(request: &TableRequest) -> Option<Self> {
        match request {
            TableRequest::Join { .. } | TableRequest::Attach { .. } => Some(Self::Seat),
            TableRequest::Watch { code } => Some(Self::Watcher(code.clone())),
            _ => None,
        }
    }
}

impl Attachments {
    fn entry(
        &mut self,
        connection: ConnectionId,
        table: TableId,
        caller: &Caller,
        outbox: &Outbox,
    ) -> &mut Attachment {
        let tables = self.by_connection.entry(connection).or_default();
        if !tables.contains(&table) {
            tables.push(table);
        }
        let connections = self.by_table.entry(table).or_default();
        let attachment = connections.entry(connection).or_insert_with(|| Attachment {
            caller: caller.clone(),
            outbox: outbox.clone(),
            place: None,
            pending: Vec::new(),
            awaits_snapshot: false,
        });
        attachment.caller = caller.clone();
        attachment
    }

    /// A connection comes to a table, as a player or as a watcher.
    fn came(
        &mut self,
        connection: ConnectionId,
        table: TableId,
        caller: &Caller,
        outbox: &Outbox,
        place: Place,
    ) {
        let attachment = self.entry(connection, table, caller, outbox);
        // A player who asks to watch their own table keeps the seat.
        if !matches!((&attachment.place, &place), (Some(Place::Seat), Place::Watcher(_))) {
            attachment.place = Some(place);
        }
    }

    /// A connection asks something of a table on another node.
    pub(super) fn asked(
        &mut self,
        connection: ConnectionId,
        table: TableId,
        caller: &Caller,
        answer: &Responder,
        request: &TableRequest,
    ) {
        let attachment = self.entry(connection, table, caller, &answer.outbox);
        if let Some(reference) = answer.reference.filter(|_| request.wants_an_answer()) {
            if attachment.pending.len() >= MAX_PENDING {
                attachment.pending.remove(0);
            }
            attachment.pending.push((reference, request.clone()));
        }
    }

    /// An answer has come.
    pub(super) fn answered(&mut self, connection: ConnectionId, table: TableId, reference: Ref) {
        if let Some(attachment) =
            self.by_table.get_mut(&table).and_then(|connections| connections.get_mut(&connection))
        {
            attachment.pending.retain(|(pending, _)| *pending != reference);
        }
    }

    /// Something that was sent to those at a table may be lost.
    pub(super) fn await_snapshot(&mut self, table: TableId) {
        for attachment in self.by_table.get_mut(&table).into_iter().flat_map(BTreeMap::values_mut) {
            attachment.awaits_snapshot = true;
        }
    }

    /// Whether a message about a table means something to a connection, which has seen all before it.
    pub(super) fn is_whole(&mut self, connection: ConnectionId, table: TableId, frame: &[u8]) -> bool {
        let found = self.by_table.get_mut(&table).and_then(|connections| connections.get_mut(&connection));
        let Some(attachment) = found.filter(|attachment| attachment.awaits_snapshot) else { return true };
        attachment.awaits_snapshot = !frame.starts_with(SNAPSHOT) && !frame.starts_with(REMOVED);
        !attachment.awaits_snapshot
    }

    /// Whether an answer is waited for.
    pub(super) fn is_pending(&self, connection: ConnectionId, table: TableId) -> bool {
        let found = self.by_table.get(&table).and_then(|connections| connections.get(&connection));
        found.is_some_and(|attachment| !attachment.pending.is_empty())
    }

    /// Who is at a table, with what they wait for, which is waited for no more.
    fn take_table(&mut self, table: TableId) -> Vec<(ConnectionId, Attachment)> {
        let Some(connections) = self.by_table.get_mut(&table) else { return Vec::new() };
        let taken = connections.iter_mut().map(|(connection, attachment)| {
            let pending = std::mem::take(&mut attachment.pending);
            (*connection, Attachment { pending, ..attachment.clone() })
        });
        let mut taken: Vec<_> = taken.collect();
        taken.sort_by_key(|(connection, _)| *connection);
        taken
    }

    /// Removes a connection that has ended; returns the tables it was at.
    fn forget(&mut self, connection: ConnectionId) -> Vec<TableId> {
        let tables = self.by_connection.remove(&connection).unwrap_or_default();
        for table in &tables {
            if let Some(connections) = self.by_table.get_mut(table) {
                connections.remove(&connection);
                if connections.is_empty() {
                    self.by_table.remove(table);
                }
            }
        }
        tables
    }
}

impl Cluster {
    /// A connection of this node comes to a table, wherever that is.
    pub(crate) fn note_place(
        &self,
        connection: ConnectionId,
        table: TableId,
        caller: &Caller,
        outbox: &Outbox,
        place: Place,
    ) {
        self.state().attachments.came(connection, table, caller, outbox, place);
    }

    /// A connection of this node leaves a table: it is not led there again.
    pub(crate) fn note_left(&self, connection: ConnectionId, table: TableId) {
        let mut state = self.state();
        let connections = state.attachments.by_table.get_mut(&table);
        if let Some(attachment) = connections.and_then(|connections| connections.get_mut(&connection)) {
            attachment.place = None;
        }
    }

    /// A connection of this node has ended: notifies its tables on other nodes.
    pub(crate) fn forget_connection(&self, connection: ConnectionId) {
        let state = &mut *self.state();
        for table in state.attachments.forget(connection) {
            if let Some(route) = state.routes.get(&table) {
                route.deliver_soon(TableMsg::Detach { connection });
            }
        }
    }

    /// A connection of this node has muted or unmuted somebody: notifies its tables on other nodes.
    pub(crate) fn note_muted(&self, connection: ConnectionId, outbox: &Outbox) {
        let state = self.state();
        for peer in state.peers.values() {
            // If it is lost, the next request of the connection says it again.
            let _ = peer.queue.try_send(Item::Muted { connection, names: outbox.muted_names() });
        }
    }

    /// Attaches all connections of this node to these tables again, on whichever node each table is now.
    pub(crate) fn lead_anew(self: &Arc<Self>, server: &Arc<Server>, tables: Vec<TableId>) {
        for table in tables {
            let (cluster, server) = (self.clone(), Arc::downgrade(server));
            tokio::spawn(async move { cluster.lead_to(server, table).await });
        }
    }

    async fn lead_to(self: Arc<Self>, server: Weak<Server>, table: TableId) {
        let attached = self.state().attachments.take_table(table);
        if attached.is_empty() {
            return;
        }
        let (mut repeated, mut refused) = (Vec::new(), Vec::new());
        for (connection, mut attachment) in attached {
            let pending = std::mem::take(&mut attachment.pending);
            for (reference, request) in pending {
                let answer = Responder { outbox: attachment.outbox.clone(), reference: Some(reference) };
                if request.may_be_repeated() {
                    repeated.push((connection, attachment.caller.clone(), answer, request));
                } else {
                    refused.push(answer);
                }
            }
            if let Some(place) = attachment.place.take() {
                let request = match place {
                    Place::Seat => TableRequest::Attach { since: None },
                    Place::Watcher(code) => TableRequest::Watch { code },
                };
                let answer = Responder { outbox: attachment.outbox, reference: None };
                repeated.insert(0, (connection, attachment.caller, answer, request));
            }
        }
        refused.into_iter().for_each(|answer| answer.refused(unknown_outcome()));
        let handle = match find(&server, table).await {
            Ok(handle) => handle,
            Err(refusal) => {
                for (_, _, answer, request) in repeated {
                    if answer.reference.is_some() && request.wants_an_answer() {
                        answer.refused(refusal.clone());
                    } else {
                        answer.outbox.table(table, frame(&ServerMsg::TableRemoved { table }));
                    }
                }
                return;
            }
        };
        for (connection, from, answer, request) in repeated {
            let asked = RequestEnvelope { from, connection, answer, request };
            handle.deliver(TableMsg::Request(Box::new(asked))).await;
            let is_connected = server.upgrade().is_some_and(|server| server.is_connected(connection));
            if !is_connected {
                handle.deliver(TableMsg::Detach { connection }).await;
            }
        }
    }
}

/// Finds a table that may just be going from one node to another.
async fn find(server: &Weak<Server>, table: TableId) -> Result<TableHandle, Refusal> {
    let mut tries = 0;
    loop {
        let Some(running) = server.upgrade() else { return Err(unknown_outcome()) };
        let found = running.find_table(table).await;
        drop(running);
        tries += 1;
        match found {
            Err(refusal) if refusal.code != RefusalCode::NoSuchTable.name() && tries < TRIES => {
                tokio::time::sleep(TRY_AGAIN).await;
            }
            found => return found,
        }
    }
}

/// The refusal of what was on its way to another node when the way there was lost.
fn unknown_outcome() -> Refusal {
    Refusal::new(
        RefusalCode::NotSaved,
        "Not saved yet: the house lost the way to this table just then. If it was stored after all, you will be shown so.",
    )
}

/// Leads the connections of tables that are another node's now.
pub(super) async fn run_lost_tables(
    server: Weak<Server>,
    cluster: Arc<Cluster>,
    mut lost: UnboundedReceiver<LostTable>,
) {
    while let Some(LostTable { table, connections, left_over }) = lost.recv().await {
        let Some(server) = server.upgrade() else { return };
        cluster.metrics.cluster_tables_lost_total.inc();
        {
            let state = &mut *cluster.state();
            state.attachments.await_snapshot(table);
            for peer in state.peers.values_mut() {
                // Its connections are led by their own node, which also asks again for what was left over.
                let is_concerned = connections.iter().any(|connection| peer.guests.has(*connection));
                // What this node ignored because it thought to know better is listed by another.
                peer.lobby.ask_again();
                if peer.guests.table_gone(table) || is_concerned {
                    send_soon(&peer.queue, Item::NotHere { table });
                }
            }
        }
        for message in left_over {
            let is_here = match &message {
                TableMsg::Request(asked) => server.is_connected(asked.connection),
                _ => false,
            };
            if is_here {
                let server = server.clone();
                tokio::spawn(async move {
                    match server.find_table(table).await {
                        Ok(handle) => handle.deliver(message).await,
                        Err(refusal) => message.refuse(&refusal),
                    }
                });
            }
        }
        if !server.is_closing() {
            cluster.lead_anew(&server, vec![table]);
        }
    }
}

/// Adds something to the queue to a node; if the queue is full, as soon as it has room.
pub(super) fn send_soon(queue: &tokio::sync::mpsc::Sender<Item>, item: Item) {
    if let Err(tokio::sync::mpsc::error::TrySendError::Full(item)) = queue.try_send(item) {
        let queue = queue.clone();
        tokio::spawn(async move { queue.send(item).await });
    }
}

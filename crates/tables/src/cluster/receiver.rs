//! What arrives from other nodes.

use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use links::{Destination, LinkEvent};
use protocol::{ServerMsg, TableId, reference_in};
use tokio::sync::mpsc::Receiver;

use super::Cluster;
use super::attachments::send_soon;
use super::stream::Verdict;
use super::wire::{Body, FrameAbout, Item, Packet, RemoteRequest};
use crate::server::Server;
use crate::table::ConnectionId;

/// How long to wait before a table is looked for that was not where it was thought to be.
const TRY_AGAIN: Duration = Duration::from_millis(50);

pub(super) async fn run_receiver(
    server: Weak<Server>,
    cluster: Arc<Cluster>,
    mut events: Receiver<LinkEvent>,
) {
    while let Some(event) = events.recv().await {
        let Some(server) = server.upgrade() else { return };
        match event {
            LinkEvent::Message(message) => match serde_json::from_slice::<Packet>(&message) {
                Ok(packet) => {
                    cluster.metrics.cluster_messages_received_total.inc();
                    cluster.receive(&server, packet).await;
                }
                // A node of another version may say more.
                Err(error) => tracing::warn!(%error, "a message of another node cannot be read"),
            },
            LinkEvent::NoResponders(node) => cluster.cannot_reach(&server, node),
            LinkEvent::Connected => {
                cluster.metrics.cluster_link_up.set(1);
            }
            LinkEvent::Disconnected => {
                cluster.metrics.cluster_link_up.set(0);
            }
        }
    }
}

impl Cluster {
    async fn receive(self: &Arc<Self>, server: &Arc<Server>, Packet { from, body }: Packet) {
        if !self.is_heard(from) {
            // A node that has just joined begins a stream before the next renewal here would show that it lives. Without
            // its beginning the first request of its clients would be a gap.
            if !matches!(body, Body::Stream { n: 0, .. }) {
                return;
            }
            self.renew(server).await;
            if !self.is_heard(from) {
                return;
            }
        }
        match body {
            Body::Stream { stream, n, items } => self.receive_items(server, from, stream, n, items).await,
            Body::Next { stream, n } => {
                let missing = self.with_incoming(from, |incoming| incoming.next_is_missing(stream, n));
                if missing == Some(true) {
                    self.send(Destination::Node(from), Body::Broken { stream }).await;
                }
            }
            Body::Broken { stream } => {
                let restarted =
                    self.state().peers.get(&from).is_some_and(|peer| peer.outgoing.restart(stream));
                if restarted {
                    tracing::warn!(
                        node = from,
                        "messages to another node were lost; connecting to its tables again"
                    );
                    self.restart_streams_with(server, from);
                    // Something must begin the new stream, or the other side would wait for it.
                    let queue = self.state().peers.get(&from).map(|peer| peer.queue.clone());
                    if let Some(queue) = queue {
                        send_soon(&queue, Item::Hello);
                    }
                }
            }
            Body::Lobby(bundle) => self.take_bundle(server, from, bundle).await,
            Body::LobbyWanted => self.send_lobby(server, from).await,
            Body::Said { line, announced } => server.line_from_other_node(line, announced).await,
            Body::PeopleChanged { person } => {
                let server = server.clone();
                tokio::spawn(async move { server.people_changed_elsewhere(person).await });
            }
            Body::Renamed { person, name } => server.blocked_person_renamed(person, &name),
            Body::Notice { people, notice } => server.send_to_all(&people, &ServerMsg::Notice(notice)),
            Body::Wishes(wishes) => server.hear_wishes(from, wishes),
            Body::Ready(state) => server.hear_keeper(from, *state),
            Body::WakePlease { table } => {
                let server = server.clone();
                tokio::spawn(async move { server.find_table(table).await.map(drop) });
            }
        }
    }

    /// Whether a node is alive as far as this one knows. Notes that it is reachable, because a message has arrived from it.
    fn is_heard(&self, node: u64) -> bool {
        self.state().peers.get_mut(&node).map(|peer| peer.is_reachable = true).is_some()
    }

    fn with_incoming<T>(&self, from: u64, call: impl FnOnce(&mut super::stream::InStream) -> T) -> Option<T> {
        self.state().peers.get_mut(&from).map(|peer| call(&mut peer.incoming))
    }

    async fn receive_items(
        self: &Arc<Self>,
        server: &Arc<Server>,
        from: u64,
        stream: u64,
        n: u64,
        items: Vec<Item>,
    ) {
        match self.with_incoming(from, |incoming| incoming.receive(stream, n)) {
            Some(Verdict::Take) => {}
            Some(Verdict::TakeAnew) => {
                // Its connections come again, and what it sent to those of this node may be lost.
                if let Some(peer) = self.state().peers.get_mut(&from) {
                    peer.guests.leave_all(server);
                }
                self.restart_streams_with(server, from);
            }
            Some(Verdict::Missing) => {
                tracing::warn!(node = from, "messages of another node were lost");
                self.send(Destination::Node(from), Body::Broken { stream }).await;
                return;
            }
            Some(Verdict::Ignore) | None => return,
        }
        for item in items {
            match item {
                Item::Hello => {}
                Item::Request(asked) => self.receive_request(server, from, *asked),
                Item::Detach { connection, table } => {
                    if let Some(peer) = self.state().peers.get_mut(&from) {
                        peer.guests.leave(server, connection, table);
                    }
                }
                Item::Muted { connection, names } => {
                    if let Some(peer) = self.state().peers.get(&from) {
                        peer.guests.mute(connection, &names);
                    }
                }
                Item::Frame { connection, table, about, frame } => {
                    let frame = Bytes::copy_from_slice(frame.get().as_bytes());
                    self.receive_frame(server, from, connection, table, about, frame);
                }
                Item::NotHere { table } => self.table_is_not_there(server, from, table),
            }
        }
    }

    /// Puts a request of another node's connection into the mailbox of a table here.
    fn receive_request(&self, server: &Arc<Server>, from: u64, asked: RemoteRequest) {
        let table = asked.table;
        // A node whose lease has run out does not know whether the table is still its own.
        let handle = if self.lease_is_valid() { server.awake_here(table) } else { None };
        let state = &mut *self.state();
        let Some(peer) = state.peers.get_mut(&from) else { return };
        let Some(handle) = handle else {
            send_soon(&peer.queue, Item::NotHere { table });
            // It may be this node's all the same, if it could not be woken when it was claimed: then it is now.
            let server = server.clone();
            tokio::spawn(async move { server.find_table(table).await.map(drop) });
            return;
        };
        let message = peer.guests.message(server, &peer.queue, asked);
        if let Err((refusal, message)) = handle.try_deliver(message) {
            if handle.is_gone() {
                peer.guests.table_gone(table);
                send_soon(&peer.queue, Item::NotHere { table });
            } else if message.wants_an_answer() {
                message.refuse(&refusal);
            } else {
                // Nobody would ask again.
                handle.deliver_soon(message);
            }
        }
    }

    /// Passes a message on to a connection of this node.
    fn receive_frame(
        &self,
        server: &Server,
        from: u64,
        connection: ConnectionId,
        table: TableId,
        about: FrameAbout,
        frame: Bytes,
    ) {
        let Some(outbox) = server.outbox_of(connection) else { return };
        let is_from_the_owner = {
            let mut state = self.state();
            if state.attachments.is_pending(connection, table)
                && let Ok(text) = std::str::from_utf8(&frame)
                && let Some(reference) = reference_in(text)
            {
                state.attachments.answered(connection, table, reference);
            }
            state.routes.get(&table).is_some_and(|route| route.node() == from)
                && (about == FrameAbout::Person || state.attachments.is_whole(connection, table, &frame))
        };
        match about {
            FrameAbout::Person => outbox.send_written(frame),
            // What a former owner still has to say is older than what the new one said.
            FrameAbout::Table if is_from_the_owner => outbox.table(table, frame),
            FrameAbout::Table => {}
        }
    }

    fn table_is_not_there(self: &Arc<Self>, server: &Arc<Server>, from: u64, table: TableId) {
        {
            let state = &mut *self.state();
            if let Some(route) = state.routes.get(&table).filter(|route| route.node() == from) {
                route.end();
                state.routes.remove(&table);
                state.attachments.await_snapshot(table);
            }
        }
        let (cluster, server) = (self.clone(), Arc::downgrade(server));
        tokio::spawn(async move {
            // A table that is being woken is available a moment later.
            tokio::time::sleep(TRY_AGAIN).await;
            if let Some(server) = server.upgrade() {
                cluster.lead_anew(&server, vec![table]);
            }
        });
    }
}

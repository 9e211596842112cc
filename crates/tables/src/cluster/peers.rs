//! The other nodes: who lives, and what is on its way to them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use links::Destination;
use protocol::TableId;
use store::Node;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::Cluster;
use super::attachments::send_soon;
use super::guests::Guests;
use super::lobby_copy::LobbyCopy;
use super::stream::{InStream, OutStream};
use super::wire::{Body, Item, Packet};
use crate::server::Server;

/// This many messages may wait to be sent to a node.
const MAX_WAITING: usize = 1_024;

/// This many of them share one message of the link, and at most about this many bytes.
const MAX_ITEMS: usize = 64;
const MAX_BYTES: usize = 256 << 10;

/// How often a node says which number comes next, so that the loss of the last one is noticed.
const TELL_NEXT_EVERY: Duration = Duration::from_millis(500);

/// An idle stream sends its position this many times in a row, and after that only every tenth time.
const TOLD_OFTEN: u32 = 20;
const TOLD_SELDOM: u32 = 10;

/// Another node.
pub(super) struct Peer {
    pub(super) node: Node,
    pub(super) queue: mpsc::Sender<Item>,
    pub(super) outgoing: Arc<OutStream>,
    pub(super) incoming: InStream,
    /// Whether messages reach it, as far as is known.
    pub(super) is_reachable: bool,
    /// Its connections that are at tables of this node.
    pub(super) guests: Guests,
    pub(super) lobby: LobbyCopy,
}

impl Cluster {
    /// Sends a message that is part of no stream.
    pub(super) async fn send(&self, to: Destination, body: Body) {
        let Some(message) = (Packet { from: self.node, body }).encode() else { return };
        self.metrics.cluster_messages_sent_total.inc();
        if let Err(error) = self.link.send(to, message).await {
            tracing::warn!(%error, "a message to another node was not sent");
        }
    }

    /// Updates the list of living nodes. Asks new nodes for their lobby and drops everything about nodes that are gone.
    pub(super) fn note_living(self: &Arc<Self>, server: &Arc<Server>, living: Vec<Node>) {
        let others: BTreeMap<u64, Node> =
            living.into_iter().filter(|node| node.id != self.node).map(|node| (node.id, node)).collect();
        let (gone, new) = {
            let state = &mut *self.state();
            let gone: Vec<u64> = state.peers.keys().filter(|id| !others.contains_key(*id)).copied().collect();
            let mut new = Vec::new();
            for (id, node) in others {
                match state.peers.get_mut(&id) {
                    Some(peer) => peer.node = node,
                    None => {
                        state.peers.insert(id, self.meet(node));
                        new.push(id);
                    }
                }
            }
            self.metrics.cluster_nodes.set(state.peers.len() as i64 + 1 - gone.len() as i64);
            (gone, new)
        };
        for node in gone {
            self.part_from(server, node);
        }
        for node in new {
            tracing::info!(node, "cluster node is up");
            let cluster = self.clone();
            tokio::spawn(async move { cluster.send(Destination::Node(node), Body::LobbyWanted).await });
        }
    }

    fn meet(self: &Arc<Self>, node: Node) -> Peer {
        let (queue, waiting) = mpsc::channel(MAX_WAITING);
        let outgoing = Arc::new(OutStream::new());
        send_soon(&queue, Item::Hello);
        tokio::spawn(run_sender(self.clone(), node.id, waiting, outgoing.clone()));
        Peer {
            node,
            queue,
            outgoing,
            incoming: InStream::default(),
            is_reachable: true,
            guests: Guests::default(),
            lobby: LobbyCopy::default(),
        }
    }

    /// A node is gone: its connections leave the tables here, and connections of this node follow its tables to their new
    /// owners.
    fn part_from(self: &Arc<Self>, server: &Arc<Server>, node: u64) {
        tracing::warn!(node, "cluster node is down");
        let (tables, listed) = {
            let state = &mut *self.state();
            let Some(mut peer) = state.peers.remove(&node) else { return };
            peer.guests.leave_all(server);
            let listed: Vec<TableId> = state
                .origins
                .iter()
                .filter(|(_, origin)| **origin == node)
                .map(|(table, _)| *table)
                .collect();
            for table in &listed {
                state.origins.remove(table);
            }
            (state.end_routes_to(node), listed)
        };
        for table in listed {
            if server.awake_here(table).is_none() {
                server.lobby().remove_of_another_node(table);
            }
        }
        server.people_changed();
        self.lead_anew(server, tables);
    }

    /// A message from or to a node was lost: restarts the stream and attaches all connections again.
    pub(super) fn restart_streams_with(self: &Arc<Self>, server: &Arc<Server>, node: u64) {
        self.metrics.cluster_stream_gaps_total.inc();
        let tables = self.state().end_routes_to(node);
        self.lead_anew(server, tables);
    }

    /// Nobody listens under the number of a node. The database knows whether it lives.
    pub(super) fn cannot_reach(self: &Arc<Self>, server: &Arc<Server>, node: u64) {
        let tables = {
            let state = &mut *self.state();
            match state.peers.get_mut(&node) {
                Some(peer) => peer.is_reachable = false,
                None => return,
            }
            state.end_routes_to(node)
        };
        self.lead_anew(server, tables);
    }
}

impl super::State {
    /// Ends all routes to tables of a node; returns those tables.
    fn end_routes_to(&mut self, node: u64) -> Vec<TableId> {
        let tables: Vec<TableId> =
            self.routes.iter().filter(|(_, route)| route.node() == node).map(|(table, _)| *table).collect();
        for table in &tables {
            if let Some(route) = self.routes.remove(table) {
                route.end();
            }
            self.attachments.await_snapshot(*table);
        }
        tables
    }
}

/// Sends queued items, in order, many in one message.
async fn run_sender(
    cluster: Arc<Cluster>,
    to: u64,
    mut waiting: mpsc::Receiver<Item>,
    stream: Arc<OutStream>,
) {
    let mut tick = interval(TELL_NEXT_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut told = None;
    loop {
        let body = tokio::select! {
            biased;
            item = waiting.recv() => {
                let Some(item) = item else { return };
                let mut bytes = item.weight();
                let mut items = vec![item];
                while items.len() < MAX_ITEMS && bytes < MAX_BYTES && let Ok(item) = waiting.try_recv() {
                    bytes += item.weight();
                    items.push(item);
                }
                let position = stream.take();
                Body::Stream { stream: position.stream, n: position.n, items }
            }
            _ = tick.tick() => {
                let position = stream.next();
                // An idle stream sends its position less often, but never stops: the receiver may have been away for long.
                let times = match told {
                    Some((last, times)) if last == position => times + 1,
                    _ => 0_u32,
                };
                told = Some((position, times));
                if times > TOLD_OFTEN && times % TOLD_SELDOM != 0 {
                    continue;
                }
                Body::Next { stream: position.stream, n: position.n }
            }
        };
        cluster.send(Destination::Node(to), body).await;
    }
}

impl Item {
    /// About how long it is.
    fn weight(&self) -> usize {
        match self {
            Self::Frame { frame, .. } => frame.get().len(),
            Self::Hello
            | Self::Request(_)
            | Self::Detach { .. }
            | Self::Muted { .. }
            | Self::NotHere { .. } => 256,
        }
    }
}

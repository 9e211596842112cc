//! Several nodes that act as one server. PostgreSQL decides who owns a table; messages between nodes only carry requests and
//! their results, and may get lost.

mod attachments;
mod guests;
mod lease;
mod lobby_copy;
mod peers;
mod receiver;
mod remote_table;
mod stream;
mod wire;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use links::{Link, LinkEvent};
use protocol::TableId;
use store::{Node, ReadableGames};
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};
use tokio::time::Instant;

use self::attachments::Attachments;
pub(crate) use self::attachments::Place;
use self::peers::Peer;
pub(crate) use self::remote_table::RemoteTable;
use crate::journal::FACTS_VERSION;
use crate::metrics::Metrics;
use crate::server::{LostTable, Server};

/// How long a node owns its tables after it last said so.
pub const LEASE: Duration = Duration::from_millis(2_000);

/// What makes a server a node of a cluster.
pub struct ClusterMember {
    /// The number under which the store was opened.
    pub node: u64,
    /// What people call it.
    pub name: String,
    /// Which program it runs.
    pub build: String,
    /// Carries messages to other nodes.
    pub link: Arc<dyn Link>,
    /// What the link reports.
    pub events: Receiver<LinkEvent>,
}

/// The other nodes, and what leads to them.
pub(crate) struct Cluster {
    node: u64,
    name: String,
    build: String,
    link: Arc<dyn Link>,
    /// What this program can play. It takes no other tables.
    can: ReadableGames,
    state: Mutex<State>,
    metrics: Arc<Metrics>,
    /// When this node was started, for [`Self::lease_ends`].
    began: Instant,
    /// Until when the lease is certainly valid, in milliseconds since `began`.
    lease_ends: AtomicU64,
    /// For those who wait for a renewal. They go on in the order in which they came: a watch channel wakes in a random one,
    /// and one seed of the simulation would no longer be one run.
    renewed: Notify,
    /// How often the lease was renewed.
    renewals: AtomicU64,
}

#[derive(Default)]
struct State {
    peers: BTreeMap<u64, Peer>,
    /// Tables that are known to be on another node.
    routes: BTreeMap<TableId, Arc<RemoteTable>>,
    attachments: Attachments,
    /// Which node listed a table in the lobby, if it was not this one.
    origins: BTreeMap<TableId, u64>,
}

/// The cluster as one of its nodes sees it.
#[derive(Clone, Debug)]
pub struct ClusterStatus {
    /// This node.
    pub node: u64,
    /// Whether its lease is valid.
    pub lease_is_valid: bool,
    /// Whether other nodes can be reached.
    pub link_is_up: bool,
    /// All nodes that live, this one too.
    pub nodes: Vec<NodeStatus>,
}

/// A node of the cluster.
#[derive(Clone, Debug)]
pub struct NodeStatus {
    /// What the database says of it.
    pub node: Node,
    /// Tables that are in use there.
    pub tables: u64,
    /// People who are connected to it.
    pub people: u32,
    /// Whether messages reach it.
    pub is_reachable: bool,
}

impl Cluster {
    pub(crate) fn new(member: &ClusterMember, metrics: Arc<Metrics>) -> Arc<Self> {
        let mut can = ReadableGames::with_facts(FACTS_VERSION);
        for kind in games::Kind::ALL {
            can = can.with(kind.name(), kind.face().rules());
        }
        Arc::new(Self {
            node: member.node,
            name: member.name.clone(),
            build: member.build.clone(),
            link: member.link.clone(),
            can,
            state: Mutex::default(),
            metrics,
            began: Instant::now(),
            lease_ends: AtomicU64::new(0),
            renewed: Notify::new(),
            renewals: AtomicU64::new(0),
        })
    }

    /// Starts the background tasks of a node.
    pub(crate) fn start(
        self: &Arc<Self>,
        server: &Arc<Server>,
        events: Receiver<LinkEvent>,
        lost: UnboundedReceiver<LostTable>,
    ) {
        let weak = Arc::downgrade(server);
        tokio::spawn(lease::run_lease(weak.clone(), self.clone()));
        tokio::spawn(receiver::run_receiver(weak.clone(), self.clone(), events));
        tokio::spawn(attachments::run_lost_tables(weak.clone(), self.clone(), lost));
        tokio::spawn(lobby_copy::run_bundles(weak, self.clone()));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) const fn can(&self) -> &ReadableGames {
        &self.can
    }

    /// Whether no other node can have taken what this one owns.
    pub(crate) fn lease_is_valid(&self) -> bool {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        now < self.lease_ends.load(Ordering::Relaxed)
    }

    /// Whether messages reach other nodes, as far as is known.
    pub(crate) fn link_is_up(&self) -> bool {
        self.link.is_connected()
    }

    /// Waits for the lease to be valid; whether it is.
    pub(crate) async fn wait_for_lease(&self, at_most: Duration) -> bool {
        let valid = tokio::time::timeout(at_most, async {
            loop {
                // Made before the question, so that no renewal is missed between the two.
                let renewed = self.renewed.notified();
                if self.lease_is_valid() {
                    return;
                }
                renewed.await;
            }
        });
        valid.await.is_ok() && self.lease_is_valid()
    }

    /// The way to a table on another node, if it is known.
    pub(crate) fn route(&self, table: TableId) -> Option<Arc<RemoteTable>> {
        self.state().routes.get(&table).filter(|route| !route.is_gone()).cloned()
    }

    /// The way to a table that is on this node, if that node can be reached.
    pub(crate) fn route_to(self: &Arc<Self>, table: TableId, node: u64) -> Option<Arc<RemoteTable>> {
        let mut state = self.state();
        let queue = state.peers.get(&node).filter(|peer| peer.is_reachable)?.queue.clone();
        let route = Arc::new(RemoteTable::new(self.clone(), table, node, queue));
        if let Some(former) = state.routes.insert(table, route.clone()) {
            former.end();
        }
        Some(route)
    }

    /// The cluster as this node sees it.
    pub(crate) fn status(&self, own_tables: u64, own_people: u32) -> ClusterStatus {
        let state = self.state();
        let own = Node {
            id: self.node,
            name: self.name.clone(),
            build: self.build.clone(),
            started: 0,
            renewed: 0,
        };
        let own = NodeStatus { node: own, tables: own_tables, people: own_people, is_reachable: true };
        let others = state.peers.values().map(|peer| NodeStatus {
            node: peer.node.clone(),
            tables: state.origins.values().filter(|origin| **origin == peer.node.id).count() as u64,
            people: peer.lobby.people,
            is_reachable: peer.is_reachable,
        });
        let mut nodes: Vec<_> = others.chain([own]).collect();
        nodes.sort_by(|one, other| (&one.node.name, one.node.id).cmp(&(&other.node.name, other.node.id)));
        ClusterStatus {
            node: self.node,
            lease_is_valid: self.lease_is_valid(),
            link_is_up: self.link.is_connected(),
            nodes,
        }
    }
}

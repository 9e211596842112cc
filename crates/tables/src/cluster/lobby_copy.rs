//! The lobby of all nodes: each sends what changes in its own, at most four times a second, and all of it to a node that is new
//! or has missed something.

use std::sync::{Arc, Weak};
use std::time::Duration;

use links::Destination;
use protocol::Notice;
use tokio::time::{MissedTickBehavior, interval};

use super::Cluster;
use super::wire::{Body, LobbyBundle};
use crate::people::PersonId;
use crate::ready::{KeeperState, NodeWishes};
use crate::server::Server;

/// The shortest time between two bundles.
const BUNDLE_EVERY: Duration = Duration::from_millis(250);

/// After this many intervals without a change a bundle is sent all the same: it shows that none was lost.
const MAX_QUIET: u32 = 4;

/// How many tables a message holds.
const TABLES_AT_ONCE: usize = 300;

/// What is known of another node's lobby.
#[derive(Default)]
pub(super) struct LobbyCopy {
    /// The number of the next bundle; nothing until all of its lobby has come.
    next: Option<u64>,
    pub(super) people: u32,
}

impl LobbyCopy {
    /// Requests the whole lobby when the next bundle arrives.
    pub(super) const fn ask_again(&mut self) {
        self.next = None;
    }
}

impl Cluster {
    /// Sends all that this node lists, with the number of its last bundle.
    pub(super) async fn send_lobby(&self, server: &Server, to: u64) {
        let (n, tables) = server.lobby().own_tables();
        let (people, chat) = (server.people().connected_count() as u32, server.last_lobby_line());
        let parts = tables.chunks(TABLES_AT_ONCE).count().max(1) as u32;
        let mut chunks = tables.chunks(TABLES_AT_ONCE);
        for part in 0..parts {
            let tables = chunks.next().unwrap_or_default().to_vec();
            let bundle =
                LobbyBundle { n, part: Some((part, parts)), tables, removed: Vec::new(), people, chat };
            self.send(Destination::Node(to), Body::Lobby(bundle)).await;
        }
    }

    /// Applies another node's list of tables.
    pub(super) async fn take_bundle(self: &Arc<Self>, server: &Arc<Server>, from: u64, bundle: LobbyBundle) {
        let LobbyBundle { n, part, tables, removed, people, chat } = bundle;
        let forgotten = {
            let state = &mut *self.state();
            let Some(peer) = state.peers.get_mut(&from) else { return };
            let fits = match part {
                Some((part, parts)) => {
                    peer.lobby.next = (part + 1 == parts).then_some(n + 1);
                    true
                }
                None if peer.lobby.next == Some(n) => {
                    peer.lobby.next = Some(n + 1);
                    true
                }
                // One that is part of all that has come already.
                None if peer.lobby.next.is_some_and(|next| n < next) => return,
                None => false,
            };
            if fits {
                peer.lobby.people = people;
                let mut forgotten = removed;
                if matches!(part, Some((0, _))) {
                    let listed = state.origins.iter().filter(|(_, origin)| **origin == from);
                    forgotten.extend(listed.map(|(table, _)| *table));
                }
                forgotten.retain(|table| state.origins.get(table) == Some(&from));
                for table in &forgotten {
                    state.origins.remove(table);
                }
                Some(forgotten)
            } else {
                peer.lobby.next = None;
                None
            }
        };
        let Some(mut forgotten) = forgotten else {
            return self.send(Destination::Node(from), Body::LobbyWanted).await;
        };
        for info in tables {
            forgotten.retain(|table| *table != info.table);
            // What this node has itself it knows best.
            if server.awake_here(info.table).is_none() {
                self.state().origins.insert(info.table, from);
                server.lobby().put_of_another_node(info);
            }
        }
        for table in forgotten {
            if server.awake_here(table).is_none() {
                server.lobby().remove_of_another_node(table);
            }
        }
        server.people_changed();
        if chat > server.last_lobby_line() {
            server.catch_up_in_lobby().await;
        }
    }

    /// How many people are connected to other nodes.
    pub(crate) fn people_elsewhere(&self) -> u32 {
        self.state().peers.values().map(|peer| peer.lobby.people).sum()
    }

    /// Sends a lobby line to all nodes.
    pub(crate) async fn send_line(&self, line: protocol::ChatLine, announced: bool) {
        self.send(Destination::All, Body::Said { line, announced }).await;
    }

    /// Tells all nodes that something was decided about people.
    pub(crate) async fn send_people_changed(&self, person: Option<PersonId>) {
        self.send(Destination::All, Body::PeopleChanged { person }).await;
    }

    /// Tells all nodes that somebody has another name.
    pub(crate) async fn send_renamed(&self, person: PersonId, name: String) {
        self.send(Destination::All, Body::Renamed { person, name }).await;
    }

    /// Sends a notice to people, on whatever node they are connected to.
    pub(crate) async fn notify(&self, people: Vec<PersonId>, notice: Notice) {
        self.send(Destination::All, Body::Notice { people, notice }).await;
    }

    /// Sends the wishes of this node's people to the keeper of the list.
    pub(crate) async fn send_wishes(&self, wishes: NodeWishes) {
        self.send(Destination::All, Body::Wishes(wishes)).await;
    }

    /// Tells all nodes who would play.
    pub(crate) async fn send_ready_state(&self, state: Box<KeeperState>) {
        self.send(Destination::All, Body::Ready(state)).await;
    }

    /// Asks all nodes to wake a table that this one cannot read.
    pub(crate) async fn ask_others_to_wake(&self, table: protocol::TableId) {
        self.send(Destination::All, Body::WakePlease { table }).await;
    }
}

/// Sends what changes in the lobby of this node.
pub(super) async fn run_bundles(server: Weak<Server>, cluster: Arc<Cluster>) {
    let mut tick = interval(BUNDLE_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut quiet, mut told_people) = (0, 0);
    loop {
        tick.tick().await;
        let Some(server) = server.upgrade() else { return };
        let people = server.people().connected_count() as u32;
        quiet += 1;
        if !server.lobby().has_own_changes() && people == told_people && quiet < MAX_QUIET {
            continue;
        }
        (quiet, told_people) = (0, people);
        let (n, tables, removed) = server.lobby().take_own_changes();
        let chat = server.last_lobby_line();
        cluster
            .send(Destination::All, Body::Lobby(LobbyBundle { n, part: None, tables, removed, people, chat }))
            .await;
    }
}

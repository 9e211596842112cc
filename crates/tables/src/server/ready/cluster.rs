//! One list for all nodes of a cluster: who keeps it, and what nodes tell each other of it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::super::Server;
use super::ended_calls;
use crate::cluster::Cluster;
use crate::ready::{KeeperState, NodeWishes};

/// What the lease is called, and how long a keeper keeps the list after it last said so.
const LEASE_NAME: &str = "ready";
const LEASE: Duration = Duration::from_millis(2_500);

/// How often the keeper renews its lease, and how often the others try to become the keeper.
const RENEW_EVERY: Duration = Duration::from_millis(800);

/// What a node has to say is repeated after this time: something may have been lost.
const REPEAT_EVERY: Duration = Duration::from_millis(1_000);

/// The shortest time between two messages: changes at the same moment share one.
const MIN_PAUSE: Duration = Duration::from_millis(20);

impl Server {
    /// Acquires, renews or gives up the lease of the keeper of the list.
    async fn renew_keeper(&self, cluster: &Cluster) {
        let asked = self.time().now();
        // A node whose messages do not reach the others cannot be the keeper.
        if !cluster.link_is_up() {
            return self.follow_if_over(asked);
        }
        match self.store().hold_lease(LEASE_NAME, LEASE).await {
            Ok(true) => {
                let until = asked + LEASE.as_millis() as i64;
                if self.ready().is_keeper(asked) {
                    return self.ready().stay_keeper(until);
                }
                // If they cannot be read another renewal follows.
                let Ok(stored) = self.read_wishes().await else { return };
                tracing::info!("this node keeps the list of those who would play");
                self.ready().become_keeper(stored, self.time().now(), until);
                self.match_ready();
            }
            Ok(false) => self.ready().become_follower(),
            Err(_) => self.follow_if_over(asked),
        }
    }

    fn follow_if_over(&self, now: i64) {
        let mut ready = self.ready();
        if !ready.is_keeper(now) {
            ready.become_follower();
        }
    }

    /// Leaves the list to another node.
    pub(in crate::server) async fn end_keeping(&self) {
        if self.ready().is_keeper(self.time().now()) {
            self.ready().become_follower();
            // If it fails, the lease expires.
            let _ = timeout(LEASE, self.store().hold_lease(LEASE_NAME, Duration::ZERO)).await;
        }
    }

    /// Receives another node's wishes.
    pub(crate) fn hear_wishes(self: &Arc<Self>, from: u64, wishes: NodeWishes) {
        let (ended, complete) = self.ready().take(from, wishes, self.time().now());
        self.write_calls(ended.iter().flat_map(ended_calls).collect());
        complete.into_iter().for_each(|proposal| self.seat_soon(proposal));
        if self.ready().is_keeper(self.time().now()) {
            self.match_ready();
        }
    }

    /// Receives the keeper's state: who waits, and who is asked about which proposal.
    pub(crate) fn hear_keeper(&self, from: u64, state: KeeperState) {
        let mut ready = self.ready();
        let is_connected = |person| self.people().is_connected(person);
        if let Some(messages) = ready.hear(from, state, self.time().now(), is_connected) {
            self.tell_ready(&ready, &messages);
        }
    }

    /// Tells the other nodes what they must know.
    async fn send_ready(&self, cluster: &Cluster) {
        enum ReadyMessage {
            Wishes(NodeWishes),
            State(Box<KeeperState>),
        }
        let told = {
            let mut ready = self.ready();
            if ready.is_keeper(self.time().now()) {
                Some(ReadyMessage::State(Box::new(ready.heard().clone())))
            } else {
                ready.own_wishes().map(ReadyMessage::Wishes)
            }
        };
        match told {
            Some(ReadyMessage::State(state)) => cluster.send_ready_state(state).await,
            // To all: who keeps the list may just have changed.
            Some(ReadyMessage::Wishes(wishes)) => cluster.send_wishes(wishes).await,
            None => {}
        }
    }
}

/// Renews the keeper's lease for as long as the server exists.
pub(in crate::server) async fn run_keeper(server: Weak<Server>, cluster: Arc<Cluster>) {
    loop {
        let began = Instant::now();
        let Some(running) = server.upgrade() else { return };
        if running.is_closing() {
            return;
        }
        running.renew_keeper(&cluster).await;
        drop(running);
        sleep(RENEW_EVERY.saturating_sub(began.elapsed())).await;
    }
}

/// Tells other nodes what changes here, and repeats it.
pub(in crate::server) async fn run_sender(server: Weak<Server>, cluster: Arc<Cluster>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let unsent = running.ready_unsent.clone();
        drop(running);
        let is_changed = timeout(REPEAT_EVERY, unsent.notified()).await.is_ok();
        let Some(running) = server.upgrade() else { return };
        if !is_changed {
            let (is_keeper, is_quiet) = {
                let ready = running.ready();
                (ready.is_keeper(running.time().now()), ready.heard().is_empty())
            };
            if is_keeper && is_quiet {
                continue;
            }
            if is_keeper {
                // A node may have timed out since. The state that is sent takes that into account.
                running.match_ready();
                continue;
            }
        }
        running.send_ready(&cluster).await;
        drop(running);
        sleep(MIN_PAUSE).await;
    }
}

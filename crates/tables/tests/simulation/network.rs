//! Links between nodes: late, in order from one node to another, and without a word about what is lost.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use links::{Destination, Link, LinkEvent, SendFuture};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::tap::Tap;

#[derive(Clone)]
pub(crate) struct Network(Arc<Mutex<Wires>>);

#[derive(Default)]
struct Wires {
    nodes: BTreeMap<u64, mpsc::Sender<LinkEvent>>,
    ways: BTreeMap<(u64, u64), mpsc::UnboundedSender<Bytes>>,
    down: BTreeMap<u64, Down>,
    rolled: u64,
    tap: Tap,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Down {
    /// What it sends and what is sent to it is lost.
    Cut,
    /// The same, and nobody listens there.
    Dead,
}

pub(crate) struct SimulatedLink {
    network: Network,
    node: u64,
}

impl Network {
    /// Whose delays follow from the seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Wires { rolled: seed, ..Wires::default() })))
    }

    pub(crate) fn join(&self, node: u64) -> (SimulatedLink, mpsc::Receiver<LinkEvent>) {
        let (sender, receiver) = mpsc::channel(8_192);
        self.0.lock().unwrap().nodes.insert(node, sender);
        (SimulatedLink { network: self.clone(), node }, receiver)
    }

    pub(crate) fn set(&self, node: u64, down: Option<Down>) {
        let mut wires = self.0.lock().unwrap();
        match down {
            Some(down) => drop(wires.down.insert(node, down)),
            None => drop(wires.down.remove(&node)),
        }
    }

    fn is_down(&self, node: u64) -> bool {
        self.0.lock().unwrap().down.contains_key(&node)
    }

    fn post(&self, from: u64, to: u64, message: Bytes) {
        let mut wires = self.0.lock().unwrap();
        if wires.down.contains_key(&from) {
            return;
        }
        let is_dead = wires.down.get(&to) == Some(&Down::Dead) || !wires.nodes.contains_key(&to);
        if is_dead {
            if let Some(sender) = wires.nodes.get(&from) {
                let _ = sender.try_send(LinkEvent::NoResponders(to));
            }
            return;
        }
        if wires.down.contains_key(&to) {
            return;
        }
        wires.tap.look(from, to, &message);
        let network = self.clone();
        let way = wires.ways.entry((from, to)).or_insert_with(|| {
            let (sender, receiver) = mpsc::unbounded_channel();
            tokio::spawn(carry(network, from, to, receiver));
            sender
        });
        let _ = way.send(message);
    }

    fn delay(&self) -> Duration {
        let mut wires = self.0.lock().unwrap();
        wires.rolled =
            wires.rolled.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_micros(100 + (wires.rolled >> 33) % 4_000)
    }
}

/// Carries messages from one node to another, in their order.
async fn carry(network: Network, from: u64, to: u64, mut messages: mpsc::UnboundedReceiver<Bytes>) {
    while let Some(message) = messages.recv().await {
        sleep(network.delay()).await;
        if network.is_down(from) || network.is_down(to) {
            continue;
        }
        let sender = network.0.lock().unwrap().nodes.get(&to).cloned();
        if let Some(sender) = sender {
            // A message is lost if the receiver's queue is full.
            let _ = sender.try_send(LinkEvent::Message(message));
        }
    }
}

impl Link for SimulatedLink {
    fn send(&self, to: Destination, message: Bytes) -> SendFuture<'_> {
        match to {
            Destination::Node(node) => self.network.post(self.node, node, message),
            Destination::All => {
                let nodes: Vec<u64> = self.network.0.lock().unwrap().nodes.keys().copied().collect();
                for node in nodes.into_iter().filter(|node| *node != self.node) {
                    if self.network.0.lock().unwrap().down.get(&node) != Some(&Down::Dead) {
                        self.network.post(self.node, node, message.clone());
                    }
                }
            }
        }
        Box::pin(async { Ok(()) })
    }

    fn is_connected(&self) -> bool {
        !self.network.is_down(self.node)
    }
}

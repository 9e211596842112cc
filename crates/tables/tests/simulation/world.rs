//! Nodes, the faults that befall them, and what must hold in the end.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use store::{MemoryDatabase, Reach, Store, StoredFact, Weather};
use tables::{ClusterMember, Entropy, LEASE, Server, ServerConfig, Time};
use tokio::task::LocalSet;

use super::dice::Dice;
use super::network::{Down, Network};
use super::player::{Ledger, Player};

/// The journal of the lobby is numbered from here.
const TABLES: u64 = 1 << 62;

/// How many nodes there are, and how many tables.
const NODES: u64 = 3;
const PAIRS: usize = 3;

/// How many faults befall them.
const FAULTS: u64 = 8;

pub(crate) struct World {
    pub(crate) dice: Dice,
    database: MemoryDatabase,
    network: Network,
    /// Those that were not killed, and whether clients reach them.
    nodes: RefCell<BTreeMap<u64, (Arc<Server>, bool)>>,
    next_node: RefCell<u64>,
}

impl World {
    pub(crate) fn is_reachable(&self, node: u64) -> bool {
        self.nodes.borrow().get(&node).is_some_and(|(_, reachable)| *reachable)
    }

    /// One of the nodes that clients reach.
    pub(crate) fn any_node(&self) -> Option<(u64, Arc<Server>)> {
        let nodes = self.nodes.borrow();
        let reachable: Vec<_> = nodes.iter().filter(|(_, (_, reachable))| *reachable).collect();
        let chosen = self.dice.below(reachable.len() as u64) as usize;
        reachable.get(chosen).map(|(node, (server, _))| (**node, server.clone()))
    }

    async fn start_node(&self) {
        let node = self.next_node.replace_with(|node| *node + 1);
        let store = Store::in_memory(&self.database, node);
        let (link, events) = self.network.join(node);
        let lease = loop {
            match store.renew_lease("node", "0", LEASE).await {
                Ok(lease) => break lease,
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        let name = format!("node {node}");
        let member = ClusterMember { node, name, build: "0".to_owned(), link: Arc::new(link), events };
        let config = ServerConfig {
            bot_threads: 1,
            messages_per_second: 1_000,
            entropy: Entropy::seeded(self.dice.below(u64::MAX)),
            ..ServerConfig::default()
        };
        // Of a start that fails another one follows, as an operator would have it.
        match Server::open_in_cluster(store, Time::real_from(lease.now), config, member).await {
            Ok(server) => drop(self.nodes.borrow_mut().insert(node, (server, true))),
            Err(_) => self.network.set(node, Some(Down::Dead)),
        }
    }

    /// Something goes wrong, and is mended after a while.
    async fn fault(&self) {
        let nodes: Vec<u64> = self.nodes.borrow().keys().copied().collect();
        let node = nodes[self.dice.below(nodes.len() as u64) as usize];
        let pause = Duration::from_millis(100 + self.dice.below(6_000));
        match self.dice.below(5) {
            0 => {
                // Killed: nothing that it still thinks reaches anybody.
                self.nodes.borrow_mut().remove(&node);
                self.network.set(node, Some(Down::Dead));
                self.database.set_reach(node, Reach::Cut);
                tokio::time::sleep(pause).await;
                self.start_node().await;
            }
            1 => {
                self.set_reachable(node, false);
                self.network.set(node, Some(Down::Cut));
                self.database.set_reach(node, Reach::Held);
                tokio::time::sleep(pause + Duration::from_secs(3)).await;
                self.heal(node);
            }
            2 => {
                self.network.set(node, Some(Down::Cut));
                tokio::time::sleep(pause).await;
                self.heal(node);
            }
            3 => {
                self.database.set_reach(node, Reach::Cut);
                tokio::time::sleep(pause).await;
                self.heal(node);
            }
            _ => {
                for node in &nodes {
                    self.database.set_reach(*node, Reach::Cut);
                }
                tokio::time::sleep(pause).await;
                nodes.iter().for_each(|node| self.heal(*node));
            }
        }
    }

    fn set_reachable(&self, node: u64, reachable: bool) {
        if let Some((_, is_reachable)) = self.nodes.borrow_mut().get_mut(&node) {
            *is_reachable = reachable;
        }
    }

    fn heal(&self, node: u64) {
        self.network.set(node, None);
        self.database.set_reach(node, Reach::Up);
        self.set_reachable(node, true);
    }

    /// What must hold of all that was ever stored.
    fn check(&self, ledgers: &[Rc<RefCell<Ledger>>]) {
        let (mut owners, mut seen) = (BTreeMap::new(), BTreeSet::new());
        for fact in self.database.history().iter().filter(|fact| fact.table < TABLES) {
            assert!(seen.insert((fact.table, fact.seq)), "a fact has a number twice: {fact:?}");
            let owner = *owners.entry((fact.table, fact.epoch)).or_insert(fact.node);
            assert_eq!(owner, fact.node, "two nodes wrote in one epoch: {fact:?}");
        }
        let living = self.database.living();
        for (table, owner) in self.database.owners(TABLES) {
            assert!(owner.is_none_or(|owner| living.contains(&owner)), "table {table} has no living owner");
        }
        for ledger in ledgers {
            let ledger = ledger.borrow();
            assert!(ledger.is_over, "a game did not end: {ledger:?}");
        }
    }
}

/// One run; returns all that was ever stored, in its order.
pub(crate) async fn run(seed: u64) -> Vec<StoredFact> {
    let database = MemoryDatabase::new(seed);
    let world = Rc::new(World {
        dice: Dice::new(seed),
        database: database.clone(),
        network: Network::default(),
        nodes: RefCell::default(),
        next_node: RefCell::new(2),
    });
    for _ in 0..NODES {
        world.start_node().await;
    }
    database.set_weather(Weather { max_delay_ms: 4, refused: 10, unknown: 10 });
    let ledgers: Vec<_> = (0..PAIRS).map(|_| Rc::new(RefCell::new(Ledger::default()))).collect();
    LocalSet::new()
        .run_until(async {
            let mut players = Vec::new();
            for (pair, ledger) in ledgers.iter().enumerate() {
                for seat in 0..2 {
                    let name = format!("p{pair}{seat}");
                    let player = Player::new(world.clone(), ledger.clone(), seat, name);
                    players.push(tokio::task::spawn_local(player.play()));
                }
            }
            for _ in 0..FAULTS {
                tokio::time::sleep(Duration::from_millis(world.dice.below(3_000))).await;
                world.fault().await;
            }
            database.set_weather(Weather::default());
            for player in players {
                let ended = tokio::time::timeout(Duration::from_secs(600), player).await;
                assert!(ended.is_ok(), "a game does not end although nothing fails any more: {ledgers:?}");
                ended.unwrap().unwrap();
            }
            // Tables of the killed are taken with the next renewals.
            tokio::time::sleep(Duration::from_secs(5)).await;
        })
        .await;
    world.check(&ledgers);
    database.history()
}

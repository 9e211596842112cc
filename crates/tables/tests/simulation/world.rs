//! Nodes, the faults that befall them, and what must hold in the end.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use store::{MemoryDatabase, Reach, Store, StoredFact, Weather};
use tables::{ClusterMember, Entropy, LEASE, Server, ServerConfig, Time};
use tokio::task::LocalSet;

use super::dice::Dice;
use super::history::{Ledger, check_owners};
use super::network::{Down, Network};
use super::player::Player;

/// The journal of the lobby is numbered from here.
const TABLES: u64 = 1 << 62;

/// How many nodes there are, and what is played at the tables: an open board, and hands that are hidden.
const NODES: u64 = 3;
const GAMES: [&str; 2] = ["gomoku", "onecard"];

/// How the database is while nothing else is wrong with it, and how long one way to it takes when it is slow.
const WEATHER: Weather = Weather { max_delay_ms: 4, refused: 10, unknown: 10 };
const SLOW_MS: u64 = 1_500;
/// The same while a table is taken: leases last, and each step of a takeover is long enough for something to come between.
const TAKEOVER_MS: u64 = 600;

/// How many faults befall them.
const FAULTS: u64 = 5;

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
        // Half of the time something is mended about when a lease runs out, which is when most is decided.
        let lease = LEASE.as_millis() as u64;
        let pause = match self.dice.below(2) {
            0 => lease - 300 + self.dice.below(900),
            _ => 100 + self.dice.below(6_000),
        };
        let pause = Duration::from_millis(pause);
        match self.dice.below(12) {
            0 => {
                // Killed: no message that it still sends reaches anybody.
                self.nodes.borrow_mut().remove(&node);
                self.network.set(node, Some(Down::Dead));
                self.database.set_reach(node, Reach::Cut);
                tokio::time::sleep(pause).await;
                self.start_node().await;
            }
            1 | 2 => {
                self.freeze(node, pause).await;
            }
            3 => {
                self.network.set(node, Some(Down::Cut));
                tokio::time::sleep(pause).await;
                self.heal(node);
            }
            4 => {
                self.database.set_reach(node, Reach::Cut);
                tokio::time::sleep(pause).await;
                self.heal(node);
            }
            5 => {
                for node in &nodes {
                    self.database.set_reach(*node, Reach::Cut);
                }
                tokio::time::sleep(pause).await;
                nodes.iter().for_each(|node| self.heal(*node));
            }
            6 => {
                for node in &nodes {
                    self.network.set(*node, Some(Down::Cut));
                }
                tokio::time::sleep(pause).await;
                nodes.iter().for_each(|node| self.heal(*node));
            }
            7 | 8 => {
                // Slow for all: leases run out, and what a node wrote before arrives when another has the table.
                self.database.set_weather(Weather { max_delay_ms: SLOW_MS, ..WEATHER });
                tokio::time::sleep(pause).await;
                self.database.set_weather(WEATHER);
            }
            9 | 10 => {
                // The owner of a table is frozen while it stores something, which arrives while others take the table.
                let owners = self.database.owners(TABLES);
                let owners: Vec<u64> = owners.into_iter().filter_map(|(_, owner)| owner).collect();
                let owner = owners.get(self.dice.below(owners.len() as u64) as usize).copied();
                self.database.set_weather(Weather { max_delay_ms: TAKEOVER_MS, ..WEATHER });
                tokio::time::sleep(Duration::from_millis(TAKEOVER_MS + self.dice.below(1_000))).await;
                let until_taken = Duration::from_millis(self.dice.below(4 * TAKEOVER_MS));
                self.freeze(owner.unwrap_or(node), LEASE + until_taken).await;
                self.database.set_weather(WEATHER);
            }
            _ => {
                // Stopped by its operator: it hands its tables over.
                let left = self.nodes.borrow_mut().remove(&node);
                if let Some((server, _)) = left {
                    // What it cannot hand over in time is claimed by others.
                    let _ = tokio::time::timeout(Duration::from_secs(10), server.close()).await;
                }
                self.network.set(node, Some(Down::Dead));
                self.database.set_reach(node, Reach::Cut);
                self.start_node().await;
            }
        }
    }

    /// What a frozen node was sending arrives when it goes on, and what it was sent meanwhile is lost.
    async fn freeze(&self, node: u64, pause: Duration) {
        self.set_reachable(node, false);
        self.network.set(node, Some(Down::Cut));
        self.database.set_reach(node, Reach::Held);
        tokio::time::sleep(pause).await;
        self.heal(node);
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
        let history = self.database.history();
        check_owners(history.iter().filter(|fact| fact.table < TABLES));
        let living = self.database.living();
        for (table, owner) in self.database.owners(TABLES) {
            assert!(owner.is_none_or(|owner| living.contains(&owner)), "table {table} has no living owner");
        }
        for ledger in ledgers {
            ledger.borrow().check(&history);
        }
    }
}

/// One run; returns all that was ever stored, in its order.
pub(crate) async fn run(seed: u64) -> Vec<StoredFact> {
    let database = MemoryDatabase::new(seed);
    let world = Rc::new(World {
        dice: Dice::new(seed),
        database: database.clone(),
        network: Network::new(seed),
        nodes: RefCell::default(),
        next_node: RefCell::new(2),
    });
    for _ in 0..NODES {
        world.start_node().await;
    }
    database.set_weather(WEATHER);
    let ledgers: Vec<_> = GAMES.iter().map(|_| Rc::new(RefCell::new(Ledger::default()))).collect();
    LocalSet::new()
        .run_until(async {
            let mut players = Vec::new();
            for (pair, (ledger, game)) in ledgers.iter().zip(GAMES).enumerate() {
                for seat in 0..2 {
                    let name = format!("p{pair}{seat}");
                    let player = Player::new(world.clone(), ledger.clone(), game, seat, name);
                    players.push(tokio::task::spawn_local(player.play()));
                }
            }
            for _ in 0..FAULTS {
                tokio::time::sleep(Duration::from_millis(world.dice.below(3_000))).await;
                world.fault().await;
            }
            database.set_weather(Weather::default());
            for player in players {
                let ended = tokio::time::timeout(Duration::from_secs(2_000), player).await;
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

//! "I would play" on three nodes in one thread, over a database in memory and simulated links, with tokio's clock paused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/mod.rs"]
mod support;

#[path = "simulation"]
mod simulation {
    pub(crate) mod network;
    pub(crate) mod tap;
}

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use simulation::network::{Down, Network};
use store::{MemoryDatabase, Reach, Store};
use support::Client;
use tables::{ClusterMember, Entropy, LEASE, Server, ServerConfig, Time};

struct Nodes {
    database: MemoryDatabase,
    network: Network,
    next: u64,
}

impl Nodes {
    fn new() -> Self {
        Self { database: MemoryDatabase::new(7), network: Network::new(7), next: 2 }
    }

    async fn start(&mut self) -> (u64, Arc<Server>) {
        let node = self.next;
        self.next += 1;
        let store = Store::in_memory(&self.database, node);
        let (link, events) = self.network.join(node);
        let lease = store.renew_lease("node", "0", LEASE).await.unwrap();
        let (name, build) = (format!("node {node}"), "0".to_owned());
        let member = ClusterMember { node, name, build, link: Arc::new(link), events };
        let config =
            ServerConfig { bot_threads: 1, entropy: Entropy::seeded(node), ..ServerConfig::default() };
        let time = Time::real_from(lease.now);
        (node, Server::open_in_cluster(store, time, config, member).await.unwrap())
    }

    /// Stops a node: no message that it still sends reaches anybody.
    fn kill(&self, node: u64) {
        self.network.set(node, Some(Down::Dead));
        self.database.set_reach(node, Reach::Cut);
    }
}

fn gomoku() -> Value {
    json!({"wish": {"games": ["gomoku"], "min_seats": 2, "max_seats": 2}})
}

async fn accepts(client: &mut Client) -> Value {
    let asked = client.until("proposal").await;
    client.does("accept", json!({"proposal": asked["proposal"], "accept": true})).await;
    asked
}

/// Both accept, and sit at one table.
async fn play_together(one: &mut Client, other: &mut Client) {
    accepts(one).await;
    accepts(other).await;
    let table = one.until("proposal_ended").await["table"].clone();
    assert!(table.is_string(), "{table}");
    assert_eq!(other.until("proposal_ended").await["table"], table);
    for (seat, person) in [one, other].into_iter().enumerate() {
        person.does("join", json!({ "table": table })).await;
        let snapshot = person.does("sync", json!({ "table": table })).await;
        assert_eq!((&snapshot["you"], &snapshot["info"]["stage"]), (&json!(seat), &json!("running")));
    }
}

#[tokio::test(start_paused = true)]
async fn people_on_different_nodes_sit_down_together_and_all_lobbies_saw_them_wait() {
    let mut nodes = Nodes::new();
    let servers = [nodes.start().await.1, nodes.start().await.1, nodes.start().await.1];
    let mut watcher = Client::named(&servers[2], "Watcher").await;
    watcher.does("lobby", json!({"on": true})).await;
    let mut ann = Client::named(&servers[0], "Ann").await;
    ann.does("ready", gomoku()).await;
    while watcher.until("ready").await["groups"][0]["people"] != json!(["Ann"]) {}
    let mut ben = Client::named(&servers[1], "Ben").await;
    ben.does("ready", gomoku()).await;
    play_together(&mut ann, &mut ben).await;
    while watcher.until("ready").await["groups"] != json!([]) {}
    // A late answer is refused by the node that receives it.
    let refused = ann.ask("accept", json!({"proposal": 1, "accept": true})).await;
    assert_eq!((refused.0.as_str(), &refused.1["code"]), ("refused", &json!("stale")));
}

#[tokio::test(start_paused = true)]
async fn when_the_keeper_dies_a_proposal_is_over_and_people_are_asked_again() {
    let mut nodes = Nodes::new();
    // The first one keeps the list: nobody else is there.
    let (keeper, first) = nodes.start().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (second, third) = (nodes.start().await.1, nodes.start().await.1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut cleo = Client::named(&first, "Cleo").await;
    cleo.does("ready", json!({"wish": {"games": ["golf"], "min_seats": 2, "max_seats": 2}})).await;
    let (mut ann, mut ben) = (Client::named(&second, "Ann").await, Client::named(&third, "Ben").await);
    ann.does("ready", gomoku()).await;
    ben.does("ready", gomoku()).await;
    ben.until("proposal").await;
    accepts(&mut ann).await;
    nodes.kill(keeper);
    for person in [&mut ann, &mut ben] {
        let ended = person.until("proposal_ended").await;
        assert_eq!((&ended["table"], &ended["waiting"]), (&Value::Null, &json!(true)));
    }
    play_together(&mut ann, &mut ben).await;
    // A person who was connected to it reconnects to another node, and still waits.
    let mut cleo = Client::again(&second, &cleo.token).await;
    let mut dan = Client::named(&third, "Dan").await;
    dan.does("ready", json!({"wish": {"games": ["golf"], "min_seats": 2, "max_seats": 2}})).await;
    play_together(&mut cleo, &mut dan).await;
}

#[tokio::test(start_paused = true)]
async fn a_cut_between_nodes_costs_time_alone() {
    let mut nodes = Nodes::new();
    let (_, first) = nodes.start().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (cut, second) = nodes.start().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    nodes.network.set(cut, Some(Down::Cut));
    let (mut ann, mut ben) = (Client::named(&first, "Ann").await, Client::named(&second, "Ben").await);
    ann.does("ready", gomoku()).await;
    ben.does("ready", gomoku()).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    nodes.network.set(cut, None);
    play_together(&mut ann, &mut ben).await;
}

//! "I would play" on several machines: one list, and it outlives the node that keeps it.

use serde_json::{Value, json};

use super::harness::Bed;
use crate::support::client::Client;
use crate::support::server::ServerProcess;

fn gomoku() -> Value {
    json!({"wish": {"games": ["gomoku"], "min_seats": 2, "max_seats": 2}})
}

async fn accepts(client: &mut Client) {
    let asked = client.until("proposal").await;
    client.done("accept", json!({"proposal": asked["proposal"], "accept": true})).await;
}

/// Both are asked, accept, and sit at one table.
async fn sit_down(one: &mut Client, other: &mut Client) {
    accepts(one).await;
    accepts(other).await;
    let table = one.until("proposal_ended").await["table"].clone();
    assert!(table.is_string(), "{table}");
    assert_eq!(other.until("proposal_ended").await["table"], table);
    // Whose wish reached the keeper first is not settled where they came by different nodes.
    let mut seats = Vec::new();
    for person in [one, other] {
        person.done("join", json!({ "table": table })).await;
        let snapshot = person.done("sync", json!({ "table": table })).await;
        assert_eq!(snapshot["info"]["stage"], "running");
        seats.push(snapshot["you"].as_u64());
    }
    seats.sort_unstable();
    assert_eq!(seats, [Some(0), Some(1)]);
}

#[tokio::test]
async fn people_on_different_nodes_sit_down_together_also_after_the_keeper_was_killed() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut bo) = (Client::hello(&a, "Ann").await, Client::hello(&b, "Bo").await);
    ann.done("ready", gomoku()).await;
    bo.done("ready", gomoku()).await;
    sit_down(&mut ann, &mut bo).await;

    // Somebody waits, and the node that keeps the list is killed: which one, the database knows.
    let names = ["a", "b", "c"];
    let keeper = bed.sql(
        "SELECT n.name FROM parlor.leases l JOIN parlor.nodes n ON n.id = l.node WHERE l.name = 'ready'",
    );
    let keeper = names.iter().position(|name| *name == keeper.trim()).unwrap_or_else(|| panic!("{keeper}"));
    let mut nodes: Vec<ServerProcess> = vec![a, b, c];
    let mut cy = Client::hello(&nodes[(keeper + 1) % 3], "Cy").await;
    let mut di = Client::hello(&nodes[keeper], "Di").await;
    cy.done("ready", gomoku()).await;
    di.done("ready", json!({"wish": {"games": ["golf"], "min_seats": 2, "max_seats": 2}})).await;
    // All nodes have received both wishes.
    cy.done("lobby", json!({"on": true})).await;
    while cy.until("ready").await["groups"].as_array().unwrap().len() < 2 {}
    nodes.remove(keeper).kill();
    let mut eve = Client::hello(&nodes[1], "Eve").await;
    eve.done("ready", gomoku()).await;
    sit_down(&mut cy, &mut eve).await;
    // And who was connected to it is on the list of the next one.
    let (mut di, welcome) = Client::resume(&nodes[0], &di.token).await;
    assert_eq!(welcome["wish"]["games"], json!(["golf"]));
    let mut flo = Client::hello(&nodes[1], "Flo").await;
    flo.done("ready", json!({"wish": {"games": ["golf"], "min_seats": 2, "max_seats": 2}})).await;
    sit_down(&mut di, &mut flo).await;
}

//! Nodes as one server: tables, lobby, chat and people are the same on each.

use serde_json::json;

use super::harness::Bed;
use super::player::{Player, play_in_turn, play_to_the_end};
use crate::support::client::Client;

#[tokio::test]
async fn a_game_is_played_and_watched_from_three_nodes() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 3).await;

    let mut cee = Client::hello(&c, "Cee").await;
    let seen = cee.done("watch", json!({"table": ann.table})).await;
    assert_eq!(seen["nth"], 0);
    ann.play().await;
    let update = cee.until("update").await;
    assert_eq!(update["table"], ann.table.as_str());

    // Chat at the table reaches the other node.
    ben.client.done("say", json!({"room": {"table": ann.table}, "text": "Hello over there"})).await;
    let said = ann.client.until("said").await;
    assert_eq!((&said["line"]["from"], &said["line"]["text"]), (&json!("Ben"), &json!("Hello over there")));
    ben.play().await;
    play_to_the_end(&mut ann, &mut ben, &c).await;
}

#[tokio::test]
async fn lobby_chat_names_and_announcements_are_the_same_on_every_node() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, _c] = bed.three();
    let mut ann = Client::hello(&a, "Ann").await;
    let mut ben = Client::hello(&b, "Ben").await;
    let mut other = Client::connect(&b).await;
    let refused = other.refused("hello", json!({"version": protocol::VERSION, "name": "Ann"})).await;
    assert_eq!(refused["code"], "name_taken");

    ben.send(&json!({"lobby": {"on": true, "bundled": true}})).await;
    let mut lobby = ben.until("lobby").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2})).await;
    while !lobby.to_string().contains(&table) {
        lobby = ben.until("lobby_update").await;
    }
    ann.done("say", json!({"room": "lobby", "text": "Anybody?"})).await;
    assert_eq!(ben.until("said").await["line"]["text"], "Anybody?");
    ben.done("say", json!({"room": "lobby", "text": "Here"})).await;
    // A client that connects later receives both, in the order in which they were stored.
    let mut cee = Client::hello(&a, "Cee").await;
    cee.send(&json!({"lobby": {"on": true}})).await;
    let lobby = cee.until("lobby").await;
    let said: Vec<_> = lobby["chat"].as_array().unwrap().iter().map(|line| line["text"].clone()).collect();
    assert_eq!(said, [json!("Anybody?"), json!("Here")]);

    // Every node knows all of them.
    let nodes = crate::support::http::get_as(&b, "/api/admin/nodes", a.admin_token()).json();
    let names: Vec<_> = nodes["nodes"].as_array().unwrap().iter().map(|node| node["name"].clone()).collect();
    assert_eq!(names, [json!("a"), json!("b"), json!("c")], "{nodes}");
    assert_eq!(nodes["nodes"][1]["this_node"], true);

    // A person can sign in on every node, and still has the same seat.
    let (_, welcome) = Client::resume(&b, &ann.token).await;
    assert_eq!(welcome["name"], "Ann");
    let body = json!({"text": "The house closes at ten"});
    let said = crate::support::http::post_as(&a, "/api/admin/announce", a.admin_token(), &body);
    assert!(said.status < 300, "{said:?}");
    loop {
        let line = ben.until("said").await["line"].clone();
        if line["from"].is_null() {
            assert_eq!(line["text"], "The house closes at ten");
            break;
        }
    }
}

#[tokio::test]
async fn people_on_every_node_are_led_to_their_table_of_a_tournament() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = (Client::hello(&a, "Ann").await, Client::hello(&b, "Ben").await);
    let arena = json!({"name": "Lunch", "game": "gomoku", "seats": 2, "form": "arena", "minutes": 30});
    let admin = a.admin_token().to_owned();
    let opened = crate::support::http::post_as(&c, "/api/tournaments", &admin, &arena).json();
    let path = format!("/api/tournaments/{}", opened["id"].as_str().unwrap());
    for (node, token) in [(&a, &ann.token), (&b, &ben.token)] {
        let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
        let entered = crate::support::http::request(node, "PUT", &format!("{path}/entry"), &headers, "{}");
        assert_eq!(entered.status, 204);
    }
    assert_eq!(crate::support::http::post_as(&c, &format!("{path}/start"), &admin, &json!({})).status, 204);
    let (one, other) = (ann.until("notice").await, ben.until("notice").await);
    assert_eq!(one["kind"], "round_began");
    assert_eq!(one["table"], other["table"]);
    ann.done("join", json!({"table": one["table"]})).await;
}

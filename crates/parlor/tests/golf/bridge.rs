//! A table of the house that is open to peers: a browser and a player process play the same game.

use std::time::Duration;

use serde_json::{Value, json};

use super::bed::{Player, ask};
use crate::support::client::Client;
use crate::support::playing::Scene;
use crate::support::server::Server;

fn golf_of(server: &Server) -> std::net::SocketAddr {
    let line = server.line();
    line.split_whitespace().nth(5).unwrap_or_else(|| panic!("{line}")).parse().unwrap()
}

/// Whatever turns a hidden card, so that rounds are short; else the first thing that is legal.
fn choice(scene: &Scene) -> Option<Value> {
    let view = &scene.0["view"];
    let own = view["you"].as_u64().unwrap_or_default() as usize;
    let hidden = |place: u64| view["layouts"][own][place as usize].is_null();
    let turns = |action: &&Value| action["swap"].as_u64().is_some_and(hidden);
    scene.legal().iter().find(turns).or_else(|| scene.legal().first()).cloned()
}

/// Plays for a person until the game ends or so many decisions are made.
async fn play(person: &mut Client, table: &str, most: u32) -> Scene {
    let mut scene = person.scene().await;
    let mut played = None;
    while scene.result().is_none() && scene.0["nth"].as_u64().unwrap_or_default() < u64::from(most) {
        if let Some(action) = choice(&scene).filter(|_| played != Some(scene.nth())) {
            played = Some(scene.nth());
            person.send(&json!({"act": {"table": table, "nth": scene.nth(), "action": action}})).await;
        }
        scene = person.scene().await;
    }
    scene
}

fn until_empty(golf: std::net::SocketAddr) {
    for _ in 0..200 {
        if ask(golf, b"query players") == "0" {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{}", ask(golf, b"query players"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_and_a_player_process_play_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--golf", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let mut person = Client::hello(&server, "Ann Lee").await;
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on", "steal": "on"}});
    let table = person.open(new).await;
    let peer = Player::start(golf, "bob", &["--bot", "thumb", "--json"]);
    let scene = play(&mut person, &table, u32::MAX).await;
    let result = scene.result().unwrap();
    let peer = tokio::task::spawn_blocking(move || peer.ended()).await.unwrap();
    assert_eq!(peer.code, Some(0), "{peer:?}");
    assert!(peer.stderr.contains("A game of bob, Ann_Lee, with stealing; Ann_Lee deals."), "{}", peer.stderr);
    // Seat 0 deals, at the table and in the peer's record.
    let record: Value = serde_json::from_str(&peer.stdout).unwrap();
    assert_eq!(record["game"], "golf_peers");
    let totals: Vec<String> = result["scores"].as_array().unwrap().iter().map(ToString::to_string).collect();
    let last = peer.stderr.lines().rfind(|line| line.trim_start().starts_with("Ann_Lee")).unwrap();
    assert_eq!(last.split_whitespace().next_back(), Some(totals[0].as_str()), "{result} {last}");
    until_empty(golf);
    assert_eq!(ask(golf, b"query games"), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_peer_is_killed_the_manager_is_told_and_the_table_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--golf", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let mut person = Client::hello(&server, "Ann").await;
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on"}});
    let table = person.open(new).await;
    let mut peer = Player::start(golf, "bob", &["--bot", "thumb"]);
    play(&mut person, &table, 5).await;
    assert!(ask(golf, b"query games").starts_with("1\n(0, Ann, [(bob, "));
    peer.child.kill().unwrap();
    for _ in 0..400 {
        if ask(golf, b"query games") == "0" {
            assert!(ask(golf, b"query players").starts_with("1\n(bob, "), "who was killed stays registered");
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}", ask(golf, b"query games"));
}

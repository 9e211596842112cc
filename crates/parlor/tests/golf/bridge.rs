//! A table of the server that is open to peers: a browser and a player process play the same game.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use super::harness::{Ended, Player, ask, block, is_long};
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::playing::Scene;
use crate::support::server::ServerProcess;

fn golf_of(server: &ServerProcess) -> std::net::SocketAddr {
    let line = server.line();
    line.split_whitespace().nth(3).unwrap_or_else(|| panic!("{line}")).parse().unwrap()
}

/// Whatever turns a hidden card, so that rounds are short; else the first thing that is legal.
fn choice(scene: &Scene) -> Option<Value> {
    let seen = &scene.0["seen"];
    let own = seen["you"].as_u64().unwrap_or_default() as usize;
    let hidden = |place: u64| seen["view"]["layouts"][own][place as usize].is_null();
    let turns = |action: &&Value| action["swap"].as_u64().is_some_and(hidden);
    let legal = scene.legal();
    legal.iter().find(turns).or_else(|| legal.first()).cloned()
}

/// In every second turn: takes the discard, if there is one, and throws it back.
fn throws_back(scene: &Scene) -> Option<Value> {
    let can = |action: &str| scene.legal().iter().find(|legal| **legal == json!(action)).cloned();
    let view = &scene.0["seen"]["view"];
    if view["held"]["source"] == "discard" {
        return can("throw_away");
    }
    let every_second = view["turns"].as_u64().unwrap_or_default() % 4 < 2;
    can("take_discard").filter(|_| every_second).or_else(|| choice(scene))
}

/// Plays for a person until the game ends or this many decisions are made.
async fn play(person: &mut Client, table: &str, most: u32) -> Scene {
    play_so(person, table, most, choice).await
}

async fn play_so(person: &mut Client, table: &str, most: u32, choice: fn(&Scene) -> Option<Value>) -> Scene {
    let mut scene = scene_of(person, table).await;
    let mut played = None;
    while scene.result().is_none() && scene.0["nth"].as_u64().unwrap_or_default() < u64::from(most) {
        if let Some(action) = choice(&scene).filter(|_| played != Some(scene.nth())) {
            played = Some(scene.nth());
            person.send(&json!({"act": {"table": table, "nth": scene.nth(), "action": action}})).await;
            // A client that acts as fast as it can is refused for a while.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        scene = scene_of(person, table).await;
    }
    scene
}

/// The next news of this table: the one before may still send its last.
async fn scene_of(person: &mut Client, table: &str) -> Scene {
    loop {
        let scene = person.scene().await;
        if scene.0["table"] == table || scene.0["info"]["table"] == table {
            return scene;
        }
    }
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
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let mut person = Client::hello(&server, "Ann Lee").await;
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on", "steal": "on"}});
    let table = person.open(new).await;
    let peer = Player::start(golf, "bob", &["--bot", "casual", "--json"]);
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
    // The peer leaves neither a ghost on its seat nor its name behind.
    let occupant = |table: &str| {
        let path = format!("/api/tables/{table}");
        get(&server, &path).json()["seats"][1]["occupant"].take()
    };
    until("the seat is free", || occupant(&table) == "empty");
    // A table plays one game with peers: nobody is drawn into another one.
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on"}});
    let another = person.open(new).await;
    let again = Player::start(golf, "bob", &["--bot", "casual"]);
    until("bob is there again", || occupant(&another)["person"]["name"] == "bob");
    assert_eq!(occupant(&table), "empty");
    again.kill();
}

/// Waits for something that happens soon.
fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..2_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_discard_that_a_person_takes_and_throws_back_is_told_to_peers() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let mut person = Client::hello(&server, "Ann").await;
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on"}});
    let table = person.open(new).await;
    let peer = Player::start(golf, "bob", &["--bot", "casual"]);
    let most = if is_long() { u32::MAX } else { 40 };
    let played =
        tokio::time::timeout(Duration::from_secs(120), play_so(&mut person, &table, most, throws_back));
    let scene = played.await.expect("the game stands still");
    if is_long() {
        assert!(scene.result().is_some());
        assert_eq!(ended(peer).await.code, Some(0));
    } else {
        assert!(scene.0["nth"].as_u64().unwrap() >= 40);
        assert!(ask(golf, b"query games").starts_with("1\n"), "the peer is still in it");
        peer.kill();
    }
}

/// How a player process ended.
async fn ended(player: Player) -> Ended {
    tokio::task::spawn_blocking(move || player.ended()).await.unwrap()
}

/// A table of a person, bots of the server, and peers in separate processes plays nine rounds.
async fn play_together(bots: usize, peers: usize, steal: bool) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let mut person = Client::hello(&server, "Ann").await;
    let steal = if steal { "on" } else { "off" };
    let table = person
        .open(json!({
            "game": "golf", "seats": 1 + bots + peers, "clock": "off", "bots": vec!["casual"; bots], "bot_delay_ms": 0,
            "options": {"peers": "on", "steal": steal},
        }))
        .await;
    let names = &["bob", "cid", "dot"][..peers];
    let processes: Vec<_> =
        names.iter().map(|name| Player::start(golf, name, &["--bot", "casual", "--json"])).collect();
    // A whole game of four takes half a minute.
    let most = if is_long() { u32::MAX } else { 30 };
    let scene = play(&mut person, &table, most).await;
    if !is_long() {
        let games = ask(golf, b"query games");
        assert!(names.iter().all(|name| games.contains(&format!("({name}, "))), "{games}");
        return;
    }
    let totals = scene.result().unwrap()["scores"].as_array().unwrap().clone();
    let mut records = Vec::new();
    for process in processes {
        let process = ended(process).await;
        assert_eq!(process.code, Some(0), "{process:?}");
        let last = process.stderr.lines().rfind(|line| line.trim_start().starts_with("Ann ")).unwrap();
        let total = last.split_whitespace().next_back().unwrap();
        assert_eq!(total, totals[0].to_string(), "the table and the peers count the same");
        records.push(process.stdout);
    }
    assert!(records.iter().all(|record| *record == records[0]), "all peers have seen the same game");
    until_empty(golf);
    assert_eq!(ask(golf, b"query games"), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_bots_of_the_server_and_peers_play_at_tables_of_three_and_four() {
    tokio::join!(
        play_together(1, 1, true),
        play_together(1, 2, true),
        play_together(0, 3, false),
        play_together(0, 2, false),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tables_with_bots_of_the_same_names_play_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    // Somebody who is not there any more has the person's name.
    assert_eq!(ask(golf, format!("register Ann {}", block()).as_bytes()), "SUCCESS");
    let mut people = Vec::new();
    let mut processes = Vec::new();
    for (name, peer) in [("Ann", "bob"), ("Ben", "cid")] {
        let mut person = Client::hello(&server, name).await;
        let new = json!({
            "game": "golf", "seats": 3, "clock": "off", "bots": ["casual"], "options": {"peers": "on"},
        });
        people.push((person.open(new).await, person));
        processes.push(Player::start(golf, peer, &["--bot", "casual"]));
    }
    for _ in 0..400 {
        if ask(golf, b"query games").starts_with("2\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let games = ask(golf, b"query games");
    assert!(games.starts_with("2\n") && games.contains("(0, Ann-2, ["), "{games}");
    for (table, mut person) in people {
        play(&mut person, &table, 3).await;
    }
    drop(server);
    for process in processes {
        assert_eq!(ended(process).await.code, Some(3), "the server is gone");
    }
}

/// A table of Ann and bob's process, some decisions into the game.
async fn in_play(server: &ServerProcess, golf: SocketAddr, extra: Value) -> (Client, String, Player) {
    let mut person = Client::hello(server, "Ann").await;
    let mut new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on"}, "grace_seconds": 1, "substitute_level": "casual", "bot_delay_ms": 0});
    new.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    let table = person.open(new).await;
    let peer = Player::start(golf, "bob", &["--bot", "casual"]);
    play(&mut person, &table, 5).await;
    assert!(ask(golf, b"query games").starts_with("1\n(0, Ann, [(bob, "));
    (person, table, peer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_server_is_killed_the_peer_is_told_and_the_table_is_played_on_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let (person, table, peer) = in_play(&server, golf, json!({})).await;
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", &golf.to_string()]);
    let peer = ended(peer).await;
    assert_eq!(peer.code, Some(3), "{peer:?}");
    assert!(peer.stderr.contains("Ann has vanished"), "{peer:?}");
    assert_eq!(ask(golf, b"query games"), "0", "the manager knows");
    until_empty(golf);
    // The person reconnects to the table; a bot of the server plays for the peer.
    let (mut person, welcome) = Client::resume(&server, &person.token).await;
    assert!(welcome.to_string().contains(&table), "{welcome}");
    if is_long() {
        // After a restart of the server everybody has half a minute to reconnect.
        let scene = play(&mut person, &table, u32::MAX).await;
        assert_eq!(scene.result().unwrap()["scores"].as_array().unwrap().len(), 2);
    } else {
        assert!(person.scene().await.nth() >= 5);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_a_person_leaves_a_bot_plays_on_against_the_peer() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let (mut person, table, peer) = in_play(&server, golf, json!({})).await;
    person.done("leave", json!({"table": table})).await;
    drop(person);
    if !is_long() {
        return tokio::task::spawn_blocking(move || peer.says("After round 2:")).await.unwrap();
    }
    let peer = ended(peer).await;
    assert_eq!(peer.code, Some(0), "{peer:?}");
    assert!(peer.stdout.contains("After round 9:"), "{peer:?}");
    until_empty(golf);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_a_person_leaves_a_table_that_ends_by_that_the_peer_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let (mut person, table, peer) = in_play(&server, golf, json!({"on_leave": "end"})).await;
    person.done("leave", json!({"table": table})).await;
    let peer = ended(peer).await;
    assert_eq!(peer.code, Some(3), "{peer:?}");
    assert!(peer.stderr.contains("Ann has vanished"), "{peer:?}");
    until_empty(golf);
    assert_eq!(ask(golf, b"query games"), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_peer_is_killed_the_manager_is_told_and_a_bot_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--golf-manager", "127.0.0.1:0"]);
    let golf = golf_of(&server);
    let (mut person, table, peer) = in_play(&server, golf, json!({})).await;
    peer.kill();
    let scene = play(&mut person, &table, u32::MAX).await;
    assert_eq!(scene.result().unwrap()["scores"].as_array().unwrap().len(), 2);
    assert_eq!(ask(golf, b"query games"), "0");
    assert!(ask(golf, b"query players").starts_with("1\n(bob, "), "who was killed stays registered");
    // Nobody is given the dead for company again.
    let new = json!({"game": "golf", "seats": 2, "clock": "off", "options": {"peers": "on"}});
    let table = person.open(new).await;
    let cid = Player::start(golf, "cid", &["--bot", "casual"]);
    play(&mut person, &table, 3).await;
    assert!(ask(golf, b"query games").contains("(cid, "));
    cid.kill();
}

//! The watch list: kept, its owner's alone, and it leads to running public games of people who do not mind.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, request};
use crate::support::server::ServerProcess;

fn send_as(server: &ServerProcess, method: &str, path: &str, token: &str) -> Answer {
    request(server, method, path, &[&format!("Authorization: Bearer {token}")], "")
}

/// A running game with a bot; returns its table.
async fn plays(person: &mut Client, private: bool) -> String {
    let table = json!({
        "game": "gomoku", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "clock": "off", "private": private,
    });
    let table = person.open(table).await;
    person.scene().await;
    table
}

/// The tables of the watch list.
fn tables(server: &ServerProcess, token: &str) -> Vec<Value> {
    let found = get_as(server, "/api/followed-tables", token).json();
    found["tables"].as_array().unwrap().iter().map(|info| info["table"].clone()).collect()
}

/// Waits until the lobby has caught up with what was answered.
fn until_tables(server: &ServerProcess, token: &str, expected: &[Value]) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let found = tables(server, token);
        if found == expected {
            return;
        }
        assert!(Instant::now() < deadline, "{found:?} is not {expected:?}");
        std::thread::yield_now();
    }
}

fn names(server: &ServerProcess, token: &str) -> Vec<Value> {
    let found = get_as(server, "/api/follows", token).json();
    found["follows"].as_array().unwrap().iter().map(|follow| follow["name"].clone()).collect()
}

async fn leads_to_running_games(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let args = [store, &["--test-time", "1700000000000", "--requests-per-second", "1000"]].concat();
    let server = ServerProcess::start_with(folder.path(), &args);
    let ann = Client::hello(&server, "Ann").await.token;
    let (mut ben, mut eve) = (Client::hello(&server, "Ben").await, Client::hello(&server, "Eve").await);
    let (public, _private) = (plays(&mut ben, false).await, plays(&mut ben, true).await);
    plays(&mut eve, false).await;

    let follow = |name: &str| send_as(&server, "PUT", &format!("/api/follows/{name}"), &ann);
    assert_eq!(follow("Nobody").error(), (404, "no_such_person".to_owned()));
    assert_eq!(follow("Ann").error(), (404, "no_such_person".to_owned()), "nobody follows themselves");
    assert_eq!(get(&server, "/api/follows").status, 401);
    assert_eq!(get(&server, "/api/followed-tables").status, 401);
    assert_eq!(tables(&server, &ann), [Value::Null; 0]);
    assert_eq!(follow("Ben").status, 204);
    assert_eq!(follow("Ben").error(), (409, "already_done".to_owned()));
    let list = get_as(&server, "/api/follows", &ann).json();
    assert_eq!(list, json!({"follows": [{"name": "Ben", "since": 1_700_000_000_000_i64}]}));
    until_tables(&server, &ann, &[json!(public)]);
    // It is private: Ben's own list says nothing.
    assert_eq!(names(&server, &ben.token), [Value::Null; 0]);

    // It is kept, and it follows the person through a new name.
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &args);
    let (mut ben, _) = Client::resume(&server, &ben.token).await;
    ben.done("rename", json!({"name": "Benjamin"})).await;
    assert_eq!(names(&server, &ann), ["Benjamin"]);
    until_tables(&server, &ann, &[json!(public)]);

    // Whom Ben blocks does not learn where he plays.
    assert_eq!(send_as(&server, "PUT", "/api/blocks/Ann", &ben.token).status, 204);
    assert_eq!(tables(&server, &ann), [Value::Null; 0]);
    assert_eq!(send_as(&server, "DELETE", "/api/blocks/Ann", &ben.token).status, 204);
    until_tables(&server, &ann, &[json!(public)]);
    // And whom Ann blocks is not shown to her.
    assert_eq!(send_as(&server, "PUT", "/api/blocks/Benjamin", &ann).status, 204);
    assert_eq!((names(&server, &ann), tables(&server, &ann)), (Vec::new(), Vec::new()));
    assert_eq!(send_as(&server, "DELETE", "/api/blocks/Benjamin", &ann).status, 204);

    let unfollow = || send_as(&server, "DELETE", "/api/follows/Benjamin", &ann);
    assert_eq!(unfollow().status, 204);
    assert_eq!(unfollow().error(), (404, "no_such_person".to_owned()));
    assert_eq!((names(&server, &ann), tables(&server, &ann)), (Vec::new(), Vec::new()));
    server.stop();
}

#[tokio::test]
async fn the_watch_list_leads_to_running_games_of_people_one_follows() {
    leads_to_running_games(&[]).await;
}

#[tokio::test]
async fn the_watch_list_leads_to_running_games_of_people_one_follows_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    leads_to_running_games(&["--database-url", &url]).await;
}

#[tokio::test]
async fn following_is_limited_by_time_like_other_changes() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let ann = Client::hello(&server, "Ann").await.token;
    Client::hello(&server, "Ben").await;
    let answers: Vec<_> = (0..31)
        .map(|nth| {
            let method = if nth % 2 == 0 { "PUT" } else { "DELETE" };
            send_as(&server, method, "/api/follows/Ben", &ann).status
        })
        .collect();
    assert_eq!(answers[..30], [204; 30]);
    assert_eq!(answers[30], 429);
    server.stop();
}

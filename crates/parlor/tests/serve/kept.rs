//! What one person, or one address, can make the server keep is bounded.

use serde_json::json;

use crate::support::client::Client;
use crate::support::http::advance;
use crate::support::server::ServerProcess;

/// A server where this machine is limited too, and time stands still.
fn strict(folder: &tempfile::TempDir, args: &[&str]) -> ServerProcess {
    let strict = ["--unlimited-networks", "192.0.2.1", "--test-time", "1700000000000"];
    ServerProcess::start_with(folder.path(), &[&strict, args].concat())
}

#[tokio::test]
async fn one_address_takes_a_bounded_number_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--names-per-hour", "3"]);
    let ann = Client::hello(&server, "Ann").await;
    Client::hello(&server, "Ben").await;
    Client::hello(&server, "Cid").await;
    let mut dot = Client::connect(&server).await;
    let refused = dot.refused("hello", json!({"version": 2, "name": "Dot"})).await;
    assert_eq!((&refused["code"], &refused["retry_ms"]), (&json!("rate_limited"), &json!(1_200_000)));
    // A known person does not need a new name.
    Client::resume(&server, &ann.token).await;
    advance(&server, 1_200_000);
    dot.done("hello", json!({"version": 2, "name": "Dot"})).await;
}

#[tokio::test]
async fn a_person_holds_one_name_and_changes_it_ten_times_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &[]);
    let mut ann = Client::hello(&server, "Ann").await;
    for number in 0..10 {
        ann.done("rename", json!({"name": format!("Ann {number}")})).await;
    }
    let refused = ann.refused("rename", json!({"name": "Ann again"})).await;
    assert_eq!((&refused["code"], &refused["retry_ms"]), (&json!("rate_limited"), &json!(6_000)));
    // All names but the last one are free.
    for name in ["Ann", "Ann 0", "Ann 8"] {
        Client::hello(&server, name).await;
    }
    let mut other = Client::connect(&server).await;
    assert_eq!(other.refused("hello", json!({"version": 2, "name": "Ann 9"})).await["code"], "name_taken");
}

#[tokio::test]
async fn private_tables_count_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--max-tables-per-person", "3"]);
    let mut ann = Client::hello(&server, "Ann").await;
    for private in [true, false, true] {
        ann.done("open", json!({"config": {"game": "gomoku", "private": private}})).await;
    }
    for private in [true, false] {
        let refused = ann.refused("open", json!({"config": {"game": "gomoku", "private": private}})).await;
        assert_eq!(refused["code"], "limit_reached");
    }
}

#[tokio::test]
async fn nobody_gets_more_by_going_and_coming_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--tables-per-minute", "2", "--drafts-per-minute", "6"]);
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"config": {"game": "gomoku"}});
    for _ in 0..2 {
        ann.done("open", new.clone()).await;
    }
    let token = ann.token.clone();
    drop(ann);
    let (mut ann, _) = Client::resume(&server, &token).await;
    assert_eq!(ann.refused("open", new).await["retry_ms"], 30_000);
}

#[tokio::test]
async fn an_address_has_as_much_as_a_number_of_people_together() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--tables-per-minute", "2", "--people-per-address", "2"]);
    let new = json!({"config": {"game": "gomoku"}});
    let mut opened = 0;
    for number in 0..4 {
        let mut person = Client::hello(&server, &format!("Person {number}")).await;
        for _ in 0..2 {
            let answer = person.ask("open", new.clone()).await;
            opened += u32::from(answer.get("done").is_some());
        }
    }
    assert_eq!(opened, 4, "two for each of two people, however many there are");
}

#[tokio::test]
async fn bots_are_asked_for_at_a_bounded_rate() {
    let folder = tempfile::tempdir().unwrap();
    let server = strict(&folder, &["--bots-per-minute", "3"]);
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"config": {"game": "gomoku", "bots": ["casual", "casual"], "seats": 3}});
    ann.done("open", new.clone()).await;
    let refused = ann.refused("open", new.clone()).await;
    assert_eq!((&refused["code"], &refused["retry_ms"]), (&json!("rate_limited"), &json!(20_000)));
    advance(&server, 20_000);
    ann.done("open", new).await;
}

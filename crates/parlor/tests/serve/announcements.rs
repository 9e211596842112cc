//! The server's own webhook: what it says, and what it does not wait for.

use serde_json::json;

use super::hooks::{Hook, moves};
use crate::support::client::Client;
use crate::support::http::post_as;
use crate::support::server::ServerProcess;
use crate::support::stores::on_both_stores;

const NOW: i64 = 1_700_000_000_000;

fn start(data: &std::path::Path, store: &[&str], hook: &str) -> ServerProcess {
    let now = NOW.to_string();
    let args = ["--test-time", &now, "--webhook-networks", "127.0.0.1", "--announce-webhook", hook];
    let more = ["--announce-webhook-format", "slack", "--public-url", "https://games.example.org"];
    ServerProcess::start_with(data, &[store, &args[..], &more[..]].concat())
}

on_both_stores! {
    a_channel_hears_of_tournaments_scheduled_tables_and_people_who_would_play,
    a_channel_hears_of_what_is_new_in_postgresql: check_announcements;
    a_channel_that_never_answers_holds_nobody,
    a_channel_that_never_answers_holds_nobody_in_postgresql: holds_nobody;
}

async fn check_announcements(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let hook = Hook::good();
    let server = start(folder.path(), store, &hook.url());
    let operator = server.admin_token().to_owned();
    let received = || hook.call(&server, &operator)["text"].as_str().unwrap().to_owned();
    let mut ann = Client::hello(&server, "Ann").await;
    let arena =
        json!({"name": "Lunch", "game": "golf", "seats": 2, "form": "arena", "minutes": 30, "bots": true});
    let id =
        post_as(&server, "/api/tournaments", &ann.token, &arena).json()["id"].as_str().unwrap().to_owned();
    assert_eq!(
        received(),
        format!(
            "New tournament: Lunch. Six Card Golf. Who enters? https://games.example.org/tournaments/{id}"
        )
    );
    assert_eq!(post_as(&server, &format!("/api/tournaments/{id}/start"), &ann.token, &json!({})).status, 204);
    assert!(received().starts_with("The tournament begins: Lunch."));
    // A public table, and a private one, which is not announced.
    for private in [true, false] {
        let table = json!({"game": "chicago", "seats": 3, "private": private});
        let body = json!({"table": table, "starts_at": NOW + 7_200_000});
        let answer = post_as(&server, "/api/scheduled", &ann.token, &body);
        assert!(answer.status < 300, "{answer:?}");
    }
    let said = received();
    assert!(said.starts_with("Table announced: Chicago. By Ann, for 2023-11-15 00:13 UTC."), "{said}");
    let wish = json!({"games": ["chicago"], "min_seats": 3, "max_seats": 3});
    ann.done("ready", json!({ "wish": wish })).await;
    assert_eq!(received(), "1 of 3 for Chicago. Who joins? https://games.example.org/");
    moves(&server, &operator, 60_000);
    Client::hello(&server, "Ben").await.done("ready", json!({ "wish": wish })).await;
    assert!(received().starts_with("2 of 3 for Chicago."), "and no name");
    assert!(hook.has_none());
    server.stop();
}

async fn holds_nobody(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let held = std::sync::Mutex::new(Vec::new());
    let slow = Hook::open(move |stream| held.lock().unwrap().push(stream.try_clone()));
    let server = start(folder.path(), store, &slow.url());
    let admin = server.admin_token().to_owned();
    let new =
        json!({"name": "Lunch", "game": "golf", "seats": 2, "form": "arena", "minutes": 30, "bots": true});
    for _ in 0..80 {
        assert_eq!(post_as(&server, "/api/tournaments", &admin, &new).status, 200);
    }
    slow.taken(&server, &admin);
    server.stop();
}

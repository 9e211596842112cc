//! Reviews of finished games: asked for over HTTP, computed once, kept over a restart in the middle, the same for everybody.

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, post_as};
use crate::support::server::{ServerProcess, parlor, run};

/// Plays a game with a bot to its end; returns the id of its replay.
async fn play(person: &mut Client, table: Value) -> String {
    let table = person.open(table).await;
    let scene = person.scene().await;
    let over = person.play_on(&table, scene, u32::MAX).await;
    person.done("leave", json!({"table": table})).await;
    over.result().unwrap()["replay_id"].as_str().unwrap().to_owned()
}

fn golf(rounds: u32, private: bool) -> Value {
    json!({
        "game": "golf", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "private": private,
        "options": {"rounds": rounds},
    })
}

/// Asks until the review is there; the percentages on the way only rise.
fn finished(server: &ServerProcess, path: &str, token: &str) -> Value {
    let mut known = 0;
    for _ in 0..200 {
        let answer = get_as(server, &format!("{path}?known={known}"), token).json();
        let percent = answer["percent"].as_u64().unwrap();
        assert!(percent >= known, "{known} {answer}");
        known = percent;
        if answer["state"] == "done" {
            return answer["review"].clone();
        }
        assert_eq!(answer["state"], "running", "{answer}");
    }
    panic!("no review in all this time");
}

async fn is_asked_for_once_and_survives_a_restart(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [store, &["--messages-per-second", "1000"]].concat();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    let id = play(&mut ann, golf(1, true)).await;
    let path = format!("/api/replays/{id}/review");
    let token = ann.token.clone();
    let stranger = Client::hello(&server, "Ben").await.token;
    for refused in [get(&server, &path), post_as(&server, &path, &stranger, &json!({}))] {
        assert_eq!(refused.error(), (404, "no_such_replay".to_owned()));
    }
    assert_eq!(get_as(&server, &path, &token).json()["state"], "none");
    assert_eq!(get_as(&server, &format!("{path}?known=x"), &token).error(), (400, "bad_request".to_owned()));
    let asked = post_as(&server, &path, &token, &json!({})).json();
    assert!(asked["state"] == "running" || asked["state"] == "done", "{asked}");

    // Killed in the middle: the part that was computed is lost. The next server restarts the review without a new request.
    let middle = get_as(&server, &format!("{path}?known=0"), &token).json();
    let percent = middle["percent"].as_u64().unwrap();
    assert!(middle["state"] == "running" && (1..100).contains(&percent), "{middle}");
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    assert_eq!(get_as(&server, &path, &token).json()["state"], "running");
    let review = finished(&server, &path, &token);
    assert_eq!(review["seats"].as_array().unwrap().len(), 2);
    assert_eq!(review["luck_method"], "estimated");
    assert!(!review["decisions"].as_array().unwrap().is_empty() && review["chances"][0]["step"] == 0);
    let text = |answer: Answer| answer.json()["review"].to_string();
    assert_eq!(text(post_as(&server, &path, &token, &json!({}))), review.to_string());

    // The command line finds the same.
    let address = format!("http://{}/r/{id}", server.address);
    let mut command = parlor(&["review", &address, "--level", "medium", "--json"]);
    let printed = run(command.env("PARLOR_TOKEN", &token));
    let mut printed: Value = serde_json::from_str(&printed.stdout).unwrap();
    printed.as_object_mut().unwrap().remove("line");
    assert_eq!(printed, review);
    server.stop();
}

#[tokio::test]
async fn a_review_is_asked_for_once_and_survives_a_restart() {
    is_asked_for_once_and_survives_a_restart(&[]).await;
}

#[tokio::test]
async fn a_review_is_asked_for_once_and_survives_a_restart_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    is_asked_for_once_and_survives_a_restart(&["--database-url", &url]).await;
}

#[tokio::test]
async fn nobody_has_more_than_ten_reviews_computed_at_a_time_or_asks_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--messages-per-second", "1000", "--test-time", "1700000000000"];
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    let mut games = Vec::new();
    for _ in 0..14 {
        games.push(play(&mut ann, golf(1, false)).await);
    }
    let ask =
        |game: &str, token: &str| post_as(&server, &format!("/api/replays/{game}/review"), token, &json!({}));
    // One or another may be done by then.
    let answers: Vec<Answer> = games.iter().map(|game| ask(game, &ann.token)).collect();
    let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
    assert_eq!(refused.error(), (409, "limit_reached".to_owned()));
    assert!(answers.iter().filter(|answer| answer.status == 200).count() >= 10);
    // Others are not held up by that.
    let ben = Client::hello(&server, "Ben").await.token;
    assert_eq!(ask(&games[13], &ben).status, 200);
    // The time stands still: what one person may ask is used up.
    let answers: Vec<u16> = (0..30).map(|_| ask(&games[0], &ann.token).status).collect();
    assert_eq!((answers[0], answers[29]), (200, 429));
    assert_eq!(ask(&games[0], &ben).status, 200);
    server.stop();
}

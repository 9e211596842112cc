//! What is counted of people in each game: once for each game, those that were played before it was counted, too.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{get, get_as};
use crate::support::server::ServerProcess;

const COUNT_AGAIN: [&str; 2] = [
    "DELETE FROM figures; DELETE FROM standings; DELETE FROM meetings;
     UPDATE replays SET figures_counted = NULL, summed = NULL;",
    "DELETE FROM parlor.figures; DELETE FROM parlor.standings; DELETE FROM parlor.meetings;
     UPDATE parlor.replays SET figures_counted = NULL, summed = NULL;",
];

/// Plays a game with a bot to its end; returns the result.
async fn play(person: &mut Client, game: &str, options: Value) -> Value {
    let table = person
        .open(json!({"game": game, "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "options": options}))
        .await;
    let scene = person.scene().await;
    let over = person.play_on(&table, scene, u32::MAX).await;
    person.done("leave", json!({"table": table})).await;
    over.result().unwrap().clone()
}

/// The figures of Ann in a game, as soon as there are this many values of one of them.
fn figures(server: &ServerProcess, game: &str, key: &str, samples: u64) -> Value {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let person = get(server, "/api/people/Ann").json();
        let games = person["games"].as_array().cloned().unwrap_or_default();
        let found = games.iter().find(|found| found["game"] == game);
        let figures = found.map(|found| found["figures"].clone()).unwrap_or_default();
        if value(&figures, key)["samples"] == samples {
            return figures;
        }
        assert!(Instant::now() < deadline, "{key} is not counted: {person}");
        std::thread::yield_now();
    }
}

fn value(figures: &Value, key: &str) -> Value {
    let all = figures.as_array().cloned().unwrap_or_default();
    all.into_iter().find(|figure| figure["key"] == key).unwrap_or_default()
}

async fn are_counted_once(database: Option<&StoreLocation>) {
    let folder = tempfile::tempdir().unwrap();
    let url = match database {
        Some(StoreLocation::Postgres(url)) => vec!["--database-url", url],
        _ => Vec::new(),
    };
    let arguments = [&url[..], &["--messages-per-second", "1000", "--requests-per-second", "1000"]].concat();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    let mut scores = Vec::new();
    for _ in 0..2 {
        let result = play(&mut ann, "golf", json!({"rounds": 1})).await;
        scores.push(result["scores"][0].as_f64().unwrap());
    }
    let golf = figures(&server, "golf", "round_mean", 2);
    assert_eq!(value(&golf, "round_mean")["value"], (scores[0] + scores[1]) / 2.0);
    assert_eq!(value(&golf, "round_best")["value"], scores[0].min(scores[1]));
    assert_eq!(value(&golf, "round_worst")["value"], scores[0].max(scores[1]));
    assert_eq!(value(&golf, "round_best")["kind"], "min");
    assert_eq!(value(&golf, "round_best")["title"], "Best round");
    assert!(value(&golf, "steals")["value"].is_number(), "a count is a number before anything was counted");

    let gomoku = play(&mut ann, "gomoku", json!({})).await;
    let replay = get(&server, &format!("/api/replays/{}", gomoku["replay_id"].as_str().unwrap())).json();
    let pebbles = replay["record"]["actions"].as_array().unwrap().len() as f64;
    if gomoku["winners"] == json!([0]) {
        let gomoku = figures(&server, "gomoku", "win_length_min", 1);
        assert_eq!(value(&gomoku, "win_length_min")["value"], pebbles);
    } else {
        let gomoku = figures(&server, "gomoku", "win_length_min", 0);
        assert_eq!(value(&gomoku, "win_length_min").get("value"), None, "no win has no length");
    }

    // After a restart nothing is counted twice: what is counted later comes after what was there.
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let (mut ann, _) = Client::resume(&server, &ann.token).await;
    play(&mut ann, "golf", json!({"rounds": 1})).await;
    let counted = figures(&server, "golf", "round_mean", 3);

    // Games of a database that never counted are counted from their replays: to the same numbers.
    server.stop();
    match database {
        Some(place) => drop(Postgres::shared().unwrap().sql(place, COUNT_AGAIN[1]).unwrap()),
        None => rusqlite::Connection::open(folder.path().join("parlor.db"))
            .unwrap()
            .execute_batch(COUNT_AGAIN[0])
            .unwrap(),
    }
    let server = ServerProcess::start_with(folder.path(), &arguments);
    assert_eq!(figures(&server, "golf", "round_mean", 3), counted);
    // They are the person's, whatever the name, and nobody else's.
    Client::resume(&server, &ann.token).await.0.done("rename", json!({"name": "Anna"})).await;
    let ben = Client::hello(&server, "Ann").await;
    assert_eq!(get_as(&server, "/api/people/Ann", &ben.token).json()["games"], json!([]));
    let anna = get(&server, "/api/people/Anna").json();
    assert_eq!((&anna["games"][0]["figures"], &anna["games"][0]["played"]), (&counted, &json!(3)));
    let listed = get(&server, "/api/people/Anna/games?game=golf").json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 3);
    server.stop();
}

#[tokio::test]
async fn figures_are_counted_once_also_those_of_old_games() {
    are_counted_once(None).await;
}

#[tokio::test]
async fn figures_are_counted_once_also_those_of_old_games_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    are_counted_once(Some(&postgres.create_database().unwrap())).await;
}

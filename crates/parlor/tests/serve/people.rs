//! Finished games are found again: by the person who played them, and by others as far as they may.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{get, get_as};
use crate::support::server::ServerProcess;
use crate::support::stores::on_both_stores;

/// Plays a short game with a bot to its end; returns the result.
async fn play(person: &mut Client, game: &str, private: bool) -> Value {
    let options = if game == "onecard" { json!({"rounds": 1}) } else { json!({}) };
    let table = person
        .open(json!({
            "game": game, "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "private": private, "options": options,
        }))
        .await;
    let scene = person.scene().await;
    let over = person.play_on(&table, scene, u32::MAX).await;
    person.done("leave", json!({"table": table})).await;
    over.result().unwrap().clone()
}

/// The replays of a page of games.
fn replays(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["replay_id"].as_str().unwrap()).collect()
}

/// Ann and Ben play Gomoku with each other until Ann has won; the id of the replay.
async fn play_each_other(ann: &mut Client, ben: &mut Client) -> String {
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "options": {"size": 10}})).await;
    ben.done("join", json!({"table": table})).await;
    let mut result = Value::Null;
    for turn in 0..5 {
        for (row, person) in [&mut *ann, &mut *ben].into_iter().enumerate() {
            if row == 1 && turn == 4 {
                break;
            }
            let action = json!({"place": {"x": turn, "y": 2 * row}});
            let act = json!({"table": table, "game_number": 1, "nth": turn, "action": action});
            person.done("act", act).await;
        }
    }
    while result.is_null() {
        result = ann.done("sync", json!({"table": table})).await["result"].clone();
    }
    for person in [ann, ben] {
        person.done("leave", json!({"table": table})).await;
    }
    result["replay_id"].as_str().unwrap().to_owned()
}

on_both_stores! {
    finished_games_are_found_again_by_those_who_may_see_them,
    finished_games_are_found_again_by_those_who_may_see_them_in_postgresql: finds_finished_games;
    games_with_an_opponent_are_found_and_counted,
    games_with_an_opponent_are_found_and_counted_in_postgresql: finds_opponents;
}

async fn finds_opponents(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server =
        ServerProcess::start_with(folder.path(), &[store, &["--messages-per-second", "1000"]].concat());
    let (mut ann, mut ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let mut cleo = Client::hello(&server, "Cleo").await;
    let with_ben = [play_each_other(&mut ann, &mut ben).await, play_each_other(&mut ann, &mut ben).await];
    let with_cleo = play_each_other(&mut cleo, &mut ann).await;
    let games = |path: &str| get(&server, path).json();
    let found = games("/api/people/Ann/games?opponent=Ben");
    assert_eq!(replays(&found), [&*with_ben[1], &*with_ben[0]], "the newest first, and no others");
    assert_eq!(replays(&games("/api/people/ben/games?opponent=ANN")), [&*with_ben[1], &*with_ben[0]]);
    assert_eq!(replays(&games("/api/people/Ann/games?opponent=Cleo")), [&*with_cleo]);
    assert_eq!(replays(&games("/api/people/Ann/games?opponent=Ben&limit=1")), [&*with_ben[1]]);
    assert_eq!(replays(&games("/api/people/Ann/games?opponent=Ben&game=golf")), [""; 0]);
    assert_eq!(replays(&games("/api/people/Ann/games?opponent=Cleo&result=won")), [""; 0]);
    assert_eq!(replays(&games("/api/people/Ben/games?opponent=Cleo")), [""; 0]);
    let together = games("/api/people/Ann/against/Ben");
    let gomoku = &together["games"][0];
    assert_eq!((&gomoku["game"], &gomoku["played"]), (&json!("gomoku"), &json!(2)), "{together}");
    server.stop();
}

async fn finds_finished_games(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server =
        ServerProcess::start_with(folder.path(), &[store, &["--messages-per-second", "1000"]].concat());
    let mut ann = Client::hello(&server, "Ann").await;
    let mut ids = Vec::new();
    let mut won = Vec::new();
    for (game, private) in [("gomoku", false), ("onecard", true), ("gomoku", false)] {
        let result = play(&mut ann, game, private).await;
        ids.push(result["replay_id"].as_str().unwrap().to_owned());
        won.push(result["winners"].as_array().unwrap().contains(&json!(0)));
    }
    let public = [ids[2].as_str(), ids[0].as_str()];
    let all = [ids[2].as_str(), ids[1].as_str(), ids[0].as_str()];

    // A stranger sees public games, newest first; the person sees all.
    let page = get(&server, "/api/people/ann/games").json();
    assert_eq!(replays(&page), public);
    assert_eq!(page.get("next"), None);
    let newest = &page["games"][0];
    assert_eq!(newest["game"], "gomoku");
    assert_eq!(newest["seats"][0]["name"], "Ann");
    assert_eq!(newest["seats"][0]["is_person"], true);
    assert_eq!(newest["seats"][0]["won"], won[2]);
    assert_eq!(newest["seats"][1]["is_person"], false);
    let own = |query: &str| get_as(&server, &format!("/api/people/Ann/games{query}"), &ann.token).json();
    assert_eq!(replays(&own("")), all);

    // Filters and pages.
    assert_eq!(replays(&own("?game=onecard")), [all[1]]);
    let expected: Vec<_> = (0..3).rev().filter(|game| won[*game]).map(|game| ids[game].as_str()).collect();
    assert_eq!(replays(&own("?result=won")), expected);
    let first = own("?limit=2");
    assert_eq!(replays(&first), all[..2]);
    assert_eq!(replays(&own(&format!("?limit=2&before={}", first["next"]))), all[2..]);

    Client::hello(&server, "Ben").await;
    assert_eq!(replays(&own("?opponent=Ben")), [""; 0]);
    for (query, code) in [
        ("?opponent=Nobody", (404, "no_such_person")),
        ("?game=chess", (400, "bad_request")),
        ("?limit=51", (400, "bad_request")),
        ("?limit=0", (400, "bad_request")),
        ("?before=x", (400, "bad_request")),
        ("?result=lost", (400, "bad_request")),
        ("?unheard_of=1", (400, "bad_request")),
    ] {
        let answer = get(&server, &format!("/api/people/Ann/games{query}")).error();
        assert_eq!(answer, (code.0, code.1.to_owned()), "{query}");
    }
    assert_eq!(get(&server, "/api/people/Cid/games").error(), (404, "no_such_person".to_owned()));
    server.stop();
}

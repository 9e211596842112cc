//! Finished games are found again: by the person who played them, and by others as far as they may.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{get, get_as};
use crate::support::server::ServerProcess;

/// Plays a short game with a bot to its end; gives the result.
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

#[tokio::test]
async fn finished_games_are_found_again_by_those_who_may_see_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--messages-per-second", "1000"]);
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

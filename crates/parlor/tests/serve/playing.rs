//! Whole games through the door: with bots, over a crash, and with time that is passed in.

use serde_json::json;

use crate::support::client::Client;
use crate::support::http::{advance, get, get_as};
use crate::support::server::ServerProcess;

#[tokio::test]
async fn a_game_survives_kill_9_and_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let token = ann.token.clone();
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0})).await;
    let scene = ann.scene().await;
    let before = ann.play_on(&table, scene, 2).await;
    // What was acknowledged is there afterwards, whatever came later.
    let acknowledged = before.0["seen"]["view"]["pebbles"].as_u64().unwrap();
    server.kill();

    let server = ServerProcess::start(folder.path());
    assert_eq!(server.token, None);
    let (mut ann, welcome) = Client::resume(&server, &token).await;
    assert_eq!(welcome["name"], "Ann");
    assert_eq!(welcome["tables"][0]["info"]["table"], table);
    assert_eq!(welcome["tables"][0]["info"]["stage"], "running");
    let scene = ann.scene().await;
    assert!(scene.0["seen"]["view"]["pebbles"].as_u64().unwrap() >= acknowledged);
    assert!(scene.nth() >= 2, "the own decisions are still counted");
    let over = ann.play_on(&table, scene, u32::MAX).await;
    let result = over.result().unwrap().clone();
    assert_eq!(result["abandoned"], false);

    let path = format!("/api/replays/{}", result["replay_id"].as_str().unwrap());
    let replay = get(&server, &path).json();
    assert_eq!(replay["names"], json!(["Ann", "Bot 2 (random)"]));
    assert_eq!(replay["winners"], result["winners"]);
    let actions = replay["record"]["actions"].as_array().unwrap();
    assert!(actions.iter().all(|action| action["by"] == if action["seat"] == 0 { "person" } else { "bot" }));
    let wins = u64::from(result["winners"] == json!([0]));
    let sizes = json!([{"seats": 2, "played": 1, "won": wins}]);
    let games = json!([{"game": "gomoku", "played": 1, "won": wins, "sizes": sizes, "figures": null}]);
    let mut standing = get(&server, "/api/people/Ann").json();
    // They are counted in the background.
    assert!(standing["games"][0]["figures"].take().is_array());
    let wanted = json!({"name": "Ann", "games": games, "ratings": []});
    assert_eq!(standing, wanted);
    server.stop();
}

#[tokio::test]
async fn an_action_sent_twice_is_played_once_and_answered_twice() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0})).await;
    let act = json!({"table": table, "nth": 0, "action": {"place": {"x": 7, "y": 7}}});
    ann.done("act", act.clone()).await;
    ann.done("act", act.clone()).await;
    let mut other = act.clone();
    other["action"] = json!({"place": {"x": 0, "y": 0}});
    assert_eq!(ann.refused("act", other).await["code"], "stale");
    let mut taken = act.clone();
    taken["nth"] = 1.into();
    // The bot has answered when it is one's own turn again.
    while ann.scene().await.nth() != 1 {}
    loop {
        let refused = ann.refused("act", taken.clone()).await;
        if refused["code"] == "taken" || refused["legal"] == "implied" {
            assert!(refused["message"].as_str().unwrap().ends_with('.'), "{refused}");
            break;
        }
    }
}

#[tokio::test]
async fn a_private_game_is_shown_again_to_those_who_played_it_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let ben = Client::hello(&server, "Ben").await;
    let new = json!({"game": "gomoku", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "private": true});
    let table = ann.open(new).await;
    let scene = ann.scene().await;
    let over = ann.play_on(&table, scene, u32::MAX).await;
    let path = format!("/api/replays/{}", over.result().unwrap()["replay_id"].as_str().unwrap());
    assert_eq!(get(&server, &path).error(), (404, "no_such_replay".to_owned()));
    assert_eq!(get_as(&server, &path, &ben.token).error(), (404, "no_such_replay".to_owned()));
    assert_eq!(get_as(&server, &path, "nonsense").error(), (404, "no_such_replay".to_owned()));
    assert_eq!(get_as(&server, &path, &ann.token).json()["names"][0], "Ann");
}

#[tokio::test]
async fn a_game_is_shown_again_step_by_step_with_anybodys_eyes() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"game": "onecard", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "options": {"rounds": 1}});
    let table = ann.open(new).await;
    let scene = ann.scene().await;
    let over = ann.play_on(&table, scene, u32::MAX).await;
    let result = over.result().unwrap();
    let path = format!("/api/replays/{}/frames", result["replay_id"].as_str().unwrap());
    let seen = |eyes: &str| get(&server, &format!("{path}?as={eyes}")).json();

    let anns = seen("0");
    assert_eq!(anns["names"], json!(["Ann", "Bot 2 (casual)"]));
    assert_eq!(anns["everything"], true);
    let frames = anns["frames"].as_array().unwrap();
    let steps = anns["steps"].as_u64().unwrap() as usize;
    assert_eq!(anns["scores"].as_array().unwrap().len(), steps + 1);
    assert_eq!(anns["scores"][steps], result["scores"], "the chart ends where the game ended");
    assert_eq!(frames.len(), (steps + 1).min(200));
    assert!(!frames[0]["seen"]["view"]["hand"].as_array().unwrap().is_empty(), "one sees one's own cards");
    assert!(frames[1]["events"][0]["text"].as_str().unwrap().ends_with('.'));
    let watched = seen("watcher");
    assert_eq!(watched["frames"][0]["seen"]["view"]["hand"], json!([]), "and those who watched saw none");
    assert_eq!(seen("everything")["frames"][0]["seen"]["view"]["all_hands"].as_array().unwrap().len(), 2);
    let last = get(&server, &format!("{path}?as=1&from={steps}&count=5")).json();
    assert_eq!(last["frames"].as_array().unwrap().len(), 1, "there is nothing after the last step");
    assert_eq!(last["frames"][0]["step"], steps);
    for wrong in ["as=2", "as=nobody", "from=-1", "count=x", "colour=red"] {
        let answer = get(&server, &format!("{path}?{wrong}"));
        assert_eq!(answer.error(), (400, "bad_request".to_owned()), "{wrong}");
    }
    assert_eq!(get(&server, "/api/replays/0000000000-1/frames").error(), (404, "no_such_replay".to_owned()));
}

#[tokio::test]
async fn time_that_is_passed_in_runs_the_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1000000"]);
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    let mut ben = Client::hello(&server, "Ben").await;
    ben.done("join", json!({"table": table})).await;
    let mut scene = ann.scene().await;
    while scene.legal().is_empty() {
        scene = ann.scene().await;
    }
    assert_eq!(scene.0["deadlines"], json!([{"seat": 0, "remaining_ms": 20_000}]));
    ann.done("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 4}}})).await;
    advance(&server, 19_999);
    ann.done("ping", json!({})).await;
    advance(&server, 1);
    let update = ann.until("update").await;
    assert_eq!(update["seen"]["view"]["last"], json!({"x": 3, "y": 4}), "the draft was played");
    assert_eq!(update["deadlines"], json!([{"seat": 1, "remaining_ms": 20_000}]));
}

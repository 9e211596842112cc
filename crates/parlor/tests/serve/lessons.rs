//! Lessons over HTTP: listed, begun, refused as at a table, judged, and remembered for a person.

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, post_as, request};
use crate::support::server::ServerProcess;

fn attempt(server: &ServerProcess, path: &str, actions: &Value) -> Answer {
    let body = json!({ "actions": actions }).to_string();
    request(
        server,
        "POST",
        &format!("/api/lessons/{path}/attempt"),
        &["Content-Type: application/json"],
        &body,
    )
}

#[test]
fn every_game_has_lessons_and_each_begins_at_the_turn_of_its_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--requests-per-second", "1000"]);
    let counts = get(&server, "/api/games").json();
    let list = get(&server, "/api/lessons").json();
    for game in counts["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let lessons = list["games"].as_array().unwrap().iter().find(|entry| entry["game"] == name).unwrap();
        let lessons = lessons["lessons"].as_array().unwrap();
        assert_eq!(game["lessons"], lessons.len(), "{name}");
        for (index, lesson) in lessons.iter().enumerate() {
            let id = lesson["id"].as_str().unwrap();
            let info = get(&server, &format!("/api/lessons/{name}/{id}")).json();
            assert_eq!((&info["number"], &info["count"]), (&json!(index + 1), &json!(lessons.len())), "{id}");
            let seen = &info["frame"]["seen"];
            assert!(seen["to_act"].as_array().unwrap().contains(&seen["you"]), "{id}");
            for language in ["en", "sv", "zh"] {
                assert!(!info["task"][language].as_str().unwrap().is_empty(), "{id} {language}");
            }
            // A lesson shows what its seat may know, and nothing else.
            assert!(seen["view"].get("unhidden").is_none() && !seen.to_string().contains("seed"), "{id}");
        }
    }
    server.stop();
}

#[test]
fn an_action_in_a_lesson_is_refused_wrong_right_or_solves_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &[]);
    let place = |x: u8, y: u8| json!({"place": {"x": x, "y": y}});

    let refused = attempt(&server, "chicago/win-the-trick", &json!([{"play": "D3"}])).json();
    assert_eq!((&refused["verdict"], &refused["frames"]), (&json!("refused"), &json!([])));
    assert_eq!(refused["refusal"]["code"], "must_follow_suit");
    assert!(refused["refusal"]["message"].as_str().unwrap().ends_with('.'));
    let refused = attempt(&server, "gomoku/open-four", &json!(["pass"])).json();
    assert_eq!(refused["refusal"]["code"], "bad_action");

    // The reply of the other follows: it closes the end that was left.
    let wrong = attempt(&server, "gomoku/open-four", &json!([place(5, 7)])).json();
    assert_eq!((&wrong["verdict"], wrong["frames"].as_array().unwrap().len()), (&json!("wrong"), 2));
    assert_eq!(wrong["frames"][1]["seat"], 1);
    let right = attempt(&server, "gomoku/open-four", &json!([place(9, 7)])).json();
    assert_eq!(right["verdict"], "right");
    let solved = attempt(&server, "gomoku/open-four", &json!([place(9, 7), place(5, 7)])).json();
    assert_eq!(solved["verdict"], "solved");
    assert_eq!(solved["frames"][0]["seen"]["outcome"]["winners"], json!([0]));
    assert!(solved["text"]["zh"].as_str().unwrap().contains('。'));

    let bad = (400, "bad_request".to_owned());
    assert_eq!(attempt(&server, "gomoku/open-four", &json!([])).error(), bad);
    assert_eq!(attempt(&server, "gomoku/open-four", &json!(7)).error(), bad);
    let three = json!([place(9, 7), place(5, 7), place(0, 0)]);
    assert_eq!(attempt(&server, "gomoku/open-four", &three).error(), bad);
    for path in ["gomoku/nothing", "whist/open-four"] {
        assert_eq!(attempt(&server, path, &json!([place(9, 7)])).error(), (404, "no_such_lesson".to_owned()));
        assert_eq!(get(&server, &format!("/api/lessons/{path}")).error(), (404, "no_such_lesson".to_owned()));
    }
    server.stop();
}

async fn progress_is_remembered(store: &[&str]) {
    const PATH: &str = "/api/lessons/progress";
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), store);
    let ann = Client::hello(&server, "Ann").await.token;
    let ben = Client::hello(&server, "Ben").await.token;
    assert_eq!(get(&server, PATH).error(), (401, "unknown_token".to_owned()));
    assert_eq!(get_as(&server, PATH, &ann).json(), json!({"solved": []}));

    let first = json!({"solved": ["gomoku/open-four"]});
    assert_eq!(post_as(&server, PATH, &ann, &first).json(), first);
    // All or none: a lesson that does not exist takes the other with it.
    let mixed = json!({"solved": ["golf/two-twos", "golf/nothing"]});
    assert_eq!(post_as(&server, PATH, &ann, &mixed).error(), (404, "no_such_lesson".to_owned()));
    assert_eq!(get_as(&server, PATH, &ann).json(), first);
    let more = json!({"solved": ["golf/two-twos", "gomoku/open-four", "golf/two-twos"]});
    let all = post_as(&server, PATH, &ann, &more).json();
    assert_eq!(all["solved"].as_array().unwrap().len(), 2, "{all}");
    let many = json!({"solved": vec!["golf/two-twos"; 201]});
    assert_eq!(post_as(&server, PATH, &ann, &many).error(), (400, "bad_request".to_owned()));

    server.stop();
    let server = ServerProcess::start_with(folder.path(), store);
    assert_eq!(get_as(&server, PATH, &ann).json()["solved"].as_array().unwrap().len(), 2);
    assert_eq!(get_as(&server, PATH, &ben).json(), json!({"solved": []}));
    server.stop();
}

#[tokio::test]
async fn solved_lessons_are_remembered_for_a_person() {
    progress_is_remembered(&[]).await;
}

#[tokio::test]
async fn solved_lessons_are_remembered_for_a_person_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    progress_is_remembered(&["--database-url", &url]).await;
}

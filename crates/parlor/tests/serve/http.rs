//! Every route, and what it says when something is wrong.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{fault, get, request};
use crate::support::server::ServerProcess;

#[tokio::test]
async fn games_and_tables_are_told_to_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let games = get(&server, "/api/games").json();
    let names: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| &game["name"]).collect();
    assert_eq!(names, games::Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    for game in games["games"].as_array().unwrap() {
        let (least, most) = (game["min_seats"].as_u64().unwrap(), game["max_seats"].as_u64().unwrap());
        assert!(least >= 2 && least <= most && game["options"].is_array(), "{game}");
    }
    assert_eq!(games["levels"][0], "random");
    let levels = |name: &str| {
        let game = games["games"].as_array().unwrap().iter().find(|game| game["name"] == name).unwrap();
        game["levels"].as_array().unwrap().clone()
    };
    assert_eq!(levels("chicago").len(), 6);
    assert!(levels("sorry").len() < 6, "where luck decides, only levels that differ are offered");
    let medium = levels("sorry").into_iter().find(|level| level["name"] == "medium").unwrap();
    assert_eq!(medium["rating"], 1_000);
    assert_eq!(
        get(&server, "/api/tables").json(),
        json!({"tables": [], "people_online": 0, "total": 0, "next": null})
    );

    let mut ann = Client::hello(&server, "Ann").await;
    let open = ann.open(json!({"game": "gomoku", "clock": "off"})).await;
    let private = ann.open(json!({"game": "gomoku", "private": true})).await;
    let tables = get(&server, "/api/tables").json();
    assert_eq!(tables["people_online"], 1);
    assert_eq!(tables["tables"].as_array().unwrap().len(), 1, "private tables are not listed");
    let card = get(&server, &format!("/api/tables/{open}")).json();
    assert_eq!(
        (&card["table"], &card["game"], &card["clock"]),
        (&json!(open), &json!("gomoku"), &json!("off"))
    );
    for id in [private.as_str(), "0000000000", "x", "%ff"] {
        let answer = get(&server, &format!("/api/tables/{id}"));
        assert_eq!(answer.error(), (404, "no_such_table".to_owned()), "{id}");
    }
}

#[tokio::test]
async fn tables_are_listed_a_page_at_a_time_of_one_game_or_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    for game in ["gomoku", "golf", "gomoku", "golf", "gomoku"] {
        ann.open(json!({ "game": game })).await;
    }
    let pages = |filter: &str| {
        let (mut ids, mut sizes, mut after) = (Vec::new(), Vec::new(), String::new());
        loop {
            let page = get(&server, &format!("/api/tables?limit=2{filter}{after}")).json();
            let listed = page["tables"].as_array().unwrap();
            sizes.push(listed.len());
            ids.extend(listed.iter().map(|table| (table["table"].clone(), table["game"].clone())));
            match page["next"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => return (ids, sizes, page["total"].clone()),
            }
        }
    };
    let (all, sizes, total) = pages("");
    assert_eq!((sizes, total), (vec![2, 2, 1], json!(5)));
    let whole = get(&server, "/api/tables").json();
    let listed = whole["tables"].as_array().unwrap().iter();
    assert_eq!(all, listed.map(|table| (table["table"].clone(), table["game"].clone())).collect::<Vec<_>>());
    let (golf, sizes, total) = pages("&game=golf");
    assert_eq!((sizes, total), (vec![2], json!(2)));
    assert_eq!(golf, all.iter().filter(|(_, game)| game == "golf").cloned().collect::<Vec<_>>());
    for wrong in ["limit=0", "limit=201", "limit=x", "after=x", "game=chess"] {
        let answer = get(&server, &format!("/api/tables?{wrong}"));
        assert_eq!(answer.error(), (400, "bad_request".to_owned()), "{wrong}");
    }
    server.stop();
}

#[tokio::test]
async fn people_are_found_by_name_whatever_its_letter_case() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let _ann = Client::hello(&server, "Åsa").await;
    assert_eq!(
        get(&server, "/api/people/%C3%A5SA").json(),
        json!({"name": "Åsa", "games": [], "ratings": []})
    );
    for name in ["Ben", "%20", "%ff", "a%00b"] {
        let answer = get(&server, &format!("/api/people/{name}"));
        assert_eq!(answer.error(), (404, "no_such_person".to_owned()), "{name}");
    }
    for id in ["0000000000-1", "x", "%ff"] {
        let answer = get(&server, &format!("/api/replays/{id}"));
        assert_eq!(answer.error(), (404, "no_such_replay".to_owned()), "{id}");
    }
}

#[test]
fn what_is_not_there_is_told_in_the_same_form() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    for path in ["/nothing", "/api", "/api/nothing", "/api/games/", "/../etc/passwd"] {
        assert_eq!(get(&server, path).error(), (404, "not_found".to_owned()), "{path}");
    }
    for (method, path) in [("POST", "/api/games"), ("DELETE", "/"), ("GET", "/api/admin/shutdown")] {
        let answer = request(&server, method, path, &[], "");
        assert_eq!(answer.error(), (405, "method_not_allowed".to_owned()), "{method} {path}");
    }
    assert_eq!(get(&server, "/ws").error().1, "websocket_required");
    let page = get(&server, "/");
    // With the built pages or without them: a page of this name.
    assert!(
        page.status == 200 && page.head.contains("text/html") && page.body.contains("<title>Parlor</title>")
    );
}

#[test]
fn a_server_whose_store_fails_lives_but_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    assert_eq!((get(&server, "/healthz").status, get(&server, "/readyz").status), (200, 200));
    fault(&server, Some("silent"));
    assert_eq!(get(&server, "/healthz").status, 200);
    assert_eq!(get(&server, "/readyz").error(), (503, "unavailable".to_owned()));
    fault(&server, None);
    assert_eq!(get(&server, "/readyz").body, "ready\n");
    server.stop();
}

#[test]
fn the_description_names_every_route_and_is_the_one_that_is_checked_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let served = get(&server, "/api/openapi.json");
    assert!(served.head.contains("application/json"), "{}", served.head);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    assert!(served.body == std::fs::read_to_string(path).unwrap(), "docs/openapi.json is old");
    let description: Value = served.json();
    for path in [
        "/api/games",
        "/api/tables",
        "/api/tables/{id}",
        "/api/replays/{id}",
        "/api/replays/{id}/frames",
        "/api/replays/{id}/review",
        "/api/people/{name}",
        "/api/people/{name}/games",
        "/api/people/{name}/ratings",
        "/api/people/{name}/against/{opponent}",
        "/api/replays/{id}/ratings",
        "/api/ratings",
        "/api/results",
        "/api/session",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/admin/status",
        "/api/admin/tables",
        "/api/admin/players",
        "/api/admin/announce",
        "/api/admin/shutdown",
    ] {
        assert!(description["paths"][path].is_object(), "{path} is not described");
    }
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for part in served.body.split("\"$ref\": \"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name} is not described");
    }
}

//! A server that is not open to everybody: strangers see the door, and invitations let people in.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{get, get_as, post_as, request};
use crate::support::server::{ServerProcess, parlor, run};
use crate::support::stores::on_both_stores;

/// Says hello as a new person with an invitation; the welcome or the refusal.
async fn enter(server: &ServerProcess, name: &str, invitation: Option<&str>) -> Value {
    let mut client = Client::connect(server).await;
    let mut hello = json!({"version": protocol::VERSION, "name": name});
    if let Some(code) = invitation {
        hello["invitation"] = code.into();
    }
    client.ask("hello", hello).await
}

fn refused(answer: &Value) -> &str {
    answer["refused"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// An invitation of the operator, made with `parlor admin`.
fn invite(server: &ServerProcess, uses: &str) -> String {
    let url = format!("http://{}", server.address);
    let args = ["admin", "--url", &url, "--token", server.admin_token(), "--json", "invite", "--uses", uses];
    let ended = run(&mut parlor(&args));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let made: Value = serde_json::from_str(&ended.stdout).unwrap();
    made["code"].as_str().unwrap().to_owned()
}

on_both_stores! {
    a_stranger_sees_the_door_and_nothing_behind_it,
    a_stranger_sees_the_door_and_nothing_behind_it_in_postgresql: shows_the_door;
    an_invitation_lets_in_as_many_as_it_says_until_it_ends,
    an_invitation_lets_in_as_many_as_it_says_until_it_ends_in_postgresql: lets_in_invited;
    behind_a_closed_door_only_the_operator_invites_and_legacy_ports_are_shut,
    behind_a_closed_door_only_the_operator_invites_in_postgresql: stays_closed;
}

/// What a stranger may read although the door is not open: it says nothing of people, tables or games.
const FOR_STRANGERS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Every path that OpenAPI lists and that only reads, with something in the place of its parameters.
fn read_paths() -> Vec<String> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let described: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let paths = described["paths"].as_object().unwrap().iter();
    let reading = paths.filter(|(_, methods)| methods.get("get").is_some());
    let filled = reading.map(|(path, _)| {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "Ann" } else { part });
        parts.collect::<Vec<_>>().join("/")
    });
    filled.collect()
}

async fn shows_the_door(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &[store, &["--door", "invited"]].concat());
    let code = invite(&server, "1");
    let answer = enter(&server, "Ann", Some(&code)).await;
    let token = answer["welcome"]["token"].as_str().unwrap().to_owned();
    let paths = read_paths();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths.iter().filter(|path| !FOR_STRANGERS.contains(&path.as_str())) {
        let answer = get(&server, path);
        if path.starts_with("/api/admin/") {
            assert_eq!(answer.status, 401, "{path}: the operator has a token of their own");
        } else {
            assert_eq!(answer.error(), (401, "door_closed".to_owned()), "{path}");
        }
    }
    assert_eq!(get_as(&server, "/api/games", &token).status, 200);
    assert_eq!(get_as(&server, "/api/people/Ann", &token).status, 200);
    for path in ["/", "/healthz", "/readyz"] {
        assert_eq!(get(&server, path).status, 200, "{path}");
    }
    let mut stranger = Client::connect(&server).await;
    let welcome = stranger.ask("hello", json!({"version": protocol::VERSION})).await;
    assert_eq!(welcome["welcome"]["door"], "invited");
    for (kind, body) in [("lobby", json!({"on": true})), ("rename", json!({"name": "Eve"}))] {
        assert_eq!(stranger.refused(kind, body).await["code"], "door_closed");
    }
    // A table that is there, and that everybody inside may watch.
    let (mut ann, _) = Client::resume(&server, &token).await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["casual"]})).await;
    for table in [table.as_str(), "0000000000"] {
        let refused = stranger.refused("watch", json!({ "table": table })).await;
        assert_eq!(refused["code"], "name_required", "{table}");
        let refused = stranger.refused("sync", json!({ "table": table })).await;
        assert_eq!(refused["code"], "name_required", "{table}");
    }
    assert_eq!(refused(&enter(&server, "Eve", None).await), "door_closed");
    // What the operator says is for people inside.
    let said =
        post_as(&server, "/api/admin/announce", server.admin_token(), &json!({"text": "Dinner at eight."}));
    assert_eq!(said.status, 204, "{said:?}");
    stranger.done("ping", json!({})).await;
    let received = stranger.transcript.iter().any(|(_, message)| message.get("said").is_some());
    assert!(!received, "a stranger receives nothing");
    server.stop();
}

async fn lets_in_invited(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let args = [store, &["--door", "invited", "--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(folder.path(), &args);
    let first = invite(&server, "2");
    assert_eq!(refused(&enter(&server, "Eve", Some("00000-00000-00000-00000")).await), "unknown_code");
    let ann = enter(&server, "Ann", Some(&first)).await;
    let token = ann["welcome"]["token"].as_str().unwrap().to_owned();
    assert_eq!(refused(&enter(&server, "ANN", Some(&first)).await), "name_taken", "which uses nothing up");
    assert_eq!(enter(&server, "Ben", Some(&first.to_lowercase())).await["welcome"]["name"], "Ben");
    assert_eq!(refused(&enter(&server, "Eve", Some(&first)).await), "unknown_code");

    // People invite people; five come at once with a code for two, over a kill.
    let make = |uses: u32, days: u32| {
        post_as(&server, "/api/invitations", &token, &json!({"uses": uses, "days": days}))
    };
    assert_eq!(make(0, 1).error(), (400, "bad_options".to_owned()));
    assert_eq!(make(1, 91).error(), (400, "bad_options".to_owned()));
    let code = make(2, 1).json()["code"].as_str().unwrap().to_owned();
    let admin = server.admin_token().to_owned();
    let late = make(1, 2).json()["code"].as_str().unwrap().to_owned();
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &args);
    let names = ["Cy", "Di", "Ed", "Flo", "Gus"];
    let come = names.map(|name| enter(&server, name, Some(&code)));
    let answers = futures_util::future::join_all(come).await;
    let entered = answers.iter().filter(|answer| answer["welcome"]["name"].is_string()).count();
    assert_eq!(entered, 2, "{answers:?}");
    let list = get_as(&server, "/api/invitations", &token).json();
    assert_eq!((&list["door"], &list["invitations"][0]["uses_left"]), (&json!("invited"), &json!(1)));
    assert_eq!(list["invitations"].as_array().unwrap().len(), 1);
    let id = list["invitations"][0]["id"].as_str().unwrap();
    // The second start prints no token.
    let two_days = json!({ "milliseconds": 2 * 86_400_000 });
    assert_eq!(post_as(&server, "/api/admin/advance", &admin, &two_days).status, 200);
    assert_eq!(refused(&enter(&server, "Hal", Some(&late)).await), "unknown_code", "too late");
    let header = format!("Authorization: Bearer {token}");
    let path = format!("/api/invitations/{id}");
    assert_eq!(request(&server, "DELETE", &path, &[&header], "").status, 404);
    server.stop();
}

async fn stays_closed(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &[store, &["--door", "invited"]].concat());
    let ann = enter(&server, "Ann", Some(&invite(&server, "1"))).await;
    let token = ann["welcome"]["token"].as_str().unwrap().to_owned();
    let body = json!({"uses": 1, "days": 1});
    let of_ann =
        post_as(&server, "/api/invitations", &token, &body).json()["code"].as_str().unwrap().to_owned();
    server.kill();
    let server =
        ServerProcess::start_with(folder.path(), &[store, &["--door", "closed", "--legacy-ports"]].concat());
    assert_eq!(refused(&enter(&server, "Eve", Some(&of_ann)).await), "unknown_code");
    let answer = post_as(&server, "/api/invitations", &token, &body);
    assert_eq!(answer.error(), (403, "door_closed".to_owned()));
    // A known person can still sign in.
    let (_, welcome) = Client::resume(&server, &token).await;
    assert_eq!(welcome["name"], "Ann");
    let port = std::net::TcpStream::connect(("127.0.0.1", gateways::gomoku::PORT));
    assert!(port.is_err(), "the legacy port is shut");
    server.stop();
}

#[test]
fn the_golf_manager_is_behind_the_door_like_the_other_legacy_ports() {
    let folder = tempfile::tempdir().unwrap();
    let free = std::net::UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    for (door, is_shut) in [("open", false), ("invited", true), ("closed", true)] {
        let server = ServerProcess::start_with(folder.path(), &["--door", door, "--golf-manager", &free]);
        let is_free = std::net::UdpSocket::bind(&free).is_ok();
        assert_eq!(is_free, is_shut, "{door}");
        server.stop();
    }
}

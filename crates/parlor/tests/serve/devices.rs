//! Several devices of one person: each has a separate token, is signed in by a code, and can be signed out alone.

use serde_json::{Value, json};
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{advance, get_as, request};
use crate::support::server::ServerProcess;

const DAY_MS: u32 = 86_400_000;

fn post(server: &ServerProcess, path: &str, token: &str) -> (u16, Value) {
    let answer = request(server, "POST", path, &[&format!("Authorization: Bearer {token}")], "");
    (answer.status, answer.json())
}

fn delete(server: &ServerProcess, path: &str, token: &str) -> u16 {
    request(server, "DELETE", path, &[&format!("Authorization: Bearer {token}")], "").status
}

fn devices(server: &ServerProcess, token: &str) -> Vec<Value> {
    get_as(server, "/api/devices", token).json()["devices"].as_array().unwrap().clone()
}

fn link(server: &ServerProcess, token: &str) -> String {
    let (status, made) = post(server, "/api/devices/link", token);
    assert_eq!(status, 201, "{made}");
    made["code"].as_str().unwrap().to_owned()
}

/// Says hello with a code; the welcome or the refusal.
async fn hello(server: &ServerProcess, code: &str) -> (Client, Value) {
    let mut client = Client::connect(server).await;
    let answer = client.ask("hello", json!({"version": protocol::VERSION, "sign_in_code": code})).await;
    (client, answer)
}

fn signed_in_as(answer: &Value) -> (&str, &str) {
    let welcome = &answer["welcome"];
    (welcome["name"].as_str().unwrap(), welcome["token"].as_str().unwrap())
}

fn refused(answer: &Value) -> &str {
    answer["refused"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[tokio::test]
async fn a_link_signs_in_one_more_device_once_and_for_five_minutes_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    a_link_signs_in_one_more_device_once_and_for_five_minutes(folder.path(), &[]).await;
}

#[tokio::test]
async fn a_link_signs_in_one_more_device_once_and_for_five_minutes_on_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.create_database().unwrap();
    let store::StoreLocation::Postgres(url) = url else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    let args = ["--database-url", url.as_str()];
    a_link_signs_in_one_more_device_once_and_for_five_minutes(folder.path(), &args).await;
}

async fn a_link_signs_in_one_more_device_once_and_for_five_minutes(data: &std::path::Path, args: &[&str]) {
    let args = [args, &["--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(data, &args);
    let ann = Client::hello(&server, "Ann").await;
    let first = ann.token.clone();
    assert_eq!(devices(&server, &first).len(), 1);

    // A code that was replaced is void.
    let (old, code) = (link(&server, &first), link(&server, &first));
    assert_eq!(refused(&hello(&server, &old).await.1), "unknown_code");
    let (_second, welcome) = hello(&server, &code.to_lowercase().replace('-', " ")).await;
    let (name, second) = signed_in_as(&welcome);
    assert_eq!(name, "Ann");
    assert_ne!(second, first, "the new device has a token of its own");
    assert_eq!(refused(&hello(&server, &code).await.1), "unknown_code", "once");

    // After five minutes it is too late.
    let code = link(&server, &first);
    advance(&server, 5 * 60 * 1_000);
    assert_eq!(refused(&hello(&server, &code).await.1), "unknown_code");

    // Killed with a code in somebody's hand: it is good once after the restart, and both devices are still signed in.
    let code = link(&server, &first);
    server.kill();
    let args = [&args[..args.len() - 1], &["1700000400000"]].concat();
    let server = ServerProcess::start_with(data, &args);
    let (_third, welcome) = hello(&server, &code).await;
    let (_, third) = signed_in_as(&welcome);
    assert_eq!(refused(&hello(&server, &code).await.1), "unknown_code");
    for token in [&first, second, third] {
        assert_eq!(devices(&server, token).len(), 3);
    }
    server.stop();
}

#[tokio::test]
async fn an_ended_device_is_closed_at_once_and_never_signs_in_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let first = ann.token.clone();
    let code = link(&server, &first);
    let (mut phone, welcome) = hello(&server, &code).await;
    let second = signed_in_as(&welcome).1.to_owned();
    ann.until("devices_changed").await;
    let all = devices(&server, &first);
    let other = all.iter().find(|device| device["current"] == false).unwrap();
    assert_eq!((other["connected"].as_bool(), other["address"].as_str()), (Some(true), Some("127.0.0.1")));
    let id = other["id"].as_str().unwrap();

    // Nobody else can end it.
    let ben = Client::hello(&server, "Ben").await;
    assert_eq!(delete(&server, &format!("/api/devices/{id}"), &ben.token), 404);
    assert_eq!(delete(&server, "/api/devices/x", &first), 404);
    assert_eq!(request(&server, "GET", "/api/devices", &[], "").error(), (401, "unknown_token".to_owned()));
    let strange = ["Origin: http://elsewhere.example", &format!("Authorization: Bearer {first}")];
    assert_eq!(request(&server, "DELETE", &format!("/api/devices/{id}"), &strange, "").status, 403);

    assert_eq!(delete(&server, &format!("/api/devices/{id}"), &first), 204);
    assert_eq!(phone.until("bye").await["reason"], "signed_out");
    let mut again = Client::connect(&server).await;
    let answer = again.ask("hello", json!({"version": protocol::VERSION, "token": second})).await;
    assert_eq!(refused(&answer), "unknown_token");
    assert_eq!(devices(&server, &first).len(), 1);
    server.kill();
    let server = ServerProcess::start(folder.path());
    let answer = get_as(&server, "/api/devices", &second);
    assert_eq!(answer.error(), (401, "unknown_token".to_owned()), "not after a restart either");
    assert_eq!(devices(&server, &first).len(), 1);
    server.stop();
}

#[tokio::test]
async fn a_recovery_code_brings_a_person_back_until_it_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let ann = Client::hello(&server, "Ann").await;
    let (status, made) = post(&server, "/api/devices/recovery", &ann.token);
    assert_eq!((status, made.get("expires_at")), (201, None));
    let old = made["code"].as_str().unwrap().to_owned();
    drop(ann);
    (0..10).for_each(|_| advance(&server, 20 * DAY_MS));
    // The browser of a person who has lost everything: the code signs it in, and the cookie is set.
    let body = json!({"code": old}).to_string();
    let json_type = "Content-Type: application/json";
    let answer = request(&server, "POST", "/api/session/code", &[json_type], &body);
    assert_eq!((answer.status, answer.json()["name"].as_str()), (200, Some("Ann")));
    let cookie = answer.head.lines().find_map(|line| line.split_once("parlor=")).unwrap().1;
    let token = cookie.split(';').next().unwrap();
    let (_, made) = post(&server, "/api/devices/recovery", token);
    assert_eq!(refused(&hello(&server, &old).await.1), "unknown_code", "the new one replaces it");
    let new = made["code"].as_str().unwrap().to_owned();
    assert_eq!(signed_in_as(&hello(&server, &new).await.1).0, "Ann");
    assert_eq!(signed_in_as(&hello(&server, &new).await.1).0, "Ann", "as often as it is needed");
    assert_eq!(delete(&server, "/api/devices/recovery", token), 204);
    assert_eq!(refused(&hello(&server, &new).await.1), "unknown_code");
    server.stop();
}

#[tokio::test]
async fn codes_cannot_be_tried_or_made_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let ann = Client::hello(&server, "Ann").await;
    let mut answers = Vec::new();
    for _ in 0..11 {
        answers.push(hello(&server, "00000-00000-00000-00000").await.1);
    }
    assert!(answers[..10].iter().all(|answer| refused(answer) == "unknown_code"), "{answers:?}");
    assert_eq!(refused(&answers[10]), "rate_limited");
    assert_eq!(answers[10]["refused"]["retry_ms"], 6_000);
    let made: Vec<_> = (0..11).map(|_| post(&server, "/api/devices/link", &ann.token).0).collect();
    assert_eq!(made, [&[201; 10][..], &[429]].concat());
    server.stop();
}

#[tokio::test]
async fn a_person_has_a_bounded_number_of_devices() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let ann = Client::hello(&server, "Ann").await;
    for _ in 1..tables::MAX_DEVICES {
        // Codes are limited by time as well.
        advance(&server, 60_000);
        signed_in_as(&hello(&server, &link(&server, &ann.token)).await.1);
    }
    assert_eq!(devices(&server, &ann.token).len(), tables::MAX_DEVICES);
    advance(&server, 60_000);
    let (status, refused_link) = post(&server, "/api/devices/link", &ann.token);
    let refusal = match status {
        201 => hello(&server, refused_link["code"].as_str().unwrap()).await.1["refused"]["code"].clone(),
        _ => refused_link["code"].clone(),
    };
    assert_eq!(refusal, "limit_reached");
    assert_eq!(devices(&server, &ann.token).len(), tables::MAX_DEVICES);
    // One that is ended makes room.
    let all = devices(&server, &ann.token);
    let other = all.iter().find(|device| device["current"] != true).unwrap();
    assert_eq!(delete(&server, &format!("/api/devices/{}", other["id"].as_str().unwrap()), &ann.token), 204);
    signed_in_as(&hello(&server, &link(&server, &ann.token)).await.1);
    server.stop();
}

#[tokio::test]
async fn devices_are_ended_and_invitations_voided_no_faster_than_other_changes() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1700000000000"]);
    let (ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let end = |path: &str, token: &str| {
        request(&server, "DELETE", path, &[&format!("Authorization: Bearer {token}")], "").status
    };
    let answers: Vec<u16> = (0..15)
        .flat_map(|_| [end("/api/devices/none", &ann.token), end("/api/invitations/none", &ann.token)])
        .collect();
    assert_eq!(answers, [404; 30]);
    for path in ["/api/devices/none", "/api/invitations/none", "/api/devices/recovery"] {
        assert_eq!(end(path, &ann.token), 429, "{path}");
    }
    assert_eq!(end("/api/devices/none", &ben.token), 404, "somebody else from the same address");
    server.stop();
}

/// The name of somebody who connects with these headers and says nothing of themselves.
async fn named(server: &ServerProcess, headers: &[(&str, &str)]) -> Option<String> {
    let mut client = Client::try_connect_with(server, headers).await.unwrap();
    let answer = client.ask("hello", json!({"version": protocol::VERSION})).await;
    answer["welcome"]["name"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_trusted_proxy_signs_in_its_user_and_nobody_else_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--trusted-proxies", "127.0.0.1", "--proxy-user-header", "Remote-User"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let come = async |headers: &[(&str, &str)]| named(&server, headers).await;
    let ann = come(&[("remote-user", "ann@house.example")]).await;
    assert_eq!(ann.as_deref(), Some("ann"));
    assert_eq!(come(&[("remote-user", "ann@house.example")]).await, ann, "the same person again");
    let other = come(&[("remote-user", "ann@elsewhere.example")]).await;
    assert_eq!(other.as_deref(), Some("ann 2"), "another user whose name is taken");
    assert_eq!(come(&[]).await, None, "nobody was signed in");
    // Somebody who was here before the proxy keeps their name.
    let ben = Client::hello(&server, "Ben").await;
    let cookie = format!("parlor={}", ben.token);
    assert_eq!(come(&[("cookie", &cookie), ("remote-user", "b")]).await.as_deref(), Some("Ben"));
    assert_eq!(come(&[("remote-user", "b")]).await.as_deref(), Some("Ben"));
    // A cookie of somebody else does not make a user that person.
    assert_eq!(come(&[("cookie", &cookie), ("remote-user", "c")]).await.as_deref(), Some("c"));
    server.kill();

    let untrusting = ["--proxy-user-header", "Remote-User"];
    let server = ServerProcess::start_with(folder.path(), &untrusting);
    assert_eq!(named(&server, &[("remote-user", "b")]).await, None, "this address is not a trusted proxy");
    server.stop();
}

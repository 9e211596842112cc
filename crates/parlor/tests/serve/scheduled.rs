//! Tables that are announced for a time in the future: answers, calls, the calendar, and the table at its time, with kills.

use std::path::Path;

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use super::hooks::{Hook, json_hook, moves, set};
use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, post_as, request};
use crate::support::server::ServerProcess;

const NOW: i64 = 1_700_000_000_000;
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

fn start(data: &Path, args: &[&str], now: i64) -> ServerProcess {
    let now = now.to_string();
    let own =
        ["--test-time", &now, "--webhook-networks", "127.0.0.1", "--public-url", "https://games.example.org"];
    ServerProcess::start_with(data, &[&own, args].concat())
}

fn announce(server: &ServerProcess, token: &str, table: &Value, starts_at: i64) -> Answer {
    post_as(server, "/api/scheduled", token, &json!({ "table": table, "starts_at": starts_at }))
}

fn answer(server: &ServerProcess, token: &str, id: &str, answer: &str) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
    let body = json!({ "answer": answer }).to_string();
    request(server, "PUT", &format!("/api/scheduled/{id}/answer"), &headers, &body)
}

fn cancel(server: &ServerProcess, token: &str, id: &str) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}")];
    request(server, "DELETE", &format!("/api/scheduled/{id}"), &headers, "")
}

/// Waits until the server has seen that the time of a table has come.
async fn stage(server: &ServerProcess, id: &str, wanted: &str) -> Value {
    loop {
        let table = get(server, &format!("/api/scheduled/{id}")).json();
        if table["stage"] == wanted {
            return table;
        }
        assert_eq!(table["stage"], "announced", "{table}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn who_said_yes_is_called_and_finds_a_kept_seat_after_kills_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    who_said_yes_is_called_and_finds_a_kept_seat_after_kills(folder.path(), &[]).await;
}

#[tokio::test]
async fn who_said_yes_is_called_and_finds_a_kept_seat_after_kills_on_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    who_said_yes_is_called_and_finds_a_kept_seat_after_kills(folder.path(), &["--database-url", &url]).await;
}

async fn who_said_yes_is_called_and_finds_a_kept_seat_after_kills(data: &Path, args: &[&str]) {
    let server = start(data, args, NOW);
    let operator = server.admin_token().to_owned();
    let (anns, bens, cleos) = (Hook::good(), Hook::good(), Hook::good());
    let mut tokens = Vec::new();
    for (name, hook) in [("Ann", &anns), ("Ben", &bens), ("Cleo", &cleos)] {
        let person = Client::hello(&server, name).await;
        assert_eq!(set(&server, &person.token, &json_hook(hook)).status, 204);
        tokens.push(person.token.clone());
    }
    let [ann, ben, cleo] = [&tokens[0], &tokens[1], &tokens[2]];
    let starts_at = NOW + HOUR;
    let gomoku = json!({"game": "gomoku", "seats": 2});
    let announced = announce(&server, ann, &gomoku, starts_at);
    assert_eq!(announced.status, 201, "{announced:?}");
    let announced = announced.json();
    assert_eq!((&announced["coming"], &announced["yours"]), (&json!(["Ann"]), &json!(true)));
    let id = announced["table"].as_str().unwrap().to_owned();

    // Yes, no and yes again; a third person finds no place.
    assert_eq!(answer(&server, ben, &id, "yes").json()["coming"], json!(["Ann", "Ben"]));
    assert_eq!(answer(&server, cleo, &id, "yes").error(), (400, "table_full".to_owned()));
    let declined = answer(&server, ben, &id, "no").json();
    assert_eq!((&declined["coming"], &declined["declined"]), (&json!(["Ann"]), &json!(["Ben"])));
    assert_eq!(answer(&server, ben, &id, "yes").status, 200);
    assert_eq!(answer(&server, cleo, &id, "no").status, 200);

    // A kill loses nothing of it.
    server.kill();
    let server = start(data, args, NOW);
    let listed = get_as(&server, "/api/scheduled", ben).json();
    assert_eq!(listed["scheduled"][0]["coming"], json!(["Ann", "Ben"]));
    assert_eq!(listed["scheduled"][0]["your_answer"], "yes");

    // Those who said yes are called a quarter of an hour before, whether or not anything runs in between.
    moves(&server, &operator, (44 * MINUTE) as u32);
    assert!(anns.has_none() && bens.has_none());
    moves(&server, &operator, MINUTE as u32);
    let call = bens.call(&server, &operator);
    // Some of the server's time passes until a busy machine delivers it.
    let title = call["title"].as_str().unwrap();
    assert!(title.starts_with("In 1") && title.ends_with(" minutes: Gomoku for three"), "{title}");
    assert_eq!(call["text"], "With Ann.");
    assert_eq!(call["link"], json!(format!("https://games.example.org/scheduled/{id}")));
    anns.call(&server, &operator);
    assert!(cleos.has_none(), "who said no is not called");

    // The server is down when the time comes, and opens the table when it is back.
    server.kill();
    let server = start(data, args, starts_at + 20 * MINUTE);
    stage(&server, &id, "opened").await;
    let info = get(&server, &format!("/api/tables/{id}")).json();
    assert_eq!(info["kept"]["people"], json!(["Ann", "Ben"]));
    assert_eq!(info["kept"]["until"], starts_at + 35 * MINUTE);
    // Nobody is there for longer than an empty table is kept, and it is killed and woken once more.
    moves(&server, &operator, (11 * MINUTE) as u32);
    server.kill();
    let server = start(data, args, starts_at + 32 * MINUTE);
    let (mut cleo, _) = Client::resume(&server, cleo).await;
    assert_eq!(cleo.refused("join", json!({"table": id})).await["code"], "seat_kept");
    let (mut ben, _) = Client::resume(&server, ben).await;
    ben.done("join", json!({"table": id})).await;
    assert_eq!(cleo.refused("join", json!({"table": id})).await["code"], "seat_kept");
    assert_eq!(ben.refused("add_bot", json!({"table": id, "level": "easy"})).await["code"], "seat_kept");
    // Ann does not come: some minutes later anybody can take the seat.
    moves(&server, &operator, (3 * MINUTE) as u32);
    cleo.done("join", json!({"table": id})).await;
    while get(&server, &format!("/api/tables/{id}")).json()["stage"] != "running" {
        ben.done("ping", json!({})).await;
    }
    assert!(anns.has_none() && bens.has_none() && cleos.has_none(), "everybody was called once");
    assert_eq!(answer(&server, ann, &id, "no").error(), (400, "stale".to_owned()));
    server.stop();
}

#[tokio::test]
async fn a_table_that_nobody_comes_to_is_closed_and_one_without_a_yes_is_never_opened() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[], NOW);
    let operator = server.admin_token().to_owned();
    let ann = Client::hello(&server, "Ann").await.token.clone();
    let table = json!({"game": "gomoku", "seats": 2, "bots": ["easy"]});
    let alone = announce(&server, &ann, &table, NOW + HOUR).json()["table"].as_str().unwrap().to_owned();
    let without = announce(&server, &ann, &table, NOW + HOUR).json()["table"].as_str().unwrap().to_owned();
    assert_eq!(answer(&server, &ann, &without, "no").status, 200);
    moves(&server, &operator, HOUR as u32);
    stage(&server, &without, "dropped").await;
    stage(&server, &alone, "opened").await;
    assert_eq!(get(&server, &format!("/api/tables/{without}")).error(), (404, "no_such_table".to_owned()));
    let info = get(&server, &format!("/api/tables/{alone}")).json();
    assert_eq!(info["seats"][1]["occupant"]["bot"]["level"], "easy");
    // Its seats are kept for a quarter of an hour; then it is closed.
    moves(&server, &operator, (14 * MINUTE) as u32);
    assert_eq!(get(&server, &format!("/api/tables/{alone}")).status, 200);
    moves(&server, &operator, MINUTE as u32);
    while get(&server, &format!("/api/tables/{alone}")).status == 200 {
        tokio::task::yield_now().await;
    }
    // One that could not be opened within an hour is dropped.
    let late = announce(&server, &ann, &table, NOW + 3 * HOUR).json()["table"].as_str().unwrap().to_owned();
    server.kill();
    let server = start(folder.path(), &[], NOW + 5 * HOUR);
    stage(&server, &late, "dropped").await;
    server.stop();
}

#[tokio::test]
async fn announcing_has_limits_and_only_who_announced_takes_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[], NOW);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let ann = Client::hello(&server, "Ann").await.token.clone();
    let ben = Client::hello(&server, "Ben").await.token.clone();
    assert_eq!(set(&server, &ben, &json_hook(&hook)).status, 204);
    let gomoku = json!({"game": "gomoku", "seats": 2});
    for wrong in [NOW, NOW - HOUR, NOW + MINUTE - 1, NOW + 91 * 24 * HOUR] {
        assert_eq!(announce(&server, &ann, &gomoku, wrong).error(), (400, "bad_options".to_owned()));
    }
    let unknown = json!({"game": "whist"});
    assert_eq!(announce(&server, &ann, &unknown, NOW + HOUR).error(), (400, "no_such_game".to_owned()));
    let long = json!({"table": gomoku, "starts_at": NOW + HOUR, "note": "a".repeat(201)});
    assert_eq!(post_as(&server, "/api/scheduled", &ann, &long).error(), (400, "bad_options".to_owned()));
    assert_eq!(
        request(&server, "POST", "/api/scheduled", &["Content-Type: application/json"], "{}").status,
        401
    );
    let mut ids = Vec::new();
    for _ in 0..5 {
        let announced = announce(&server, &ann, &gomoku, NOW + HOUR);
        ids.push(announced.json()["table"].as_str().unwrap().to_owned());
    }
    assert_eq!(announce(&server, &ann, &gomoku, NOW + HOUR).error(), (400, "limit_reached".to_owned()));
    assert_eq!(answer(&server, &ben, &ids[0], "yes").status, 200);
    assert_eq!(cancel(&server, &ben, &ids[0]).error(), (400, "not_host".to_owned()));
    assert_eq!(cancel(&server, &ann, &ids[0]).status, 204);
    assert_eq!(cancel(&server, &ann, &ids[0]).error(), (404, "no_such_table".to_owned()));
    assert_eq!(
        get(&server, &format!("/api/scheduled/{}", ids[0])).error(),
        (404, "no_such_table".to_owned())
    );
    assert_eq!(announce(&server, &ann, &gomoku, NOW + HOUR).status, 201, "one was taken back");
    // Nobody is called for what was taken back.
    moves(&server, &operator, (50 * MINUTE) as u32);
    moves(&server, &operator, (20 * MINUTE) as u32);
    stage(&server, &ids[1], "opened").await;
    assert!(hook.has_none());
    // Whom Ann blocks does not come to her tables.
    let headers = [&*format!("Authorization: Bearer {ann}")];
    assert_eq!(request(&server, "PUT", "/api/blocks/Ben", &headers, "").status, 204);
    let next = announce(&server, &ann, &gomoku, NOW + 3 * HOUR).json()["table"].as_str().unwrap().to_owned();
    assert_eq!(answer(&server, &ben, &next, "yes").error(), (404, "no_such_table".to_owned()));
    server.stop();
}

#[tokio::test]
async fn a_private_table_is_found_by_its_link_and_admits_those_who_said_yes() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[], NOW);
    let operator = server.admin_token().to_owned();
    let ann = Client::hello(&server, "Ann").await.token.clone();
    let mut ben = Client::hello(&server, "Ben").await;
    let mut cleo = Client::hello(&server, "Cleo").await;
    let table = json!({"game": "gomoku", "seats": 3, "private": true});
    let body = json!({"table": table, "starts_at": NOW + HOUR, "note": "Bring; cake,\nand tea"});
    let announced = post_as(&server, "/api/scheduled", &ann, &body).json();
    let id = announced["table"].as_str().unwrap().to_owned();
    assert_eq!(announced["note"], "Bring; cake, and tea");
    assert_eq!(get_as(&server, "/api/scheduled", &ben.token).json()["scheduled"], json!([]));
    assert_eq!(answer(&server, &ben.token, &id, "yes").status, 200);
    assert_eq!(get_as(&server, "/api/scheduled", &ben.token).json()["scheduled"][0]["table"], id.as_str());

    let calendar = get(&server, &format!("/api/scheduled/{id}/calendar"));
    assert!(
        calendar.head.to_lowercase().contains("content-type: text/calendar; charset=utf-8"),
        "{calendar:?}"
    );
    assert!(calendar.body.contains("DTSTART:20231114T231320Z\r\n"), "{calendar:?}");
    let unfolded = calendar.body.replace("\r\n ", "");
    assert!(unfolded.contains("Ann\\, Ben\\nBring\\; cake\\, and tea\\n"), "{calendar:?}");
    assert!(unfolded.contains(&format!("URL:https://games.example.org/scheduled/{id}\r\n")), "{calendar:?}");

    moves(&server, &operator, HOUR as u32);
    stage(&server, &id, "opened").await;
    assert_eq!(cleo.refused("join", json!({"table": id})).await["code"], "not_invited");
    ben.done("join", json!({"table": id})).await;
    server.stop();
}

#[tokio::test]
async fn whoever_announced_a_table_is_its_host_although_another_sat_down_first() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[], NOW);
    let operator = server.admin_token().to_owned();
    let (mut ann, mut ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let announced = announce(&server, &ann.token, &json!({"game": "golf", "seats": 3}), NOW + HOUR).json();
    let id = announced["table"].as_str().unwrap().to_owned();
    assert_eq!(answer(&server, &ben.token, &id, "yes").status, 200);
    moves(&server, &operator, HOUR as u32);
    stage(&server, &id, "opened").await;
    ben.done("join", json!({"table": id})).await;
    let host = || get(&server, &format!("/api/tables/{id}")).json()["host"].clone();
    let seated = || get(&server, &format!("/api/tables/{id}")).json()["seats"].to_string();
    while !seated().contains("Ben") {
        ben.done("ping", json!({})).await;
    }
    assert_eq!(host(), 0);
    ann.done("join", json!({"table": id})).await;
    while host() != 1 {
        ann.done("ping", json!({})).await;
    }
    ann.done("lock_seat", json!({"table": id, "seat": 2, "on": true})).await;
    server.stop();
}

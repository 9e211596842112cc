//! Moderation: blocks, reports, warnings, mutes, bans, closed tables, and the list of what operators did.

use std::path::Path;

use serde_json::{Value, json};
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, advance, get, get_as, post_as, request};
use crate::support::server::{ServerProcess, parlor, run};

fn send_as(server: &ServerProcess, method: &str, path: &str, token: &str) -> Answer {
    request(server, method, path, &[&format!("Authorization: Bearer {token}")], "")
}

/// Runs `parlor admin`; what it prints as JSON.
fn admin(server: &ServerProcess, token: &str, words: &[&str]) -> Value {
    let url = format!("http://{}", server.address);
    let args = [&["admin", "--url", &url, "--token", token, "--json"], words].concat();
    let ended = run(&mut parlor(&args));
    assert_eq!(ended.code, Some(0), "{words:?}: {}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

async fn in_lobby(client: &mut Client) {
    client.done("lobby", json!({"on": true})).await;
}

async fn says(client: &mut Client, room: &Value, text: &str) {
    client.done("say", json!({"room": room, "text": text})).await;
}

/// Waits until a client receives this line; returns the line's number.
async fn receive_line(client: &mut Client, text: &str) -> u64 {
    loop {
        let line = client.until("said").await["line"].clone();
        if line["text"] == text {
            return line["number"].as_u64().unwrap();
        }
    }
}

/// Whether a line arrived before the answer to a ping.
async fn has_received(client: &mut Client, text: &str) -> bool {
    client.done("ping", json!({})).await;
    client.transcript.iter().any(|(_, message)| message["said"]["line"]["text"] == text)
}

fn postgres_args() -> Option<Vec<String>> {
    let postgres = Postgres::shared()?;
    let store::StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    Some(vec!["--database-url".to_owned(), url])
}

#[tokio::test]
async fn a_blocked_person_is_not_heard_nor_paired_nor_led_to_ones_table_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    a_blocked_person_is_not_heard_nor_paired_nor_led_to_ones_table(folder.path(), &[]).await;
}

#[tokio::test]
async fn a_blocked_person_is_not_heard_nor_paired_nor_led_to_ones_table_on_postgresql() {
    let Some(args) = postgres_args() else { return };
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    a_blocked_person_is_not_heard_nor_paired_nor_led_to_ones_table(folder.path(), &args).await;
}

async fn a_blocked_person_is_not_heard_nor_paired_nor_led_to_ones_table(data: &Path, args: &[&str]) {
    let args = [args, &["--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(data, &args);
    let (mut ann, mut eve) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Eve").await);
    let (ann_token, eve_token) = (ann.token.clone(), eve.token.clone());
    for client in [&mut ann, &mut eve] {
        in_lobby(client).await;
    }
    let block = |name: &str| send_as(&server, "PUT", &format!("/api/blocks/{name}"), &ann_token);
    assert_eq!(block("Nobody").error(), (404, "no_such_person".to_owned()));
    assert_eq!(block("Ann").error(), (404, "no_such_person".to_owned()), "nobody blocks themselves");
    assert_eq!(block("Eve").status, 204);
    assert_eq!(block("Eve").error(), (409, "already_done".to_owned()));
    assert_eq!(get(&server, "/api/blocks").status, 401);
    ann.until("blocks_changed").await;
    let lobby = json!("lobby");
    says(&mut eve, &lobby, "Hello Ann").await;
    assert!(!has_received(&mut ann, "Hello Ann").await);
    // Under another name, too, and after a kill.
    eve.done("rename", json!({"name": "Evelyn"})).await;
    says(&mut eve, &lobby, "It is me").await;
    assert!(!has_received(&mut ann, "It is me").await);
    server.kill();
    let server = ServerProcess::start_with(data, &args);
    let (mut ann, _) = Client::resume(&server, &ann_token).await;
    let (mut eve, _) = Client::resume(&server, &eve_token).await;
    ann.send(&json!({"lobby": {"on": true}})).await;
    let shown = ann.until("lobby").await;
    assert_eq!(shown["chat"], json!([]), "nothing of what was said before, either");
    let list = get_as(&server, "/api/blocks", &ann_token).json();
    assert_eq!(list["blocks"], json!([{"name": "Evelyn", "since": 1_700_000_000_000_i64}]));
    // They are not paired with each other, in either order of waiting; with others they are.
    let wish = json!({"wish": {"games": ["gomoku"], "min_seats": 2, "max_seats": 2}});
    eve.done("ready", wish.clone()).await;
    ann.done("ready", wish.clone()).await;
    let mut cy = Client::hello(&server, "Cy").await;
    cy.done("ready", wish).await;
    assert_eq!(eve.until("proposal").await["people"], json!(["Evelyn", "Cy"]));
    let has_proposal =
        |client: &Client| client.transcript.iter().any(|(_, said)| said["proposal"].is_object());
    ann.done("ping", json!({})).await;
    assert!(!has_proposal(&ann));
    // Nor are they led to one's table.
    ann.open(json!({"game": "gomoku", "seats": 2})).await;
    assert_eq!(
        get_as(&server, "/api/people/Ann/table", &eve_token).error(),
        (404, "no_such_table".to_owned())
    );
    assert_eq!(get_as(&server, "/api/people/Ann/table", &cy.token).status, 200);
    // It ends when one wants it.
    let unblock = |name: &str| send_as(&server, "DELETE", &format!("/api/blocks/{name}"), &ann_token);
    assert_eq!(unblock("Evelyn").status, 204);
    assert_eq!(unblock("Evelyn").error(), (404, "no_such_person".to_owned()));
    says(&mut eve, &lobby, "Friends again").await;
    receive_line(&mut ann, "Friends again").await;
    server.stop();
}

#[tokio::test]
async fn the_operator_reads_reported_lines_and_no_others_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    the_operator_reads_reported_lines_and_no_others(folder.path(), &[]).await;
}

#[tokio::test]
async fn the_operator_reads_reported_lines_and_no_others_on_postgresql() {
    let Some(args) = postgres_args() else { return };
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    the_operator_reads_reported_lines_and_no_others(folder.path(), &args).await;
}

async fn the_operator_reads_reported_lines_and_no_others(data: &Path, args: &[&str]) {
    let args = [args, &["--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(data, &args);
    let operator = server.admin_token().to_owned();
    let (mut ann, mut eve) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Eve").await);
    let mut watcher = Client::hello(&server, "Wim").await;
    in_lobby(&mut ann).await;
    let lobby = json!("lobby");
    says(&mut eve, &lobby, "something rude").await;
    let rude = receive_line(&mut ann, "something rude").await;
    says(&mut ann, &lobby, "a private word").await;
    let own = receive_line(&mut ann, "a private word").await;
    let report = |number: u64| json!({"room": "lobby", "number": number, "reason": "rude"});
    assert_eq!(ann.refused("report", report(own)).await["code"], "no_such_line", "one's own");
    assert_eq!(ann.refused("report", report(999)).await["code"], "no_such_line");
    ann.done("report", report(rude)).await;
    assert_eq!(ann.refused("report", report(rude)).await["code"], "already_done");
    let long = json!({"room": "lobby", "number": rude, "reason": "x".repeat(201)});
    assert_eq!(watcher.refused("report", long).await["code"], "bad_chat");
    // At a table, players and watchers report what they are shown.
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    eve.done("join", json!({"table": table})).await;
    watcher.done("watch", json!({"table": table})).await;
    let players = json!({"table": table});
    says(&mut eve, &players, "you lose").await;
    let line = receive_line(&mut ann, "you lose").await;
    let at_table = json!({"room": {"table": table}, "number": line});
    assert_eq!(
        watcher.refused("report", at_table.clone()).await["code"],
        "no_such_line",
        "it is not shown to them"
    );
    ann.done("report", at_table.clone()).await;
    let mut stranger = Client::hello(&server, "Stan").await;
    assert_eq!(stranger.refused("report", at_table).await["code"], "no_such_table");
    server.kill();
    let server = ServerProcess::start_with(data, &args);
    let listed = admin(&server, &operator, &["reports"]);
    let told: Vec<_> =
        listed["reports"].as_array().unwrap().iter().map(|report| report["text"].clone()).collect();
    assert_eq!(told.len(), 2, "{listed}");
    assert!(told.contains(&json!("something rude")) && told.contains(&json!("you lose")), "{listed}");
    let first =
        listed["reports"].as_array().unwrap().iter().find(|report| report["room"] == "lobby").unwrap();
    assert_eq!(
        (&first["from"], &first["reporter"], &first["reason"]),
        (&json!("Eve"), &json!("Ann"), &json!("rude"))
    );
    let id = first["id"].as_str().unwrap();
    assert_eq!(admin(&server, &operator, &["close-report", id]), json!({"closed": true}));
    let path = format!("/api/admin/reports/{id}");
    assert_eq!(send_as(&server, "DELETE", &path, &operator).error(), (404, "no_such_report".to_owned()));
    assert_eq!(admin(&server, &operator, &["reports"])["reports"].as_array().unwrap().len(), 1);
    let audit = admin(&server, &operator, &["audit"]);
    assert_eq!(audit["entries"][0]["action"], "close_report");
    server.stop();
}

#[tokio::test]
async fn who_is_muted_reads_and_plays_and_talks_again_when_the_time_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--test-time", "1700000000000"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let operator = server.admin_token().to_owned();
    let mut eve = Client::hello(&server, "Eve").await;
    let token = eve.token.clone();
    let made = admin(&server, &operator, &["mute", "Eve", "--for", "2h", "--reason", "Be kind."]);
    assert_eq!((&made["kind"], &made["person"]), (&json!("mute"), &json!("Eve")));
    assert_eq!(made["until"].as_i64().unwrap(), 1_700_000_000_000 + 7_200_000);
    assert_eq!(eve.until("notice").await["kind"], "muted");
    let word = json!({"room": "lobby", "text": "hello"});
    let refused = eve.refused("say", word.clone()).await;
    assert_eq!((&refused["code"], &refused["retry_ms"]), (&json!("muted"), &json!(7_200_000)));
    assert_eq!(refused["message"], "The operator has muted you. You can talk again in 2 hours. Be kind.");
    // Another name and a kill change nothing.
    eve.done("rename", json!({"name": "Evelyn"})).await;
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &args);
    let (mut eve, _) = Client::resume(&server, &token).await;
    let table = eve.open(json!({"game": "gomoku", "seats": 2})).await;
    let at_table = json!({"room": {"table": table}, "text": "hello"});
    assert_eq!(eve.refused("say", at_table).await["code"], "muted");
    let two_hours = json!({"milliseconds": 7_200_000});
    assert_eq!(post_as(&server, "/api/admin/advance", &operator, &two_hours).status, 200);
    eve.done("say", word).await;
    server.stop();
}

#[tokio::test]
async fn who_is_banned_is_out_at_once_and_for_the_time_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    who_is_banned_is_out_at_once_and_for_the_time(folder.path(), &[]).await;
}

#[tokio::test]
async fn who_is_banned_is_out_at_once_and_for_the_time_on_postgresql() {
    let Some(args) = postgres_args() else { return };
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    who_is_banned_is_out_at_once_and_for_the_time(folder.path(), &args).await;
}

async fn who_is_banned_is_out_at_once_and_for_the_time(data: &Path, args: &[&str]) {
    let args = [args, &["--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(data, &args);
    let operator = server.admin_token().to_owned();
    let (mut ann, mut eve) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Eve").await);
    let token = eve.token.clone();
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    eve.done("join", json!({"table": table})).await;
    admin(&server, &operator, &["ban", "Eve", "--for", "1d"]);
    let bye = eve.until("bye").await;
    assert_eq!((&bye["reason"], &bye["retry_ms"]), (&json!("banned"), &json!(86_400_000)));
    assert_eq!(bye["message"], "The operator has banned you. You can come back in 24 hours.");
    // The others play on, and a kill lets nobody in.
    let presence = loop {
        let seats = ann.until("seats_update").await["seats"].clone();
        if seats[1]["presence"]["disconnected"].is_object() {
            break seats;
        }
    };
    assert_eq!(presence[1]["occupant"]["person"]["name"], "Eve");
    server.kill();
    let server = ServerProcess::start_with(data, &args);
    let comes_back = async || {
        let mut client = Client::connect(&server).await;
        client.send(&json!({"hello": {"version": protocol::VERSION, "token": token, "ref": 1}})).await;
        client.until("bye").await["reason"].clone()
    };
    assert_eq!(comes_back().await, "banned");
    assert_eq!(get_as(&server, "/api/devices", &token).error(), (403, "banned".to_owned()));
    let listed = admin(&server, &operator, &["sanctions"]);
    let id = listed["sanctions"][0]["id"].as_str().unwrap();
    assert_eq!(admin(&server, &operator, &["lift", id]), json!({"lifted": true}));
    let path = format!("/api/admin/sanctions/{id}");
    assert_eq!(send_as(&server, "DELETE", &path, &operator).error(), (404, "no_such_sanction".to_owned()));
    let (_, welcome) = Client::resume(&server, &token).await;
    assert_eq!(welcome["tables"][0]["info"]["table"], table.as_str(), "the seat was kept");
    server.stop();
}

#[tokio::test]
async fn a_banned_block_of_addresses_is_shut_out_of_sockets_api_and_legacy_ports() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--test-time", "1700000000000", "--trusted-proxies", "127.0.0.1", "--gomoku", "127.0.0.1:0"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let operator = server.admin_token().to_owned();
    let line = server.line();
    let gomoku =
        line.strip_prefix("Gomoku legacy protocol at ").unwrap_or_else(|| panic!("{line}")).to_owned();
    let from = |address: &str| format!("X-Forwarded-For: {address}");
    let hello = async |address: &str, name: &str| {
        let mut client = Client::try_connect_with(&server, &[("x-forwarded-for", address)]).await.unwrap();
        client.send(&json!({"hello": {"version": protocol::VERSION, "name": name, "ref": 1}})).await;
        client
    };
    let mut eve = hello("192.0.2.7", "Eve").await;
    eve.until("welcome").await;
    let mut ann = hello("192.0.3.7", "Ann").await;
    ann.until("welcome").await;
    let sanction = |body: Value| post_as(&server, "/api/admin/sanctions", &operator, &body);
    for wrong in [
        json!({"kind": "ban", "addresses": "192.0.2.0/4", "minutes": 5}),
        json!({"kind": "ban", "addresses": "Eve", "minutes": 5}),
        json!({"kind": "ban", "minutes": 5}),
        json!({"kind": "ban", "person": "Eve", "addresses": "192.0.2.1", "minutes": 5}),
    ] {
        assert_eq!(sanction(wrong.clone()).error(), (400, "bad_request".to_owned()), "{wrong}");
    }
    for wrong in [
        json!({"kind": "mute", "addresses": "192.0.2.1", "minutes": 5}),
        json!({"kind": "ban", "person": "Eve", "minutes": 0}),
        json!({"kind": "ban", "person": "Eve", "minutes": 5_256_001}),
    ] {
        assert_eq!(sanction(wrong.clone()).error(), (400, "bad_options".to_owned()), "{wrong}");
    }
    admin(&server, &operator, &["ban", "--addresses", "192.0.2.0/24", "--for", "30m", "--reason", "Spam."]);
    assert_eq!(eve.until("bye").await["reason"], "banned");
    ann.done("ping", json!({})).await;
    let mut again = hello("192.0.2.200", "Eva").await;
    assert_eq!(again.until("bye").await["reason"], "banned");
    let games = |address: &str| request(&server, "GET", "/api/games", &[&from(address)], "");
    assert_eq!(games("192.0.2.9").error(), (403, "banned".to_owned()));
    assert_eq!(games("192.0.3.9").status, 200);
    assert_eq!(request(&server, "GET", "/", &[&from("192.0.2.9")], "").status, 200, "the page says why");
    // The address of this machine, at a legacy port; the operator can still lift it.
    let reaches = || {
        let mut stream = std::net::TcpStream::connect(&gomoku).unwrap();
        stream.set_read_timeout(Some(crate::support::server::TEST_TIMEOUT)).unwrap();
        let mut byte = [0];
        !matches!(std::io::Read::read(&mut stream, &mut byte), Ok(0) | Err(_))
    };
    assert!(reaches());
    let made = admin(&server, &operator, &["ban", "--addresses", "127.0.0.1", "--for", "1h"]);
    assert!(!reaches(), "a banned address is closed at once");
    admin(&server, &operator, &["lift", made["id"].as_str().unwrap()]);
    assert!(reaches());
    advance(&server, 30 * 60_000);
    assert_eq!(games("192.0.2.9").status, 200, "its time is up");
    server.stop();
}

#[tokio::test]
async fn a_warning_is_shown_until_it_is_read_even_over_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--test-time", "1700000000000"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let operator = server.admin_token().to_owned();
    let mut eve = Client::hello(&server, "Eve").await;
    let token = eve.token.clone();
    let warn = |person: &str, text: &str| {
        post_as(&server, "/api/admin/warnings", &operator, &json!({"person": person, "text": text}))
    };
    assert_eq!(warn("Nobody", "x").error(), (404, "no_such_person".to_owned()));
    assert_eq!(warn("Eve", " ").error(), (400, "bad_chat".to_owned()));
    assert_eq!(admin(&server, &operator, &["warn", "Eve", "Please", "be", "kind."]), json!({"warned": true}));
    let notice = eve.until("notice").await;
    assert_eq!((&notice["kind"], &notice["message"]), (&json!("warning"), &json!("Please be kind.")));
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &args);
    let (mut eve, _) = Client::resume(&server, &token).await;
    assert_eq!(eve.until("notice").await, notice, "it was not acknowledged");
    let mut ann = Client::hello(&server, "Ann").await;
    let read = json!({"notice": notice["id"]});
    assert_eq!(ann.refused("acknowledge", read.clone()).await["code"], "already_done", "it is not hers");
    eve.done("acknowledge", read.clone()).await;
    assert_eq!(eve.refused("acknowledge", read).await["code"], "already_done");
    let (mut eve, _) = Client::resume(&server, &token).await;
    eve.done("ping", json!({})).await;
    assert!(!eve.transcript.iter().any(|(_, message)| message["notice"].is_object()));
    server.stop();
}

#[tokio::test]
async fn the_operator_closes_a_table_whose_replay_is_kept_and_everything_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let operator = server.admin_token().to_owned();
    let (mut ann, mut ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    ben.done("join", json!({"table": table})).await;
    ann.done("act", json!({"table": table, "nth": 0, "action": {"place": {"x": 7, "y": 7}}})).await;
    admin(&server, &operator, &["close-table", &table, "--reason", "Bedtime."]);
    for client in [&mut ann, &mut ben] {
        client.until("table_removed").await;
        let notice = client.until("notice").await;
        assert_eq!((&notice["kind"], &notice["message"]), (&json!("table_closed"), &json!("Bedtime.")));
    }
    let path = format!("/api/admin/tables/{table}/close");
    assert_eq!(post_as(&server, &path, &operator, &json!({})).error(), (404, "no_such_table".to_owned()));
    assert_eq!(get(&server, &format!("/api/replays/{table}-1")).status, 200, "what was played is kept");
    admin(&server, &operator, &["announce", "Good", "night."]);
    admin(&server, &operator, &["warn", "Ben", "Careful."]);
    // A running game that nobody answers for: the table was closed, so nobody sits anywhere after a kill.
    let token = ann.token.clone();
    server.kill();
    let server = ServerProcess::start(folder.path());
    let (_, welcome) = Client::resume(&server, &token).await;
    assert_eq!(welcome["tables"], json!([]));
    let audit = admin(&server, &operator, &["audit"]);
    let done: Vec<_> =
        audit["entries"].as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(done, [json!("warn"), json!("announce"), json!("close_table")], "{audit}");
    assert_eq!(audit["entries"][2]["target"], table.as_str());
    assert_eq!(audit["entries"][0]["from"], "127.0.0.1");
    for path in ["reports", "sanctions", "audit"] {
        let path = format!("/api/admin/{path}");
        assert_eq!(get(&server, &path).error(), (401, "unauthorized".to_owned()));
        assert_eq!(
            get_as(&server, &path, &token).error(),
            (401, "unauthorized".to_owned()),
            "a person's token"
        );
    }
    server.stop();
}

#[tokio::test]
async fn a_host_removes_a_person_and_locks_a_seat_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let (mut ann, mut eve) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Eve").await);
    let table = ann.open(json!({"game": "chicago", "seats": 3, "clock": "off"})).await;
    eve.done("join", json!({"table": table, "seat": 1})).await;
    let seat = |number: u8| json!({"table": table, "seat": number});
    assert_eq!(eve.refused("remove_player", seat(0)).await["code"], "not_host");
    assert_eq!(ann.refused("remove_player", seat(0)).await["code"], "no_such_person", "herself");
    assert_eq!(ann.refused("remove_player", seat(2)).await["code"], "no_such_person", "nobody");
    ann.done("remove_player", seat(1)).await;
    let notice = eve.until("notice").await;
    assert_eq!(
        (&notice["kind"], &notice["message"]),
        (&json!("removed"), &json!("Ann has removed you from the table."))
    );
    eve.until("table_removed").await;
    assert_eq!(eve.refused("join", json!({"table": table})).await["code"], "removed_by_host");
    eve.done("watch", json!({"table": table})).await;
    // Locked seats, over a kill.
    let lock = |number: u8, on: bool| json!({"table": table, "seat": number, "on": on});
    assert_eq!(eve.refused("lock_seat", lock(1, true)).await["code"], "not_host");
    assert_eq!(ann.refused("lock_seat", lock(0, true)).await["code"], "seat_taken");
    ann.done("lock_seat", lock(1, true)).await;
    ann.done("lock_seat", lock(2, true)).await;
    assert_eq!(ann.refused("lock_seat", lock(2, true)).await["code"], "already_done");
    let (ann_token, eve_token) = (ann.token.clone(), eve.token.clone());
    server.kill();
    let server = ServerProcess::start(folder.path());
    let (mut ann, welcome) = Client::resume(&server, &ann_token).await;
    assert_eq!(welcome["tables"][0]["info"]["seats"][1]["locked"], true);
    let mut cy = Client::hello(&server, "Cy").await;
    assert_eq!(cy.refused("join", json!({"table": table})).await["code"], "seat_locked");
    assert_eq!(cy.refused("join", seat(1)).await["code"], "seat_locked");
    assert_eq!(get(&server, "/api/people/Ann/table").error(), (404, "no_such_table".to_owned()));
    ann.done("lock_seat", lock(1, false)).await;
    cy.done("join", json!({"table": table})).await;
    // A bot may sit on the locked seat: then the game begins, and nobody is removed any more.
    ann.done("add_bot", json!({"table": table, "level": "random", "seat": 2})).await;
    assert_eq!(ann.refused("remove_player", seat(1)).await["code"], "already_started");
    assert_eq!(ann.refused("lock_seat", lock(2, true)).await["code"], "already_started");
    let (mut eve, _) = Client::resume(&server, &eve_token).await;
    assert_eq!(eve.refused("join", json!({"table": table})).await["code"], "already_started");
    server.stop();
}

#[tokio::test]
async fn blocks_reports_and_locks_are_limited_and_nothing_is_done_that_is_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--test-time", "1700000000000", "--test-faults"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let (mut ann, eve) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Eve").await);
    crate::support::http::fault(&server, Some("full"));
    let path = "/api/blocks/Eve";
    assert_eq!(send_as(&server, "PUT", path, &ann.token).error(), (503, "not_saved".to_owned()));
    let ban = json!({"kind": "ban", "person": "Eve", "minutes": 5});
    let banned = post_as(&server, "/api/admin/sanctions", server.admin_token(), &ban);
    assert_eq!(banned.error(), (503, "not_saved".to_owned()));
    crate::support::http::fault(&server, None);
    assert_eq!(get_as(&server, "/api/blocks", &ann.token).json()["blocks"], json!([]));
    let (mut eve, _) = Client::resume(&server, &eve.token).await;
    eve.done("ping", json!({})).await;
    // Thirty small changes a minute.
    for _ in 1..30 {
        send_as(&server, "DELETE", path, &ann.token);
    }
    let limited = send_as(&server, "PUT", path, &ann.token);
    assert_eq!(limited.error(), (429, "rate_limited".to_owned()));
    let report = json!({"room": "lobby", "number": 1});
    assert_eq!(ann.refused("report", report.clone()).await["code"], "rate_limited");
    advance(&server, 60_000);
    assert_eq!(ann.refused("report", report).await["code"], "no_such_line");
    server.stop();
}

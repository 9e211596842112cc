//! The server is killed in the middle of games: old clients are cut, their tables stand, and people go on.

use serde_json::json;

use crate::legacy::chicago::enters;
use crate::legacy::harness::TestServer;
use crate::legacy::raw::Raw;
use crate::mixed::hurried;
use crate::support::client::Client;
use crate::support::http::get;

/// A game of three at Sorry!'s old port: two old clients and Ann.
async fn two_old_clients_and_ann(server: &TestServer) -> (Vec<Raw>, Client, String) {
    let mut old = vec![Raw::connect(server.sorry), Raw::connect(server.sorry)];
    let table = loop {
        let tables = get(&server.process, "/api/tables").json();
        let taken = |seat: &serde_json::Value| seat["occupant"] != "empty";
        let seats = tables["tables"][0]["seats"]
            .as_array()
            .map_or(0, |seats| seats.iter().filter(|s| taken(s)).count());
        if seats == 2 {
            break tables["tables"][0]["table"].as_str().unwrap().to_owned();
        }
    };
    let mut ann = Client::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    old[0].expect(&[0x01, 0x05, 0x41]);
    old[1].expect(&[0x02, 0x05, 0x41]);
    (old, ann, table)
}

#[tokio::test]
async fn where_a_leaver_ends_the_game_it_stands_for_the_grace_time_and_then_the_seats_are_free() {
    let flags = ["--sorry-seats", "3", "--sorry-clock", "off", "--test-time", "1000000000"];
    let server = TestServer::open_in_time(&flags);
    let (mut old, ann, table) = two_old_clients_and_ann(&server).await;
    let token = ann.token.clone();
    let server = server.kill_and_start(&flags);
    old.iter_mut().for_each(Raw::closed);
    let (mut ann, welcome) = Client::resume(&server.process, &token).await;
    assert_eq!(welcome["tables"][0]["info"]["table"], table);
    assert_eq!(welcome["tables"][0]["info"]["stage"], "running");
    ann.until("table").await;
    server.advance(29_999);
    ann.done("ping", json!({})).await;
    assert_eq!(get(&server.process, &format!("/api/tables/{table}")).json()["stage"], "running");
    server.advance(1);
    let result = loop {
        let update = ann.until("update").await;
        if !update["result"].is_null() {
            break update["result"].clone();
        }
    };
    assert_eq!(result["abandoned"], true);
    // Ann continues, with two bots on the seats of the clients that cannot reconnect.
    loop {
        let snapshot = ann.done("sync", json!({ "table": table })).await;
        let seats = snapshot["info"]["seats"].as_array().unwrap();
        if seats.iter().filter(|seat| seat["occupant"] == "empty").count() == 2 {
            assert_eq!(snapshot["you"], 0);
            break;
        }
    }
    ann.done("add_bot", json!({"table": table, "level": "random"})).await;
    ann.done("add_bot", json!({"table": table, "level": "random"})).await;
    let snapshot = ann.done("sync", json!({ "table": table })).await;
    assert_eq!(snapshot["info"]["stage"], "running");
}

#[tokio::test]
async fn where_a_bot_plays_on_the_game_goes_on_after_the_grace_time() {
    let flags = [
        "--sorry-seats",
        "3",
        "--sorry-clock",
        "off",
        "--legacy-on-leave",
        "bot",
        "--test-time",
        "1000000000",
    ];
    let server = TestServer::open_in_time(&flags);
    let (mut old, ann, table) = two_old_clients_and_ann(&server).await;
    let token = ann.token.clone();
    let server = server.kill_and_start(&flags);
    old.iter_mut().for_each(Raw::closed);
    let (mut ann, _) = Client::resume(&server.process, &token).await;
    ann.until("table").await;
    server.advance(30_000);
    // It was an old client's turn: a bot plays for both of them, until it is Ann's.
    while hurried(&server, ann.scene()).await.legal().is_empty() {}
    assert_eq!(get(&server.process, &format!("/api/tables/{table}")).json()["stage"], "running");
}

#[tokio::test]
async fn what_waits_when_the_server_is_killed_waits_for_nobody_and_names_are_free() {
    let server = TestServer::open_in_time(&[]);
    let mut ann = enters(&server, "ann");
    ann.send(&[1, 2]);
    ann.expect(&[1, 1, 0, 0, 0, 6, 1, 0, 0, 0, 2, 1, 3, b'a', b'n', b'n']);
    let mut lone = Raw::connect(server.gomoku);
    lone.line("AssignPlayerID,1");
    let server = server.kill_and_start(&[]);
    ann.closed();
    lone.closed();
    let mut ann = enters(&server, "ann");
    ann.send(&[4, 3]);
    ann.expect(&[4, 3]);
    let mut next = Raw::connect(server.gomoku);
    next.line("AssignPlayerID,1");
    // An orderly end closes the connections too.
    server.process.stop();
    ann.closed();
    next.closed();
}

//! `parlor admin`, and who may use it.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{get, get_as, post_as, request};
use crate::support::server::{Ended, ServerProcess, parlor, run};

fn admin(server: &ServerProcess, token: &str, args: &[&str]) -> Ended {
    let url = format!("http://{}", server.address);
    run(parlor(&["admin"]).args(args).args(["--url", &url, "--token", token]))
}

#[tokio::test]
async fn the_commands_do_what_the_words_of_the_terminal_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let token = server.admin_token();
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": "gomoku", "private": true})).await;

    let status = admin(&server, token, &["status"]);
    assert_eq!(status.code, Some(0), "{}", status.stderr);
    assert!(status.stdout.contains("tables    1 waiting, 0 running, 0 finished"), "{}", status.stdout);
    let status: Value = serde_json::from_str(&admin(&server, token, &["status", "--json"]).stdout).unwrap();
    assert_eq!((&status["people"], &status["tables_waiting"]), (&json!(1), &json!(1)));
    assert!(
        admin(&server, token, &["tables"]).stdout.contains(&format!("{table}  gomoku  waiting, private"))
    );
    let tables: Value = serde_json::from_str(&admin(&server, token, &["tables", "--json"]).stdout).unwrap();
    assert_eq!(tables["tables"][0]["table"], table);
    assert!(!tables.to_string().contains("code"), "not even an operator sees the code of an invitation");
    assert_eq!(admin(&server, token, &["players"]).stdout, "Ann\n");

    let said = admin(&server, token, &["announce", "Cake", "at five."]);
    assert_eq!((said.code, said.stdout.as_str()), (Some(0), "Announced.\n"), "{}", said.stderr);
    assert_eq!(ann.until("said").await["line"]["text"], "Cake at five.");
    let empty = admin(&server, token, &["announce", " "]);
    assert_eq!((empty.code, empty.stderr.as_str()), (Some(1), "parlor: There is nothing in this message.\n"));

    let shutdown = run(parlor(&["admin", "shutdown", "--url", &format!("http://{}", server.address)])
        .env("PARLOR_ADMIN_TOKEN", token));
    assert_eq!(
        (shutdown.code, shutdown.stdout.as_str()),
        (Some(0), "Shutting down.\n"),
        "{}",
        shutdown.stderr
    );
    assert_eq!(ann.until("bye").await["reason"], "server_shutdown");
    assert_eq!(server.wait().code(), Some(0));
}

#[tokio::test]
async fn the_old_commands_still_work_and_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let token = server.admin_token();
    let mut ann = Client::hello(&server, "Ann").await;
    assert_eq!(admin(&server, token, &["say", "hello"]).stdout, "Announced.\n");
    assert_eq!(ann.until("said").await["line"]["text"], "hello");
    assert_eq!(admin(&server, token, &["quit"]).stdout, "Shutting down.\n");
    assert_eq!(server.wait().code(), Some(0));
    let help = run(&mut parlor(&["admin", "--help"])).stdout;
    assert!(help.contains("  announce ") && help.contains("  shutdown "), "{help}");
    assert!(!help.contains("say") && !help.contains("quit"), "{help}");
}

#[test]
fn a_wrong_token_is_refused_and_a_missing_one_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    for wrong in ["0".repeat(64), "x".to_owned()] {
        let ended = admin(&server, &wrong, &["status"]);
        assert_eq!(ended.code, Some(1));
        assert!(ended.stderr.contains("needs the admin token"), "{}", ended.stderr);
    }
    let ended = run(&mut parlor(&["admin", "status"]));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("PARLOR_ADMIN_TOKEN"), "{}", ended.stderr);

    for path in ["status", "tables", "players"] {
        let path = format!("/api/admin/{path}");
        assert_eq!(get(&server, &path).error(), (401, "unauthorized".to_owned()));
        assert_eq!(get_as(&server, &path, "wrong").error(), (401, "unauthorized".to_owned()));
        assert_eq!(get_as(&server, &path, server.admin_token()).status, 200);
    }
    for path in ["announce", "shutdown", "advance", "fault"] {
        let answer = post_as(&server, &format!("/api/admin/{path}"), "wrong", &json!({}));
        assert_eq!(answer.error(), (401, "unauthorized".to_owned()));
    }
    assert_eq!(get(&server, "/readyz").status, 200, "nobody has closed it");
}

#[test]
fn a_server_that_is_not_there_and_an_address_that_cannot_be_are_told() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let ended = run(&mut parlor(&["admin", "status", "--token", "x", "--url", &format!("http://{free}")]));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains(&format!("No server answers at http://{free}")), "{}", ended.stderr);
    let ended = run(&mut parlor(&["admin", "status", "--token", "x", "--url", "games.example"]));
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("expected a URL such as"), "{}", ended.stderr);
}

#[test]
fn the_token_alone_is_not_enough_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--admin-networks", "192.0.2.0/24"]);
    let answer = get_as(&server, "/api/admin/status", server.admin_token());
    assert_eq!(answer.error(), (403, "forbidden".to_owned()));
    server.stop();

    // A proxy on this machine passes on what comes from anywhere.
    let server = ServerProcess::start_with(folder.path(), &["--new-admin-token"]);
    let bearer = format!("Authorization: Bearer {}", server.admin_token());
    let headers = ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9", "X-Real-IP: 203.0.113.9"];
    for header in headers {
        let answer = request(&server, "GET", "/api/admin/status", &[&bearer, header], "");
        assert_eq!(answer.error(), (403, "forbidden".to_owned()), "{header}");
    }
}

#[test]
fn requests_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let token = server.admin_token();
    let post = |path: &str, body: Value| post_as(&server, path, token, &body).error();
    assert_eq!(post("/api/admin/announce", json!({"txt": "hello"})), (400, "bad_request".to_owned()));
    assert_eq!(post("/api/admin/announce", json!({"text": "\u{202e}"})), (400, "bad_chat".to_owned()));
    assert_eq!(post("/api/admin/announce", json!({"text": "x".repeat(501)})), (400, "bad_chat".to_owned()));
    assert_eq!(
        post("/api/admin/announce", json!({"text": "x".repeat(20_000)})),
        (413, "bad_request".to_owned())
    );
    // Time and faults are moved only in servers that were started for it.
    assert_eq!(post("/api/admin/advance", json!({"milliseconds": 5})), (409, "time_not_manual".to_owned()));
    assert_eq!(post("/api/admin/fault", json!({"fault": "full"})), (409, "faults_disabled".to_owned()));
}

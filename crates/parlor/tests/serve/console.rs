//! The words on the server's own terminal.

use serde_json::json;

use crate::support::client::Client;
use crate::support::http::get;
use crate::support::server::ServerProcess;

#[tokio::test]
async fn the_words_of_the_terminal_show_the_server_speak_to_it_and_close_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = ServerProcess::start(folder.path());
    server.type_line("players");
    assert_eq!(server.line(), "No players connected.");
    server.type_line("tables");
    assert_eq!(server.line(), "There are no tables.");

    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 3, "private": true, "bots": ["casual"]})).await;
    server.type_line("players");
    assert_eq!(server.line(), "Ann");
    server.type_line("tables");
    assert_eq!(
        server.line(),
        format!("{table}  gomoku  waiting, private  Ann, bot (casual), (free)  watched by 0")
    );
    server.type_line("  status ");
    assert!(server.line().starts_with("Parlor "));
    assert_eq!(server.line(), "people    1 (connections: 1)");
    assert_eq!(server.line(), "tables    1 waiting, 0 running, 0 finished");
    for _ in 0..3 {
        server.line();
    }

    server.type_line("announce Cake at five.");
    assert_eq!(server.line(), "Announced.");
    let said = ann.until("said").await;
    assert_eq!(said["line"]["text"], "Cake at five.");
    server.type_line("announce");
    assert_eq!(server.line(), "There is nothing in this message.");
    server.type_line("");
    server.type_line("dance");
    assert_eq!(server.line(), "Unknown command \"dance\". Commands:");
    assert!(server.line().starts_with("status "));
    for _ in 0..5 {
        server.line();
    }
    server.type_line("help");
    assert!(server.line().starts_with("status "));
    for _ in 0..5 {
        server.line();
    }

    server.type_line("shutdown");
    assert_eq!(server.line(), "Shutting down.");
    assert_eq!(ann.until("bye").await["reason"], "server_shutdown");
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn the_end_of_its_input_does_not_stop_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = ServerProcess::start(folder.path());
    server.type_line("players");
    server.line();
    server.end_input();
    assert_eq!(get(&server, "/healthz").body, "ok\n");
    server.stop();
}

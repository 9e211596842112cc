//! The server as one connection after another sees it, without any network.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Store, StoreLocation};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};

/// A server with its data in this folder. Dropping it is a crash; the folder stays for the next.
async fn open(folder: &tempfile::TempDir) -> Arc<Server> {
    let store = loop {
        // A server that was dropped releases its lock in the background.
        match Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await {
            Ok(store) => break store,
            Err(store::OpenError::InUse(_)) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    };
    Server::open(store, Time::manual(1_000_000), ServerConfig::default()).await.unwrap()
}

struct Client {
    session: Session,
    outbox: Outbox,
}

impl Client {
    fn new(server: &Arc<Server>) -> Self {
        let outbox = Outbox::new(server.metrics().clone());
        Self { session: Session::new(server.clone(), outbox.clone()), outbox }
    }

    async fn hello(server: &Arc<Server>, name: &str) -> Self {
        let mut client = Self::new(server);
        client.send(json!({"hello": {"version": 2, "name": name}})).await;
        client.until("welcome").await;
        client
    }

    async fn send(&mut self, message: Value) {
        let _ = self.session.handle(&message.to_string()).await;
    }

    /// The next message of this kind; others are passed over.
    async fn until(&mut self, kind: &str) -> Value {
        let wanted = async {
            loop {
                let text = match self.outbox.next().await.expect("the connection goes on") {
                    Outgoing::Text(text) | Outgoing::Close(text) => text,
                    other => panic!("{other:?}"),
                };
                let mut message: Value = serde_json::from_slice(&text).unwrap();
                if let Some(body) = message.get_mut(kind) {
                    return body.take();
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), wanted)
            .await
            .unwrap_or_else(|_| panic!("no {kind} came"))
    }

    async fn open_table(&mut self, new: Value) -> String {
        self.send(json!({"open": {"config": new, "ref": 1}})).await;
        self.until("done").await["table"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_table_is_in_the_lobby_as_soon_as_its_opening_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku"})).await;
    assert_eq!(server.public_tables()[0].table.to_string(), table);
}

#[tokio::test]
async fn after_a_restart_the_welcome_lists_the_tables_one_sits_at() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::new(&server);
    ann.send(json!({"hello": {"version": 2, "name": "Ann"}})).await;
    let token = ann.until("welcome").await["token"].clone();
    let table = ann.open_table(json!({"game": "gomoku"})).await;
    drop(ann);
    server.close().await;
    server.store().clone().close().await;
    drop(server);

    let server = open(&folder).await;
    let mut ann = Client::new(&server);
    ann.send(json!({"hello": {"version": 2, "token": token}})).await;
    let welcome = ann.until("welcome").await;
    assert_eq!(welcome["tables"][0]["info"]["table"], table);
    assert_eq!(welcome["tables"][0]["seat"], 0);
}

#[tokio::test]
async fn whoever_takes_another_name_is_told_the_tables_they_still_sit_at() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku"})).await;
    ann.send(json!({"rename": {"name": "Anna"}})).await;
    let welcome = ann.until("welcome").await;
    assert_eq!(welcome["name"], "Anna");
    assert_eq!(welcome["tables"][0]["info"]["table"], table);
    // What was said of the table before she was renamed may still be on its way.
    while ann.until("seats_update").await["seats"][0]["occupant"]["person"]["name"] != "Anna" {}
}

#[tokio::test]
async fn what_was_said_in_the_lobby_is_shown_after_any_number_of_restarts() {
    let folder = tempfile::tempdir().unwrap();
    for visit in 0..3 {
        let server = open(&folder).await;
        let mut ann = Client::hello(&server, &format!("Ann {visit}")).await;
        if visit > 0 {
            ann.send(json!({"say": {"room": "lobby", "text": format!("line {visit}"), "ref": 7}})).await;
            ann.until("done").await;
        }
        ann.send(json!({"lobby": {"on": true}})).await;
        let chat = ann.until("lobby").await["chat"].as_array().unwrap().clone();
        assert_eq!(chat.len(), visit, "{chat:?}");
        drop(ann);
        server.close().await;
        server.store().clone().close().await;
    }
}

#[tokio::test]
async fn the_operator_is_heard_by_everybody_and_has_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut stranger = Client::new(&server);
    let mut in_lobby = Client::hello(&server, "Guest").await;
    in_lobby.send(json!({"lobby": {"on": true}})).await;
    let mut elsewhere = Client::hello(&server, "Ben").await;
    server.announce(protocol::ChatText::clean("Cake at five.").unwrap()).await.unwrap();
    for client in [&mut in_lobby, &mut elsewhere] {
        let said = client.until("said").await;
        assert_eq!(said["room"], "lobby");
        assert_eq!(said["line"]["text"], "Cake at five.");
        assert!(said["line"]["from"].is_null(), "nobody can pass for the server by their name");
    }
    stranger.send(json!({"ping": {}})).await;
    let Outgoing::Text(first) = stranger.outbox.next().await.unwrap() else { panic!("no text") };
    assert_eq!(&first[..], br#"{"pong":{}}"#, "a client without hello receives nothing");
}

#[tokio::test]
async fn a_host_who_leaves_hands_the_table_on_even_while_a_game_runs() {
    for on_leave in ["bot", "end"] {
        let folder = tempfile::tempdir().unwrap();
        let server = open(&folder).await;
        let mut ann = Client::hello(&server, "Ann").await;
        let table =
            ann.open_table(json!({"game": "sorry", "seats": 2, "on_leave": on_leave, "clock": "off"})).await;
        let mut ben = Client::hello(&server, "Ben").await;
        ben.send(json!({"join": {"table": table}})).await;
        assert_eq!(ben.until("table").await["info"]["host"], 0);
        ann.send(json!({"leave": {"table": table}})).await;
        ann.until("table_removed").await;
        loop {
            if ben.until("seats_update").await["host"] == 1 {
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_server_that_closes_refuses_what_comes_and_says_goodbye() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    ann.open_table(json!({"game": "gomoku"})).await;
    server.close().await;
    ann.send(json!({"ping": {"ref": 5}})).await;
    assert_eq!(ann.until("bye").await["reason"], "server_shutdown");
    let refused = ann.until("refused").await;
    assert_eq!((&refused["code"], &refused["ref"]), (&json!("shutting_down"), &json!(5)));
    let mut late = Client::new(&server);
    assert_eq!(late.until("bye").await["reason"], "server_shutdown");
}

#[tokio::test]
async fn a_message_that_is_too_long_is_refused_and_too_many_of_them_end_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    for _ in 0..20 {
        assert_eq!(ann.session.too_long(), ControlFlow::Continue(()));
        assert_eq!(ann.until("refused").await["code"], "too_long");
    }
    assert_eq!(ann.session.too_long(), ControlFlow::Break(()));
    assert_eq!(ann.until("bye").await["reason"], "bad_messages");
}

#[tokio::test]
async fn cht27_whoever_leaves_before_the_start_frees_the_seat_and_the_others_wait_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "chicago", "seats": 3})).await;
    let mut ben = Client::hello(&server, "Ben").await;
    ben.send(json!({"join": {"table": table}})).await;
    ben.until("table").await;
    ben.send(json!({"leave": {"table": table, "ref": 2}})).await;
    assert_eq!(ben.until("done").await["table"], table);
    ben.until("table_removed").await;
    loop {
        let news = ann.until("seats_update").await;
        if news["seats"][1]["occupant"] == "empty" {
            assert_eq!(news["seats"][0]["occupant"]["person"]["name"], "Ann");
            break;
        }
    }
    assert_eq!(server.public_tables()[0].stage, protocol::TableStage::Waiting);
    ben.send(json!({"join": {"table": table, "ref": 3}})).await;
    assert_eq!(ben.until("table").await["you"], 1, "the seat can be taken again");
}

#[tokio::test]
async fn cht29_the_last_to_leave_removes_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "chicago", "seats": 3})).await;
    let mut ben = Client::hello(&server, "Ben").await;
    ben.send(json!({"lobby": {"on": true}})).await;
    ben.send(json!({"join": {"table": table}})).await;
    ben.until("table").await;
    ann.send(json!({"leave": {"table": table}})).await;
    ann.until("table_removed").await;
    assert_eq!(server.public_tables().len(), 1, "somebody is still there");
    ben.send(json!({"leave": {"table": table}})).await;
    loop {
        if ben.until("lobby_update").await["removed"] == table {
            break;
        }
    }
    assert!(server.public_tables().is_empty());
}

#[tokio::test]
async fn cht33_a_full_or_vanished_game_cannot_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let new = json!({"game": "chicago", "seats": 2, "bots": ["random"], "clock": "off"});
    let full = ann.open_table(new).await;
    let vanished = ann.open_table(json!({"game": "chicago", "seats": 2})).await;
    ann.send(json!({"leave": {"table": vanished}})).await;
    ann.until("table_removed").await;
    let mut ben = Client::hello(&server, "Ben").await;
    ben.send(json!({"join": {"table": full}})).await;
    let refused = ben.until("refused").await;
    assert_eq!(refused["code"], "already_started", "a full table starts by itself");
    ben.send(json!({"join": {"table": vanished}})).await;
    assert_eq!(ben.until("refused").await["code"], "no_such_table");
}

#[tokio::test]
async fn whoever_asks_a_table_just_as_it_closes_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let mut ben = Client::hello(&server, "Ben").await;
    let table = ann.open_table(json!({"game": "gomoku"})).await;
    ann.until("seats_update").await;
    // Both requests are in the mailbox before the table looks at the first.
    ann.send(json!({"leave": {"table": table}})).await;
    ben.send(json!({"join": {"table": table, "ref": 9}})).await;
    let refused = ben.until("refused").await;
    assert_eq!((&refused["code"], &refused["ref"]), (&json!("no_such_table"), &json!(9)));
}

#[tokio::test]
async fn a_table_whose_next_fact_was_written_by_another_takes_it_in_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut bo = Client::hello(&server, "Bo").await;
    bo.send(json!({"join": {"table": table, "ref": 2}})).await;
    bo.until("table").await;
    ann.send(json!({"sync": {"table": table, "ref": 2}})).await;
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let journal = server.store().journal(number).await.unwrap();
    let seq = journal.last().unwrap().seq + 1;
    // A fact that reached the journal by a way this server knows nothing of.
    let body = json!({"said": {"from": "Bo", "text": "I was here"}}).to_string();
    server
        .store()
        .commit(vec![store::Write::Append { table: number, epoch: 1, seq, at: 1_000_000, body }])
        .await
        .unwrap();
    let act = |reference: u32| json!({"act": {"table": table, "game_number": 1, "nth": 0, "action": {"place": {"x": 0, "y": 0}}, "ref": reference}});
    ann.send(act(3)).await;
    assert_eq!(ann.until("refused").await["code"], "not_saved");
    ann.send(act(4)).await;
    assert_eq!(ann.until("done").await["ref"], 4, "the table is not stuck");
    ann.send(json!({"sync": {"table": table, "ref": 5}})).await;
    let snapshot = ann.until("table").await;
    assert_eq!(snapshot["chat"][0]["text"], "I was here");
    assert_eq!((&snapshot["nth"], &snapshot["seq"]), (&json!(1), &json!(seq + 1)));
}

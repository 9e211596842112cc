//! The journal of a table is as long as one game, and holds all that the table is.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Store, StoreLocation, Write};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};

/// A server in a folder of its own. Dropping it is a crash; the folder stays for the next.
async fn open(folder: &tempfile::TempDir) -> Arc<Server> {
    let store = loop {
        // A server that was dropped lets go of its lock in the background.
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

/// The facts of a table, by kind.
async fn facts(server: &Server, table: &str) -> Vec<(String, Value)> {
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let journal = server.store().journal(number).await.unwrap();
    let fact = |entry: &store::JournalRow| {
        let body: Value = serde_json::from_str(&entry.body).unwrap();
        body.as_object().unwrap().iter().next().map(|(kind, body)| (kind.clone(), body.clone())).unwrap()
    };
    journal.iter().map(fact).collect()
}

/// Ann gets five in a row, in nine moves.
async fn play(ann: &mut Client, bo: &mut Client, table: &str, game_number: u32) {
    for number in 0..9 {
        let (player, nth, y) =
            if number % 2 == 0 { (&mut *ann, number / 2, 0) } else { (&mut *bo, number / 2, 1) };
        let action = json!({"place": {"x": nth, "y": y}});
        let act = json!({"table": table, "game_number": game_number, "nth": nth, "action": action, "ref": 9});
        player.send(json!({"act": act})).await;
        player.until("done").await;
    }
}

#[tokio::test]
async fn after_any_number_of_games_the_journal_is_as_long_as_one_and_says_all() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let mut bo = Client::new(&server);
    bo.send(json!({"hello": {"version": 2, "name": "Bo"}})).await;
    let token = bo.until("welcome").await["token"].clone();
    let table = ann
        .open_table(
            json!({"game": "gomoku", "seats": 2, "clock": 20, "private": true, "options": {"size": 10}}),
        )
        .await;
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let opened = facts(&server, &table).await;
    let code = opened[0].1["code"].clone();
    bo.send(json!({"join": {"table": table, "invite_code": code, "nonce": "aa11", "ref": 2}})).await;
    bo.until("table").await;
    for game in 1..=4 {
        let dealt = facts(&server, &table).await;
        assert_eq!((dealt.len(), dealt[0].0.as_str(), &dealt[0].1["games"]), (1, "dealt", &json!(game - 1)));
        play(&mut ann, &mut bo, &table, game).await;
        bo.send(json!({"say": {"room": {"table": table}, "text": format!("game {game}"), "ref": 3}})).await;
        bo.until("done").await;
        assert_eq!(facts(&server, &table).await.len(), 1 + 9 + 1);
        for player in [&mut bo, &mut ann] {
            player.send(json!({"rematch": {"table": table, "ref": 4}})).await;
            player.until("done").await;
        }
    }
    let action = json!({"place": {"x": 3, "y": 3}});
    let act = json!({"table": table, "game_number": 5, "nth": 0, "action": action, "ref": 5});
    ann.send(json!({"act": act})).await;
    ann.until("done").await;
    let last_seq = server.store().journal(number).await.unwrap().last().unwrap().seq;
    assert!(last_seq > 40, "numbers go on where they were: {last_seq}");
    bo.send(json!({"sync": {"table": table, "ref": 6}})).await;
    let mut before = bo.until("table").await;
    while before["ref"] != 6 {
        before = bo.until("table").await;
    }
    drop((ann, bo));
    server.close().await;
    server.store().clone().close().await;
    drop(server);

    let server = open(&folder).await;
    let mut bo = Client::new(&server);
    bo.send(json!({"hello": {"version": 2, "token": token}})).await;
    let after = bo.until("table").await;
    assert_eq!(before["chat"].as_array().unwrap().len(), 4);
    for what in ["seq", "nth", "game_number", "seen", "chat", "you", "deadlines"] {
        assert_eq!(after[what], before[what], "{what}");
    }
    for what in ["commitment", "host", "game", "options", "opened_at", "clock"] {
        assert_eq!(after["info"][what], before["info"][what], "{what}");
    }
}

#[tokio::test]
async fn a_table_dealt_by_other_rules_stays_closed_and_keeps_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(&folder).await;
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2, "bots": ["random"]})).await;
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let (_, mut dealt) = facts(&server, &table).await.remove(0);
    server.close().await;
    dealt["rules"] = json!(4_000);
    let seq = server.store().journal(number).await.unwrap().last().unwrap().seq + 1;
    let body = json!({"dealt": dealt}).to_string();
    let begin = Write::BeginJournal { table: number, epoch: store::FIRST_EPOCH, seq, at: 0, body };
    server.store().commit(vec![begin]).await.unwrap();
    server.store().clone().close().await;
    drop((ann, server));
    let server = open(&folder).await;
    assert_eq!((server.public_tables().len(), server.metrics().tables_quarantined.get()), (0, 1));
    assert_eq!(facts(&server, &table).await[0].1["rules"], 4_000);
}

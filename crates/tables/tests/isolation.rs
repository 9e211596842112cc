//! One bug closes one table: what panics or cannot be read takes nothing else with it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::options::RawOptions;
use protocol::{GameJson, LegacyProtocol, TableId};
use serde_json::{Value, json};
use store::{Faults, Store, StoreLocation, StoreOptions};
use tables::{LegacyRules, Outbox, Outgoing, Server, ServerConfig, Session, Time};

/// A bug in what a table asks while it plays: it panics as soon as it is armed.
#[derive(Debug, Default)]
struct FaultyRules {
    armed: AtomicBool,
}

impl LegacyRules for FaultyRules {
    fn survivable(&self, _: LegacyProtocol, _: &[GameJson]) -> Vec<GameJson> {
        assert!(!self.armed.load(Ordering::SeqCst), "a bug in the rules");
        Vec::new()
    }

    fn deals(&self, _: &str, _: &RawOptions) -> bool {
        false
    }
}

struct TestServer {
    inner: Arc<Server>,
    rules: Arc<FaultyRules>,
    faults: Faults,
    time: Time,
}

impl TestServer {
    async fn open(folder: &tempfile::TempDir, armed: bool) -> Self {
        let (faults, time) = (Faults::none(), Time::manual(1_000_000));
        let options = || StoreOptions { faults: faults.clone(), ..StoreOptions::default() };
        let store = loop {
            // A server that was dropped releases its lock in the background.
            match Store::open_with(&StoreLocation::Sqlite(folder.path().to_owned()), options()).await {
                Ok(store) => break store,
                Err(store::OpenError::InUse(_)) => tokio::task::yield_now().await,
                Err(error) => panic!("{error}"),
            }
        };
        let rules = Arc::new(FaultyRules { armed: AtomicBool::new(armed) });
        // The table of a client that is gone must come as far as the bug.
        let config = ServerConfig { legacy: rules.clone(), unattended_bots: true, ..ServerConfig::default() };
        let server = Server::open(store, time.clone(), config).await.unwrap();
        Self { inner: server, rules, faults, time }
    }

    fn client(&self) -> Client {
        let outbox = Outbox::new(self.inner.metrics().clone());
        Client { session: Session::new(self.inner.clone(), outbox.clone()), outbox }
    }

    async fn person(&self, name: &str) -> Client {
        let mut client = self.client();
        client.send(json!({"hello": {"version": 2, "name": name}})).await;
        client.until("welcome").await;
        client
    }

    /// A table that was opened through a legacy protocol, with its opener.
    async fn legacy_table(&self, config: Value) -> (Client, TableId) {
        let mut client = self.client();
        client.session.sign_in_temporary("Old", false).await.unwrap();
        let open = serde_json::from_value(json!({"config": config, "ref": 1})).unwrap();
        client.session.open_legacy(LegacyProtocol::Sorry, open, None).await;
        let table = client.until("done").await["table"].as_str().unwrap().parse().unwrap();
        client.until("table").await;
        (client, table)
    }

    async fn close(self) {
        self.inner.close().await;
        self.inner.store().clone().close().await;
    }
}

struct Client {
    session: Session,
    outbox: Outbox,
}

impl Client {
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

    async fn open_table(&mut self, config: Value) -> TableId {
        self.send(json!({"open": {"config": config, "ref": 1}})).await;
        self.until("done").await["table"].as_str().unwrap().parse().unwrap()
    }

    /// Plays, and waits for the acknowledgement.
    async fn place(&mut self, table: TableId, nth: u32) {
        let action = json!({"place": {"x": nth, "y": 0}});
        let act = json!({"table": table, "game_number": 1, "nth": nth, "action": action, "ref": 7});
        self.send(json!({"act": act})).await;
        self.until("done").await;
    }
}

#[tokio::test]
async fn a_panic_closes_the_table_it_happens_at_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(&folder, false).await;
    let mut ann = server.person("Ann").await;
    let sound = ann.open_table(json!({"game": "gomoku", "seats": 2, "bots": ["random"]})).await;
    let config = json!({"game": "sorry", "seats": 2, "bots": ["random"]});
    let (mut old, broken) = server.legacy_table(config).await;
    server.rules.armed.store(true, Ordering::SeqCst);
    // The table asks what the legacy client survives as soon as a bot or the clock is to act.
    assert!(server.time.advance(86_400_000));
    let said = old.until("said").await;
    assert!(said["line"]["text"].as_str().unwrap().contains("because of an error"), "{said}");
    assert_eq!(old.until("table_removed").await["table"], broken.to_string());
    let metrics = server.inner.metrics();
    assert_eq!((metrics.tables_failed_total.get(), metrics.tables_quarantined.get()), (1, 1));
    old.send(json!({"sync": {"table": broken, "ref": 2}})).await;
    let refused = old.until("refused").await;
    assert_eq!(refused["code"], "no_such_table");
    assert!(refused["message"].as_str().unwrap().contains("error in the server"), "{refused}");
    assert_eq!(server.inner.public_tables().iter().map(|info| info.table).collect::<Vec<_>>(), [sound]);
    assert!(!server.inner.store().journal(broken.number()).await.unwrap().is_empty(), "its journal is kept");
    ann.send(json!({"say": {"room": {"table": sound}, "text": "still here", "ref": 3}})).await;
    ann.until("done").await;
    drop((old, ann));
    server.close().await;

    // It fails again as soon as it is woken by a server with the same bug, and the other table is there all the same.
    let server = TestServer::open(&folder, true).await;
    assert!(server.time.advance(86_400_000));
    let failed = async {
        while server.inner.metrics().tables_failed_total.get() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), failed).await.unwrap();
    assert!(server.inner.public_table(sound).is_some());
    server.close().await;

    let server = TestServer::open(&folder, false).await;
    assert!(!server.rules.armed.load(Ordering::SeqCst));
    assert_eq!(server.inner.metrics().tables_failed_total.get(), 0, "nothing was lost");
}

#[tokio::test]
async fn who_disconnects_for_good_during_an_outage_leaves_no_one_on_the_seat() {
    for fault in ["full", "unsure-lost", "unsure-stored"] {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(&folder, false).await;
        let (old, table) = server.legacy_table(json!({"game": "sorry", "seats": 3})).await;
        let mut ann = server.person("Ann").await;
        ann.send(json!({"join": {"table": table, "ref": 2}})).await;
        ann.until("table").await;
        server.faults.set(fault.parse().unwrap());
        drop(old);
        // Answered after the table has processed it.
        ann.send(json!({"sync": {"table": table, "ref": 3}})).await;
        ann.until("table").await;
        server.faults.lift();
        let freed = async {
            while server.inner.metrics().seats_taken.get() != 1 {
                assert!(server.time.advance(1_000));
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), freed).await.unwrap_or_else(|_| panic!("{fault}"));
        ann.send(json!({"sync": {"table": table, "ref": 4}})).await;
        let mut seen = ann.until("table").await;
        while seen["ref"] != 4 {
            seen = ann.until("table").await;
        }
        // Seats go by arrival, so Ann has moved up.
        assert_eq!(
            (&seen["you"], &seen["info"]["seats"][1]["occupant"]),
            (&json!(0), &json!("empty")),
            "{fault}"
        );
    }
}

#[tokio::test]
async fn a_table_without_a_bug_is_not_disturbed_by_the_catcher() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(&folder, false).await;
    let mut ann = server.person("Ann").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut bo = server.person("Bo").await;
    bo.send(json!({"join": {"table": table, "ref": 2}})).await;
    bo.until("table").await;
    ann.place(table, 0).await;
    assert_eq!(server.inner.metrics().tables_failed_total.get(), 0);
}

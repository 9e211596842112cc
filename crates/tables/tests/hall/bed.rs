//! What every test of the hall needs: a house, people, and a way to wait for what they are told.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ServerMsg, TableId, TableSnapshot, TableUpdate};
use serde_json::{Value, json};
use store::{Faults, Place, Store};
use tables::{Flow, Hall, HallConfig, Outbox, Outgoing, Session, Time};
use tempfile::TempDir;

/// A test that waits longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A house in a folder of its own.
pub(crate) struct House {
    pub(crate) hall: Arc<Hall>,
    pub(crate) time: Time,
    pub(crate) faults: Faults,
    folder: TempDir,
}

pub(crate) fn config() -> HallConfig {
    HallConfig {
        messages_per_second: 1_000,
        chat_per_minute: 60_000,
        bot_threads: 2,
        ..HallConfig::default()
    }
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::open_with(config()).await
    }

    pub(crate) async fn open_with(config: HallConfig) -> Self {
        let folder = TempDir::new().expect("a folder");
        Self::open_in(folder, Time::manual(1_000_000_000), config).await
    }

    async fn open_in(folder: TempDir, time: Time, config: HallConfig) -> Self {
        let faults = Faults::none();
        let place = Place::Sqlite(folder.path().to_owned());
        let store = Store::open_with(&place, faults.clone()).await.expect("the store opens");
        let hall = Hall::open(store, time.clone(), config).await.expect("the hall opens");
        Self { hall, time, faults, folder }
    }

    /// Closes the house and opens it again `outage` milliseconds later.
    pub(crate) async fn restart(self, outage: u32) -> Self {
        self.hall.close().await;
        self.hall.store().clone().close().await;
        let Self { hall, time, folder, .. } = self;
        drop(hall);
        assert!(time.advance(outage));
        Self::open_in(folder, time, config()).await
    }

    /// A connection that has said nothing yet.
    pub(crate) fn stranger(&self) -> Person {
        let outbox = Outbox::new(self.hall.metrics().clone());
        let session = Session::new(self.hall.clone(), outbox.clone());
        Person { session, outbox, heard: Vec::new(), token: String::new(), references: 0 }
    }

    /// Somebody new.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let mut person = self.stranger();
        person.say(json!({"hello": {"version": 1, "name": name}})).await;
        person.welcome().await;
        person
    }

    /// Somebody who was here before.
    pub(crate) async fn again(&self, token: &str) -> Person {
        let mut person = self.stranger();
        person.say(json!({"hello": {"version": 1, "token": token}})).await;
        person.welcome().await;
        person
    }

    pub(crate) fn advance(&self, milliseconds: u32) {
        assert!(self.time.advance(milliseconds));
    }
}

/// One connection.
pub(crate) struct Person {
    session: Session,
    outbox: Outbox,
    heard: Vec<ServerMsg>,
    pub(crate) token: String,
    references: u32,
}

impl Person {
    pub(crate) async fn say(&mut self, message: Value) {
        self.raw(&message.to_string()).await;
    }

    /// Any text at all.
    pub(crate) async fn raw(&mut self, text: &str) -> Flow {
        self.session.handle(text).await
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> ServerMsg {
        if !self.heard.is_empty() {
            return self.heard.remove(0);
        }
        loop {
            let outgoing =
                tokio::time::timeout(PATIENCE, self.outbox.next()).await.expect("something is said");
            match outgoing.expect("the connection is open") {
                Outgoing::Text(text) | Outgoing::Last(text) => {
                    return serde_json::from_slice(&text).expect("a message of the protocol");
                }
                Outgoing::SyncTable(table) => self.session.sync_table(table),
                Outgoing::SyncLobby => self.session.sync_lobby(),
            }
        }
    }

    /// The next message that is looked for; what came before it is dropped.
    pub(crate) async fn until<T>(&mut self, mut look: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            if let Some(found) = look(&self.hear().await) {
                return found;
            }
        }
    }

    /// All that has been said so far, without waiting for more.
    pub(crate) fn heard_so_far(&mut self) -> Vec<ServerMsg> {
        while let Some(outgoing) = self.outbox.try_next() {
            if let Outgoing::Text(text) | Outgoing::Last(text) = outgoing {
                self.heard.push(serde_json::from_slice(&text).expect("a message of the protocol"));
            }
        }
        std::mem::take(&mut self.heard)
    }

    async fn welcome(&mut self) {
        self.token = self
            .until(|message| match message {
                ServerMsg::Welcome(welcome) => Some(welcome.token.clone()),
                ServerMsg::Refused(refused) => panic!("{}", refused.message),
                _ => None,
            })
            .await;
    }

    /// Asks with a `ref` and gives the answer; what is told in between is kept.
    pub(crate) async fn ask(&mut self, kind: &str, mut body: Value) -> ServerMsg {
        self.references += 1;
        body["ref"] = json!(self.references);
        let reference = self.references;
        self.say(json!({kind: body})).await;
        let mut between = Vec::new();
        let answer = loop {
            let message = self.hear().await;
            let answers = match &message {
                ServerMsg::Done(done) | ServerMsg::Pong(done) => done.reference,
                ServerMsg::Refused(refused) => refused.reference,
                ServerMsg::Table(table) => table.reference,
                ServerMsg::Welcome(welcome) => welcome.reference,
                _ => None,
            };
            if answers == Some(reference) {
                break message;
            }
            between.push(message);
        };
        between.append(&mut self.heard);
        self.heard = between;
        answer
    }

    /// Asks, and expects it to be done.
    pub(crate) async fn does(&mut self, kind: &str, body: Value) -> Option<TableId> {
        match self.ask(kind, body).await {
            ServerMsg::Done(done) => done.table,
            ServerMsg::Table(table) => Some(table.card.table),
            other => panic!("{kind}: {other:?}"),
        }
    }

    /// Asks, and expects a refusal; gives its code.
    pub(crate) async fn refused(&mut self, kind: &str, body: Value) -> String {
        match self.ask(kind, body).await {
            ServerMsg::Refused(refused) => {
                assert!(refused.message.ends_with('.'), "{:?} is no sentence", refused.message);
                refused.code
            }
            other => panic!("{kind}: {other:?}"),
        }
    }

    /// Opens a table and waits for it.
    pub(crate) async fn opens(&mut self, new: Value) -> TableId {
        let table = self.does("open", json!({"new": new})).await.expect("a table");
        self.table().await;
        table
    }

    /// The next snapshot of a table.
    pub(crate) async fn table(&mut self) -> TableSnapshot {
        self.until(|message| match message {
            ServerMsg::Table(table) => Some((**table).clone()),
            _ => None,
        })
        .await
    }

    /// A fresh snapshot of a table.
    pub(crate) async fn sync(&mut self, table: TableId, since: Option<u64>) -> TableSnapshot {
        match self.ask("sync", json!({"table": table, "since": since})).await {
            ServerMsg::Table(table) => *table,
            other => panic!("{other:?}"),
        }
    }

    /// The update after which this seat is to make the decision of this number of its own.
    pub(crate) async fn its_turn_of(&mut self, seat: u64, nth: u32) {
        self.until(|message| match message {
            ServerMsg::Update(update) => (to_act(&update.view) == [seat] && update.nth == nth).then_some(()),
            _ => None,
        })
        .await;
    }

    /// The next update of a game.
    pub(crate) async fn update(&mut self) -> TableUpdate {
        self.until(|message| match message {
            ServerMsg::Update(update) => Some((**update).clone()),
            _ => None,
        })
        .await
    }
}

/// What a view lists as legal.
pub(crate) fn legal(view: &protocol::GameJson) -> Vec<Value> {
    let view: Value = serde_json::from_str(view.get()).expect("a view");
    view["legal"].as_array().cloned().unwrap_or_default()
}

/// Whether a view says that the seat is to act.
pub(crate) fn to_act(view: &protocol::GameJson) -> Vec<u64> {
    let view: Value = serde_json::from_str(view.get()).expect("a view");
    view["to_act"]
        .as_array()
        .map(|seats| seats.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default()
}

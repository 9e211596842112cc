//! Clients of a server in this process, in JSON.

#![allow(dead_code, reason = "no test uses all of it")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Store, StoreLocation};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};

/// Opens the store in a folder. One that was dropped releases its lock in the background.
pub(crate) async fn open_store(folder: &Path) -> Store {
    loop {
        match Store::open(&StoreLocation::Sqlite(folder.to_owned())).await {
            Ok(store) => return store,
            Err(store::OpenError::InUse(_)) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Opens a server in a folder, at a time that stands.
pub(crate) async fn open_server(folder: &Path, config: ServerConfig) -> Arc<Server> {
    Server::open(open_store(folder).await, Time::manual(1_000_000), config).await.unwrap()
}

/// Shuts down a server, so that its folder can be used again.
pub(crate) async fn close_server(server: Arc<Server>) {
    server.close().await;
    server.store().clone().close().await;
}

pub(crate) struct Client {
    session: Session,
    outbox: Outbox,
    pub(crate) token: Value,
    /// How many requests were sent: each has the next number.
    asked: u64,
}

impl Client {
    /// Says hello under a new name.
    pub(crate) async fn named(server: &Arc<Server>, name: &str) -> Self {
        Self::hello(server, &json!({"version": 2, "name": name})).await
    }

    /// Reconnects with a token.
    pub(crate) async fn again(server: &Arc<Server>, token: &Value) -> Self {
        Self::hello(server, &json!({"version": 2, "token": token})).await
    }

    async fn hello(server: &Arc<Server>, hello: &Value) -> Self {
        let outbox = Outbox::new(server.metrics().clone());
        let session = Session::new(server.clone(), outbox.clone());
        let mut client = Self { session, outbox, token: json!(null), asked: 0 };
        client.send(json!({"hello": hello})).await;
        client.token = client.until("welcome").await["token"].clone();
        client
    }

    pub(crate) async fn send(&mut self, message: Value) {
        let _ = self.session.handle(&message.to_string()).await;
    }

    /// The next message; nothing is passed over.
    pub(crate) async fn next(&mut self) -> Value {
        let next = tokio::time::timeout(Duration::from_secs(20), self.outbox.next());
        match next.await.expect("a message").expect("the connection goes on") {
            Outgoing::Text(text) | Outgoing::Close(text) => serde_json::from_slice(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The next message of this kind; others are passed over.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            if let Some(body) = self.next().await.get_mut(kind) {
                return body.take();
            }
        }
    }

    /// Opens a table; returns its id.
    pub(crate) async fn open_table(&mut self, config: Value) -> String {
        self.does("open", json!({ "config": config })).await["table"].as_str().unwrap().to_owned()
    }

    /// Sends a request and waits for what it is answered with: `done`, `table` or `refused`.
    pub(crate) async fn ask(&mut self, kind: &str, mut body: Value) -> (String, Value) {
        self.asked += 1;
        body["ref"] = json!(self.asked);
        self.send(json!({ kind: body })).await;
        loop {
            let message = self.next().await;
            let (kind, body) = message.as_object().unwrap().iter().next().unwrap();
            if body["ref"] == self.asked {
                return (kind.clone(), body.clone());
            }
        }
    }

    /// [`Self::ask`] for what must not be refused.
    pub(crate) async fn does(&mut self, kind: &str, body: Value) -> Value {
        match self.ask(kind, body).await {
            (answer, body) if answer == "refused" => panic!("{kind} is refused: {body}"),
            (_, body) => body,
        }
    }
}

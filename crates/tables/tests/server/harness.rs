//! A server in this process: sessions without sockets, time passed in, a real database.

use std::ops::ControlFlow;
use std::sync::Arc;

use protocol::{MAX_CLIENT_MESSAGE, ReplayId, ServerMsg, TableId, TableInfo};
use serde_json::Value;
use store::{Faults, Store, StoreLocation};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};
use tempfile::TempDir;

/// A server with a temporary data directory.
pub(crate) struct TestServer {
    inner: Arc<Server>,
    time: Time,
    faults: Faults,
    folder: TempDir,
}

pub(crate) fn config() -> ServerConfig {
    ServerConfig {
        messages_per_second: 1_000,
        chat_messages_per_minute: 60_000,
        tables_per_minute: 60_000,
        drafts_per_minute: 60_000,
        bots_per_minute: 60_000,
        bot_threads: 2,
        ..ServerConfig::default()
    }
}

impl TestServer {
    pub(crate) async fn open() -> Self {
        Self::open_with(config()).await
    }

    pub(crate) async fn open_with(config: ServerConfig) -> Self {
        let folder = TempDir::new().expect("a folder");
        Self::open_in(folder, Time::manual(1_000_000_000), config).await
    }

    async fn open_in(folder: TempDir, time: Time, config: ServerConfig) -> Self {
        let faults = Faults::none();
        let place = StoreLocation::Sqlite(folder.path().to_owned());
        let store = Store::open_with(&place, faults.clone()).await.expect("the store opens");
        let server = Server::open(store, time.clone(), config).await.expect("the server opens");
        Self { inner: server, time, faults, folder }
    }

    /// Closes the server and opens it again `outage` milliseconds later.
    pub(crate) async fn restart(self, outage: u32) -> Self {
        self.inner.close().await;
        self.inner.store().clone().close().await;
        self.open_again(outage).await
    }

    /// Ends the server in an instant and opens it again `outage` milliseconds later.
    pub(crate) async fn crash(self, outage: u32) -> Self {
        // Nothing is stored from here on; the tables only have to drop their handles.
        self.inner.store().clone().close().await;
        self.inner.close().await;
        self.open_again(outage).await
    }

    async fn open_again(self, outage: u32) -> Self {
        let Self { inner: server, time, folder, .. } = self;
        let config = server.config().clone();
        drop(server);
        assert!(time.advance(outage));
        Self::open_in(folder, time, config).await
    }

    pub(crate) async fn advance(&self, milliseconds: u32) {
        assert!(self.time.advance(milliseconds));
    }

    /// Makes the store fail in this way, or work again.
    pub(crate) async fn fault(&self, fault: Option<&str>) {
        match fault {
            Some(word) => self.faults.set(word.parse().expect("a fault")),
            None => self.faults.lift(),
        }
    }

    /// The tables everybody may see.
    pub(crate) async fn public_tables(&self) -> Vec<TableInfo> {
        self.inner.public_tables()
    }

    /// One table that everybody may see.
    pub(crate) async fn public_table(&self, table: TableId) -> Option<TableInfo> {
        self.inner.public_table(table)
    }

    /// A game that everybody may see again.
    pub(crate) async fn replay(&self, id: ReplayId) -> Option<Value> {
        let replay = self.inner.store().replay(&id.to_string()).await.expect("readable");
        let public = replay.filter(|replay| replay.public)?;
        serde_json::from_str(&public.body).expect("a replay")
    }

    pub(crate) async fn line(&self) -> Line {
        let outbox = Outbox::new(self.inner.metrics().clone());
        let session = Session::new(self.inner.clone(), outbox.clone());
        Line { session, outbox, over: false }
    }
}

/// What carries messages between somebody and the server.
pub(crate) struct Line {
    session: Session,
    outbox: Outbox,
    over: bool,
}

impl Line {
    pub(crate) async fn send(&mut self, text: &str) {
        if self.over {
            return;
        }
        let flow = if text.len() > MAX_CLIENT_MESSAGE {
            self.session.too_long()
        } else {
            self.session.handle(text).await
        };
        self.over = flow == ControlFlow::Break(());
    }

    pub(crate) async fn send_bytes(&mut self) {
        self.over |= self.session.unreadable("messages are text, not bytes") == ControlFlow::Break(());
    }

    pub(crate) async fn receive(&mut self) -> Option<ServerMsg> {
        loop {
            let outgoing = if self.over { self.outbox.try_next()? } else { self.outbox.next().await.ok()? };
            match outgoing {
                Outgoing::Text(text) => return Some(read(&text)),
                Outgoing::Close(text) => {
                    self.over = true;
                    return Some(read(&text));
                }
                Outgoing::SyncTable(table) => self.session.sync_table(table),
                Outgoing::SyncLobby => self.session.sync_lobby(),
                Outgoing::ResumeWrite => {}
            }
        }
    }

    pub(crate) async fn hang_up(self) {}
}

fn read(text: &[u8]) -> ServerMsg {
    serde_json::from_slice(text).expect("a message of the protocol")
}

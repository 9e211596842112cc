//! A house in this process: sessions without sockets, time passed in, a real database.

use std::sync::Arc;

use protocol::{LONGEST_CLIENT_MESSAGE, ReplayId, ServerMsg, TableCard, TableId};
use serde_json::Value;
use store::{Faults, Place, Store};
use tables::{Flow, Hall, HallConfig, Outbox, Outgoing, Session, Time};
use tempfile::TempDir;

/// A house in a folder of its own.
pub(crate) struct House {
    hall: Arc<Hall>,
    time: Time,
    faults: Faults,
    folder: TempDir,
}

pub(crate) fn config() -> HallConfig {
    HallConfig {
        messages_per_second: 1_000,
        chat_messages_per_minute: 60_000,
        tables_per_minute: 60_000,
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
        self.open_again(outage).await
    }

    /// Ends the house in an instant and opens it again `outage` milliseconds later.
    pub(crate) async fn crash(self, outage: u32) -> Self {
        // Nothing is stored from here on; the tables only have to let go.
        self.hall.store().clone().close().await;
        self.hall.close().await;
        self.open_again(outage).await
    }

    async fn open_again(self, outage: u32) -> Self {
        let Self { hall, time, folder, .. } = self;
        let config = hall.config().clone();
        drop(hall);
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
    pub(crate) async fn public_tables(&self) -> Vec<TableCard> {
        self.hall.public_tables()
    }

    /// One table that everybody may see.
    pub(crate) async fn public_table(&self, table: TableId) -> Option<TableCard> {
        self.hall.public_table(table)
    }

    /// A game that everybody may see again.
    pub(crate) async fn replay(&self, id: ReplayId) -> Option<Value> {
        let replay = self.hall.store().replay(&id.to_string()).await.expect("readable");
        let public = replay.filter(|replay| replay.public)?;
        serde_json::from_str(&public.body).expect("a replay")
    }

    pub(crate) async fn line(&self) -> Line {
        let outbox = Outbox::new(self.hall.metrics().clone());
        let session = Session::new(self.hall.clone(), outbox.clone());
        Line { session, outbox, over: false }
    }
}

/// What carries messages between somebody and the house.
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
        let flow = if text.len() > LONGEST_CLIENT_MESSAGE {
            self.session.too_long()
        } else {
            self.session.handle(text).await
        };
        self.over = flow == Flow::Close;
    }

    pub(crate) async fn send_bytes(&mut self) {
        self.over |= self.session.unreadable("messages are text, not bytes") == Flow::Close;
    }

    pub(crate) async fn receive(&mut self) -> Option<ServerMsg> {
        loop {
            let outgoing = if self.over { self.outbox.try_next()? } else { self.outbox.next().await.ok()? };
            match outgoing {
                Outgoing::Text(text) => return Some(read(&text)),
                Outgoing::Last(text) => {
                    self.over = true;
                    return Some(read(&text));
                }
                Outgoing::SyncTable(table) => self.session.sync_table(table),
                Outgoing::SyncLobby => self.session.sync_lobby(),
                Outgoing::Rest => {}
            }
        }
    }

    pub(crate) async fn hang_up(self) {}
}

fn read(text: &[u8]) -> ServerMsg {
    serde_json::from_slice(text).expect("a message of the protocol")
}

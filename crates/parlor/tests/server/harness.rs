//! A server process: the real binary on a free port, in a temporary folder, with time set by the test.

use std::cell::Cell;

use futures_util::{SinkExt, StreamExt};
use protocol::{ReplayId, ServerMsg, TableId, TableInfo};
use serde_json::Value;
use store::StoreLocation;
use store::testing::Postgres;
use tables::ServerConfig;
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::support::http::{advance, fault, get};
use crate::support::server::ServerProcess;

/// Where the servers of a test keep their data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
}

thread_local! {
    static DATABASE: Cell<Database> = const { Cell::new(Database::Sqlite) };
}

impl Database {
    /// For all servers that are opened on this thread from now on.
    pub(crate) fn choose(self) {
        DATABASE.set(self);
    }
}

/// A running server.
pub(crate) struct TestServer {
    pub(crate) process: ServerProcess,
    folder: TempDir,
    database: Option<String>,
    now: Cell<i64>,
    config: ServerConfig,
}

pub(crate) fn config() -> ServerConfig {
    ServerConfig {
        messages_per_second: 1_000,
        chat_messages_per_minute: 60_000,
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
        let database = match DATABASE.get() {
            Database::Sqlite => None,
            Database::Postgres => match Postgres::shared().expect("a server").create_database() {
                Ok(StoreLocation::Postgres(url)) => Some(url),
                other => panic!("{other:?}"),
            },
        };
        let now = 1_000_000_000;
        let server = start(&folder, database.as_deref(), now, &config, "127.0.0.1:0");
        Self { process: server, folder, database, now: Cell::new(now), config }
    }

    /// Ends the server as an operator would and opens it again `outage` milliseconds later.
    pub(crate) async fn restart(self, outage: u32) -> Self {
        self.reopen(outage, ServerProcess::stop)
    }

    /// Ends the server in an instant and opens it again `outage` milliseconds later.
    pub(crate) async fn crash(self, outage: u32) -> Self {
        self.reopen(outage, ServerProcess::kill)
    }

    /// The next server has the address of the one before, so that clients can reconnect.
    fn reopen(self, outage: u32, end: fn(ServerProcess)) -> Self {
        let Self { process: mut server, folder, database, now, config } = self;
        let (address, token) = (server.address, server.token.take());
        end(server);
        let now = now.get() + i64::from(outage);
        let mut server = start(&folder, database.as_deref(), now, &config, &address.to_string());
        server.token = token;
        Self { process: server, folder, database, now: Cell::new(now), config }
    }

    pub(crate) async fn advance(&self, milliseconds: u32) {
        advance(&self.process, milliseconds);
        self.now.set(self.now.get() + i64::from(milliseconds));
    }

    /// Makes the store fail in this way, or work again.
    pub(crate) async fn fault(&self, word: Option<&str>) {
        fault(&self.process, word);
    }

    /// The tables everybody may see.
    pub(crate) async fn public_tables(&self) -> Vec<TableInfo> {
        let mut answer = get(&self.process, "/api/tables").json();
        serde_json::from_value(answer["tables"].take()).expect("tables")
    }

    /// One table that everybody may see.
    pub(crate) async fn public_table(&self, table: TableId) -> Option<TableInfo> {
        let answer = get(&self.process, &format!("/api/tables/{table}"));
        (answer.status == 200).then(|| serde_json::from_value(answer.json()).expect("a table"))
    }

    /// A game that everybody may see again.
    pub(crate) async fn replay(&self, id: ReplayId) -> Option<Value> {
        let answer = get(&self.process, &format!("/api/replays/{id}"));
        (answer.status == 200).then(|| answer.json())
    }

    /// Where programs connect to.
    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.process.address)
    }

    pub(crate) async fn line(&self) -> Line {
        let stream = TcpStream::connect(self.process.address).await.expect("the server is open");
        stream.set_nodelay(true).expect("a socket");
        Line::over(stream, &self.url()).await
    }

    /// A line that holds next to nothing of what its owner does not read.
    pub(crate) async fn narrow_line(&self) -> Line {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4_096).expect("a small buffer");
        let stream = socket.connect(self.process.address).await.expect("the server is open");
        Line::over(stream, &self.url()).await
    }
}

fn start(
    folder: &TempDir,
    database: Option<&str>,
    now: i64,
    config: &ServerConfig,
    listen: &str,
) -> ServerProcess {
    let mut command = crate::support::server::parlor(&["serve", "--test-faults"]);
    command.args(["--listen", listen]).arg("--data-dir").arg(folder.path());
    command.args(["--test-time", &now.to_string()]);
    command.args(database.map(|url| ["--database-url", url]).into_iter().flatten());
    for (flag, number) in [
        ("--max-tables", config.max_tables),
        ("--max-tables-per-person", config.max_tables_per_person),
        ("--empty-table-timeout", config.empty_table_timeout as usize),
        ("--bot-threads", config.bot_threads),
        ("--messages-per-second", config.messages_per_second as usize),
        ("--chat-messages-per-minute", config.chat_messages_per_minute as usize),
        ("--tables-per-minute", config.tables_per_minute as usize),
        ("--drafts-per-minute", config.drafts_per_minute as usize),
        ("--bots-per-minute", config.bots_per_minute as usize),
        ("--max-connections-per-person", config.max_connections_per_person as usize),
    ] {
        command.args([flag, &number.to_string()]);
    }
    if config.unattended_bots {
        command.arg("--unattended-bots");
    }
    ServerProcess::spawn(&mut command)
}

/// A WebSocket.
pub(crate) struct Line(WebSocketStream<TcpStream>);

impl Line {
    async fn over(stream: TcpStream, url: &str) -> Self {
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.expect("a WebSocket");
        Self(socket)
    }

    /// An error is ignored: the server may have closed the connection.
    pub(crate) async fn send(&mut self, text: &str) {
        let _ = self.0.send(Message::text(text)).await;
    }

    pub(crate) async fn send_bytes(&mut self) {
        let _ = self.0.send(Message::Binary(Bytes::from_static(b"{\"ping\":{}}"))).await;
    }

    pub(crate) async fn receive(&mut self) -> Option<ServerMsg> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("a message of the protocol"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The server ends its side when it has let the session go.
    pub(crate) async fn hang_up(mut self) {
        if self.0.close(None).await.is_ok() {
            while let Some(Ok(_)) = self.0.next().await {}
        }
    }
}

//! A connection that breaks whenever the server is killed.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::client::Tables;
use crate::support::server::TEST_TIMEOUT;

/// The server is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gone;

pub(crate) struct Line {
    socket: WebSocketStream<TcpStream>,
    last_ref: u64,
    tables: Tables,
}

/// The kind and the body of a message.
pub(crate) fn parts(message: &Value) -> (&str, &Value) {
    message
        .as_object()
        .and_then(|object| object.iter().next())
        .map_or(("", message), |(kind, body)| (kind, body))
}

impl Line {
    /// Connects; tries for as long as the server may take to be back.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let since = Instant::now();
        loop {
            if let Ok(socket) = Self::try_open(address).await {
                return Self { socket, last_ref: 0, tables: Tables::default() };
            }
            // On a busy machine the server may be killed many times before everybody is in again.
            assert!(since.elapsed() < 20 * TEST_TIMEOUT, "the server did not come back");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn try_open(address: SocketAddr) -> Result<WebSocketStream<TcpStream>, Gone> {
        let stream = TcpStream::connect(address).await.map_err(|_| Gone)?;
        stream.set_nodelay(true).map_err(|_| Gone)?;
        let opening = tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream);
        let opened = timeout(TEST_TIMEOUT, opening).await.map_err(|_| Gone)?;
        opened.map(|(socket, _)| socket).map_err(|_| Gone)
    }

    /// Sends a request; returns the `ref` that its answer will repeat.
    pub(crate) async fn ask(&mut self, kind: &str, mut body: Value) -> Result<u64, Gone> {
        self.last_ref += 1;
        body["ref"] = json!(self.last_ref);
        let mut message = json!({ kind: body });
        self.tables.complete(&mut message);
        let message = Message::text(message.to_string());
        self.socket.send(message).await.map_err(|_| Gone)?;
        Ok(self.last_ref)
    }

    pub(crate) async fn next(&mut self) -> Result<Value, Gone> {
        loop {
            // Long enough for a table whose other players need many attempts to reconnect.
            let frame =
                timeout(4 * TEST_TIMEOUT, self.socket.next()).await.expect("the server answers in time");
            match frame {
                Some(Ok(Message::Text(text))) => return Ok(self.tables.receive(&text)),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => {}
            }
        }
    }
}

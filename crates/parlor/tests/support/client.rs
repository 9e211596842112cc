//! A client of the native protocol that sees every message.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::collections::{HashMap, VecDeque};

use futures_util::{SinkExt, StreamExt};
use protocol::{SeenTracker, ServerMsg, TableId};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderName;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::server::{ServerProcess, TEST_TIMEOUT};

/// What a WebSocket is carried by: TCP, or TLS to a proxy.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// One WebSocket to a server.
pub(crate) struct Client {
    socket: WebSocketStream<Box<dyn Stream>>,
    /// What came while something else was waited for, oldest first.
    waiting: VecDeque<Value>,
    last_ref: u32,
    tables: Tables,
    /// The secret of this person, once they have one.
    pub(crate) token: String,
    /// All that was said, with `>` for what went to the server and `<` for what came from it.
    pub(crate) transcript: Vec<(char, Value)>,
}

/// The kind and the body of a message.
pub(crate) fn kind(message: &Value) -> &str {
    message.as_object().and_then(|object| object.keys().next()).map_or("", String::as_str)
}

/// What can be played, by a snapshot or an update that was made whole: what is listed, or what the board implies.
pub(crate) fn legal(body: &Value) -> Vec<Value> {
    let seen = &body["seen"];
    if seen["legal"] != "implied" {
        return seen["legal"].as_array().cloned().unwrap_or_default();
    }
    if !seen["to_act"].as_array().is_some_and(|seats| seats.contains(&seen["you"])) {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for (y, row) in seen["view"]["rows"].as_array().unwrap().iter().enumerate() {
        let points = row.as_str().unwrap().chars().enumerate();
        let free = points.filter(|(_, point)| *point == '.');
        actions.extend(free.map(|(x, _)| json!({"place": {"x": x, "y": y}})));
    }
    actions
}

/// Makes updates whole, and knows which game is played at each table.
#[derive(Default)]
pub(crate) struct Tables {
    seen: SeenTracker,
    game_numbers: HashMap<TableId, u32>,
}

impl Tables {
    /// The message as tests read it: an update has all of `seen`.
    pub(crate) fn receive(&mut self, text: &str) -> Value {
        let value: Value = serde_json::from_str(text).unwrap();
        if !matches!(kind(&value), "table" | "update" | "table_removed") {
            return value;
        }
        let mut message: ServerMsg = serde_json::from_str(text).unwrap();
        match &message {
            ServerMsg::Table(table) => self.game_numbers.insert(table.info.table, table.game_number),
            ServerMsg::Update(update) => self.game_numbers.insert(update.table, update.game_number),
            _ => None,
        };
        self.seen.expand(&mut message).expect("changes follow what was seen before");
        serde_json::to_value(message).unwrap()
    }

    /// Adds the number of the game to an `act` or a `draft` that does not say it.
    pub(crate) fn complete(&self, message: &mut Value) {
        for kind in ["act", "draft"] {
            let Some(body) = message.get_mut(kind).filter(|body| body["game_number"].is_null()) else {
                continue;
            };
            let table: Option<TableId> = body["table"].as_str().and_then(|table| table.parse().ok());
            let known = table.and_then(|table| self.game_numbers.get(&table));
            // A table without an update so far plays its first game.
            body["game_number"] = json!(known.copied().unwrap_or(1));
        }
    }
}

impl Client {
    /// Opens a WebSocket and says nothing yet.
    pub(crate) async fn connect(server: &ServerProcess) -> Self {
        Self::try_connect(server).await.unwrap()
    }

    /// The same, where it may be refused.
    pub(crate) async fn try_connect(server: &ServerProcess) -> Result<Self, Box<Error>> {
        Self::try_connect_with(server, &[]).await
    }

    /// The same with further headers.
    pub(crate) async fn try_connect_with(
        server: &ServerProcess,
        headers: &[(&str, &str)],
    ) -> Result<Self, Box<Error>> {
        let stream = TcpStream::connect(server.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self::over(stream, &format!("ws://{}/ws", server.address), headers).await
    }

    /// The same over a stream that is open already.
    pub(crate) async fn over(
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        url: &str,
        headers: &[(&str, &str)],
    ) -> Result<Self, Box<Error>> {
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let stream: Box<dyn Stream> = Box::new(stream);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.map_err(Box::new)?;
        Ok(Self {
            socket,
            waiting: VecDeque::new(),
            last_ref: 0,
            tables: Tables::default(),
            token: String::new(),
            transcript: Vec::new(),
        })
    }

    /// Signs in as a new person.
    pub(crate) async fn hello(server: &ServerProcess, name: &str) -> Self {
        let mut client = Self::connect(server).await;
        let welcome = client.ask("hello", json!({"version": protocol::VERSION, "name": name})).await;
        client.token = welcome["welcome"]["token"].as_str().unwrap_or_else(|| panic!("{welcome}")).to_owned();
        client
    }

    /// Reconnects as a known person; returns the welcome as well.
    pub(crate) async fn resume(server: &ServerProcess, token: &str) -> (Self, Value) {
        let mut client = Self::connect(server).await;
        let answer = client.ask("hello", json!({"version": protocol::VERSION, "token": token})).await;
        token.clone_into(&mut client.token);
        let welcome = answer.get("welcome").unwrap_or_else(|| panic!("{answer}")).clone();
        (client, welcome)
    }

    /// Sends a frame of any kind.
    pub(crate) async fn send_frame(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// Sends a message as it is.
    pub(crate) async fn send(&mut self, message: &Value) {
        let mut message = message.clone();
        self.tables.complete(&mut message);
        self.transcript.push(('>', message.clone()));
        self.send_frame(Message::text(message.to_string())).await;
    }

    /// Sends a request with a new `ref` and waits for the answer that repeats it. Other messages are kept.
    pub(crate) async fn ask(&mut self, request: &str, mut body: Value) -> Value {
        self.last_ref += 1;
        let reference = self.last_ref;
        body["ref"] = reference.into();
        self.send(&json!({ request: body })).await;
        let answers = |message: &Value| message[kind(message)]["ref"] == reference;
        self.read_until(answers).await
    }

    /// [`Self::ask`] for a request that must be carried out; returns the body of the answer.
    pub(crate) async fn done(&mut self, request: &str, body: Value) -> Value {
        let answer = self.ask(request, body).await;
        assert_ne!(kind(&answer), "refused", "{answer}");
        answer[kind(&answer)].clone()
    }

    /// [`Self::ask`] for a request that must be refused; returns the refusal.
    pub(crate) async fn refused(&mut self, request: &str, body: Value) -> Value {
        let answer = self.ask(request, body).await;
        assert_eq!(kind(&answer), "refused", "{answer}");
        answer["refused"].clone()
    }

    /// The next message, kept or new; `None` if the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        match self.waiting.pop_front() {
            Some(message) => Some(message),
            None => self.read().await,
        }
    }

    /// What came while something else was waited for, the oldest first.
    pub(crate) fn waiting_message(&mut self) -> Option<Value> {
        self.waiting.pop_front()
    }

    /// Drops all that came while something else was waited for, and what was noted of the conversation.
    pub(crate) fn forget_what_waits(&mut self) {
        self.waiting.clear();
        self.transcript.clear();
    }

    /// The body of the next message of this kind. Others before it are dropped.
    pub(crate) async fn until(&mut self, wanted: &str) -> Value {
        loop {
            let message = self.next().await;
            let message = message.unwrap_or_else(|| panic!("the connection ended before a {wanted}"));
            if kind(&message) == wanted {
                return message[wanted].clone();
            }
        }
    }

    pub(crate) async fn read_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.read().await.expect("an answer before the end of the connection");
            if wanted(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            let frame = timeout(TEST_TIMEOUT, self.socket.next()).await.expect("a message in time")?;
            match frame {
                Ok(Message::Text(text)) => {
                    self.transcript.push(('<', serde_json::from_str(&text).unwrap()));
                    return Some(self.tables.receive(&text));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads to the end of the connection and returns the last message.
    pub(crate) async fn last_words(&mut self) -> Option<Value> {
        let mut last = None;
        while let Some(message) = self.next().await {
            last = Some(message);
        }
        last
    }

    /// Opens a table; returns its id. Its first snapshot waits to be read.
    pub(crate) async fn open(&mut self, new: Value) -> String {
        self.done("open", json!({ "config": new })).await["table"].as_str().unwrap().to_owned()
    }
}

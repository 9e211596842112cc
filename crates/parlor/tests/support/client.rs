//! A client of the native protocol that sees every message.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::collections::VecDeque;

use futures_util::{SinkExt, StreamExt};
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
    /// The secret of this person, once they have one.
    pub(crate) token: String,
    /// All that was said, with `>` for what went to the house and `<` for what came from it.
    pub(crate) transcript: Vec<(char, Value)>,
}

/// The kind and the body of a message.
pub(crate) fn kind(message: &Value) -> &str {
    message.as_object().and_then(|object| object.keys().next()).map_or("", String::as_str)
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
            token: String::new(),
            transcript: Vec::new(),
        })
    }

    /// Comes in as a new person.
    pub(crate) async fn hello(server: &ServerProcess, name: &str) -> Self {
        let mut client = Self::connect(server).await;
        let welcome = client.ask("hello", json!({"version": protocol::VERSION, "name": name})).await;
        client.token = welcome["welcome"]["token"].as_str().unwrap_or_else(|| panic!("{welcome}")).to_owned();
        client
    }

    /// Comes back as a known person; gives the welcome as well.
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

    /// [`Self::ask`] for a request that must be carried out; gives the body of the answer.
    pub(crate) async fn done(&mut self, request: &str, body: Value) -> Value {
        let answer = self.ask(request, body).await;
        assert_ne!(kind(&answer), "refused", "{answer}");
        answer[kind(&answer)].clone()
    }

    /// [`Self::ask`] for a request that must be refused; gives the refusal.
    pub(crate) async fn refused(&mut self, request: &str, body: Value) -> Value {
        let answer = self.ask(request, body).await;
        assert_eq!(kind(&answer), "refused", "{answer}");
        answer["refused"].clone()
    }

    /// The next message, kept or new; nothing if the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        match self.waiting.pop_front() {
            Some(message) => Some(message),
            None => self.read().await,
        }
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
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.transcript.push(('<', message.clone()));
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads to the end of the connection and gives the last message.
    pub(crate) async fn last_words(&mut self) -> Option<Value> {
        let mut last = None;
        while let Some(message) = self.next().await {
            last = Some(message);
        }
        last
    }

    /// Opens a table; gives its id. Its first snapshot waits to be read.
    pub(crate) async fn open(&mut self, new: Value) -> String {
        self.done("open", json!({ "new": new })).await["table"].as_str().unwrap().to_owned()
    }
}

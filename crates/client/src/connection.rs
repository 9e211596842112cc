//! The task that keeps the connection.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{
    Bye, ByeReason, ChangeError, ClientMsg, Lobby, Mute, Nonce, Ping, RefusalCode, SeenTracker, ServerMsg,
    Sync, TableId, Watch, Welcome,
};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::client::{ConnectError, Incoming};
use crate::deals::Deals;
use crate::identity::Identity;
use crate::pending::{Pending, Reply};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The first wait before coming back, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The longest wait that a server can ask for before the next attempt: it may have changed its mind.
const MAX_ASKED_WAIT: Duration = Duration::from_secs(300);

/// How long silence is trusted. A connection that is dead without a sign is found by these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// A ping is sent after this time without a message.
    pub(crate) quiet: Duration,
    /// Something must come within this time after a ping.
    pub(crate) pong: Duration,
    /// The welcome must come within this time after an attempt to connect began.
    pub(crate) welcome: Duration,
}

impl Patience {
    /// The pages wait as long.
    pub(crate) const USUAL: Self = Self {
        quiet: Duration::from_secs(20),
        pong: Duration::from_secs(6),
        welcome: Duration::from_secs(12),
    };
}

/// What the handle asks of the task.
pub(crate) enum Command {
    Request(ClientMsg, Reply),
    Close,
}

/// Why the task stops reading a socket.
enum Stop {
    /// Lost; the server may have said how long to stay away.
    Lost(Duration),
    Closed,
    Ended(String),
}

pub(crate) struct Connection {
    url: String,
    identity: Identity,
    patience: Patience,
    commands: mpsc::Receiver<Command>,
    incoming: mpsc::Sender<Incoming>,
    pending: Pending,
    deals: Deals,
    /// The last update seen of each table, to ask for what came after it.
    seen: HashMap<TableId, u64>,
    /// Makes updates whole.
    tracker: SeenTracker,
    /// The tables that this client watches, to watch them again: the server drops watchers with their connection.
    watched: BTreeMap<TableId, Watch>,
    /// Who was muted: the server forgets that too.
    muted: BTreeSet<String>,
    /// Whether the lobby was shown.
    in_lobby: Option<Lobby>,
}

/// Connects and says hello. A server that takes the connection and says nothing is not there.
pub(crate) async fn greet(
    url: &str,
    identity: &Identity,
    patience: Patience,
) -> Result<(Socket, Welcome), ConnectError> {
    timeout(patience.welcome, say_hello(url, identity)).await.unwrap_or_else(|_| {
        Err(ConnectError::Unreachable { url: url.to_owned(), why: "it does not answer".to_owned() })
    })
}

async fn say_hello(url: &str, identity: &Identity) -> Result<(Socket, Welcome), ConnectError> {
    let unreachable = |why: String| ConnectError::Unreachable { url: url.to_owned(), why };
    // The usual read buffer is 128 KiB; a client that plays a thousand tables at once feels that.
    let config = WebSocketConfig::default().read_buffer_size(4_096);
    let (mut socket, _) = connect_async_with_config(url, Some(config), true)
        .await
        .map_err(|error| unreachable(error.to_string()))?;
    let hello = text(&ClientMsg::Hello(identity.hello()));
    socket.send(hello).await.map_err(|error| unreachable(error.to_string()))?;
    while let Some(message) = socket.next().await {
        let message = message.map_err(|error| unreachable(error.to_string()))?;
        match read(&message) {
            Ok(Some(ServerMsg::Welcome(welcome))) => return Ok((socket, welcome)),
            Ok(Some(ServerMsg::Refused(refused))) => return Err(ConnectError::Refused(Box::new(refused))),
            Ok(Some(ServerMsg::Bye(bye))) => return Err(unreachable(bye.message)),
            Ok(_) => {}
            Err(error) => return Err(unreachable(format!("it does not speak Parlor's protocol: {error}"))),
        }
    }
    Err(unreachable("the connection was closed".to_owned()))
}

/// Whether to reconnect after a `bye`. The client stays away if it was signed out, banned or sent bad messages; otherwise
/// it reconnects after the delay that the server asks for.
fn after_bye(bye: &Bye) -> Stop {
    match bye.reason {
        ByeReason::SignedOut | ByeReason::Banned | ByeReason::BadMessages => Stop::Ended(bye.message.clone()),
        ByeReason::ServerShutdown
        | ByeReason::RateLimited
        | ByeReason::IdleTimeout
        | ByeReason::TooManyConnections => {
            Stop::Lost(Duration::from_millis(bye.retry_ms.unwrap_or(0).into()))
        }
    }
}

/// Whether a retry cannot succeed. A server that is busy, shutting down or without storage is tried again.
fn is_for_good(code: &str) -> bool {
    use RefusalCode::{
        Banned, DoorClosed, NameRequired, NameTaken, UnknownCode, UnknownToken, UnsupportedVersion,
    };
    [UnknownToken, UnknownCode, UnsupportedVersion, Banned, DoorClosed, NameRequired, NameTaken]
        .iter()
        .any(|known| known.name() == code)
}

/// 256 random bits. Without a source of random numbers the client contributes no nonce.
fn random_nonce() -> Option<Nonce> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).ok()?;
    Some(Nonce::from_random(bytes))
}

fn text(message: &ClientMsg) -> Message {
    // Messages are plain data: writing them cannot fail.
    Message::text(serde_json::to_string(message).unwrap_or_default())
}

/// Nothing for what is not a message, such as a ping; an error for what nobody can read.
fn read(message: &Message) -> Result<Option<ServerMsg>, String> {
    match message {
        Message::Text(text) => serde_json::from_str(text).map(Some).map_err(|error| error.to_string()),
        Message::Binary(_) => Err("bytes instead of text".to_owned()),
        _ => Ok(None),
    }
}

impl Connection {
    pub(crate) fn new(
        url: String,
        identity: Identity,
        patience: Patience,
        welcome: &Welcome,
        commands: mpsc::Receiver<Command>,
        incoming: mpsc::Sender<Incoming>,
    ) -> Self {
        let mut deals = Deals::default();
        deals.welcome(welcome);
        Self {
            url,
            identity,
            patience,
            commands,
            incoming,
            pending: Pending::default(),
            deals,
            seen: HashMap::new(),
            tracker: SeenTracker::default(),
            watched: BTreeMap::new(),
            muted: BTreeSet::new(),
            in_lobby: None,
        }
    }

    pub(crate) async fn run(mut self, mut socket: Socket) {
        loop {
            let wait = match self.talk(&mut socket).await {
                Stop::Closed => {
                    let _ = socket.close(None).await;
                    return;
                }
                Stop::Ended(why) => {
                    let _ = self.incoming.send(Incoming::Ended(why)).await;
                    return;
                }
                Stop::Lost(wait) => wait,
            };
            // Closes the old connection before reconnecting, which may take long.
            drop(socket);
            if self.incoming.send(Incoming::Lost).await.is_err() {
                return;
            }
            socket = match self.come_back(wait).await {
                Some(socket) => socket,
                None => return,
            };
        }
    }

    /// Sends and receives until the connection ends in some way.
    async fn talk(&mut self, socket: &mut Socket) -> Stop {
        let lost = Stop::Lost(Duration::ZERO);
        let mut pinged = false;
        let mut silent_until = Instant::now() + self.patience.quiet;
        loop {
            tokio::select! {
                () = sleep_until(silent_until) => {
                    if pinged || socket.send(text(&ClientMsg::Ping(Ping { reference: None }))).await.is_err() {
                        return lost;
                    }
                    pinged = true;
                    silent_until = Instant::now() + self.patience.pong;
                }
                command = self.commands.recv() => match command {
                    Some(Command::Request(mut message, reply)) => {
                        self.deals.add_nonce(&mut message, random_nonce);
                        self.note(&message);
                        let message = self.pending.add(message, reply);
                        if socket.send(text(&message)).await.is_err() {
                            return lost;
                        }
                    }
                    Some(Command::Close) | None => return Stop::Closed,
                },
                message = socket.next() => {
                    let Some(Ok(message)) = message else { return lost };
                    pinged = false;
                    silent_until = Instant::now() + self.patience.quiet;
                    match read(&message) {
                        Ok(Some(message)) => {
                            if let Some(stop) = self.take(message).await {
                                return stop;
                            }
                        }
                        Ok(None) => {}
                        Err(error) => {
                            tracing::warn!(%error, "unknown server message");
                            if self.incoming.send(Incoming::Unreadable(error)).await.is_err() {
                                return Stop::Closed;
                            }
                        }
                    }
                },
            }
        }
    }

    /// Remembers what the server must be asked for again after a loss.
    fn note(&mut self, message: &ClientMsg) {
        match message {
            ClientMsg::Watch(watch) => {
                self.watched.insert(watch.table, Watch { reference: None, ..watch.clone() });
            }
            ClientMsg::Leave(leave) => {
                self.watched.remove(&leave.table);
                self.seen.remove(&leave.table);
            }
            ClientMsg::Mute(Mute { name, on: true, .. }) => {
                self.muted.insert(name.clone());
            }
            ClientMsg::Mute(Mute { name, on: false, .. }) => {
                self.muted.remove(name);
            }
            ClientMsg::Lobby(lobby) => {
                self.in_lobby = lobby.on.then(|| Lobby { reference: None, ..lobby.clone() });
            }
            _ => {}
        }
    }

    async fn take(&mut self, mut message: ServerMsg) -> Option<Stop> {
        // After a gap in the updates everything is requested again, as after a lost connection.
        match self.tracker.expand(&mut message) {
            Ok(()) => {}
            Err(ChangeError::Repeated) => return None,
            Err(_) => return Some(Stop::Lost(Duration::ZERO)),
        }
        match &message {
            ServerMsg::Table(table) => {
                self.seen.insert(table.info.table, table.seq);
            }
            ServerMsg::Update(update) => {
                self.seen.insert(update.table, update.seq);
            }
            ServerMsg::TableRemoved { table } => {
                self.seen.remove(table);
                self.watched.remove(table);
            }
            ServerMsg::Welcome(welcome) => self.identity = self.identity.with_token(welcome.token.clone()),
            ServerMsg::Bye(bye) => return Some(after_bye(bye)),
            _ => {}
        }
        self.pending.answer(&message);
        if let Some(check) = self.deals.take(&message)
            && self.incoming.send(Incoming::Dealt(check)).await.is_err()
        {
            return Some(Stop::Closed);
        }
        match self.incoming.send(Incoming::Message(Box::new(message))).await {
            Ok(()) => None,
            Err(_) => Some(Stop::Closed),
        }
    }

    /// Retries until the server is reachable. `None` if it no longer knows this person, or the handle was dropped.
    async fn come_back(&mut self, asked: Duration) -> Option<Socket> {
        let mut wait = FIRST_WAIT.max(asked.min(MAX_ASKED_WAIT));
        loop {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                // Nobody can ask for anything any more.
                () = self.incoming.closed() => return None,
            }
            wait = (wait * 2).min(MAX_WAIT);
            let (mut socket, welcome) = match greet(&self.url, &self.identity, self.patience).await {
                Ok(greeted) => greeted,
                Err(ConnectError::Refused(refused)) => {
                    if !is_for_good(&refused.code) {
                        let asked = Duration::from_millis(refused.retry_ms.unwrap_or(0).into());
                        wait = wait.max(asked.min(MAX_ASKED_WAIT));
                        continue;
                    }
                    let _ = self.incoming.send(Incoming::Ended(refused.message)).await;
                    return None;
                }
                Err(ConnectError::Unreachable { .. }) => continue,
            };
            self.identity = self.identity.with_token(welcome.token.clone());
            self.deals.welcome(&welcome);
            if self.incoming.send(Incoming::Back(Box::new(welcome))).await.is_err() {
                return None;
            }
            if self.catch_up(&mut socket).await.is_ok() {
                return Some(socket);
            }
        }
    }

    /// Requests missed updates from each table, and repeats unanswered requests.
    async fn catch_up(&mut self, socket: &mut Socket) -> Result<(), tokio_tungstenite::tungstenite::Error> {
        for name in &self.muted {
            let mute = Mute { name: name.clone(), on: true, reference: None };
            socket.feed(text(&ClientMsg::Mute(mute))).await?;
        }
        for watch in self.watched.values() {
            socket.feed(text(&ClientMsg::Watch(watch.clone()))).await?;
        }
        if let Some(lobby) = &self.in_lobby {
            socket.feed(text(&ClientMsg::Lobby(lobby.clone()))).await?;
        }
        for (&table, &since) in &self.seen {
            socket.feed(text(&ClientMsg::Sync(Sync { table, since: Some(since), reference: None }))).await?;
        }
        for message in self.pending.after_loss() {
            socket.feed(text(&message)).await?;
        }
        socket.flush().await
    }
}

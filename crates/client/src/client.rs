//! The handle that a user interface holds.

use protocol::{Act, ClientMsg, GameJson, Refused, ServerMsg, TableId, Welcome};
use tokio::sync::{mpsc, oneshot};

use crate::connection::{self, Command, Connection, Patience};
use crate::deals::DealCheck;
use crate::identity::Identity;

/// This many messages may wait for a user interface that is busy.
const INCOMING: usize = 1_024;

/// What reaches the user interface.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// The server said something.
    Message(Box<ServerMsg>),
    /// A game is over, and this is how it was dealt. Precedes the message that ends the game.
    Dealt(DealCheck),
    /// The connection was lost; the client is reconnecting.
    Lost,
    /// The connection is back, as the same person.
    Back(Box<Welcome>),
    /// The server sent something that is not a message of this protocol, and why it cannot be read. It is skipped.
    Unreadable(String),
    /// The server has ended the session for good, for this reason. It is the last event.
    Ended(String),
}

/// Why a connection could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The server could not be reached.
    #[error("the server at {url} cannot be reached: {why}")]
    Unreachable {
        /// Where it was looked for.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// The server refused.
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
}

/// Why a request has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RequestError {
    /// The server refused, and nothing was changed.
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
    /// The connection was lost before the answer came: it may have happened or not.
    #[error("the connection was lost before the answer came")]
    Lost,
    /// The client was closed.
    #[error("the connection is closed")]
    Closed,
}

/// A connection to the server that reconnects when it is lost.
#[derive(Clone, Debug)]
pub struct Client {
    commands: mpsc::Sender<Command>,
}

impl Client {
    /// Connects and signs in. `url` is `ws://HOST:PORT/ws`.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses.
    pub async fn connect(
        url: &str,
        identity: Identity,
    ) -> Result<(Self, Welcome, mpsc::Receiver<Incoming>), ConnectError> {
        Self::connect_with(url, identity, Patience::USUAL).await
    }

    pub(crate) async fn connect_with(
        url: &str,
        identity: Identity,
        patience: Patience,
    ) -> Result<(Self, Welcome, mpsc::Receiver<Incoming>), ConnectError> {
        let (socket, welcome) = connection::greet(url, &identity, patience).await?;
        let (commands, command_queue) = mpsc::channel(64);
        let (incoming, incoming_queue) = mpsc::channel(INCOMING);
        let identity = identity.with_token(welcome.token.clone());
        let connection =
            Connection::new(url.to_owned(), identity, patience, &welcome, command_queue, incoming);
        tokio::spawn(connection.run(socket));
        Ok((Self { commands }, welcome, incoming_queue))
    }

    /// Asks for something and waits for the answer, across a loss of the connection if that is safe.
    ///
    /// # Errors
    /// If it is refused, or the connection is lost before the answer comes.
    pub async fn request(&self, message: ClientMsg) -> Result<ServerMsg, RequestError> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(Command::Request(message, reply)).await.map_err(|_| RequestError::Closed)?;
        answer.await.unwrap_or(Err(RequestError::Closed))
    }

    /// Plays, and waits until it is certain: sent again as often as it takes, played once.
    ///
    /// # Errors
    /// If the rules or the server refuse.
    pub async fn act(
        &self,
        table: TableId,
        game_number: u32,
        nth: u32,
        action: GameJson,
    ) -> Result<(), RequestError> {
        let act = Act { table, game_number, nth, action, reference: None };
        self.request(ClientMsg::Act(act)).await.map(drop)
    }

    /// Leaves. Seats are kept, as after any loss.
    pub async fn close(&self) {
        // A client that is closed already needs no closing.
        let _ = self.commands.send(Command::Close).await;
    }
}

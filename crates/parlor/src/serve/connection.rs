//! One connection from its first frame to its last, whatever carries it.

#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use protocol::{Bye, ByeReason, MAX_CLIENT_MESSAGE, ServerMsg};
use tables::{ConnectionOrigin, DirectWriter, LimitExceeded, Outbox, Outgoing, Server, Session};
use tokio::time::{Instant, sleep_until, timeout};
use websocket::{CloseCode, FrameError};

/// This many pings are sent before a client that answers none is disconnected.
const PINGS: u32 = 3;

/// A client that does not read what is written within this time is disconnected as well.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// This many waiting messages are written before one flush.
const MAX_AT_ONCE: usize = 64;

/// What a connection brought along.
#[derive(Clone, Default, Debug)]
pub(crate) struct Credentials {
    /// The token in its cookie.
    pub(crate) token: Option<String>,
    /// Where it comes from, and whom a trusted proxy has signed in.
    pub(crate) origin: ConnectionOrigin,
    /// Its address, if that is limited.
    pub(crate) limited_address: Option<IpAddr>,
}

/// What a client sends.
#[derive(Debug)]
pub(crate) enum Incoming<T> {
    /// A message.
    Text(T),
    /// Bytes, which no client of this protocol sends.
    Binary,
    /// A pong, or a part of a message.
    Alive,
    /// It wants one of ours, which was given and may have to be flushed.
    Asked,
    /// The client closed.
    Closed,
}

/// Why a connection cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// It is gone.
    Lost,
    /// What it sends is not of the WebSocket protocol, or longer than is read.
    Frame(FrameError),
}

/// The code of a goodbye.
const fn close_code(reason: ByeReason) -> CloseCode {
    match reason {
        ByeReason::ServerShutdown | ByeReason::IdleTimeout => CloseCode::GoingAway,
        ByeReason::BadMessages
        | ByeReason::RateLimited
        | ByeReason::TooManyConnections
        | ByeReason::SignedOut
        | ByeReason::Banned => CloseCode::PolicyViolation,
    }
}

/// What carries a connection.
pub(crate) trait Transport: Send {
    /// A text as it arrives.
    type Text: AsRef<str> + Send;

    /// How a message can go out past the connection's own task.
    fn direct_writer(&self) -> Option<Arc<dyn DirectWriter>>;
    /// Waits for the next thing a client sends. May be dropped while it waits.
    fn receive(&mut self) -> impl Future<Output = Result<Incoming<Self::Text>, Broken>> + Send;
    /// Queues a message to be written with the next flush, or before. `more` means that others follow before that flush.
    fn feed(&mut self, message: &bytes::Bytes, more: bool) -> Result<(), Broken>;
    /// With which code the connection will be closed.
    fn closes_with(&mut self, code: CloseCode);
    /// Sends a ping.
    fn ping(&mut self) -> Result<(), Broken>;
    /// Writes what was taken.
    fn flush(&mut self) -> impl Future<Output = Result<(), Broken>> + Send;
}

/// Serves a connection until one of both ends it. `credentials` are what it brought along.
pub(crate) async fn run_connection(
    transport: &mut impl Transport,
    server: Arc<Server>,
    silent_after: Duration,
    credentials: Credentials,
) {
    let ping_every = silent_after / PINGS;
    let outbox = Outbox::new(server.metrics().clone()).with_direct_writer(transport.direct_writer());
    let Credentials { token, origin, limited_address } = credentials;
    let session = Session::new(server, outbox.clone())
        .with_limited_address(limited_address)
        .with_cookie_token(token)
        .with_origin(origin);
    let mut conversation =
        ConnectionTask { transport, session, outbox, heard: Instant::now(), silent_after, broken: None };
    // One timer for the whole conversation: most of it is waiting.
    let mut ping = std::pin::pin!(sleep_until(Instant::now() + ping_every));
    loop {
        let step = tokio::select! {
            incoming = conversation.transport.receive() => conversation.read(incoming).await,
            outgoing = conversation.outbox.next() => match outgoing {
                Ok(outgoing) => conversation.write(outgoing).await,
                Err(tables::Closed) => ControlFlow::Break(()),
            },
            () = &mut ping => {
                let next = ping.deadline() + ping_every;
                ping.as_mut().reset(next);
                conversation.ask_for_life().await
            }
        };
        if step == ControlFlow::Break(()) {
            break;
        }
    }
    let reason = conversation.outbox.close_reason().map(close_code);
    if let Some(code) = conversation.broken.or(reason) {
        conversation.transport.closes_with(code);
    }
}

/// Tells somebody that there are too many connections from where they are.
pub(crate) async fn refuse_connection(transport: &mut impl Transport, exceeded: LimitExceeded) {
    let message = "There are too many connections from your address.".to_owned();
    let (reason, retry_ms) = (ByeReason::TooManyConnections, Some(exceeded.retry_ms));
    let bye = ServerMsg::Bye(Bye { reason, message, retry_ms });
    let text = match serde_json::to_vec(&bye) {
        Ok(text) => text,
        Err(error) => return tracing::error!(%error, "a message cannot be written as JSON"),
    };
    let told = timeout(WRITE_TIMEOUT, async {
        transport.feed(&text.into(), false)?;
        transport.flush().await
    });
    // A client that does not take it is closed all the same.
    let _ = told.await;
    transport.closes_with(close_code(ByeReason::TooManyConnections));
}

struct ConnectionTask<'a, T> {
    transport: &'a mut T,
    session: Session,
    outbox: Outbox,
    heard: Instant,
    silent_after: Duration,
    /// How the client broke the protocol of the transport.
    broken: Option<CloseCode>,
}

impl<T: Transport> ConnectionTask<'_, T> {
    async fn read(&mut self, incoming: Result<Incoming<T::Text>, Broken>) -> ControlFlow<()> {
        self.heard = Instant::now();
        self.broken = match &incoming {
            Err(Broken::Frame(error)) => Some(error.close_code()),
            _ => None,
        };
        let flow = match incoming {
            Ok(Incoming::Text(text)) if text.as_ref().len() > MAX_CLIENT_MESSAGE => self.session.too_long(),
            Ok(Incoming::Text(text)) => self.session.handle(text.as_ref()).await,
            Ok(Incoming::Binary) => self.session.unreadable("messages are text, not bytes"),
            Ok(Incoming::Alive) => self.session.on_keepalive(),
            Ok(Incoming::Asked) => match self.flush().await {
                ControlFlow::Continue(()) => self.session.on_keepalive(),
                ControlFlow::Break(()) => return ControlFlow::Break(()),
            },
            Ok(Incoming::Closed) | Err(Broken::Lost) => return ControlFlow::Break(()),
            Err(Broken::Frame(FrameError::TooLong)) => {
                self.bye(ByeReason::BadMessages, "That message was far too long.");
                ControlFlow::Break(())
            }
            Err(Broken::Frame(_)) => {
                self.bye(ByeReason::BadMessages, "That was not a WebSocket message.");
                ControlFlow::Break(())
            }
        };
        match flow {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => {
                // Queued messages are still written; the last of them is the `bye`.
                while let Some(outgoing) = self.outbox.try_next() {
                    if self.write(outgoing).await == ControlFlow::Break(()) {
                        break;
                    }
                }
                ControlFlow::Break(())
            }
        }
    }

    fn bye(&self, reason: ByeReason, message: &str) {
        self.outbox.close(Bye { reason, message: message.to_owned(), retry_ms: None });
    }

    async fn ask_for_life(&mut self) -> ControlFlow<()> {
        if self.heard.elapsed() >= self.silent_after {
            self.bye(ByeReason::IdleTimeout, "Nothing was heard from you for too long.");
            return ControlFlow::Continue(());
        }
        if self.transport.ping().is_err() {
            return ControlFlow::Break(());
        }
        self.flush().await
    }

    async fn flush(&mut self) -> ControlFlow<()> {
        let flushed = timeout(WRITE_TIMEOUT, self.transport.flush());
        if let Ok(Ok(())) = flushed.await { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Writes this and whatever else waits, then flushes once.
    async fn write(&mut self, first: Outgoing) -> ControlFlow<()> {
        let Ok(written) = timeout(WRITE_TIMEOUT, self.write_all(first)).await else {
            tracing::debug!("client write timed out");
            self.session.metrics().slow_clients_disconnected_total.inc();
            return ControlFlow::Break(());
        };
        written.unwrap_or(ControlFlow::Break(()))
    }

    async fn write_all(&mut self, first: Outgoing) -> Result<ControlFlow<()>, Broken> {
        let mut next = Some(first);
        let mut written = 0;
        while let Some(outgoing) = next {
            written += 1;
            next = if written < MAX_AT_ONCE { self.outbox.try_next() } else { None };
            match outgoing {
                Outgoing::Text(message) => self.transport.feed(&message, next.is_some())?,
                Outgoing::ResumeWrite => {}
                Outgoing::SyncTable(table) => self.session.sync_table(table),
                Outgoing::SyncLobby => self.session.sync_lobby(),
                Outgoing::Close(message) => {
                    self.transport.feed(&message, false)?;
                    self.transport.flush().await?;
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        self.transport.flush().await?;
        Ok(ControlFlow::Continue(()))
    }
}

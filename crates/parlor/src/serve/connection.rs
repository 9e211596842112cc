//! One connection from its first frame to its last, whatever carries it.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use protocol::{Bye, ByeReason, LONGEST_CLIENT_MESSAGE, ServerMsg};
use tables::{Flow, Hall, Outbox, Outgoing, Session, Shortcut};
use tokio::time::{Instant, sleep_until, timeout};

/// A sign of life is asked for so often before whoever gives none is gone.
const PINGS: u32 = 3;

/// Whoever does not take what is written within this time is gone as well.
const WRITE_WITHIN: Duration = Duration::from_secs(10);

/// So many waiting messages are written before one flush.
const MOST_AT_ONCE: usize = 64;

/// What comes from a client.
#[derive(Debug)]
pub(crate) enum Incoming<T> {
    /// A message.
    Text(T),
    /// Bytes, which no client of this protocol sends.
    Binary,
    /// A sign of life: a pong, or a part of a message.
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
    /// The client announced a message too long to be read at all.
    TooLong,
    /// What it sends is no WebSocket.
    Malformed,
}

/// What carries a connection.
pub(crate) trait Transport: Send {
    /// A text as it arrives.
    type Text: AsRef<str> + Send;

    /// How a message can go out past the connection's own task.
    fn shortcut(&self) -> Option<Arc<dyn Shortcut>>;
    /// Waits for the next thing a client sends. May be dropped while it waits.
    fn receive(&mut self) -> impl Future<Output = Result<Incoming<Self::Text>, Broken>> + Send;
    /// Takes a message to be written with the next flush, or before. `more` come before that flush.
    fn feed(&mut self, message: &bytes::Bytes, more: bool) -> Result<(), Broken>;
    /// Asks for a sign of life.
    fn ping(&mut self) -> Result<(), Broken>;
    /// Writes what was taken.
    fn flush(&mut self) -> impl Future<Output = Result<(), Broken>> + Send;
}

/// Whether a connection goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Continue,
    End,
}

/// Serves a connection until one of both ends it. `remembered` is the token that it brought along.
pub(crate) async fn converse(
    transport: &mut impl Transport,
    hall: Arc<Hall>,
    silent_after: Duration,
    remembered: Option<String>,
) {
    let ping_every = silent_after / PINGS;
    let outbox = Outbox::new(hall.metrics().clone()).with(transport.shortcut());
    let session = Session::new(hall, outbox.clone()).remembering(remembered);
    let mut conversation = Conversation { transport, session, outbox, heard: Instant::now(), silent_after };
    // One timer for the whole conversation: most of it is waiting.
    let mut ping = std::pin::pin!(sleep_until(Instant::now() + ping_every));
    loop {
        let step = tokio::select! {
            incoming = conversation.transport.receive() => conversation.read(incoming).await,
            outgoing = conversation.outbox.next() => match outgoing {
                Ok(outgoing) => conversation.write(outgoing).await,
                Err(tables::Closed) => Step::End,
            },
            () = &mut ping => {
                let next = ping.deadline() + ping_every;
                ping.as_mut().reset(next);
                conversation.ask_for_life().await
            }
        };
        if step == Step::End {
            break;
        }
    }
}

/// Tells somebody that there are too many connections from where they are.
pub(crate) async fn turn_away(transport: &mut impl Transport) {
    let message = "There are too many connections from your address.".to_owned();
    let bye = ServerMsg::Bye(Bye { reason: ByeReason::TooMany, message });
    // Messages are plain data: writing them cannot fail.
    let text = serde_json::to_vec(&bye).unwrap_or_default();
    let told = timeout(WRITE_WITHIN, async {
        transport.feed(&text.into(), false)?;
        transport.flush().await
    });
    // Whoever does not take it is let go all the same.
    let _ = told.await;
}

struct Conversation<'a, T> {
    transport: &'a mut T,
    session: Session,
    outbox: Outbox,
    heard: Instant,
    silent_after: Duration,
}

impl<T: Transport> Conversation<'_, T> {
    async fn read(&mut self, incoming: Result<Incoming<T::Text>, Broken>) -> Step {
        self.heard = Instant::now();
        let flow = match incoming {
            Ok(Incoming::Text(text)) if text.as_ref().len() > LONGEST_CLIENT_MESSAGE => {
                self.session.too_long()
            }
            Ok(Incoming::Text(text)) => self.session.handle(text.as_ref()).await,
            Ok(Incoming::Binary) => self.session.unreadable("messages are text, not bytes"),
            Ok(Incoming::Alive) => self.session.sign_of_life(),
            Ok(Incoming::Asked) => match self.flush().await {
                Step::Continue => self.session.sign_of_life(),
                Step::End => return Step::End,
            },
            Ok(Incoming::Closed) | Err(Broken::Lost) => return Step::End,
            Err(Broken::TooLong) => {
                self.bye(ByeReason::Unintelligible, "That message was far too long.");
                Flow::Close
            }
            Err(Broken::Malformed) => {
                self.bye(ByeReason::Unintelligible, "That was no WebSocket message.");
                Flow::Close
            }
        };
        match flow {
            Flow::Continue => Step::Continue,
            Flow::Close => {
                // What waits is still written; the last of it is the goodbye.
                while let Some(outgoing) = self.outbox.try_next() {
                    if self.write(outgoing).await == Step::End {
                        break;
                    }
                }
                Step::End
            }
        }
    }

    fn bye(&self, reason: ByeReason, message: &str) {
        self.outbox.close(Bye { reason, message: message.to_owned() });
    }

    async fn ask_for_life(&mut self) -> Step {
        if self.heard.elapsed() >= self.silent_after {
            self.bye(ByeReason::Silent, "Nothing was heard from you for too long.");
            return Step::Continue;
        }
        if self.transport.ping().is_err() {
            return Step::End;
        }
        self.flush().await
    }

    async fn flush(&mut self) -> Step {
        let flushed = timeout(WRITE_WITHIN, self.transport.flush());
        if let Ok(Ok(())) = flushed.await { Step::Continue } else { Step::End }
    }

    /// Writes this and whatever else waits, then flushes once.
    async fn write(&mut self, first: Outgoing) -> Step {
        let Ok(written) = timeout(WRITE_WITHIN, self.write_all(first)).await else {
            tracing::debug!("client write timed out");
            self.session.metrics().slow_clients_disconnected_total.inc();
            return Step::End;
        };
        written.unwrap_or(Step::End)
    }

    async fn write_all(&mut self, first: Outgoing) -> Result<Step, Broken> {
        let mut next = Some(first);
        let mut written = 0;
        while let Some(outgoing) = next {
            written += 1;
            next = if written < MOST_AT_ONCE { self.outbox.try_next() } else { None };
            match outgoing {
                Outgoing::Text(message) => self.transport.feed(&message, next.is_some())?,
                Outgoing::Rest => {}
                Outgoing::SyncTable(table) => self.session.sync_table(table),
                Outgoing::SyncLobby => self.session.sync_lobby(),
                Outgoing::Last(message) => {
                    self.transport.feed(&message, false)?;
                    self.transport.flush().await?;
                    return Ok(Step::End);
                }
            }
        }
        self.transport.flush().await?;
        Ok(Step::Continue)
    }
}

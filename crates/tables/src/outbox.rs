//! What waits to be written to one connection: bounded, and never in anybody's way.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use protocol::{Bye, ByeReason, ServerMsg, TableId};
use serde::Serialize;

use crate::frame_buffer::FramedMessage;
use crate::metrics::Metrics;

/// This many messages may wait; a reader that is further behind is given the newest state instead.
const MAX_WAITING: usize = 128;

/// Maximum number of bytes that may wait; one message may be longer.
const MAX_BYTES: usize = 1 << 20;

/// This many people can be muted on one connection.
const MAX_MUTED: usize = 200;

/// One connection's messages to come. Clones are handles to the same outbox.
#[derive(Clone)]
pub struct Outbox(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    /// The names this person does not want to hear.
    muted: Mutex<HashSet<String>>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// How long all that waits is together.
    bytes: usize,
    closed: bool,
    /// Why the server ends the connection, if it does.
    close_reason: Option<ByeReason>,
    /// Whoever writes, while there is nothing to write.
    writer: Option<Waker>,
    direct_writer: Option<Arc<dyn DirectWriter>>,
}

struct Waiting {
    about: About,
    what: Outgoing,
}

/// What a message is about, to know what a newer one replaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    Table(TableId),
    Lobby,
    Person,
}

/// A way to the client past the connection's own task, for a message that nothing waits before: waking that task costs as
/// much as writing the message.
pub trait DirectWriter: Send + Sync {
    /// Hands a message over, as far as that needs no waiting.
    fn try_write(&self, message: &mut FramedMessage<'_>) -> WriteProgress;
}

/// How much of a message a [`DirectWriter`] took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteProgress {
    /// All of it: it is on its way.
    Complete,
    /// It is begun; the connection's task has to write on.
    Partial,
    /// Nothing: it has to wait.
    NotStarted,
}

/// What a connection has to do next.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// Write this text message.
    Text(Bytes),
    /// Write on: a message was begun.
    ResumeWrite,
    /// Too much was missed: ask the table for its newest state.
    SyncTable(TableId),
    /// Too much was missed: ask for the lobby as it is.
    SyncLobby,
    /// Write this, then close.
    Close(Bytes),
}

/// The connection is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed;

/// A message as it is written on the wire.
pub(crate) fn frame(message: &ServerMsg) -> Bytes {
    Bytes::from(to_json(message))
}

/// What is sent, as JSON.
///
/// # Panics
/// If it cannot be written, which is a bug: messages are plain data. It ends the table or the connection that it happens at,
/// where an empty message would confuse every client.
pub(crate) fn to_json(message: &(impl Serialize + ?Sized)) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_else(|error| panic!("a message cannot be written as JSON: {error}"))
}

impl Outbox {
    /// An empty outbox.
    #[must_use]
    pub fn new(metrics: Arc<Metrics>) -> Self {
        Self(Arc::new(Shared { queue: Mutex::default(), muted: Mutex::default(), metrics }))
    }

    /// An outbox whose messages may take a shortcut.
    #[must_use]
    pub fn with_direct_writer(self, direct_writer: Option<Arc<dyn DirectWriter>>) -> Self {
        self.queue().direct_writer = direct_writer;
        self
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, about: About, what: Outgoing) {
        let writer = {
            let mut queue = self.queue();
            self.put(&mut queue, about, what);
            queue.writer.take()
        };
        writer.into_iter().for_each(Waker::wake);
    }

    fn put(&self, queue: &mut Queue, about: About, what: Outgoing) {
        if queue.closed {
            return;
        }
        let full = queue.bytes + what.weight() > MAX_BYTES && !queue.waiting.is_empty();
        if full || queue.waiting.len() >= MAX_WAITING {
            self.make_room(queue, about);
        }
        // A client that was just let go gets nothing more, and its writer is woken to see it.
        let replaced = matches!(about, About::Table(_) | About::Lobby)
            && queue.waiting.iter().any(|waiting| waiting.about == about && waiting.what.is_sync());
        if !queue.closed && !replaced {
            queue.bytes += what.weight();
            queue.waiting.push_back(Waiting { about, what });
        }
    }

    /// Replaces all that waits about tables and the lobby by the wish to see their newest state.
    fn make_room(&self, queue: &mut Queue, newest: About) {
        let mut abouts: Vec<About> = Vec::new();
        for about in queue.waiting.iter().map(|waiting| waiting.about).chain([newest]) {
            if about != About::Person && !abouts.contains(&about) {
                abouts.push(about);
            }
        }
        self.drop_all(queue, |about| about != About::Person);
        for about in abouts {
            let what = match about {
                About::Table(table) => Outgoing::SyncTable(table),
                About::Lobby => Outgoing::SyncLobby,
                About::Person => continue,
            };
            queue.waiting.push_back(Waiting { about, what });
        }
        if queue.waiting.len() >= MAX_WAITING || queue.bytes > MAX_BYTES {
            // A client that asks without reading the answers: nothing can be left out, so it is let go.
            self.0.metrics.slow_clients_disconnected_total.inc();
            self.0.metrics.outbox_messages_dropped_total.inc_by(queue.waiting.len() as u64);
            queue.waiting.clear();
            queue.bytes = 0;
            queue.closed = true;
        }
    }

    fn drop_all(&self, queue: &mut Queue, is_dropped: impl Fn(About) -> bool) {
        let before = queue.waiting.len();
        queue.waiting.retain(|waiting| !is_dropped(waiting.about));
        queue.bytes = queue.waiting.iter().map(|waiting| waiting.what.weight()).sum();
        self.0.metrics.outbox_messages_dropped_total.inc_by((before - queue.waiting.len()) as u64);
    }

    fn muted(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.muted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this person does not want to hear that one.
    pub(crate) fn mutes(&self, name: &str) -> bool {
        self.muted().contains(name)
    }

    /// Whether this person has muted anybody.
    pub(crate) fn mutes_anybody(&self) -> bool {
        !self.muted().is_empty()
    }

    /// Hides what somebody says, or shows it again. Gives false if too many are hidden already.
    pub(crate) fn mute(&self, name: &str, on: bool) -> bool {
        let mut muted = self.muted();
        if !on {
            muted.remove(name);
        } else if muted.len() < MAX_MUTED {
            muted.insert(name.to_owned());
        } else {
            return false;
        }
        true
    }

    /// The names this person does not want to hear.
    pub(crate) fn muted_names(&self) -> Vec<String> {
        self.muted().iter().cloned().collect()
    }

    /// Hides what these people say, and shows what all others do.
    pub(crate) fn set_muted(&self, names: Vec<String>) {
        *self.muted() = names.into_iter().take(MAX_MUTED).collect();
    }

    /// A message to this person alone, as another node wrote it.
    pub(crate) fn send_written(&self, frame: Bytes) {
        self.push(About::Person, Outgoing::Text(frame));
    }

    /// A message about a table.
    pub(crate) fn table(&self, table: TableId, frame: Bytes) {
        self.push(About::Table(table), Outgoing::Text(frame));
    }

    /// A message about a table for somebody who plays at it: written at once, if nothing waits.
    pub(crate) fn send_table_direct(&self, table: TableId, message: &mut FramedMessage<'_>) {
        let writer = {
            let mut queue = self.queue();
            match queue.try_write(message) {
                WriteProgress::Complete => return,
                WriteProgress::Partial => self.put(&mut queue, About::Person, Outgoing::ResumeWrite),
                WriteProgress::NotStarted => {
                    let text = Bytes::copy_from_slice(message.text());
                    self.put(&mut queue, About::Table(table), Outgoing::Text(text));
                }
            }
            queue.writer.take()
        };
        writer.into_iter().for_each(Waker::wake);
    }

    /// A message about the lobby.
    pub(crate) fn lobby(&self, frame: Bytes) {
        self.push(About::Lobby, Outgoing::Text(frame));
    }

    /// The lobby as it is: whatever waits about it is old.
    pub(crate) fn replace_lobby(&self, frame: Bytes) {
        self.drop_all(&mut self.queue(), |about| about == About::Lobby);
        self.lobby(frame);
    }

    /// A message to this person alone, which nothing replaces.
    pub(crate) fn send_to_person(&self, message: &ServerMsg) {
        self.push(About::Person, Outgoing::Text(frame(message)));
    }

    /// Says goodbye; what waits before it is still written.
    pub fn close(&self, bye: Bye) {
        self.queue().close_reason.get_or_insert(bye.reason);
        self.push(About::Person, Outgoing::Close(frame(&ServerMsg::Bye(bye))));
    }

    /// Why the server ended the connection, if it did.
    #[must_use]
    pub fn close_reason(&self) -> Option<ByeReason> {
        self.queue().close_reason
    }

    /// What waits is still taken, and nothing after it.
    pub(crate) fn end(&self) {
        self.push(About::Person, Outgoing::Close(Bytes::new()));
    }

    /// The connection is gone: nothing waits any more.
    pub fn abort(&self) {
        let mut queue = self.queue();
        queue.closed = true;
        queue.waiting.clear();
        queue.bytes = 0;
        let writer = queue.writer.take();
        // Tables may hold this outbox a little longer; what it leads to must not be held with it.
        let direct_writer = queue.direct_writer.take();
        drop((queue, direct_writer));
        writer.into_iter().for_each(Waker::wake);
    }

    /// Waits for the next thing to write.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn next(&self) -> Result<Outgoing, Closed> {
        self.next_with_about().await.map(|(_, what)| what)
    }

    /// [`Self::next`], and what it is about.
    pub(crate) async fn next_with_about(&self) -> Result<(About, Outgoing), Closed> {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// [`Self::next`] for one writer: of two only the last to ask is woken.
    fn poll_next(&self, context: &Context<'_>) -> Poll<Result<(About, Outgoing), Closed>> {
        let mut queue = self.queue();
        if let Some(next) = queue.pop() {
            return Poll::Ready(Ok(next));
        }
        if queue.closed {
            return Poll::Ready(Err(Closed));
        }
        // A burst must not keep its memory for ever.
        if queue.waiting.capacity() > 16 {
            queue.waiting.shrink_to(0);
        }
        match &mut queue.writer {
            Some(writer) => writer.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// What can be written at once, without waiting.
    #[must_use]
    pub fn try_next(&self) -> Option<Outgoing> {
        self.queue().pop().map(|(_, what)| what)
    }
}

impl Queue {
    fn pop(&mut self) -> Option<(About, Outgoing)> {
        let Waiting { about, what } = self.waiting.pop_front()?;
        self.bytes = self.bytes.saturating_sub(what.weight());
        Some((about, what))
    }

    /// Offers a message to the shortcut. Only while the writer waits for something to write: else a message that it has
    /// taken and not yet written would come after this one.
    fn try_write(&self, message: &mut FramedMessage<'_>) -> WriteProgress {
        match &self.direct_writer {
            Some(direct_writer) if !self.closed && self.writer.is_some() && self.waiting.is_empty() => {
                direct_writer.try_write(message)
            }
            _ => WriteProgress::NotStarted,
        }
    }
}

impl Outgoing {
    const fn weight(&self) -> usize {
        match self {
            Self::Text(frame) | Self::Close(frame) => frame.len(),
            Self::ResumeWrite | Self::SyncTable(_) | Self::SyncLobby => 0,
        }
    }

    const fn is_sync(&self) -> bool {
        matches!(self, Self::SyncTable(_) | Self::SyncLobby)
    }
}

#[cfg(test)]
mod tests;

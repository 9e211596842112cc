//! A stream of messages from one node to another. The link may lose messages silently, so they are numbered: a gap ends
//! the stream, both sides attach their connections to the tables again, and a new stream begins with number 0.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The sender's end.
#[derive(Debug)]
pub(super) struct OutStream(Mutex<Position>);

/// The next number of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) stream: u64,
    pub(super) n: u64,
}

impl OutStream {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Position { stream: new_stream(), n: 0 }))
    }

    fn lock(&self) -> MutexGuard<'_, Position> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next message, which is sent now.
    pub(super) fn take(&self) -> Position {
        let mut position = self.lock();
        let taken = *position;
        position.n += 1;
        taken
    }

    pub(super) fn next(&self) -> Position {
        *self.lock()
    }

    /// Starts a new stream, if this is the one that is broken.
    pub(super) fn restart(&self, broken: u64) -> bool {
        let mut position = self.lock();
        let is_this = position.stream == broken;
        if is_this {
            *position = Position { stream: new_stream(), n: 0 };
        }
        is_this
    }
}

/// Another number than any stream before it had.
fn new_stream() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static STREAMS: AtomicU64 = AtomicU64::new(0);
    // A restarted node has another node number.
    STREAMS.fetch_add(1, Ordering::Relaxed)
}

/// The receiver's end.
#[derive(Debug, Default)]
pub(super) struct InStream {
    expected: Option<Position>,
    /// A stream of which something is missing. Nothing of it is taken any more.
    broken: Option<u64>,
}

/// What to do with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Take,
    /// The first of a new stream: what followed from the one before is over.
    TakeAnew,
    /// It was taken before, or belongs to what is over.
    Ignore,
    /// Something is missing before it.
    Missing,
}

impl InStream {
    pub(super) fn receive(&mut self, stream: u64, n: u64) -> Verdict {
        if self.broken == Some(stream) {
            return Verdict::Ignore;
        }
        match self.expected {
            Some(expected) if expected.stream == stream => match n.cmp(&expected.n) {
                std::cmp::Ordering::Equal => {
                    self.expected = Some(Position { stream, n: n + 1 });
                    Verdict::Take
                }
                std::cmp::Ordering::Less => Verdict::Ignore,
                std::cmp::Ordering::Greater => self.missing(stream),
            },
            // An older stream of the same node.
            Some(expected) if stream < expected.stream => Verdict::Ignore,
            _ if n == 0 => {
                let is_first = self.expected.is_none() && self.broken.is_none();
                *self = Self { expected: Some(Position { stream, n: 1 }), broken: None };
                if is_first { Verdict::Take } else { Verdict::TakeAnew }
            }
            _ => self.missing(stream),
        }
    }

    /// Whether a message is missing, given the next number that the sender will use.
    pub(super) fn next_is_missing(&mut self, stream: u64, n: u64) -> bool {
        match self.expected {
            _ if self.broken == Some(stream) => true,
            Some(expected) if expected.stream == stream => {
                expected.n < n && self.missing(stream) == Verdict::Missing
            }
            Some(expected) if stream < expected.stream => false,
            _ => n > 0 && self.missing(stream) == Verdict::Missing,
        }
    }

    fn missing(&mut self, stream: u64) -> Verdict {
        self.broken = Some(stream);
        Verdict::Missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_in_order_is_taken_once() {
        let mut stream = InStream::default();
        assert_eq!(stream.receive(5, 0), Verdict::Take);
        assert_eq!(stream.receive(5, 1), Verdict::Take);
        assert_eq!(stream.receive(5, 1), Verdict::Ignore);
        assert!(!stream.next_is_missing(5, 2));
        assert_eq!(stream.receive(5, 2), Verdict::Take);
    }

    #[test]
    fn a_gap_ends_a_stream_until_a_new_one_begins() {
        let mut stream = InStream::default();
        assert_eq!(stream.receive(5, 0), Verdict::Take);
        assert_eq!(stream.receive(5, 2), Verdict::Missing);
        assert_eq!(stream.receive(5, 1), Verdict::Ignore, "nothing of it is taken any more");
        assert!(stream.next_is_missing(5, 3), "the sender is asked again");
        assert_eq!(stream.receive(6, 0), Verdict::TakeAnew);
        assert_eq!(stream.receive(5, 3), Verdict::Ignore);
        assert_eq!(stream.receive(6, 1), Verdict::Take);
    }

    #[test]
    fn the_loss_of_the_last_message_and_of_the_first_is_noticed() {
        let mut stream = InStream::default();
        assert_eq!(stream.receive(5, 0), Verdict::Take);
        assert!(stream.next_is_missing(5, 2));
        let mut stream = InStream::default();
        assert!(stream.next_is_missing(5, 1));
        let mut stream = InStream::default();
        assert_eq!(stream.receive(5, 3), Verdict::Missing);
        let mut stream = InStream::default();
        assert!(!stream.next_is_missing(5, 0), "nothing was sent yet");
    }

    #[test]
    fn a_sender_begins_anew_once_for_each_stream_that_broke() {
        let out = OutStream::new();
        let first = out.take();
        assert_eq!((first.n, out.next().n), (0, 1));
        assert!(out.restart(first.stream));
        assert!(!out.restart(first.stream), "it was restarted already");
        let second = out.take();
        assert!(second.stream > first.stream);
        assert_eq!(second.n, 0);
    }
}

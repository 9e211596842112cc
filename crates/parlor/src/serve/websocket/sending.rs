//! The sending half of a WebSocket, used by the connection's task and, while nothing is queued, by other tasks directly.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tables::{DirectWriter, FramedMessage, WriteProgress};
use tokio::net::tcp::OwnedWriteHalf;
use websocket::{Opcode, head, push_frame};

use crate::serve::connection::Broken;

/// The writing half of a connection. Frames are written completely and in order, whichever task sends them.
pub(super) struct Sending {
    stream: OwnedWriteHalf,
    unwritten: Mutex<Unwritten>,
}

/// What the system has not taken yet: the end of a frame, and frames after it.
#[derive(Default)]
struct Unwritten {
    bytes: Vec<u8>,
    /// The system has this many of them.
    taken: usize,
}

impl Unwritten {
    fn push(&mut self, opcode: Opcode, payload: &[u8]) {
        push_frame(&mut self.bytes, opcode.last(), payload, None);
    }
}

impl Sending {
    pub(super) const fn new(stream: OwnedWriteHalf) -> Self {
        let unwritten = Mutex::new(Unwritten { bytes: Vec::new(), taken: 0 });
        Self { stream, unwritten }
    }

    fn unwritten(&self) -> MutexGuard<'_, Unwritten> {
        // Nothing that can fail half-way is done under the lock.
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a frame, as much of it as the system takes at once; the rest is for [`Self::flush`].
    pub(super) fn send(&self, opcode: Opcode, payload: &[u8]) -> Result<(), Broken> {
        let mut unwritten = self.unwritten();
        let first = unwritten.bytes.is_empty();
        unwritten.push(opcode, payload);
        if first {
            self.write_on(&mut unwritten)?;
        }
        Ok(())
    }

    /// Keeps a frame for [`Self::flush`], to be written together with what comes after it.
    pub(super) fn keep(&self, opcode: Opcode, payload: &[u8]) {
        self.unwritten().push(opcode, payload);
    }

    /// Waits until the system has taken everything.
    pub(super) async fn flush(&self) -> Result<(), Broken> {
        while !self.write_on(&mut self.unwritten())? {
            self.stream.writable().await.map_err(|_| Broken::Lost)?;
        }
        Ok(())
    }

    /// Writes what the socket accepts without waiting; returns whether that is everything.
    fn write_on(&self, unwritten: &mut Unwritten) -> Result<bool, Broken> {
        while unwritten.taken < unwritten.bytes.len() {
            match self.stream.try_write(&unwritten.bytes[unwritten.taken..]) {
                Ok(count) if count > 0 => unwritten.taken += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                _ => return Err(Broken::Lost),
            }
        }
        // Frees the buffer, so that an idle connection holds no memory.
        *unwritten = Unwritten::default();
        Ok(true)
    }
}

impl DirectWriter for Sending {
    fn try_write(&self, message: &mut FramedMessage<'_>) -> WriteProgress {
        let mut unwritten = self.unwritten();
        let head = head(Opcode::Text, message.text().len());
        let Some(frame) = message.with_header(&head).filter(|_| unwritten.bytes.is_empty()) else {
            return WriteProgress::NotStarted;
        };
        match self.stream.try_write(frame) {
            Ok(taken) if taken == frame.len() => WriteProgress::Complete,
            Ok(taken) => {
                unwritten.bytes = frame[taken..].to_vec();
                WriteProgress::Partial
            }
            // The connection's own task sees the same, and waits or ends.
            Err(_) => WriteProgress::NotStarted,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tables::FrameBuffer;
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// A connection, and the other end of it.
    async fn connection() -> (Sending, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let (_, writing) = server.into_split();
        (Sending::new(writing), client)
    }

    #[tokio::test]
    async fn what_the_system_takes_in_parts_arrives_whole_and_in_order_whoever_sent_it() {
        let (sending, mut client) = connection().await;
        let sending = Arc::new(sending);
        sending.stream.writable().await.unwrap();
        // Nothing reads, so that the socket's buffer fills up.
        let mut sent = Vec::new();
        let (mut desk, mut begun) = (FrameBuffer::new(), false);
        for number in 0.. {
            let message = number.to_string().repeat(if number % 2 == 0 { 200 } else { 20_000 });
            match sending.try_write(&mut desk.write(|out| out.extend_from_slice(message.as_bytes()))) {
                WriteProgress::NotStarted => break,
                taken => begun |= taken == WriteProgress::Partial,
            }
            sent.extend_from_slice(&head(Opcode::Text, message.len()));
            sent.extend_from_slice(message.as_bytes());
        }
        assert!(begun, "a message was cut in two by a full system");
        for (opcode, payload) in [(Opcode::Ping, &b""[..]), (Opcode::Text, b"last")] {
            sending.send(opcode, payload).unwrap();
            sent.extend_from_slice(&head(opcode, payload.len()));
            sent.extend_from_slice(payload);
        }
        let writer = tokio::spawn({
            let sending = sending.clone();
            async move { sending.flush().await }
        });
        let mut read = vec![0; sent.len()];
        client.read_exact(&mut read).await.unwrap();
        assert!(read == sent, "the bytes are those of the frames, in their order");
        writer.await.unwrap().unwrap();
        let taken = sending.try_write(&mut desk.write(|out| out.extend_from_slice(b"again")));
        assert_eq!(taken, WriteProgress::Complete, "the way is free again");
        assert!(sending.unwritten().bytes.capacity() == 0, "an idle connection holds no buffer");
    }
}

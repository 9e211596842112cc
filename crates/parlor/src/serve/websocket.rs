//! A WebSocket on the server's side, over a plain TCP stream.
//!
//! A house holds tens of thousands of them, nearly all of them silent nearly all the time, so one that waits keeps no
//! buffer: what arrives is read into a place of the thread's, and what is written is dropped when the system has it.

mod frames;
mod handshake;

use std::cell::RefCell;
use std::future::poll_fn;
use std::io::IoSlice;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

use self::frames::{Frames, Head, Opcode, Piece, head};
pub(crate) use self::handshake::Handshake;
use super::connection::{Broken, Incoming, Transport};

/// Read at once.
const ROOM: usize = 16_384;

/// How long to wait for the other side to close too. Ending a connection sooner could cut off its last message.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// "Going away", and a word.
const GOODBYE: &[u8] = b"\x03\xE9goodbye";

thread_local! {
    static DESK: RefCell<Box<[u8]>> = RefCell::new(vec![0; ROOM].into());
}

/// An open WebSocket.
pub(crate) struct WebSocket {
    stream: TcpStream,
    frames: Frames,
    /// What has arrived and makes no whole frame yet.
    arrived: Vec<u8>,
    /// A message to be written before anything else, with its head: most of the time there is one only.
    first: Option<(Head, Bytes)>,
    /// What is to be written after it; the system has the first `written` bytes of it.
    out: Vec<u8>,
    written: usize,
    /// Whether the client has closed its side.
    closed: bool,
}

impl WebSocket {
    /// `arrived` is what came together with the request.
    pub(crate) fn new(stream: TcpStream, arrived: &[u8]) -> Self {
        let frames = Frames::default();
        Self {
            stream,
            frames,
            arrived: arrived.to_vec(),
            first: None,
            out: Vec::new(),
            written: 0,
            closed: false,
        }
    }

    fn push(&mut self, opcode: Opcode, payload: &[u8]) {
        self.out.reserve(payload.len() + 10);
        self.out.extend_from_slice(&head(opcode, payload.len()));
        self.out.extend_from_slice(payload);
    }

    /// Waits until something arrives.
    async fn read_more(&mut self) -> Result<(), Broken> {
        let Self { stream, arrived, .. } = self;
        let count = poll_fn(|context| poll_read(stream, arrived, context)).await?;
        if count == 0 { Err(Broken::Lost) } else { Ok(()) }
    }

    /// Says that nothing more comes, and listens until the other side has heard it.
    pub(crate) async fn close(mut self) {
        if !self.closed {
            self.push(Opcode::Close, GOODBYE);
        }
        let farewell = async {
            self.flush().await?;
            while !self.closed {
                match self.frames.next(&mut self.arrived) {
                    Ok(Some(Piece::Close(_))) => self.closed = true,
                    Ok(Some(_)) => {}
                    Ok(None) => self.read_more().await?,
                    // Too long or no frames at all: it is only heard out.
                    Err(_) => loop {
                        self.arrived.clear();
                        self.read_more().await?;
                    },
                }
            }
            Ok::<(), Broken>(())
        };
        // Whoever does not answer is left alone.
        let _ = timeout(LAST_WORDS, farewell).await;
    }
}

fn poll_read(
    stream: &mut TcpStream,
    arrived: &mut Vec<u8>,
    context: &mut Context<'_>,
) -> Poll<Result<usize, Broken>> {
    DESK.with_borrow_mut(|desk| {
        let mut room = ReadBuf::new(desk);
        match Pin::new(stream).poll_read(context, &mut room) {
            Poll::Ready(Ok(())) => {
                arrived.extend_from_slice(room.filled());
                Poll::Ready(Ok(room.filled().len()))
            }
            Poll::Ready(Err(_)) => Poll::Ready(Err(Broken::Lost)),
            Poll::Pending => Poll::Pending,
        }
    })
}

impl Transport for WebSocket {
    type Text = String;

    async fn receive(&mut self) -> Result<Incoming<String>, Broken> {
        loop {
            // An answer to a ping, which a receive that was dropped may have left half written.
            if self.first.is_some() || !self.out.is_empty() {
                self.flush().await?;
            }
            match self.frames.next(&mut self.arrived)? {
                Some(Piece::Text(text)) => return Ok(Incoming::Text(text)),
                Some(Piece::Binary) => return Ok(Incoming::Binary),
                Some(Piece::Pong | Piece::Part) => return Ok(Incoming::Alive),
                Some(Piece::Ping(payload)) => {
                    self.push(Opcode::Pong, &payload);
                    self.flush().await?;
                    return Ok(Incoming::Alive);
                }
                Some(Piece::Close(payload)) => {
                    self.closed = true;
                    self.push(Opcode::Close, &payload);
                    return Ok(Incoming::Closed);
                }
                None => self.read_more().await?,
            }
        }
    }

    async fn feed(&mut self, message: Bytes) -> Result<(), Broken> {
        if self.first.is_none() && self.out.is_empty() {
            self.first = Some((head(Opcode::Text, message.len()), message));
        } else {
            self.push(Opcode::Text, &message);
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        self.push(Opcode::Ping, b"");
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), Broken> {
        if let Some((head, message)) = &self.first {
            let parts = [IoSlice::new(head), IoSlice::new(message)];
            let count = match self.stream.write_vectored(&parts).await {
                Ok(count) if count > 0 => count,
                _ => return Err(Broken::Lost),
            };
            if count < head.len() + message.len() {
                // The rest waits its turn before whatever came meanwhile.
                let rest = head.iter().chain(message).skip(count).copied();
                self.out.splice(..0, rest);
            }
            self.first = None;
        }
        while self.written < self.out.len() {
            match self.stream.write(&self.out[self.written..]).await {
                Ok(count) if count > 0 => self.written += count,
                _ => return Err(Broken::Lost),
            }
        }
        self.out = Vec::new();
        self.written = 0;
        Ok(())
    }
}

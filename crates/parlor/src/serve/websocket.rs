//! A WebSocket on the server's side, over a plain TCP stream.
//!
//! A server holds tens of thousands of them, nearly all of them silent nearly all the time, so one that waits keeps no
//! buffer: what arrives is read into a place of the thread's, and what is written is dropped when the system has it.

mod handshake;
mod sending;

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use protocol::MAX_CLIENT_MESSAGE;
use tables::DirectWriter;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::timeout;
use websocket::{CloseCode, Messages, Opcode, Piece};

pub(crate) use self::handshake::{Handshake, VERSION};
use self::sending::Sending;
use super::connection::{Broken, Incoming, Transport};

/// A message that is too long is refused and the connection continues; one beyond this length is not even read.
const MAX_READ: usize = 2 * MAX_CLIENT_MESSAGE;

/// Read or written at once.
const ROOM: usize = 16_384;

/// How long to wait for the other side to close too. Ending a connection sooner could cut off its last message.
const CLOSE_DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// And no longer than a client that floods needs for this many bytes: reading a flood to its end is what it is for.
const MAX_DRAIN: usize = 4 * ROOM;

thread_local! {
    /// A shared buffer for reading, so that an idle connection does not need one.
    static READ_BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; ROOM].into());
}

/// An open WebSocket.
pub(crate) struct WebSocket {
    stream: OwnedReadHalf,
    messages: Messages,
    /// What has arrived and makes no whole frame yet.
    arrived: Vec<u8>,
    sending: Arc<Sending>,
    /// Whether the client has closed its side.
    closed: bool,
    close_code: CloseCode,
}

impl WebSocket {
    /// `arrived` is what came together with the request.
    pub(crate) fn new(stream: TcpStream, arrived: &[u8]) -> Self {
        let (stream, sending) = stream.into_split();
        let (messages, sending) = (Messages::new(MAX_READ), Arc::new(Sending::new(sending)));
        Self {
            stream,
            messages,
            arrived: arrived.to_vec(),
            sending,
            closed: false,
            close_code: CloseCode::GoingAway,
        }
    }

    /// Waits until something arrives.
    async fn read_more(&mut self) -> Result<usize, Broken> {
        let Self { stream, arrived, .. } = self;
        let count = poll_fn(|context| poll_read(stream, arrived, context)).await?;
        if count == 0 { Err(Broken::Lost) } else { Ok(count) }
    }

    /// Sends a close frame, and reads until the other side answers it.
    pub(crate) async fn close(mut self) {
        let farewell = async {
            if !self.closed {
                let code = (self.close_code as u16).to_be_bytes();
                self.sending.send(Opcode::Close, &[&code[..], b"goodbye"].concat())?;
            }
            self.sending.flush().await?;
            let mut drained = 0;
            while !self.closed && drained < MAX_DRAIN {
                match self.messages.next(&mut self.arrived) {
                    Ok(Some(Piece::Close(_))) => self.closed = true,
                    Ok(Some(_)) => {}
                    Ok(None) => drained += self.read_more().await?,
                    // Too long, or not a frame: the rest is read and discarded.
                    Err(_) => {
                        while drained < MAX_DRAIN {
                            self.arrived.clear();
                            drained += self.read_more().await?;
                        }
                    }
                }
            }
            Ok::<(), Broken>(())
        };
        // A client that does not answer in time is disconnected without an answer.
        let _ = timeout(CLOSE_DRAIN_TIMEOUT, farewell).await;
    }
}

fn poll_read(
    stream: &mut OwnedReadHalf,
    arrived: &mut Vec<u8>,
    context: &mut Context<'_>,
) -> Poll<Result<usize, Broken>> {
    READ_BUFFER.with_borrow_mut(|desk| {
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

    fn direct_writer(&self) -> Option<Arc<dyn DirectWriter>> {
        Some(self.sending.clone())
    }

    async fn receive(&mut self) -> Result<Incoming<String>, Broken> {
        loop {
            match self.messages.next(&mut self.arrived).map_err(Broken::Frame)? {
                Some(Piece::Text(text)) => return Ok(Incoming::Text(text)),
                Some(Piece::Binary) => return Ok(Incoming::Binary),
                Some(Piece::Pong | Piece::Part) => return Ok(Incoming::Alive),
                Some(Piece::Ping(payload)) => {
                    self.sending.send(Opcode::Pong, &payload)?;
                    return Ok(Incoming::Asked);
                }
                Some(Piece::Close(payload)) => {
                    self.closed = true;
                    self.sending.send(Opcode::Close, &payload)?;
                    return Ok(Incoming::Closed);
                }
                None => {
                    self.read_more().await?;
                }
            }
        }
    }

    fn feed(&mut self, message: &Bytes, more: bool) -> Result<(), Broken> {
        if more {
            self.sending.keep(Opcode::Text, message);
            return Ok(());
        }
        self.sending.send(Opcode::Text, message)
    }

    fn closes_with(&mut self, code: CloseCode) {
        self.close_code = code;
    }

    fn ping(&mut self) -> Result<(), Broken> {
        self.sending.send(Opcode::Ping, b"")
    }

    async fn flush(&mut self) -> Result<(), Broken> {
        self.sending.flush().await
    }
}

//! One WebSocket of the load: frames in, frames out, and nothing in between.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use websocket::{Frame, Opcode, Side, push_frame, read_frame};

use super::target;

/// Read at once.
const ROOM: usize = 4_096;

/// The longest payload that is waited for.
const MAX_PAYLOAD: usize = 4 << 20;

/// A connection.
pub(super) struct LoadConnection {
    stream: TcpStream,
    /// What has arrived and was not looked at yet begins at `start`.
    arrived: Vec<u8>,
    start: usize,
    out: Vec<u8>,
}

impl LoadConnection {
    /// Opens the connection of this number as a WebSocket at this path.
    pub(super) async fn open(to: SocketAddr, host: &str, path: &str, number: u32) -> Result<Self> {
        let mut stream = target::connect(to, number).await?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGFybG9yIGxvYWQgMTIzNA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut arrived = Vec::new();
        let end = loop {
            if stream.read_buf(&mut arrived).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if let Some(end) = arrived.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        if !arrived.starts_with(b"HTTP/1.1 101") {
            let said = String::from_utf8_lossy(&arrived).replace("\r\n", " ");
            return Err(Error::other(format!("the server opened no WebSocket: {said}")));
        }
        Ok(Self { stream, arrived, start: end, out: Vec::new() })
    }

    /// The next text. Pings are answered on the way.
    pub(super) async fn next(&mut self) -> Result<&[u8]> {
        let Frame { start, end, .. } = loop {
            let base = self.start;
            let found = read_frame(&mut self.arrived[base..], Side::Server, MAX_PAYLOAD);
            match found.map_err(|_| Error::other("the server sent an invalid frame"))? {
                Some(Frame { opcode, last, start, end }) => {
                    self.start = base + end;
                    match opcode {
                        Opcode::Text => break Frame { opcode, last, start: base + start, end: base + end },
                        Opcode::Ping => {
                            let payload = self.arrived[base + start..base + end].to_vec();
                            self.send(Opcode::Pong, &payload).await?;
                        }
                        Opcode::Pong => {}
                        Opcode::Close => return Err(ErrorKind::ConnectionAborted.into()),
                        Opcode::Binary | Opcode::Continuation => return Err(ErrorKind::InvalidData.into()),
                    }
                }
                None => {
                    if self.start == self.arrived.len() {
                        self.arrived.clear();
                        // A burst, such as the first snapshot, must not keep its memory.
                        self.arrived.shrink_to(2 * ROOM);
                    } else {
                        self.arrived.drain(..base);
                    }
                    self.start = 0;
                    self.arrived.reserve(ROOM);
                    if self.stream.read_buf(&mut self.arrived).await? == 0 {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
            }
        };
        Ok(&self.arrived[start..end])
    }

    pub(super) async fn say(&mut self, text: &str) -> Result<()> {
        self.send(Opcode::Text, text.as_bytes()).await
    }

    /// Writes bytes as they are, and reads nothing.
    pub(super) async fn push(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream.write_all(bytes).await
    }

    async fn send(&mut self, opcode: Opcode, payload: &[u8]) -> Result<()> {
        self.out.clear();
        // A mask of zeros costs nothing.
        push_frame(&mut self.out, opcode.last(), payload, Some([0; 4]));
        self.stream.write_all(&self.out).await
    }
}

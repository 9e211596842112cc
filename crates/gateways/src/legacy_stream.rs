//! One TCP connection: reads within the limits, writes within a time, and closes so that last words arrive.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};

use crate::legacy_permit::{ConnectionPermit, Pace};

/// A client that does not take what is written within this time is gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to read after the last message. Closing a socket with unread bytes sends a reset, and the other side would
/// lose what was written last.
const CLOSE_DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// The most that is read at once.
const CHUNK: usize = 2_048;

/// A connection of an old client.
#[derive(Debug)]
pub struct LegacyStream {
    stream: TcpStream,
    place: ConnectionPermit,
    /// Nothing is read before this moment: the address was too fast.
    not_before: Instant,
    buffer: Box<[u8; CHUNK]>,
}

impl LegacyStream {
    /// Takes over a connection.
    #[must_use]
    pub fn new(stream: TcpStream, place: ConnectionPermit) -> Self {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "setting TCP_NODELAY failed");
        }
        keep_alive(&stream);
        Self { stream, place, not_before: Instant::now(), buffer: Box::new([0; CHUNK]) }
    }

    /// Waits for bytes, at most `room` of them; none at the end. May be dropped while it waits.
    ///
    /// # Errors
    /// If the connection is broken.
    pub async fn read(&mut self, room: usize) -> io::Result<&[u8]> {
        sleep_until(self.not_before).await;
        let most = room.min(CHUNK);
        let count = self.stream.read(&mut self.buffer[..most]).await?;
        Ok(&self.buffer[..count])
    }

    /// Notes that this many messages were read; the next ones may have to wait. Whether the connection may go on.
    pub fn spend(&mut self, messages: usize) -> ControlFlow<()> {
        match self.place.spend(messages) {
            Pace::Wait(wait) => {
                self.not_before = Instant::now() + wait;
                ControlFlow::Continue(())
            }
            Pace::Close => ControlFlow::Break(()),
        }
    }

    /// Writes everything.
    ///
    /// # Errors
    /// If the connection is broken, or the client does not take it in time.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        timeout(WRITE_TIMEOUT, self.stream.write_all(bytes)).await?
    }

    /// Says that nothing more comes, and reads until the other side has closed.
    pub async fn close(mut self) {
        let farewell = async {
            self.stream.shutdown().await?;
            while self.stream.read(&mut self.buffer[..]).await? > 0 {}
            io::Result::Ok(())
        };
        // A client that does not close is left alone.
        let _ = timeout(CLOSE_DRAIN_TIMEOUT, farewell).await;
    }
}

/// A machine that was switched off sends nothing: keepalive packets find out.
fn keep_alive(stream: &TcpStream) {
    use rustix::net::sockopt;
    let asked = sockopt::set_socket_keepalive(stream, true)
        .and_then(|()| sockopt::set_tcp_keepidle(stream, Duration::from_secs(60)))
        .and_then(|()| sockopt::set_tcp_keepintvl(stream, Duration::from_secs(10)))
        .and_then(|()| sockopt::set_tcp_keepcnt(stream, 3));
    if let Err(error) = asked {
        tracing::debug!(%error, "setting TCP keepalive failed");
    }
}

//! Bytes on a socket, as no library would send them.

#![allow(dead_code, reason = "every suite uses its own part")]

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::server::{ServerProcess, TEST_TIMEOUT};

/// A request for a WebSocket.
pub(crate) const UPGRADE: &str = "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A frame as a client sends it. A mask of zeros leaves the payload as it is.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    websocket::push_frame(&mut out, first, payload, Some([0; 4]));
    out
}

/// Connects, with next to no room for what comes.
pub(crate) async fn narrow(server: &ServerProcess) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Sends these bytes repeatedly, as fast as they are accepted, and reads meanwhile, until the other side closes the
/// connection. Returns what was received.
pub(crate) async fn flood(stream: TcpStream, bytes: &[u8]) -> String {
    let (mut reader, mut writer) = stream.into_split();
    let listening = tokio::spawn(async move {
        let mut received = Vec::new();
        // A reset is an end as well.
        let _ = reader.read_to_end(&mut received).await;
        received
    });
    let ended = async {
        while writer.write_all(bytes).await.is_ok() {
            // Lets the reading task run.
            tokio::task::yield_now().await;
        }
    };
    timeout(TEST_TIMEOUT, ended).await.expect("a flood is ended");
    let received = timeout(TEST_TIMEOUT, listening).await.expect("it is closed").unwrap();
    String::from_utf8_lossy(&received).into_owned()
}

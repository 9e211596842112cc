//! Connections of attackers: many, from addresses of their own.

use std::io::Result;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::net::{TcpStream, UdpSocket};

use crate::load::load_connection::LoadConnection;
use crate::load::{player, target};

/// Attackers come from other addresses than people: their connections have numbers from here on.
const FIRST_NUMBER: u32 = 2_000_000;

/// Where attackers come from, and how many there are.
#[derive(Clone)]
pub(super) struct Crowd {
    address: SocketAddr,
    host: String,
    run: String,
    pub(super) size: u32,
    next: Arc<AtomicU32>,
    pub(super) ports: Arc<OldPorts>,
}

/// What else of the server is attacked.
#[derive(Debug, Default)]
pub(super) struct OldPorts {
    pub(super) legacy: Vec<SocketAddr>,
    pub(super) golf_manager: Option<SocketAddr>,
}

impl Crowd {
    pub(super) fn new(address: SocketAddr, host: &str, run: &str, size: u32, ports: OldPorts) -> Self {
        let next = Arc::new(AtomicU32::new(FIRST_NUMBER));
        Self { address, host: host.to_owned(), run: run.to_owned(), size, next, ports: Arc::new(ports) }
    }

    fn number(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// A new connection on which nothing has been sent.
    pub(super) async fn connect(&self) -> Result<TcpStream> {
        target::connect(self.address, self.number()).await
    }

    /// The same to another port.
    pub(super) async fn connect_to(&self, port: SocketAddr) -> Result<TcpStream> {
        target::connect(port, self.number()).await
    }

    /// A socket for datagrams.
    pub(super) async fn udp(&self, to: SocketAddr) -> Result<UdpSocket> {
        target::connect_udp(to, self.number()).await
    }

    /// A WebSocket.
    pub(super) async fn websocket(&self) -> Result<LoadConnection> {
        LoadConnection::open(self.address, &self.host, "/ws", self.number()).await
    }

    /// Somebody with a name.
    pub(super) async fn person(&self) -> Result<LoadConnection> {
        let mut line = self.websocket().await?;
        let name = format!("{}-{}", self.run, self.number());
        player::hello(&mut line, &name).await?;
        Ok(line)
    }
}

//! NATS as the carrier: the core protocol alone, publish and subscribe, which is a handful of lines of text.
//!
//! What is sent while the connection is lost is lost as well, at once: nodes number what they send, and nothing is kept that
//! would arrive too late.

mod address;
mod protocol;
mod session;
mod tls;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;

use self::address::Address;
use self::session::Session;
use crate::{Destination, Link, LinkError, LinkEvent, SendFuture};

/// The capacity of the queue of outgoing messages. A sender waits while it is full.
const MAX_OUTGOING: usize = 2_048;

/// This many messages may wait here to be handled; then NATS is read no further.
const MAX_INCOMING: usize = 8_192;

/// Between two tries to connect again at least and at most this time passes.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(50);
const MAX_RETRY_DELAY: Duration = Duration::from_millis(500);

/// Where NATS is, and what this node is called there.
#[derive(Clone, Debug)]
pub struct NatsConfig {
    /// Addresses, separated by commas: `nats://` or `tls://`, with user and password or a token if they are needed.
    pub addresses: String,
    /// Whose signature of the server's certificate is believed; without it, those that the system believes.
    pub root_certificates: Option<PathBuf>,
    /// What all subjects begin with: another one for each cluster that uses the same NATS.
    pub prefix: String,
    /// The number of this node.
    pub node: u64,
    /// The name of this node, for the operator of NATS.
    pub name: String,
}

/// A connection to NATS that reconnects when it is lost.
pub struct NatsLink {
    outgoing: mpsc::Sender<Outgoing>,
    is_connected: Arc<AtomicBool>,
}

/// A message to be sent.
struct Outgoing {
    to: Destination,
    message: Bytes,
}

/// What a connection is made from.
struct Endpoint {
    addresses: Vec<Address>,
    tls: Option<tls::Tls>,
    prefix: String,
    node: u64,
    name: String,
}

impl Endpoint {
    /// Connects to the first server that lets us.
    async fn connect(&self) -> Result<Session, LinkError> {
        let mut refused = None;
        for address in &self.addresses {
            match Session::open(address, self).await {
                Ok(session) => return Ok(session),
                // A server that says why is more telling than one that is not there.
                Err(
                    error @ (LinkError::Refused { .. }
                    | LinkError::Untrusted { .. }
                    | LinkError::Unfit { .. }),
                ) => refused = Some(error),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.unwrap_or_else(|| LinkError::BadAddress(String::new())))
    }
}

impl NatsLink {
    /// Connects, and listens for what is sent to this node and to all.
    ///
    /// # Errors
    /// If no server answers, or if it refuses. The sentence says what to do.
    pub async fn connect(config: NatsConfig) -> Result<(Self, mpsc::Receiver<LinkEvent>), LinkError> {
        let NatsConfig { addresses, root_certificates, prefix, node, name } = config;
        let addresses = Address::parse_list(&addresses)?;
        let tls = if addresses.iter().any(|address| address.tls) || root_certificates.is_some() {
            Some(tls::Tls::new(root_certificates.as_deref())?)
        } else {
            None
        };
        let endpoint = Endpoint { addresses, tls, prefix, node, name };
        let session = endpoint.connect().await?;
        let (outgoing, waiting) = mpsc::channel(MAX_OUTGOING);
        let (events, received) = mpsc::channel(MAX_INCOMING);
        let is_connected = Arc::new(AtomicBool::new(true));
        tokio::spawn(run(endpoint, session, waiting, events, is_connected.clone()));
        Ok((Self { outgoing, is_connected }, received))
    }
}

impl Link for NatsLink {
    fn send(&self, to: Destination, message: Bytes) -> SendFuture<'_> {
        Box::pin(async move {
            let closed = |_| LinkError::NotSent("the link is closed".to_owned());
            self.outgoing.send(Outgoing { to, message }).await.map_err(closed)
        })
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::SeqCst)
    }
}

/// Keeps a connection for as long as somebody listens.
async fn run(
    endpoint: Endpoint,
    first: Session,
    mut waiting: mpsc::Receiver<Outgoing>,
    events: mpsc::Sender<LinkEvent>,
    is_connected: Arc<AtomicBool>,
) {
    let mut session = Some(first);
    let mut pause = MIN_RETRY_DELAY;
    loop {
        if let Some(session) = session.take() {
            is_connected.store(true, Ordering::SeqCst);
            pause = MIN_RETRY_DELAY;
            if events.send(LinkEvent::Connected).await.is_err() {
                return;
            }
            let why = session.run(&mut waiting, &events).await;
            is_connected.store(false, Ordering::SeqCst);
            if events.send(LinkEvent::Disconnected).await.is_err()
                || waiting.is_closed() && waiting.is_empty()
            {
                return;
            }
            tracing::warn!(why, "NATS connection lost; tables of other nodes cannot be reached");
        }
        tokio::time::sleep(pause).await;
        pause = MAX_RETRY_DELAY.min(2 * pause);
        // Nothing is kept that would arrive too late to mean anything.
        while waiting.try_recv().is_ok() {}
        match endpoint.connect().await {
            Ok(connected) => {
                tracing::info!("NATS reconnected");
                session = Some(connected);
            }
            Err(error) => tracing::debug!(%error, "NATS cannot be reached"),
        }
        if events.is_closed() {
            return;
        }
    }
}

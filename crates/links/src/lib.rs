//! Messages between the nodes of a cluster.
//!
//! A [`Link`] carries bytes from one node to another or to all of them. It may lose them: nothing here is acknowledged, and
//! what must not be lost is in the database. Messages from one node to another arrive in the order in which they were sent.

mod nats;

use std::pin::Pin;

use bytes::Bytes;

pub use self::nats::{NatsConfig, NatsLink};

/// The receiver of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// One node. If none listens under this number, that is reported as [`LinkEvent::NoResponders`].
    Node(u64),
    /// All other nodes.
    All,
}

/// What a link reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkEvent {
    /// A message of another node.
    Message(Bytes),
    /// Nobody listens under this number.
    NoResponders(u64),
    /// The link works.
    Connected,
    /// The link is interrupted. It reconnects without being asked.
    Disconnected,
}

/// Why something was not sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkError {
    /// No server takes connections there.
    #[error(
        "NATS at {place} cannot be reached: {detail}. Start nats-server there, or correct the setting `cluster`."
    )]
    Unreachable {
        /// Where, without passwords.
        place: String,
        /// The cause, as the library reports it.
        detail: String,
    },
    /// The server does not let us in.
    #[error(
        "NATS at {place} refuses the connection: {detail}. Put the user and password of its configuration into the setting \
         `cluster` (nats://USER:PASSWORD@HOST:PORT)."
    )]
    Refused {
        /// Where, without passwords.
        place: String,
        /// The cause, as the library reports it.
        detail: String,
    },
    /// The server does not prove that it is the one that was meant.
    #[error(
        "NATS at {place} is not trusted: {detail}. Name the file of the authority that signed its certificate with \
         `cluster_root_certificates`, and the server in the setting `cluster` by a name that the certificate is for."
    )]
    Untrusted {
        /// Where, without passwords.
        place: String,
        /// The cause, as the library reports it.
        detail: String,
    },
    /// The server cannot be used as it is, or not by this address.
    #[error("NATS at {place} cannot be used: {detail}.")]
    Unfit {
        /// Where, without passwords.
        place: String,
        /// Why, and what to do.
        detail: String,
    },
    /// The address cannot be read.
    #[error("cluster: {0} is not the address of a NATS server; write nats://HOST:PORT or tls://HOST:PORT.")]
    BadAddress(String),
    /// The certificates that are to be believed cannot be read.
    #[error("cluster_root_certificates: {path}: {detail}.")]
    Certificates {
        /// The file.
        path: String,
        /// What is wrong.
        detail: String,
    },
    /// The message cannot be sent.
    #[error("the message was not sent: {0}")]
    NotSent(String),
}

/// A future in a box.
pub type SendFuture<'a> = Pin<Box<dyn Future<Output = Result<(), LinkError>> + Send + 'a>>;

/// Carries messages between nodes.
pub trait Link: Send + Sync {
    /// Hands a message over. Waits while too many are on their way; that it returns does not mean that it arrives.
    fn send(&self, to: Destination, message: Bytes) -> SendFuture<'_>;

    /// Whether messages can be expected to arrive.
    fn is_connected(&self) -> bool;
}

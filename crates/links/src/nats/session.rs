//! One connection to a NATS server, from its first line to its last.

use std::time::Duration;

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::address::Address;
use super::protocol::{Connect, Info, ServerLine, take};
use super::tls::TlsError;
use super::{Endpoint, Outgoing};
use crate::{Destination, LinkError, LinkEvent};

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a ping is sent. A server that has not answered by the next one is treated as disconnected.
const PING_EVERY: Duration = Duration::from_secs(3);

/// What is read at once, and what is gathered before it is written.
const READ_BUFFER: usize = 64 << 10;
const WRITE_BUFFER: usize = 256 << 10;

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A connection whose subscriptions the server has taken.
pub(super) struct Session {
    stream: Box<dyn Stream>,
    buffer: BytesMut,
    prefix: String,
    node: u64,
    max_payload: usize,
}

impl Session {
    pub(super) async fn open(address: &Address, endpoint: &Endpoint) -> Result<Self, LinkError> {
        let place = address.to_string();
        let late =
            || LinkError::Unreachable { place: place.clone(), detail: "it does not answer".to_owned() };
        let opened = timeout(CONNECT_TIMEOUT, Self::shake_hands(address, endpoint)).await;
        opened.unwrap_or_else(|_| Err(late()))
    }

    async fn shake_hands(address: &Address, endpoint: &Endpoint) -> Result<Self, LinkError> {
        let place = address.to_string();
        let unreachable = |detail: String| LinkError::Unreachable { place: place.clone(), detail };
        let refused = |detail: String| LinkError::Refused { place: place.clone(), detail };
        let unfit = |detail: &str| LinkError::Unfit { place: place.clone(), detail: detail.to_owned() };
        let tcp = TcpStream::connect((address.host.as_str(), address.port)).await;
        let mut tcp = tcp.map_err(|error| unreachable(error.to_string()))?;
        tcp.set_nodelay(true).map_err(|error| unreachable(error.to_string()))?;
        let mut buffer = BytesMut::with_capacity(READ_BUFFER);
        let info = match next_line(&mut tcp, &mut buffer).await.map_err(unreachable)? {
            ServerLine::Info(info) => *info,
            other => return Err(unreachable(format!("it is not a NATS server: {other:?}"))),
        };
        let Info { tls_required, tls_available, headers, max_payload } = info;
        if !headers {
            return Err(unfit("it is older than version 2.2 and knows no headers; install a newer one"));
        }
        let encrypted = address.tls || tls_required;
        let mut stream: Box<dyn Stream> = if encrypted {
            if !tls_required && !tls_available {
                return Err(unfit(
                    "it does not offer TLS; configure it there, or write nats:// in the address",
                ));
            }
            let tls = endpoint.tls.as_ref();
            let tls = tls.ok_or_else(|| unfit("it demands TLS; write tls:// in the address"))?;
            Box::new(tls.connect(&address.host, tcp).await.map_err(|error| match error {
                TlsError::Untrusted(detail) => LinkError::Untrusted { place: place.clone(), detail },
                TlsError::Failed(detail) => unreachable(detail),
            })?)
        } else {
            Box::new(tcp)
        };
        let connect = Connect {
            verbose: false,
            pedantic: false,
            tls_required: encrypted,
            echo: false,
            headers: true,
            no_responders: true,
            lang: "rust",
            version: env!("CARGO_PKG_VERSION"),
            protocol: 1,
            name: &endpoint.name,
            user: address.user.as_deref(),
            pass: address.password.as_deref(),
            auth_token: address.token.as_deref(),
        };
        let connect = serde_json::to_string(&connect).map_err(|error| unreachable(error.to_string()))?;
        let Endpoint { prefix, node, .. } = endpoint;
        let hello = format!(
            "CONNECT {connect}\r\nSUB {prefix}.node.{node} 1\r\nSUB {prefix}.all 2\r\nSUB {prefix}.gone.{node}.* 3\r\nPING\r\n"
        );
        let written = async {
            stream.write_all(hello.as_bytes()).await?;
            stream.flush().await
        };
        written.await.map_err(|error| unreachable(error.to_string()))?;
        // Its answer says that it has taken us, and the subscriptions.
        loop {
            match next_line(&mut stream, &mut buffer).await.map_err(unreachable)? {
                ServerLine::Pong => break,
                ServerLine::Error(error) => return Err(refused(error)),
                _ => {}
            }
        }
        let max_payload = if max_payload == 0 { usize::MAX } else { max_payload };
        Ok(Self { stream, buffer, prefix: prefix.clone(), node: *node, max_payload })
    }

    /// Carries messages until the connection ends; says why it did.
    pub(super) async fn run(
        self,
        waiting: &mut mpsc::Receiver<Outgoing>,
        events: &mpsc::Sender<LinkEvent>,
    ) -> String {
        let Self { stream, mut buffer, prefix, node, max_payload } = self;
        let (mut input, mut output) = tokio::io::split(stream);
        // Only what answers the server is written from here as well.
        let (answers, mut answered) = mpsc::channel::<()>(4);
        let read = async {
            let mut silent = 0;
            let mut tick = interval(PING_EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                let line = tokio::select! {
                    biased;
                    line = next_line(&mut input, &mut buffer) => match line {
                        Ok(line) => line,
                        Err(why) => return why,
                    },
                    _ = tick.tick() => {
                        if silent > 2 {
                            return "it does not answer".to_owned();
                        }
                        silent += 1;
                        continue;
                    }
                };
                silent = 0;
                match line {
                    ServerLine::Message { subject, no_responders: true, .. } => {
                        let node = subject.rsplit('.').next().and_then(|node| node.parse().ok());
                        if let Some(node) = node
                            && events.send(LinkEvent::NoResponders(node)).await.is_err()
                        {
                            return "nobody listens here".to_owned();
                        }
                    }
                    ServerLine::Message { payload, .. } => {
                        if events.send(LinkEvent::Message(payload)).await.is_err() {
                            return "nobody listens here".to_owned();
                        }
                    }
                    // One that is not written because four wait is answered by those.
                    ServerLine::Ping => drop(answers.try_send(())),
                    ServerLine::Error(error) => return error,
                    ServerLine::Info(_) | ServerLine::Pong | ServerLine::Other => {}
                }
            }
        };
        let write = async {
            let mut tick = interval(PING_EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut out = Vec::new();
            loop {
                out.clear();
                tokio::select! {
                    outgoing = waiting.recv() => {
                        let Some(outgoing) = outgoing else { return "nobody sends here".to_owned() };
                        publish(&mut out, &prefix, node, max_payload, &outgoing);
                        while out.len() < WRITE_BUFFER && let Ok(outgoing) = waiting.try_recv() {
                            publish(&mut out, &prefix, node, max_payload, &outgoing);
                        }
                    }
                    Some(()) = answered.recv() => out.extend_from_slice(b"PONG\r\n"),
                    _ = tick.tick() => out.extend_from_slice(b"PING\r\n"),
                }
                let written = async {
                    output.write_all(&out).await?;
                    output.flush().await
                };
                if let Err(error) = written.await {
                    return error.to_string();
                }
                out.shrink_to(WRITE_BUFFER);
            }
        };
        tokio::select! {
            why = read => why,
            why = write => why,
        }
    }
}

/// The lines that send a message.
fn publish(out: &mut Vec<u8>, prefix: &str, node: u64, max_payload: usize, outgoing: &Outgoing) {
    let Outgoing { to, message } = outgoing;
    if message.len() > max_payload {
        // The receiver notices by its number that one is missing.
        tracing::error!(length = message.len(), max_payload, "message exceeds the maximum payload of NATS");
        return;
    }
    let length = message.len();
    let head = match to {
        Destination::All => format!("PUB {prefix}.all {length}\r\n"),
        // Nobody replies: it is where NATS itself says that nobody listens.
        Destination::Node(to) => format!("PUB {prefix}.node.{to} {prefix}.gone.{node}.{to} {length}\r\n"),
    };
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(message);
    out.extend_from_slice(b"\r\n");
}

/// The next line of the server. May be dropped while it waits: what was read stays in the buffer.
async fn next_line(
    input: &mut (impl AsyncRead + Unpin + ?Sized),
    buffer: &mut BytesMut,
) -> Result<ServerLine, String> {
    loop {
        if let Some(line) = take(buffer)? {
            return Ok(line);
        }
        buffer.reserve(READ_BUFFER);
        match input.read_buf(buffer).await {
            Ok(0) => return Err("it closed the connection".to_owned()),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

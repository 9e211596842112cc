//! A door: takes connections in, and lets each one talk to the server through its map.

use std::future::Future;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use protocol::{ChangeError, ClientMsg, SeenTracker, ServerMsg, Sync, TableId};
use tables::{Closed, ConnectionOrigin, LogThrottle, Outbox, Outgoing, Server, Session};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::sleep;

use crate::legacy_permit::ConnectionPermit;
use crate::legacy_stream::LegacyStream;
use crate::seat_assigner::{GivenSeat, GuestNumbers};
use crate::translator::{Effects, GatewayRequest, Translator};

/// How long to wait when no connection can be accepted because the process has no file descriptors left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// This log line is rate-limited.
static REJECTED: LogThrottle = LogThrottle::every_ms(1_000);

/// How much is read at once of a client whose connection is about to end.
const FAREWELL_ROOM: usize = 256;

/// What all doors of a server share.
#[derive(Clone)]
pub struct GatewayContext {
    /// The server behind it.
    pub server: Arc<Server>,
    /// One place for each connection that the server may have.
    pub places: Arc<Semaphore>,
    /// Whether this machine is limited as other addresses are.
    pub limit_loopback: bool,
    guests: Arc<GuestNumbers>,
}

/// Somebody who came through a door and has not said anything yet.
pub struct GatewayConnection {
    /// The connection.
    pub link: LegacyStream,
    /// The assigned seat, where clients are seated in order of arrival. It is free for the next client even before the
    /// session has left it.
    pub(crate) seat: Option<GivenSeat>,
    /// The same kind of session that browsers have.
    pub session: Session,
    /// What the server says to it.
    pub outbox: Outbox,
    /// The server.
    pub server: Arc<Server>,
    /// Expands updates to complete views, because legacy protocols have no incremental changes.
    tracker: SeenTracker,
}

impl GatewayContext {
    /// The doors of a server that may have this many connections.
    #[must_use]
    pub fn new(server: Arc<Server>, places: Arc<Semaphore>, limit_loopback: bool) -> Self {
        Self { server, places, limit_loopback, guests: Arc::default() }
    }

    /// The numbers of guests, for all doors.
    pub(crate) fn guests(&self) -> Arc<GuestNumbers> {
        self.guests.clone()
    }

    /// Accepts connections until `stop` resolves, and serves each in a separate task.
    pub async fn serve<V: Future<Output = ()> + Send + 'static>(
        &self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
        visit: impl Fn(GatewayConnection) -> V,
    ) {
        tokio::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => return,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "accept failed");
                    sleep(ACCEPT_RETRY_DELAY).await;
                    continue;
                }
            };
            if self.server.ban_of(None, Some(peer.ip())).is_some() {
                self.server.metrics().connections_rejected_total.inc();
                continue;
            }
            let place = ConnectionPermit::enter(self.server.limiter(), peer.ip(), self.limit_loopback).ok();
            let place = place.zip(self.places.clone().try_acquire_owned().ok());
            let Some((place, in_server)) = place else {
                self.server.metrics().connections_rejected_total.inc();
                if let Some(more) = REJECTED.allow(self.server.time().now()) {
                    tracing::info!(%peer, more, "connection rejected: limit reached");
                }
                continue;
            };
            let outbox = Outbox::new(self.server.metrics().clone());
            let session = Session::new(self.server.clone(), outbox.clone())
                .with_limited_address(place.limited_address())
                .with_origin(ConnectionOrigin {
                    address: peer.ip().to_string(),
                    ..ConnectionOrigin::default()
                });
            let link = LegacyStream::new(stream, place);
            let visit = visit(GatewayConnection {
                link,
                seat: None,
                session,
                outbox,
                server: self.server.clone(),
                tracker: SeenTracker::default(),
            });
            tokio::spawn(async move {
                visit.await;
                drop(in_server);
            });
        }
    }
}

/// Moves bytes and messages between a client, its map and the server until one of them ends it.
pub(crate) async fn run_gateway<M: Translator>(
    mut visitor: GatewayConnection,
    translator: &mut M,
    mut news: mpsc::Receiver<M::Event>,
    first: Vec<ServerMsg>,
    log: impl Fn(&str),
) {
    let mut effects = Effects::default();
    for message in first {
        if visitor.receive(message, translator, &mut effects).await == ControlFlow::Break(()) {
            return;
        }
    }
    // When the connection ends. Until then nothing that the client says means anything, but it may end it itself.
    let mut ends_at: Option<i64> = None;
    let time = visitor.server.time().clone();
    let mut heard_at = time.now();
    // When the client was last known to have begun. In the middle of a game it need not send anything.
    let mut begun_at = heard_at;
    loop {
        if visitor.carry_out(&mut effects, &mut ends_at, M::PROTOCOL, &log).await == ControlFlow::Break(()) {
            break;
        }
        let room = if ends_at.is_some() { FAREWELL_ROOM } else { translator.room() };
        let idle_at = if translator.has_begun() {
            begun_at = time.now();
            heard_at + M::IDLE_TIMEOUT_MS
        } else {
            begun_at + M::BEGIN_TIMEOUT_MS
        };
        let step = tokio::select! {
            read = visitor.link.read(room), if room > 0 => match read {
                Ok([]) | Err(_) => return,
                Ok(_) if ends_at.is_some() => ControlFlow::Continue(()),
                Ok(bytes) => {
                    heard_at = time.now();
                    let messages = translator.on_bytes(bytes, &mut effects);
                    let flow = visitor.link.spend(messages);
                    if flow == ControlFlow::Break(()) {
                        visitor.server.metrics().requests_rate_limited_total.inc();
                        log("connection closed: too many messages");
                    }
                    flow
                }
            },
            outgoing = visitor.outbox.next() => match outgoing {
                Ok(outgoing) => visitor.listen(outgoing, translator, &mut effects).await,
                Err(Closed) => ControlFlow::Break(()),
            },
            Some(news) = news.recv() => {
                translator.on_event(news, &mut effects);
                ControlFlow::Continue(())
            }
            () = time.sleep_until(translator.next_wakeup()) => {
                translator.on_wakeup(&mut effects);
                ControlFlow::Continue(())
            }
            () = time.sleep_until(ends_at), if ends_at.is_some() => ControlFlow::Break(()),
            () = time.sleep_until(Some(idle_at)) => {
                log("idle connection closed");
                ControlFlow::Break(())
            }
        };
        if step == ControlFlow::Break(()) {
            // Messages from before the end are still written.
            let _ = visitor.link.write(&effects.write).await;
            break;
        }
    }
    let GatewayConnection { link, session, seat, .. } = visitor;
    // The seat is free before the client is sent the end.
    drop(seat);
    drop(session);
    link.close().await;
}

impl GatewayConnection {
    /// Does what the map wants done.
    async fn carry_out(
        &mut self,
        effects: &mut Effects,
        ends_at: &mut Option<i64>,
        protocol: protocol::LegacyProtocol,
        log: &impl Fn(&str),
    ) -> ControlFlow<()> {
        let Effects { write, asks, log: lines, end } = std::mem::take(effects);
        let now = self.server.time().now();
        lines.iter().for_each(|line| log(line));
        if !write.is_empty() && self.link.write(&write).await.is_err() {
            return ControlFlow::Break(());
        }
        for ask in asks {
            match ask {
                GatewayRequest::Message(message) => self.session.handle_message(message).await,
                GatewayRequest::AfterArrivals(message) => {
                    if let Some(seat) = &self.seat {
                        seat.after_arrivals().await;
                    }
                    self.session.handle_message(message).await;
                }
                GatewayRequest::Open(open) => self.session.open_legacy(protocol, open, None).await,
                GatewayRequest::LeaveBeforeStart { table, reference } => {
                    self.session.leave_before_start(table, reference);
                }
            }
        }
        match end {
            Some(Duration::ZERO) => return ControlFlow::Break(()),
            Some(after) if ends_at.is_none() => {
                let milliseconds = i64::try_from(after.as_millis()).unwrap_or(i64::MAX);
                *ends_at = Some(now.saturating_add(milliseconds));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Waits for the next message of the server, or for another event.
    async fn listen<M: Translator>(
        &mut self,
        first: Outgoing,
        translator: &mut M,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let mut next = Some(first);
        while let Some(outgoing) = next {
            match outgoing {
                Outgoing::Text(text) => {
                    if let Some(message) = read(&text)
                        && self.receive(message, translator, effects).await == ControlFlow::Break(())
                    {
                        return ControlFlow::Break(());
                    }
                }
                Outgoing::SyncTable(table) => self.sync(table, translator).await,
                // Legacy clients do not use the lobby of the server.
                Outgoing::ResumeWrite | Outgoing::SyncLobby => {}
                Outgoing::Close(_) => return ControlFlow::Break(()),
            }
            next = self.outbox.try_next();
        }
        ControlFlow::Continue(())
    }

    /// Passes a message of the server to the translator, with updates expanded to complete views.
    async fn receive<M: Translator>(
        &mut self,
        mut message: ServerMsg,
        translator: &mut M,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        match (self.tracker.expand(&mut message), message) {
            (Ok(()), message) => translator.on_server_message(message, self.server.time().now(), effects),
            (Err(ChangeError::Repeated), _) => {}
            // A full outbox drops updates, and the next one can arrive before the answer to `sync`.
            (Err(ChangeError::Gap), ServerMsg::Update(update)) => self.sync(update.table, translator).await,
            (Err(error), _) => {
                tracing::error!(%error, "an update could not be applied");
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Asks for the newest state of a table.
    async fn sync<M: Translator>(&mut self, table: TableId, translator: &M) {
        let since = translator.last_seq(table);
        self.session.handle_message(ClientMsg::Sync(Sync { table, since, reference: None })).await;
    }
}

/// Reads what the server wrote.
pub(crate) fn read(text: &[u8]) -> Option<ServerMsg> {
    serde_json::from_slice(text).inspect_err(|error| tracing::error!(%error, "unknown server message")).ok()
}

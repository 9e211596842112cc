//! A door: takes connections in, and lets each one talk to the hall through its map.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMsg, ServerMsg, Sync};
use tables::{Closed, Hall, Outbox, Outgoing, Session};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep, sleep_until};

use crate::limits::Limits;
use crate::link::Link;
use crate::map::{Ask, Deeds, Map};

/// How long to wait when no connection can be taken in, because the machine has none left.
const OUT_OF_BREATH: Duration = Duration::from_millis(100);

/// What all doors of a house share.
#[derive(Clone)]
pub struct Door {
    /// The house behind it.
    pub hall: Arc<Hall>,
    /// One place for each connection that the house may have.
    pub places: Arc<Semaphore>,
    /// What one address may do.
    pub limits: Arc<Limits>,
}

/// Somebody who came through a door and has not said anything yet.
pub struct Visitor {
    /// The connection.
    pub link: Link,
    /// The same kind of session that browsers have.
    pub session: Session,
    /// What the house says to it.
    pub outbox: Outbox,
    /// The house.
    pub hall: Arc<Hall>,
}

impl Door {
    /// Takes connections in until `stop` comes, each with a task of its own.
    pub async fn serve<V: Future<Output = ()> + Send + 'static>(
        &self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
        visit: impl Fn(Visitor) -> V,
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
                    sleep(OUT_OF_BREATH).await;
                    continue;
                }
            };
            let place = self.limits.enter(peer.ip()).zip(self.places.clone().try_acquire_owned().ok());
            let Some((place, in_house)) = place else {
                tracing::info!(%peer, "connection rejected: limit reached");
                continue;
            };
            let outbox = Outbox::new(self.hall.metrics().clone());
            let session = Session::new(self.hall.clone(), outbox.clone());
            let link = Link::new(stream, place);
            let visit = visit(Visitor { link, session, outbox, hall: self.hall.clone() });
            tokio::spawn(async move {
                visit.await;
                drop(in_house);
            });
        }
    }
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Continue,
    End,
}

/// Moves bytes and messages between a client, its map and the house until one of them ends it.
pub(crate) async fn converse<M: Map>(
    mut visitor: Visitor,
    map: &mut M,
    mut news: mpsc::Receiver<M::News>,
    first: Vec<ServerMsg>,
    log: impl Fn(&str),
) {
    let mut deeds = Deeds::default();
    for message in first {
        map.told(message, visitor.hall.time().now(), &mut deeds);
    }
    let mut ends_at: Option<Instant> = None;
    let time = visitor.hall.time().clone();
    loop {
        if visitor.carry_out(&mut deeds, &mut ends_at, M::WIRE, &log).await == Step::End {
            break;
        }
        let room = if ends_at.is_some() { 0 } else { map.room() };
        let step = tokio::select! {
            read = visitor.link.read(room), if room > 0 => match read {
                Ok([]) | Err(_) => return,
                Ok(bytes) => {
                    let messages = map.hear(bytes, &mut deeds);
                    visitor.link.spend(messages);
                    Step::Continue
                }
            },
            outgoing = visitor.outbox.next() => match outgoing {
                Ok(outgoing) => visitor.listen(outgoing, map, &mut deeds).await,
                Err(Closed) => Step::End,
            },
            Some(news) = news.recv() => {
                map.news(news, &mut deeds);
                Step::Continue
            }
            () = time.sleep_until(map.wakes_at()) => {
                map.wake(&mut deeds);
                Step::Continue
            }
            () = sleep_until(ends_at.unwrap_or_else(Instant::now)), if ends_at.is_some() => Step::End,
        };
        if step == Step::End {
            // What was said before the end is still written.
            let _ = visitor.link.write(&deeds.write).await;
            break;
        }
    }
    let Visitor { link, session, .. } = visitor;
    // The seat is free before the client hears that it is over.
    drop(session);
    link.close().await;
}

impl Visitor {
    /// Does what the map wants done.
    async fn carry_out(
        &mut self,
        deeds: &mut Deeds,
        ends_at: &mut Option<Instant>,
        wire: protocol::Wire,
        log: &impl Fn(&str),
    ) -> Step {
        let Deeds { write, asks, log: lines, end } = std::mem::take(deeds);
        lines.iter().for_each(|line| log(line));
        if !write.is_empty() && self.link.write(&write).await.is_err() {
            return Step::End;
        }
        for ask in asks {
            match ask {
                Ask::House(message) => self.session.take(message).await,
                Ask::Open(open) => self.session.open_through(wire, open).await,
                Ask::LeaveBeforeStart { table, reference } => {
                    self.session.leave_before_start(table, reference);
                }
            }
        }
        match end {
            Some(Duration::ZERO) => return Step::End,
            Some(after) if ends_at.is_none() => *ends_at = Some(Instant::now() + after),
            _ => {}
        }
        Step::Continue
    }

    /// Hears what the house says, and whatever else waits.
    async fn listen<M: Map>(&mut self, first: Outgoing, map: &mut M, deeds: &mut Deeds) -> Step {
        let mut next = Some(first);
        while let Some(outgoing) = next {
            match outgoing {
                Outgoing::Text(text) => {
                    if let Some(message) = read(&text) {
                        map.told(message, self.hall.time().now(), deeds);
                    }
                }
                Outgoing::SyncTable(table) => {
                    let since = map.seen(table);
                    self.session.take(ClientMsg::Sync(Sync { table, since, reference: None })).await;
                }
                // Nobody here asks for the lobby of the house.
                Outgoing::Rest | Outgoing::SyncLobby => {}
                Outgoing::Last(_) => return Step::End,
            }
            next = self.outbox.try_next();
        }
        Step::Continue
    }
}

/// Reads what the house wrote.
pub(crate) fn read(text: &[u8]) -> Option<ServerMsg> {
    serde_json::from_slice(text).inspect_err(|error| tracing::error!(%error, "unknown server message")).ok()
}

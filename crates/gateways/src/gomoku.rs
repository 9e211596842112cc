//! Gomoku: lines of text. Three clients that arrive sit at a table, and any of them starts the game.

mod lines;
mod log;
mod packet;
pub mod plain_clients;
mod translator;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Options;
use protocol::{Clock, LegacyProtocol, OnLeave};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use lines::{Lines, MAX_LINE};
pub use log::GomokuLog;
pub use packet::{ErrorReason, FromClient, ToClient};
pub use translator::GomokuTranslator;

use crate::listener::{GatewayConnection, GatewayContext, run_gateway};
use crate::seat_assigner::{QueuePosition, Reservation, SeatAssigner};

/// The usual port.
pub const PORT: u16 = 51_888;

/// What can be set for this door.
#[derive(Clone, Copy, Debug)]
pub struct GomokuConfig {
    /// How long a decision may take. Old clients have no message for an expired clock.
    pub clock: Clock,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
}

struct GatewayState {
    waiting: Arc<SeatAssigner>,
    log: GomokuLog,
    clients: AtomicUsize,
}

/// Serves the protocol until `stop` comes.
pub async fn serve(
    door: GatewayContext,
    listener: TcpListener,
    config: GomokuConfig,
    log: GomokuLog,
    stop: impl Future<Output = ()>,
) {
    let options = plain_clients::options().settings();
    let new = crate::new_table("gomoku", Some(3), options, config.clock, config.on_leave);
    let waiting = SeatAssigner::new(LegacyProtocol::Gomoku, new, true, door.guests());
    door.server.observe_lobby(waiting.clone());
    let room = Arc::new(GatewayState { waiting, log, clients: AtomicUsize::new(0) });
    let visit = move |visitor| {
        let here = Here::arrives(&room);
        visit(visitor, here, room.waiting.ticket(), room.waiting.reserve())
    };
    door.serve(listener, stop, visit).await;
}

async fn visit(
    mut visitor: GatewayConnection,
    here: Here,
    mut ticket: QueuePosition,
    reservation: Reservation,
) {
    let room = &here.0;
    // Before anything is stored: an old client that gets its number late does not survive the start.
    let number = reservation.seat().number() + 1;
    let mut translator = GomokuTranslator::new(number);
    if visitor.link.write(&translator.greeting()).await.is_err() {
        return;
    }
    ticket.turn().await;
    let Some(guest) = room.waiting.name(&mut visitor).await else { return };
    translator.is_called(guest.text());
    let Some(first) = room.waiting.sit_down_at(&mut visitor, reservation).await else { return };
    drop(ticket);
    // There is no news beside the session; the sender stays, so that nothing is ever received here.
    let (_sender, news) = mpsc::channel(1);
    run_gateway(visitor, &mut translator, news, first, |line| room.log.line(line)).await;
}

/// One client more, for as long as it lives.
struct Here(Arc<GatewayState>);

impl Here {
    fn arrives(room: &Arc<GatewayState>) -> Self {
        let count = room.clients.fetch_add(1, Ordering::SeqCst) + 1;
        room.log.line("A client has connected to this server.");
        room.log.line(&format!("There are {count} clients."));
        Self(room.clone())
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.0.clients.fetch_sub(1, Ordering::SeqCst);
    }
}

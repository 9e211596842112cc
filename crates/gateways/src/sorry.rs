//! Sorry!: every packet is one byte. Each group of clients, in order of arrival, sits at a table of their own.

mod claim;
mod packet;
mod translator;
mod unreported_turns;

use std::sync::Arc;

use game::Options;
pub use games::sorry::Dialect;
use games::sorry::SorryOptions;
use protocol::{Clock, LegacyProtocol, OnLeave};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use packet::Packet;
pub use translator::SorryTranslator;
pub use unreported_turns::UnreportedTurnsByTable;

use crate::listener::{GatewayConnection, GatewayContext, run_gateway};
use crate::seat_assigner::{QueuePosition, SeatAssigner};

/// The usual port.
pub const PORT: u16 = 4_645;

/// What can be set for this door.
#[derive(Clone, Copy, Debug)]
pub struct SorryConfig {
    /// How many sit at a table: 2 to 4.
    pub players: u8,
    /// Which numbers rolls 9 and 10 have.
    pub dialect: Dialect,
    /// How long a decision may take.
    pub clock: Clock,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
}

struct GatewayState {
    waiting: Arc<SeatAssigner>,
    silences: Arc<UnreportedTurnsByTable>,
}

/// Serves the protocol until `stop` comes.
pub async fn serve(
    door: GatewayContext,
    listener: TcpListener,
    config: SorryConfig,
    stop: impl Future<Output = ()>,
) {
    let options = SorryOptions { dialect: config.dialect, ..SorryOptions::default() }.settings();
    let new = crate::new_table("sorry", Some(config.players), options, config.clock, config.on_leave);
    let waiting = SeatAssigner::new(LegacyProtocol::Sorry, new, false, door.guests());
    door.server.observe_lobby(waiting.clone());
    let room = Arc::new(GatewayState { waiting, silences: Arc::default() });
    door.serve(listener, stop, move |visitor| visit(visitor, room.clone(), room.waiting.ticket())).await;
}

async fn visit(mut visitor: GatewayConnection, room: Arc<GatewayState>, mut ticket: QueuePosition) {
    ticket.turn().await;
    let Some(_guest) = room.waiting.name(&mut visitor).await else { return };
    let Some(first) = room.waiting.sit_down(&mut visitor).await else { return };
    drop(ticket);
    // There is no news beside the session; the sender stays, so that nothing is ever received here.
    let (_sender, news) = mpsc::channel(1);
    let mut translator = SorryTranslator::new(room.silences.clone());
    run_gateway(visitor, &mut translator, news, first, |line| tracing::debug!(target: "sorry", "{line}"))
        .await;
}

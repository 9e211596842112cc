//! Sorry!: every packet is one byte. Each so many clients, in order of arrival, sit at a table of their own.

mod claim;
mod map;
mod packet;
mod silence;

use std::sync::Arc;

use game::Options;
pub use games::sorry::Dialect;
use games::sorry::SorryOptions;
use protocol::{Clock, OnLeave, Wire};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use map::SorryMap;
pub use packet::Packet;
pub use silence::Silences;

use crate::listener::{Door, Visitor, converse};
use crate::waiting::{Ticket, WaitingRoom};

/// The usual port.
pub const PORT: u16 = 4_645;

/// What can be set for this door.
#[derive(Clone, Copy, Debug)]
pub struct SorryDoor {
    /// How many sit at a table: 2 to 4.
    pub players: u8,
    /// Which numbers rolls 9 and 10 have.
    pub dialect: Dialect,
    /// How long a decision may take.
    pub clock: Clock,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
}

struct Room {
    waiting: Arc<WaitingRoom>,
    silences: Arc<Silences>,
}

/// Serves the protocol until `stop` comes.
pub async fn serve(door: Door, listener: TcpListener, config: SorryDoor, stop: impl Future<Output = ()>) {
    let options = SorryOptions { dialect: config.dialect, ..SorryOptions::default() }.settings();
    let new = crate::new_table("sorry", Some(config.players), options, config.clock, config.on_leave);
    let waiting = WaitingRoom::new(Wire::Sorry, new, false, door.guests());
    door.hall.watch_lobby(waiting.clone());
    let room = Arc::new(Room { waiting, silences: Arc::default() });
    door.serve(listener, stop, move |visitor| visit(visitor, room.clone(), room.waiting.ticket())).await;
}

async fn visit(mut visitor: Visitor, room: Arc<Room>, mut ticket: Ticket) {
    ticket.turn().await;
    let Some(_guest) = room.waiting.name(&mut visitor) else { return };
    let Some(first) = room.waiting.sit_down(&mut visitor).await else { return };
    drop(ticket);
    // There is no news beside the session; the sender stays, so that nothing is ever heard here.
    let (_sender, news) = mpsc::channel(1);
    let mut map = SorryMap::new(room.silences.clone());
    converse(visitor, &mut map, news, first, |line| tracing::debug!(target: "sorry", "{line}")).await;
}

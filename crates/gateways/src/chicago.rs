//! Chicago: bytes. A lobby where clients open, join and list games, and the games themselves.

mod code;
mod lobby;
mod map;
mod name;
mod packet;
mod play;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use game::Options;
use game::options::Whole;
use games::chicago::ChicagoOptions;
use protocol::{Clock, NewTable, OnLeave};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use lobby::{News, OldLobby};
pub use map::ChicagoMap;
pub use name::{NameReader, Named};
pub use packet::{ByteOrder, FromClient, ToClient};

use crate::listener::{Door, Visitor, converse};

/// The usual port.
pub const PORT: u16 = 4_713;

/// What can be set for this door.
#[derive(Clone, Copy, Debug)]
pub struct ChicagoDoor {
    /// In which order the bytes of an id come.
    pub ids: ByteOrder,
    /// Seconds of rest before a new round, at most 60.
    pub pause: u32,
    /// How long a decision may take.
    pub clock: Clock,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
}

impl ChicagoDoor {
    /// A table for so many players, as a client opens it.
    #[must_use]
    pub fn new_table(&self, players: u8) -> NewTable {
        let options = ChicagoOptions { pause: Whole::new(self.pause.min(60)), ..ChicagoOptions::default() };
        crate::new_table("chicago", Some(players), options.settings(), self.clock, self.on_leave)
    }
}

/// Serves the protocol until `stop` comes.
pub async fn serve(door: Door, listener: TcpListener, config: ChicagoDoor, stop: impl Future<Output = ()>) {
    let lobby = Arc::new(OldLobby::new(config.ids));
    door.hall.watch_lobby(lobby.clone());
    door.serve(listener, stop, move |visitor| visit(visitor, lobby.clone(), config)).await;
}

async fn visit(mut visitor: Visitor, lobby: Arc<OldLobby>, config: ChicagoDoor) {
    let mut reader = NameReader::default();
    let named = loop {
        let Ok(bytes @ [_, ..]) = visitor.link.read(reader.room()).await else { return };
        if let Some(named) = reader.take(bytes) {
            break named;
        }
    };
    visitor.link.spend(1);
    let accepted = match named {
        Named::As(name) => visitor.session.visit(&name).is_ok(),
        Named::Badly => false,
    };
    if !accepted {
        if visitor.link.write(&[0]).await.is_ok() {
            visitor.link.close().await;
        }
        return;
    }
    // In the lobby before the answer: no news can be missed after it.
    let (sender, news) = mpsc::channel(1);
    let mut map = ChicagoMap::new(lobby.enter(sender), config);
    if visitor.link.write(&[1]).await.is_err() {
        return;
    }
    converse(visitor, &mut map, news, Vec::new(), |line| tracing::debug!(target: "chicago", "{line}")).await;
}

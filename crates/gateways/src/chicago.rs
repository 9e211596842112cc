//! Chicago: bytes. A lobby where clients open, join and list games, and the games themselves.

mod code;
mod legacy_lobby;
mod name;
mod packet;
mod play;
#[cfg(test)]
mod tests;
mod translator;

use std::ops::ControlFlow;
use std::sync::Arc;

use game::Options;
use game::options::BoundedInt;
use games::chicago::ChicagoOptions;
use protocol::{Clock, NewTable, OnLeave};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use legacy_lobby::{LegacyLobby, LobbyChange};
pub use name::{NameReader, Named};
pub use packet::{ByteOrder, FromClient, ToClient};
pub use translator::ChicagoTranslator;

use crate::listener::{GatewayConnection, GatewayContext, run_gateway};
use crate::translator::Translator;

/// The usual port.
pub const PORT: u16 = 4_713;

/// What can be set for this door.
#[derive(Clone, Copy, Debug)]
pub struct ChicagoConfig {
    /// In which order the bytes of an id come.
    pub ids: ByteOrder,
    /// Seconds of rest before a new round, at most 60.
    pub pause: u32,
    /// How long a decision may take.
    pub clock: Clock,
    /// What happens when somebody leaves.
    pub on_leave: OnLeave,
}

impl ChicagoConfig {
    /// A table for this many players, as a client opens it.
    #[must_use]
    pub fn new_table(&self, players: u8) -> NewTable {
        let options =
            ChicagoOptions { pause: BoundedInt::new(self.pause.min(60)), ..ChicagoOptions::default() };
        crate::new_table("chicago", Some(players), options.settings(), self.clock, self.on_leave)
    }
}

/// Serves the protocol until `stop` comes.
pub async fn serve(
    door: GatewayContext,
    listener: TcpListener,
    config: ChicagoConfig,
    stop: impl Future<Output = ()>,
) {
    let lobby = Arc::new(LegacyLobby::new(config.ids));
    door.server.observe_lobby(lobby.clone());
    door.serve(listener, stop, move |visitor| visit(visitor, lobby.clone(), config)).await;
}

/// The name that a client says first; `None` if it ends the connection before.
async fn read_name(visitor: &mut GatewayConnection) -> Option<Named> {
    let mut reader = NameReader::default();
    loop {
        let Ok(bytes @ [_, ..]) = visitor.link.read(reader.room()).await else { return None };
        if let Some(named) = reader.take(bytes) {
            return Some(named);
        }
    }
}

async fn visit(mut visitor: GatewayConnection, lobby: Arc<LegacyLobby>, config: ChicagoConfig) {
    // A connection that says nothing costs a place: it is not kept for long.
    let time = visitor.server.time().clone();
    let named = tokio::select! {
        named = read_name(&mut visitor) => named,
        () = time.sleep_until(Some(time.now() + ChicagoTranslator::BEGIN_TIMEOUT_MS)) => None,
    };
    let Some(named) = named else { return };
    if visitor.link.spend(1) == ControlFlow::Break(()) {
        return;
    }
    let accepted = match named {
        Named::As(name) => visitor.session.sign_in_temporary(&name, false).await.is_ok(),
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
    let mut translator = ChicagoTranslator::new(lobby.enter(sender), config);
    if visitor.link.write(&[1]).await.is_err() {
        return;
    }
    run_gateway(
        visitor,
        &mut translator,
        news,
        Vec::new(),
        |line| tracing::debug!(target: "chicago", "{line}"),
    )
    .await;
}

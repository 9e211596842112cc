//! Tables of old clients, ready to be talked to.

use std::sync::Arc;

use games::chicago::{Chicago, ChicagoOptions};
use games::gomoku::Gomoku;
use games::sorry::{Sorry, SorryOptions};
use gateways::chicago::{ByteOrder, ChicagoConfig, ChicagoTranslator, LegacyLobby};
use gateways::gomoku::{GomokuTranslator, plain_clients};
use gateways::sorry::{SorryTranslator, UnreportedTurnsByTable};
use protocol::{Clock, OnLeave};
use tables::LobbyObserver;
use tokio::sync::mpsc;

use super::mini_server::MiniHouse;

/// Three clients at a table that waits for a start.
pub(crate) fn gomoku() -> MiniHouse<Gomoku, GomokuTranslator> {
    let mut server = MiniHouse::new(plain_clients::options(), 3, 0, false, Box::new(|_| {}));
    for number in 1..=3 {
        let name = format!("Gomoku {number}");
        let mut translator = GomokuTranslator::new(number);
        translator.is_called(name.clone());
        let greeting = translator.greeting();
        let client = server.enters(translator, &name);
        server.clients[client].out.extend(greeting);
        server.join(client, None);
    }
    server
}

/// This many clients whose game has started.
pub(crate) fn sorry(players: u8, seed: u64) -> MiniHouse<Sorry, SorryTranslator> {
    let mut server = MiniHouse::new(SorryOptions::default(), players, seed, true, Box::new(|_| {}));
    let silences = Arc::new(UnreportedTurnsByTable::default());
    for number in 1..=players {
        let client = server.enters(SorryTranslator::new(silences.clone()), &format!("Sorry {number}"));
        server.join(client, None);
    }
    server
}

/// This many clients in the lobby.
pub(crate) fn chicago(clients: usize, seed: u64) -> MiniHouse<Chicago, ChicagoTranslator> {
    let lobby = Arc::new(LegacyLobby::new(ByteOrder::Little));
    let config =
        ChicagoConfig { ids: ByteOrder::Little, pause: 0, clock: Clock::Off, on_leave: OnLeave::End };
    let watcher = lobby.clone();
    let options = ChicagoOptions { pause: game::options::BoundedInt::new(0), ..ChicagoOptions::default() };
    let mut server = MiniHouse::new(options, 2, seed, true, Box::new(move |card| watcher.changed(card)));
    for number in 0..clients {
        let (sender, _) = mpsc::channel(1);
        server.enters(ChicagoTranslator::new(lobby.enter(sender), config), &format!("p{number}"));
    }
    server
}

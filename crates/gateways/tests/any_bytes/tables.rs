//! Tables of old clients, ready to be talked to.

use std::sync::Arc;

use games::chicago::{Chicago, ChicagoOptions};
use games::gomoku::Gomoku;
use games::sorry::{Sorry, SorryOptions};
use gateways::chicago::{ByteOrder, ChicagoDoor, ChicagoMap, OldLobby};
use gateways::gomoku::{GomokuMap, plain_clients};
use gateways::sorry::{Silences, SorryMap};
use protocol::{Clock, OnLeave};
use tables::LobbyWatcher;
use tokio::sync::mpsc;

use super::mini_house::MiniHouse;

/// Three clients at a table that waits for a start.
pub(crate) fn gomoku() -> MiniHouse<Gomoku, GomokuMap> {
    let mut house = MiniHouse::new(plain_clients::options(), 3, 0, false, Box::new(|_| {}));
    for number in 1..=3 {
        let name = format!("Gomoku {number}");
        let mut map = GomokuMap::new(number);
        map.is_called(name.clone());
        let greeting = map.greeting();
        let client = house.enters(map, &name);
        house.clients[client].out.extend(greeting);
        house.join(client, None);
    }
    house
}

/// So many clients whose game has started.
pub(crate) fn sorry(players: u8, seed: u64) -> MiniHouse<Sorry, SorryMap> {
    let mut house = MiniHouse::new(SorryOptions::default(), players, seed, true, Box::new(|_| {}));
    let silences = Arc::new(Silences::default());
    for number in 1..=players {
        let client = house.enters(SorryMap::new(silences.clone()), &format!("Sorry {number}"));
        house.join(client, None);
    }
    house
}

/// So many clients in the lobby.
pub(crate) fn chicago(clients: usize, seed: u64) -> MiniHouse<Chicago, ChicagoMap> {
    let lobby = Arc::new(OldLobby::new(ByteOrder::Little));
    let config = ChicagoDoor { ids: ByteOrder::Little, pause: 0, clock: Clock::Off, on_leave: OnLeave::End };
    let watcher = lobby.clone();
    let options = ChicagoOptions { pause: game::options::Whole::new(0), ..ChicagoOptions::default() };
    let mut house = MiniHouse::new(options, 2, seed, true, Box::new(move |card| watcher.changed(card)));
    for number in 0..clients {
        let (sender, _) = mpsc::channel(1);
        house.enters(ChicagoMap::new(lobby.enter(sender), config), &format!("p{number}"));
    }
    house
}

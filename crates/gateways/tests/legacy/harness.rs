//! A server in this process with all old ports open, and time passed in.

use std::net::SocketAddr;
use std::sync::Arc;

use gateways::chicago::{ByteOrder, ChicagoConfig};
use gateways::gomoku::{GomokuConfig, GomokuLog};
use gateways::sorry::{Dialect, SorryConfig};
use gateways::{GatewayContext, LegacyPrograms, chicago, gomoku, sorry};
use protocol::{Clock, OnLeave, TableInfo};
use store::{Faults, Store, StoreLocation, StoreOptions};
use tables::{Server, ServerConfig, Time};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

/// Flags of the command line that tests use.
const FLAGS: [&str; 8] = [
    "--chicago-clock",
    "--chicago-id-byte-order",
    "--chicago-round-pause",
    "--gomoku-clock",
    "--legacy-on-leave",
    "--sorry-clock",
    "--sorry-roll-numbering",
    "--sorry-seats",
];

/// A running server. It is gone when it is dropped.
pub(crate) struct TestServer {
    pub(crate) chicago: SocketAddr,
    pub(crate) gomoku: SocketAddr,
    pub(crate) sorry: SocketAddr,
    /// What goes wrong with the store.
    pub(crate) faults: Faults,
    inner: Arc<Server>,
    folder: TempDir,
    time: Time,
    _runtime: Runtime,
}

fn clock(word: &str) -> Clock {
    word.parse().map_or(Clock::Off, Clock::Seconds)
}

impl TestServer {
    /// Opens a server with these words of the command line.
    pub(crate) fn open(flags: &[&str]) -> Self {
        for flag in flags.iter().filter(|flag| flag.starts_with("--")) {
            assert!(FLAGS.contains(flag), "unknown flag {flag}");
        }
        let flag = |name: &str, usual: &str| {
            let place = flags.iter().position(|flag| *flag == name);
            place.map_or(usual, |place| flags[place + 1]).to_owned()
        };
        let folder = TempDir::new().unwrap();
        let time = Time::manual(1_000_000_000);
        let runtime = Runtime::new().unwrap();
        let log = GomokuLog::file(&folder.path().join("gomoku.log")).unwrap();
        let on_leave = if flag("--legacy-on-leave", "end") == "end" { OnLeave::End } else { OnLeave::Bot };
        let ids = if flag("--chicago-id-byte-order", "little") == "big" {
            ByteOrder::Big
        } else {
            ByteOrder::Little
        };
        let chicago_door = ChicagoConfig {
            ids,
            pause: flag("--chicago-round-pause", "0").parse().unwrap(),
            clock: clock(&flag("--chicago-clock", "20")),
            on_leave,
        };
        let gomoku_door = GomokuConfig { clock: clock(&flag("--gomoku-clock", "off")), on_leave };
        let unity = flag("--sorry-roll-numbering", "document") == "unity";
        let sorry_door = SorryConfig {
            players: flag("--sorry-seats", "4").parse().unwrap(),
            dialect: if unity { Dialect::Unity } else { Dialect::Document },
            clock: clock(&flag("--sorry-clock", "20")),
            on_leave,
        };
        let faults = Faults::none();
        let (chicago, gomoku, sorry, server) = runtime.block_on(async {
            let opening = StoreOptions { faults: faults.clone(), ..StoreOptions::default() };
            let store =
                Store::open_with(&StoreLocation::Sqlite(folder.path().to_owned()), opening).await.unwrap();
            let config = ServerConfig { legacy: Arc::new(LegacyPrograms), ..ServerConfig::default() };
            let server = Server::open(store, time.clone(), config).await.unwrap();
            let door = GatewayContext::new(server.clone(), Arc::new(Semaphore::new(10_000)), false);
            let mut listeners = Vec::new();
            for _ in 0..3 {
                listeners.push(TcpListener::bind("127.0.0.1:0").await.unwrap());
            }
            let places: Vec<_> = listeners.iter().map(|listener| listener.local_addr().unwrap()).collect();
            let [one, two, three] = <[TcpListener; 3]>::try_from(listeners).unwrap();
            tokio::spawn(chicago::serve(door.clone(), one, chicago_door, std::future::pending()));
            tokio::spawn(gomoku::serve(door.clone(), two, gomoku_door, log, std::future::pending()));
            tokio::spawn(sorry::serve(door, three, sorry_door, std::future::pending()));
            (places[0], places[1], places[2], server)
        });
        Self { chicago, gomoku, sorry, faults, inner: server, folder, time, _runtime: runtime }
    }

    /// Moves the time of the server.
    pub(crate) fn advance(&self, milliseconds: u32) {
        assert!(self.time.advance(milliseconds));
    }

    /// The tables that everybody sees in the lobby.
    pub(crate) fn tables(&self) -> Vec<TableInfo> {
        self.inner.public_tables()
    }

    /// What Gomoku's log says.
    pub(crate) fn gomoku_log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("gomoku.log")).unwrap()
    }
}

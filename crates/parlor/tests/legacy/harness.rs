//! The real program with all old ports open on free ports, and time passed in.

use std::net::SocketAddr;
use std::path::Path;

use protocol::TableInfo;
use tempfile::TempDir;

use crate::support::http::{advance, get};
use crate::support::server::ServerProcess;

/// A running server process.
pub(crate) struct TestServer {
    pub(crate) chicago: SocketAddr,
    pub(crate) gomoku: SocketAddr,
    pub(crate) sorry: SocketAddr,
    pub(crate) process: ServerProcess,
    folder: TempDir,
}

/// Starts the program on this folder, and finds out where it listens.
pub(crate) fn start(folder: &Path, flags: &[&str]) -> (ServerProcess, [SocketAddr; 3]) {
    let free = "127.0.0.1:0";
    let log = folder.join("gomoku.log");
    let mut all = vec!["--chicago", free, "--gomoku", free, "--sorry", free];
    if !flags.contains(&"--chicago-round-pause") {
        all.extend(["--chicago-round-pause", "0"]);
    }
    all.extend(["--gomoku-log-file", log.to_str().unwrap()]);
    all.extend(flags);
    let server = ServerProcess::start_with(folder, &all);
    let places = ["Chicago", "Gomoku", "Sorry!"].map(|title| {
        let line = server.line();
        let place = line.strip_prefix(&format!("{title} legacy protocol at "));
        place.unwrap_or_else(|| panic!("{line}")).parse().unwrap()
    });
    (server, places)
}

impl TestServer {
    /// Opens a server with these words of the command line; its time stands until it is moved.
    pub(crate) fn open(flags: &[&str]) -> Self {
        let mut all = vec!["--test-time", "1000000000"];
        all.extend(flags);
        Self::open_in_time(&all)
    }

    /// The same with the time of the machine.
    pub(crate) fn open_in_time(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (server, [chicago, gomoku, sorry]) = start(folder.path(), flags);
        Self { chicago, gomoku, sorry, process: server, folder }
    }

    /// Moves the time of the server.
    pub(crate) fn advance(&self, milliseconds: u32) {
        advance(&self.process, milliseconds);
    }

    /// The tables that everybody sees in the lobby.
    pub(crate) fn tables(&self) -> Vec<TableInfo> {
        serde_json::from_value(get(&self.process, "/api/tables").json()["tables"].take()).unwrap()
    }

    /// What Gomoku's log says.
    pub(crate) fn gomoku_log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("gomoku.log")).unwrap()
    }

    /// Ends the process in an instant and starts it again on the same folder.
    pub(crate) fn kill_and_start(self, flags: &[&str]) -> Self {
        let Self { process: mut server, folder, .. } = self;
        let token = server.token.take();
        server.kill();
        let (mut server, [chicago, gomoku, sorry]) = start(folder.path(), flags);
        server.token = token;
        Self { chicago, gomoku, sorry, process: server, folder }
    }
}

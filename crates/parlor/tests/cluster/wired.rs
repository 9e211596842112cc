//! Nodes whose ways to NATS and to PostgreSQL can be cut, each alone.

use std::path::PathBuf;

use super::harness::Bed;
use super::wire::{FarEnd, Wire};
use crate::support::server::{ServerProcess, parlor};

pub(crate) struct WiredNode {
    pub(crate) server: ServerProcess,
    pub(crate) nats: Wire,
    pub(crate) database: Wire,
}

impl WiredNode {
    pub(crate) async fn start(bed: &Bed, name: &str) -> Self {
        // postgres://parlor@FOLDER/DATABASE, where the folder is that of the socket.
        let (folder, database) = bed.url.split_once('@').unwrap().1.split_once('/').unwrap();
        let socket = PathBuf::from(folder.replace("%2F", "/")).join(".s.PGSQL.5432");
        let to_database = Wire::to(FarEnd::Unix(socket)).await;
        let nats = Wire::to(FarEnd::Tcp(bed.nats.address().parse().unwrap())).await;
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--node-name", name]);
        let url = format!("postgres://parlor@{}/{database}?sslmode=disable", to_database.address);
        command.args(["--database-url", &url, "--cluster", &format!("nats://{}", nats.address)]);
        command.args(["--messages-per-second", "1000", "--chat-messages-per-minute", "10000"]);
        command.args(["--drafts-per-minute", "60000", "--log-level", "warn", "--data-dir"]);
        command.arg(bed.path(name));
        let server = tokio::task::block_in_place(|| ServerProcess::spawn(&mut command));
        Self { server, nats, database: to_database }
    }
}

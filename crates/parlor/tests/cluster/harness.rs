//! Nodes of a cluster, with a PostgreSQL and a NATS of their own.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use store::StoreLocation;
use store::testing::Postgres;
use tempfile::TempDir;

use crate::support::http::get;
use crate::support::server::{ServerProcess, parlor};
use crate::support::skipped::{is_installed, skipped};

/// How often a node is asked for what is waited for: more often would keep it from its work.
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_millis(10);

/// Where Debian puts the program.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// A NATS server process.
pub(crate) struct Nats {
    process: Child,
    port: u16,
    args: Vec<String>,
}

impl Nats {
    /// `None` if it is not installed, which is reported as a skipped test.
    pub(crate) fn start(args: &[&str]) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let program = PROGRAMS.iter().find(|program| is_there(program));
        if program.is_none() {
            is_installed("nats-server", "--version", "several nodes as one cluster");
            return None;
        }
        Some(Self { process: run(port, &args), port, args })
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    pub(crate) fn start_again(&mut self) {
        self.process = run(self.port, &self.args);
    }
}

fn is_there(program: &str) -> bool {
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Starts it and returns when it takes connections.
fn run(port: u16, args: &[String]) -> Child {
    let program = PROGRAMS.iter().find(|program| is_there(program)).unwrap();
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(args);
    let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let since = std::time::Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(since.elapsed().as_secs() < 30, "NATS did not start");
        std::thread::yield_now();
    }
    process
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the nodes share.
pub(crate) struct Bed {
    pub(crate) postgres: Postgres,
    pub(crate) nats: Nats,
    pub(crate) url: String,
    folder: TempDir,
}

impl Bed {
    /// `None` if PostgreSQL is not wanted or NATS is not installed, which is reported as a skipped test.
    pub(crate) fn new() -> Option<Self> {
        if !Postgres::is_wanted() {
            skipped("several nodes as one cluster", "PostgreSQL is not wanted");
            return None;
        }
        let nats = Nats::start(&[])?;
        let postgres = Postgres::start().unwrap_or_else(|error| panic!("{error}"));
        let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
        Some(Self { postgres, nats, url, folder: tempfile::tempdir().unwrap() })
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Runs SQL in the database of the cluster.
    pub(crate) fn sql(&self, sql: &str) -> String {
        let place = StoreLocation::Postgres(self.url.clone());
        self.postgres.sql(&place, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// The command that starts a node of this name.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--node-name", name]);
        command.args(["--database-url", &self.url, "--cluster", &self.nats.url()]);
        command.arg("--data-dir").arg(self.folder.path().join(name));
        command
    }

    pub(crate) fn node(&self, name: &str) -> ServerProcess {
        ServerProcess::spawn(&mut self.command(name))
    }

    /// Three nodes that know each other.
    pub(crate) fn three(&self) -> [ServerProcess; 3] {
        let nodes = [self.node("a"), self.node("b"), self.node("c")];
        for node in &nodes {
            wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 3.0);
        }
        nodes
    }
}

/// A number that a node counts.
pub(crate) fn metric(server: &ServerProcess, name: &str) -> f64 {
    let text = get(server, "/metrics").body;
    let line = text.lines().find(|line| line.split([' ', '{']).next() == Some(name));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
}

/// Waits until a number that a node counts is right.
pub(crate) fn wait_for(server: &ServerProcess, name: &str, is_right: impl Fn(f64) -> bool) {
    let since = std::time::Instant::now();
    while !is_right(metric(server, name)) {
        assert!(since.elapsed().as_secs() < 30, "{name} is {}", metric(server, name));
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Waits until a node says that it can serve, or that it cannot.
pub(crate) fn wait_until_ready(server: &ServerProcess, status: u16) {
    let since = std::time::Instant::now();
    loop {
        let answer = get(server, "/readyz");
        if answer.status == status {
            return;
        }
        assert!(since.elapsed().as_secs() < 30, "{answer:?}");
        std::thread::sleep(LOOK_EVERY);
    }
}

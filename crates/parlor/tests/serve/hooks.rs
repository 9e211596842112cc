//! Services that take calls, and tables where somebody is called: for the tests of everything that calls people.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, post_as, request};
use crate::support::server::ServerProcess;

pub(super) const DAY: u32 = 86_400_000;
/// Longer than the server waits before it calls.
pub(super) const SOON: u32 = 13_000;
/// Longer than the server waits before it looks again.
const LOOK: u32 = 2_100;
/// How long a call is waited for before more time passes.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(100);

/// A service that receives calls, in a separate thread.
pub(super) struct Hook {
    pub(super) address: SocketAddr,
    calls: Receiver<Taken>,
}

/// A request that a service took.
pub(super) struct Taken {
    head: String,
    pub(super) body: Vec<u8>,
}

impl Hook {
    /// `answer` is written to each connection after its request was read.
    pub(super) fn open(answer: impl Fn(&mut TcpStream) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, calls) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let Some(taken) = read_request(&mut stream) else { continue };
                if sender.send(taken).is_err() {
                    return;
                }
                answer(&mut stream);
            }
        });
        Self { address, calls }
    }

    pub(super) fn good() -> Self {
        Self::open(|stream| drop(stream.write_all(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")))
    }

    /// It takes requests, and never answers.
    pub(super) fn slow() -> Self {
        let held = std::sync::Mutex::new(Vec::new());
        Self::open(move |stream| held.lock().unwrap().push(stream.try_clone()))
    }

    /// It leads to another one.
    pub(super) fn leading_to(other: &Self) -> Self {
        let answer = format!(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n",
            other.url()
        );
        Self::open(move |stream| drop(stream.write_all(answer.as_bytes())))
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Lets time pass until a call comes: the table plans it, and the server looks for it, in their own time.
    pub(super) fn call(&self, server: &ServerProcess, operator: &str) -> Value {
        let body = self.taken(server, operator).body;
        serde_json::from_slice(&body).unwrap_or_else(|_| String::from_utf8(body).unwrap().into())
    }

    /// [`Self::call`] with its header.
    pub(super) fn taken(&self, server: &ServerProcess, operator: &str) -> Taken {
        for _ in 0..200 {
            if let Ok(taken) = self.calls.recv_timeout(RESPONSE_TIMEOUT) {
                return taken;
            }
            moves(server, operator, LOOK);
        }
        panic!("nobody was called")
    }

    pub(super) fn has_none(&self) -> bool {
        self.calls.try_recv().is_err()
    }
}

impl Taken {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

fn read_request(stream: &mut TcpStream) -> Option<Taken> {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        read.push(byte[0]);
    }
    let mut taken = Taken { head: String::from_utf8_lossy(&read).into_owned(), body: Vec::new() };
    taken.body = vec![0; taken.header("content-length")?.trim().parse().ok()?];
    stream.read_exact(&mut taken.body).ok()?;
    Some(taken)
}

/// Sets the webhook of somebody, or one of their browsers.
pub(super) fn put(server: &ServerProcess, path: &str, token: &str, body: &Value) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
    request(server, "PUT", path, &headers, &body.to_string())
}

pub(super) fn set(server: &ServerProcess, token: &str, body: &Value) -> Answer {
    put(server, "/api/webhook", token, body)
}

pub(super) fn json_hook(hook: &Hook) -> Value {
    json!({"url": hook.url(), "format": "json"})
}

/// A server whose time is passed in, and that may call this machine.
pub(super) fn start(data: &Path, args: &[&str]) -> ServerProcess {
    let own = ["--test-time", "1700000000000", "--webhook-networks", "127.0.0.1"];
    ServerProcess::start_with(data, &[&own, args].concat())
}

/// Moves the time as the holder of the token, which only a first start prints.
pub(super) fn moves(server: &ServerProcess, token: &str, milliseconds: u32) {
    let moved = post_as(server, "/api/admin/advance", token, &json!({ "milliseconds": milliseconds }));
    assert_eq!(moved.status, 200, "{moved:?}");
}

/// Opens a table where a decision may take a day; Ann begins.
pub(super) async fn slow_table(ann: &mut Client, ben: &mut Client) -> String {
    table_of(ann, ben, 86_400).await
}

/// Opens a table where a decision may take this many seconds; Ann begins. Nobody plays for who is away: it is a game of days.
pub(super) async fn table_of(ann: &mut Client, ben: &mut Client, clock: u32) -> String {
    let new = json!({"game": "gomoku", "seats": 2, "clock": clock});
    let table = ann.open(new).await;
    ben.done("join", json!({"table": table})).await;
    table
}

pub(super) async fn plays(client: &mut Client, table: &str, nth: u32, y: u32) {
    let action = json!({"place": {"x": nth, "y": y}});
    client.done("act", json!({"table": table, "nth": nth, "action": action})).await;
}

/// Waits until somebody sees that a seat is not connected.
pub(super) async fn sees_lost(client: &mut Client, seat: usize) {
    loop {
        let seats = client.until("seats_update").await["seats"].clone();
        if seats[seat]["presence"]["disconnected"].is_object() {
            return;
        }
    }
}

/// The address of a service that is not there.
pub(super) fn dead_url() -> String {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    format!("http://{closed}/")
}

/// Ben is away when his turn begins, and long enough to be called. Returns the table.
pub(super) async fn turn_of_who_is_away(
    server: &ServerProcess,
    operator: &str,
    ann: &mut Client,
    mut ben: Client,
) -> String {
    let table = slow_table(ann, &mut ben).await;
    drop(ben);
    sees_lost(ann, 1).await;
    plays(ann, &table, 0, 0).await;
    moves(server, operator, SOON);
    table
}

/// Runs a test on PostgreSQL, if there is one: a folder for the server, and its arguments.
pub(super) async fn on_postgresql(test: impl AsyncFnOnce(&Path, &[&str])) {
    let Some(postgres) = Postgres::shared() else { return };
    let store::StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    test(folder.path(), &["--database-url", &url]).await;
}

//! Readers that never read: they hold no table, and the server does not grow.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::line::{Line, parts};
use crate::support::client::legal;
use crate::support::http::get;
use crate::support::server::{ServerProcess, TEST_TIMEOUT, parlor};

/// This many watch and read nothing.
const DEAF: usize = 40;

/// The memory of a process, in KiB.
fn resident(server: &ServerProcess) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn metric(server: &ServerProcess, name: &str) -> u64 {
    let answer = get(server, "/metrics").body;
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap();
    line.parse().unwrap()
}

/// A client that speaks and never listens: a WebSocket by hand, with next to no room for what comes.
async fn deaf(server: &ServerProcess, number: usize, table: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGFybG9yIGxvYWQgMTIzNA==\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    for message in [
        json!({"hello": {"version": 2, "name": format!("Deaf {number}")}}),
        json!({"watch": {"table": table}}),
        json!({"lobby": {"on": true}}),
    ] {
        let text = message.to_string();
        // A mask of zeros leaves the text as it is.
        let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        stream.write_all(&frame).await.unwrap();
    }
    stream
}

async fn done(line: &mut Line, kind: &str, body: serde_json::Value) -> serde_json::Value {
    let reference = line.ask(kind, body).await.unwrap();
    loop {
        let message = line.next().await.unwrap();
        match parts(&message) {
            ("refused", body) => panic!("{body}"),
            (_, body) if body["ref"] == reference => return body.clone(),
            _ => {}
        }
    }
}

#[tokio::test]
async fn readers_that_never_read_hold_nobody_and_cost_no_more_memory_the_longer_they_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--messages-per-second", "1000"]);
    command.args(["--chat-messages-per-minute", "60000", "--data-dir"]).arg(folder.path());
    let server = ServerProcess::spawn(&mut command);
    let mut ann = Line::open(server.address).await;
    done(&mut ann, "hello", json!({"version": 2, "name": "Ann"})).await;
    let new = json!({"game": "gomoku", "seats": 2, "clock": "off", "bots": ["random"], "bot_delay_ms": 0});
    let table = done(&mut ann, "open", json!({ "config": new })).await["table"].as_str().unwrap().to_owned();
    let mut readers = Vec::new();
    for number in 0..DEAF {
        readers.push(deaf(&server, number, &table).await);
    }
    let since = Instant::now();
    while done(&mut ann, "sync", json!({"table": table})).await["info"]["watcher_count"] != DEAF {
        assert!(since.elapsed() < TEST_TIMEOUT, "not all came in");
    }
    let long = "x".repeat(500);
    let mut slowest = Duration::ZERO;
    let mut talk = async |ann: &mut Line, lines: usize| {
        for _ in 0..lines {
            let asked = Instant::now();
            done(ann, "say", json!({"room": "lobby", "text": long})).await;
            slowest = slowest.max(asked.elapsed());
        }
    };
    // Until the buffers of the system are full, and the outboxes behind them.
    while metric(&server, "parlor_outbox_messages_dropped_total") < DEAF as u64 * 128 {
        talk(&mut ann, 50).await;
        assert!(since.elapsed() < 4 * TEST_TIMEOUT, "the server keeps all that is not read");
    }
    let before = resident(&server);
    talk(&mut ann, 600).await;
    let after = resident(&server);
    // 600 lines to 40 readers would be 13 MB if the server kept them.
    assert!(after < before + 4_096, "{before} KiB before, {after} KiB after");
    let snapshot = done(&mut ann, "sync", json!({"table": table})).await;
    let (nth, action) = (&snapshot["nth"], &legal(&snapshot)[0]);
    done(&mut ann, "act", json!({"table": table, "nth": nth, "action": action})).await;
    assert!(slowest < TEST_TIMEOUT, "somebody waited {slowest:?} for a reader");
    drop(readers);
}

//! Clocks are fair whatever stops the process: a pause, a kill, an operator.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::server::ServerProcess;

/// How much time the first seat has left at a table.
async fn remaining(client: &mut Client, table: &Value) -> u64 {
    let seen = client.ask("sync", json!({"table": table})).await;
    assert_eq!(seen["table"]["nth"], 0, "nobody was played for: {seen}");
    seen["table"]["deadlines"][0]["remaining_ms"].as_u64().unwrap()
}

async fn two_at_gomoku(server: &ServerProcess, clock: u32) -> (Client, Client, Value) {
    let mut ann = Client::hello(server, "Ann").await;
    let mut bo = Client::hello(server, "Bo").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": clock})).await;
    bo.ask("join", json!({"table": table})).await;
    (ann, bo, json!(table))
}

#[tokio::test]
async fn a_process_that_was_paused_for_longer_than_a_clock_ends_no_decision() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let (mut ann, _bo, table) = two_at_gomoku(&server, 5).await;
    let before = remaining(&mut ann, &table).await;
    server.signal(Signal::STOP);
    tokio::time::sleep(Duration::from_millis(before + 1_000)).await;
    server.signal(Signal::CONT);
    let after = remaining(&mut ann, &table).await;
    assert!(after > 1_000 && after <= 5_000, "{before} ms were left, and now {after}");
    server.stop();
}

#[tokio::test]
async fn after_a_kill_a_clock_goes_on_with_what_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let (mut ann, bo, table) = two_at_gomoku(&server, 60).await;
    let mut before = 60_000;
    while before > 56_000 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        before = remaining(&mut ann, &table).await;
    }
    let token = ann.token.clone();
    server.kill();
    drop((ann, bo));
    let server = ServerProcess::start(folder.path());
    let (mut ann, _) = Client::resume(&server, &token).await;
    let after = remaining(&mut ann, &table).await;
    assert!(after <= before + 2_000 && after + 2_000 >= before, "{before} ms were left, and now {after}");
    server.stop();
}

#[tokio::test]
async fn bots_that_think_do_not_keep_the_process_alive() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let bots = ["expert", "expert", "expert"];
    for _ in 0..20 {
        let config = json!({"game": "chicago", "seats": 4, "bots": bots, "bot_delay_ms": 0, "clock": "off"});
        ann.open(config).await;
    }
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

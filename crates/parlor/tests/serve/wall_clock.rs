//! The machine's clock is set an hour forward and back under a running server.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::client::Client;
use crate::support::server::{ServerProcess, parlor};
use crate::support::skipped::skipped;

/// Where Debian keeps it.
const LIBRARY: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// A server whose wall clock is as many seconds off as the file says. Only the wall clock is set, as an operator or a time
/// server would.
fn start(folder: &Path, offset: &Path, args: &[&str]) -> Option<ServerProcess> {
    if !Path::new(LIBRARY).is_file() {
        skipped("a machine whose clock is set", "libfaketime is not installed");
        return None;
    }
    fs::write(offset, "+0").unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder.join("data")).args(args).env("LD_PRELOAD", LIBRARY);
    command.env("FAKETIME_TIMESTAMP_FILE", offset).env("FAKETIME_NO_CACHE", "1");
    command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    Some(ServerProcess::spawn(&mut command))
}

#[tokio::test]
async fn a_limit_that_was_reached_before_a_jump_ends_after_the_time_it_named() {
    let folder = tempfile::tempdir().unwrap();
    let offset = folder.path().join("offset");
    let args = ["--chat-messages-per-minute", "60", "--messages-per-second", "1000"];
    let Some(server) = start(folder.path(), &offset, &args) else { return };
    let mut ann = Client::hello(&server, "Ann").await;
    let line = json!({"room": "lobby", "text": "hello"});
    for jump in ["-3600", "+3600", "+0"] {
        let refused = loop {
            let answer = ann.ask("say", line.clone()).await;
            if let Some(refused) = answer.get("refused") {
                break refused.clone();
            }
        };
        assert_eq!(refused["code"], "rate_limited", "{refused}");
        let wait = refused["retry_ms"].as_u64().unwrap();
        assert!((1..=1_100).contains(&wait), "{jump}: {wait} ms");
        fs::write(&offset, jump).unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
        ann.done("say", line.clone()).await;
        // A clock that is set forward does not grant an hour's worth of requests.
        let more = async {
            let mut said = 0;
            while ann.ask("say", line.clone()).await.get("refused").is_none() {
                said += 1;
            }
            said
        };
        assert!(more.await < 10, "{jump}: more than time has passed");
    }
    server.stop();
}

#[tokio::test]
async fn a_clock_that_is_set_an_hour_forward_or_back_ends_no_decision() {
    let folder = tempfile::tempdir().unwrap();
    let offset = folder.path().join("offset");
    let Some(server) = start(folder.path(), &offset, &[]) else { return };
    let mut ann = Client::hello(&server, "Ann").await;
    let mut bo = Client::hello(&server, "Bo").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "clock": 300})).await;
    bo.ask("join", json!({"table": table})).await;
    for (nth, jump) in ["+3600", "-3600", "+0"].into_iter().enumerate() {
        fs::write(&offset, jump).unwrap();
        let seen = ann.ask("sync", json!({"table": table})).await;
        let seen = &seen["table"];
        assert_eq!((&seen["nth"], &seen["deadlines"][0]["seat"]), (&json!(nth), &json!(0)), "{jump}: {seen}");
        let left = seen["deadlines"][0]["remaining_ms"].as_u64().unwrap();
        assert!((200_000..=300_000).contains(&left), "{jump}: {left} ms are left");
        for (person, y) in [(&mut ann, 0), (&mut bo, 1)] {
            let action = json!({"place": {"x": nth, "y": y}});
            let act = json!({"table": table, "game_number": 1, "nth": nth, "action": action});
            person.done("act", act).await;
        }
    }
    server.stop();
}

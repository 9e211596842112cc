//! The machine's clock is set an hour forward and back under a running server.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::client::Client;
use crate::support::server::{ServerProcess, parlor};
use crate::support::skipped::skipped;

/// Where Debian keeps it.
const LIBRARY: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

#[tokio::test]
async fn a_clock_that_is_set_an_hour_forward_or_back_ends_no_decision() {
    if !Path::new(LIBRARY).is_file() {
        skipped("a machine whose clock is set", "libfaketime is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let offset = folder.path().join("offset");
    fs::write(&offset, "+0").unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder.path().join("data")).env("LD_PRELOAD", LIBRARY);
    command.env("FAKETIME_TIMESTAMP_FILE", &offset).env("FAKETIME_NO_CACHE", "1");
    // Only the wall clock is set, as an operator or a time server would.
    command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let server = ServerProcess::spawn(&mut command);
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

//! In each fault `/readyz`, the metrics and the log say what is wrong and what to do, and afterwards that all is well.

use std::net::TcpStream;
use std::process::Command;
use std::time::Instant;

use serde_json::json;
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{fault, get};
use crate::support::server::{ServerProcess, TEST_TIMEOUT, parlor};

/// A metric of the server, as it is now.
fn metric(server: &ServerProcess, name: &str) -> f64 {
    let text = get(server, "/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is missing")).parse().unwrap()
}

/// Waits until `/readyz` answers so.
fn until_ready(server: &ServerProcess, what: &str, is_so: impl Fn(u16, &str) -> bool) -> String {
    let began = Instant::now();
    loop {
        let answer = get(server, "/readyz");
        if is_so(answer.status, &answer.body) {
            return answer.body;
        }
        assert!(began.elapsed() < TEST_TIMEOUT, "{what}: {answer:?}");
    }
}

/// The server says that it cannot serve, and why.
fn assert_unavailable(server: &ServerProcess, sentence: &str, advice: &str) {
    let answer = get(server, "/readyz");
    assert_eq!(answer.error(), (503, "unavailable".to_owned()), "{advice}");
    assert_eq!(answer.json()["message"], sentence);
    assert_eq!(metric(server, "parlor_ready"), 0.0, "{advice}");
    let line = server.log_until("not ready");
    assert!(line.contains(advice), "{line}");
    assert_eq!(get(server, "/healthz").status, 200, "the process runs");
}

fn assert_ready(server: &ServerProcess) {
    until_ready(server, "ready again", |status, body| (status, body) == (200, "ready\n"));
    assert_eq!((metric(server, "parlor_ready"), metric(server, "parlor_degraded")), (1.0, 0.0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    assert_ready(&server);
    let mut ann = Client::hello(&server, "Ann").await;
    fault(&server, Some("full"));
    let refused = ann.refused("say", json!({"room": "lobby", "text": "hello"})).await;
    assert_eq!(refused["code"], "not_saved");
    assert_unavailable(&server, "Storage is unavailable.", "free disk space");
    fault(&server, None);
    assert_ready(&server);
    server.stop();
}

/// The row is written, and another one is read: only a probe that reads back notices.
#[test]
fn a_database_that_does_not_give_back_what_was_stored_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    assert_ready(&server);
    server.stop();
    let database = rusqlite::Connection::open(folder.path().join("parlor.db")).unwrap();
    let forgets = "CREATE TRIGGER forgets AFTER UPDATE ON probe BEGIN UPDATE probe SET number = 0; END";
    database.execute_batch(forgets).unwrap();
    drop(database);
    let server = ServerProcess::start(folder.path());
    assert_unavailable(&server, "Storage is unavailable.", "the store cannot write");
    server.stop();
}

#[test]
fn a_store_that_does_not_respond_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    fault(&server, Some("silent"));
    assert_unavailable(&server, "Storage does not respond.", "check the load of the disk or the database");
    fault(&server, None);
    assert_ready(&server);
    server.stop();
}

#[test]
fn a_read_only_database_and_one_that_is_gone_are_told() {
    if !Postgres::is_wanted() {
        return;
    }
    let postgres = Postgres::start().unwrap_or_else(|error| panic!("{error}"));
    let place = postgres.create_database().unwrap();
    let StoreLocation::Postgres(url) = place.clone() else { panic!("no URL") };
    let sql = |text: &str| postgres.sql(&place, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let folder = tempfile::tempdir().unwrap();
    let args = ["--database-url", &url, "--database-timeout", "1"];
    let server = ServerProcess::start_with(folder.path(), &args);
    assert_ready(&server);
    sql("ALTER SYSTEM SET default_transaction_read_only = on");
    sql("SELECT pg_reload_conf()");
    until_ready(&server, "read-only", |status, _| status == 503);
    assert_unavailable(&server, "Storage is unavailable.", "make the database writable");
    sql("ALTER SYSTEM RESET default_transaction_read_only");
    sql("SELECT pg_reload_conf()");
    assert_ready(&server);
    postgres.crash().unwrap();
    until_ready(&server, "gone", |status, _| status == 503);
    assert_eq!((metric(&server, "parlor_ready"), metric(&server, "parlor_store_up")), (0.0, 0.0));
    let line = server.log_until("database connection lost");
    assert!(line.contains("check that the database runs and can be reached"), "{line}");
    postgres.start_again().unwrap();
    assert_ready(&server);
    server.stop();
}

#[test]
fn file_descriptors_that_are_nearly_used_up_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let program = parlor(&["serve"]).get_program().to_owned();
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -n 128 && exec "$0" serve --listen 127.0.0.1:0 --data-dir "$1""#]);
    command.arg(program).arg(folder.path());
    let server = ServerProcess::spawn(&mut command);
    assert_ready(&server);
    let mut held = Vec::new();
    while get(&server, "/readyz").status == 200 {
        assert!(held.len() < 128, "there were always enough");
        held.push(TcpStream::connect(server.address).unwrap());
    }
    assert_unavailable(
        &server,
        "File descriptors are nearly used up.",
        "raise ulimit -n or lower max_connections",
    );
    assert!(metric(&server, "process_max_fds") - metric(&server, "process_open_fds") < 40.0);
    drop(held);
    assert_ready(&server);
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_wait_for_a_thread_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--bot-threads", "1", "--tables-per-minute", "1000", "--messages-per-second", "1000"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let mut ann = Client::hello(&server, "Ann").await;
    let table =
        json!({"game": "chicago", "seats": 4, "bots": ["expert", "expert", "expert"], "bot_delay_ms": 0});
    let mut tables = Vec::new();
    for _ in 0..40 {
        tables.push(ann.open(table.clone()).await);
    }
    let ready =
        until_ready(&server, "bots wait", |status, body| status == 200 && body.contains("degraded: "));
    assert!(
        ready.starts_with("ready\n") && ready.contains("decisions of bots wait; set more bot_threads"),
        "{ready}"
    );
    assert!(metric(&server, "parlor_bot_decisions_waiting") > 0.0);
    assert!(server.log_until("degraded").contains("set more bot_threads"));
    // What bots think of for nobody is not wanted any more.
    for table in tables {
        ann.done("leave", json!({"table": table})).await;
    }
    drop(ann);
    assert_ready(&server);
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_is_behind_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    // Few listeners, and a budget that is as much too small for them as the usual one is for twenty thousand.
    fault(&server, Some("lobby=4"));
    let mut listeners = Vec::new();
    for number in 0..12 {
        let mut listener = Client::hello(&server, &format!("Listener {number}")).await;
        listener.done("lobby", json!({"on": true, "bundled": true})).await;
        listeners.push(listener);
    }
    let mut ann = Client::hello(&server, "Ann").await;
    ann.done("open", json!({"config": {"game": "gomoku"}})).await;
    let behind = |status: u16, body: &str| status == 200 && body.contains("degraded: the lobby");
    let ready = until_ready(&server, "the lobby is behind", behind);
    assert!(ready.contains("lower max_connections"), "{ready}");
    assert_eq!((metric(&server, "parlor_ready"), metric(&server, "parlor_degraded")), (1.0, 1.0));
    assert!(metric(&server, "parlor_lobby_update_interval_seconds") > 2.0);
    assert!(server.log_until("degraded").contains("the lobby has many listeners"));
    // Nothing changes any more: the lobby is behind no longer than the pause after what was sent.
    assert_ready(&server);
    server.stop();
}

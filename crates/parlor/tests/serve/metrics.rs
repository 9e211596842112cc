//! `/metrics`, as Prometheus and those who look at its graphs meet it.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::client::{Client, legal};
use crate::support::http::get;
use crate::support::server::ServerProcess;

/// Set to 1 where there is no promtool and none can be installed.
const SKIP: &str = "PARLOR_SKIP_PROMTOOL";

/// Reads the text format of Prometheus. Every sample must have been described, and every family once.
fn parse(text: &str) -> BTreeMap<&str, f64> {
    let mut samples = BTreeMap::new();
    let mut families = BTreeMap::new();
    let (mut help, mut family, mut kind) = ("", "", "");
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ').expect("a sentence of help").0;
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            (family, kind) = rest.split_once(' ').unwrap();
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert!(families.insert(family, kind).is_none(), "{family} is described twice");
        } else {
            let (sample, number) = line.rsplit_once(' ').unwrap();
            let name = sample.split('{').next().unwrap();
            let part = name.strip_prefix(family).unwrap_or_else(|| panic!("{line} is not described"));
            let parts: &[&str] = if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            assert!(help == family && parts.contains(&part), "{line}");
            assert!(samples.insert(sample, number.parse().unwrap()).is_none(), "{sample} stands twice");
        }
    }
    samples
}

/// How many actions are played at a [`busy`] server.
const ACTIONS: usize = 6;

/// A server at which some of everything has happened, and nothing happens any more.
async fn busy(folder: &tempfile::TempDir) -> ServerProcess {
    let server = ServerProcess::start(folder.path());
    let mut players = [Client::hello(&server, "Ann").await, Client::hello(&server, "Bo").await];
    let table = players[0].open(json!({"game": "gomoku", "seats": 2, "options": {}})).await;
    players[1].done("join", json!({"table": table})).await;
    for turn in 0..ACTIONS {
        let player = &mut players[turn % 2];
        let scene = player.done("sync", json!({"table": table})).await;
        let act = json!({"table": table, "nth": scene["nth"], "action": legal(&scene)[0]});
        player.done("act", act).await;
    }
    let [ann, _] = &mut players;
    ann.refused("act", json!({"table": table, "nth": 99, "action": {}})).await;
    ann.send(&json!({"nonsense": {}})).await;
    ann.until("refused").await;
    server
}

#[tokio::test]
async fn promtool_has_nothing_to_say_about_the_metrics_of_a_real_server() {
    if std::env::var_os(SKIP).is_some_and(|value| value == "1") {
        println!("SKIPPED: {SKIP}=1, so the metrics were not checked by promtool");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = busy(&folder).await;
    let metrics = get(&server, "/metrics").body;
    let promtool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut promtool = promtool.unwrap_or_else(|error| {
        panic!(
            "promtool cannot be run ({error}): install it (Debian: apt install prometheus), or set {SKIP}=1"
        )
    });
    promtool.stdin.take().unwrap().write_all(metrics.as_bytes()).unwrap();
    let output = promtool.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.trim().is_empty(), "{said}\n{metrics}");
}

#[tokio::test]
async fn the_metrics_count_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let before = get(&server, "/metrics");
    assert!(before.head.contains("text/plain; version=0.0.4"), "{}", before.head);
    let before = parse(&before.body);
    assert_eq!((before["parlor_tables"], before["parlor_open_connections"]), (0.0, 0.0));

    let mut ann = Client::hello(&server, "Ann").await;
    ann.open(json!({"game": "gomoku"})).await;
    ann.refused("join", json!({"table": "0000000000"})).await;
    ann.send(&json!({"nonsense": {}})).await;
    ann.until("refused").await;
    let after = get(&server, "/metrics");
    let after = parse(&after.body);
    for (name, number) in [
        ("parlor_tables", 1.0),
        ("parlor_tables_quarantined", 0.0),
        ("parlor_seats_taken", 1.0),
        ("parlor_open_connections", 1.0),
        ("parlor_connections_accepted_total", 1.0),
        ("parlor_messages_received_total", 4.0),
        ("parlor_requests_refused_total", 1.0),
        ("parlor_messages_unreadable_total", 1.0),
        ("parlor_store_queue_length", 0.0),
        ("parlor_store_up", 1.0),
        ("parlor_store_reconnects_total", 0.0),
        (concat!("parlor_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert!((after[name] - number).abs() < f64::EPSILON, "{name} is {}", after[name]);
    }
    for name in ["commits_total", "writes_total", "transactions_total"] {
        let name = format!("parlor_store_{name}");
        assert!(after[name.as_str()] > before[name.as_str()], "{name}");
    }
}

#[tokio::test]
async fn commits_and_actions_are_in_histograms_of_their_durations() {
    let folder = tempfile::tempdir().unwrap();
    let server = busy(&folder).await;
    let text = get(&server, "/metrics").body;
    let metrics = parse(&text);
    assert!((metrics["parlor_actions_played_total"] - ACTIONS as f64).abs() < f64::EPSILON, "{text}");
    // Refused requests are not measured.
    for (name, count) in [
        ("parlor_action_duration_seconds", ACTIONS as f64),
        ("parlor_store_commit_duration_seconds", metrics["parlor_store_commits_total"]),
    ] {
        let of = |part: &str| metrics[format!("{name}_{part}").as_str()];
        assert!((of("count") - count).abs() < f64::EPSILON, "{name}: {} and not {count}", of("count"));
        assert!((of("bucket{le=\"+Inf\"}") - count).abs() < f64::EPSILON, "{name}");
        assert!(of("sum") > 0.0 && of("sum") < 30.0 * count, "{name}: {}", of("sum"));
        let bounds =
            ["0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "10.0"];
        let counts = bounds.map(|bound| of(&format!("bucket{{le=\"{bound}\"}}")));
        assert!(counts.is_sorted(), "{name}: {counts:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_says_what_it_uses_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let text = get(&server, "/metrics").body;
    let metrics = parse(&text);
    assert!(metrics["process_cpu_seconds_total"] >= 0.0);
    assert!(metrics["process_resident_memory_bytes"] > 1e6);
    // The standard streams, the listener, the database and the connection that asks.
    let files = metrics["process_open_fds"];
    assert!(files >= 6.0 && files <= metrics["process_max_fds"], "{files}");
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
    let age = now - metrics["process_start_time_seconds"];
    assert!((-2.0..60.0).contains(&age), "{age}");
}

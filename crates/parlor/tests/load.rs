//! `parlor load` against a real server, and what an idle server costs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod server;
}

use serde_json::Value;

use crate::support::server::{ServerProcess, parlor, run};

fn start_server() -> (ServerProcess, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--messages-per-second", "1000"]);
    (server, folder)
}

fn load(args: &[&str]) -> Value {
    let ended = run(parlor(&["load", "--json"]).args(args));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

#[test]
fn every_game_can_be_loaded_and_nothing_is_refused() {
    let (server, _folder) = start_server();
    let url = format!("http://{}", server.address);
    std::thread::scope(|scope| {
        for game in games::Kind::ALL.iter().map(|kind| kind.name()) {
            let url = &url;
            scope.spawn(move || {
                let report =
                    load(&[url, "--game", game, "--players", "2", "--tables", "4", "--seconds", "1"]);
                // How many moves a second allows is the machine's affair.
                assert!(report["moves"].as_u64().unwrap() > 0, "{report}");
                assert_eq!((&report["refused"], &report["lost"]), (&0.into(), &0.into()), "{report}");
                assert!(report["mover"]["p50"].as_f64().unwrap() > 0.0, "{report}");
                assert!(report["others"]["p99"].as_f64().unwrap() > 0.0, "{report}");
            });
        }
    });
    server.stop();
}

#[test]
fn idle_tables_cost_memory_only() {
    let (server, _folder) = start_server();
    let (url, pid) = (format!("http://{}", server.address), server.id().to_string());
    let report = load(&[&url, "--tables", "50", "--seconds", "1", "--idle-seconds", "3", "--pid", &pid]);
    let server_used = &report["server"];
    assert!(server_used["idle_cores"].as_f64().unwrap() < 0.01, "{report}");
    assert!(server_used["kib_per_table"].as_f64().unwrap() > 0.0, "{report}");
    assert!(server_used["cpu_micros_per_move"].as_f64().unwrap() > 0.0, "{report}");
}

#[test]
fn attacks_are_measured_beside_a_time_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let any = "127.0.0.1:0";
    let args = ["--messages-per-second", "1000", "--gomoku", any, "--sorry", any, "--golf-manager", any];
    let server = ServerProcess::start_with(folder.path(), &args);
    let address = |line: String| {
        let found = line.split_whitespace().find(|word| word.starts_with("127.0.0.1:"));
        found.unwrap_or_else(|| panic!("{line}")).to_owned()
    };
    let legacy = format!("{},{}", address(server.line()), address(server.line()));
    let manager = address(server.line());
    let (url, pid) = (format!("http://{}", server.address), server.id().to_string());
    let attacks = "left-bots,lobby,frames,requests,messages,legacy-ports,golf-manager";
    let args = [&*url, "--hostile", "--pid", &pid, "--tables", "2", "--seconds", "1", "--attackers", "5"];
    let ports = ["--legacy-port", &legacy, "--golf-manager", &manager];
    let report = load(&[&args[..], &["--attack", attacks], &ports].concat());
    let lines = report["lines"].as_array().unwrap();
    let names: Vec<_> = lines.iter().map(|line| line["attack"].as_str().unwrap()).collect();
    assert_eq!(names.join(","), format!("none,{attacks}"));
    for line in lines {
        let number = |name: &str| line[name].as_f64().unwrap_or_else(|| panic!("{name}: {line}"));
        assert!(number("people_p99") >= number("people_p50"), "{line}");
        // On a machine that is busy with other things nobody may move in the second of an attack.
        assert!(number("moves") > 0.0 || line["attack"] != "none", "{line}");
        assert!(number("cores") >= 0.0 && number("written_mb_per_minute") >= 0.0, "{line}");
        assert_eq!(line["people_refused"], 0, "{line}");
    }
    server.stop();
}

#[test]
fn the_baseline_brings_its_own_relay() {
    let report = load(&["--baseline", "--tables", "3", "--seconds", "1", "--idle-seconds", "0"]);
    assert!(report["baseline"] == true && report["moves"].as_u64().unwrap() > 10, "{report}");
    assert!(report["server"]["cpu_micros_per_move"].as_f64().unwrap() > 0.0, "{report}");
}

#[test]
fn a_load_that_cannot_be_says_why() {
    let own = std::process::id().to_string();
    for (args, why) in [
        (vec![], "The URL of the server is missing"),
        (vec!["https://127.0.0.1:1"], "speaks http:// only"),
        (vec!["127.0.0.1:8080"], "http://127.0.0.1:8080"),
        (vec!["http://127.0.0.1:1"], "Table 1 cannot come in"),
        (vec!["http://127.0.0.1:1", "--tables", "0"], "whole number"),
        (vec!["http://127.0.0.1:1", "--game", "chess"], "There is no game"),
        (vec!["http://127.0.0.1:1", "--pid", "4294967294"], "no process"),
        (vec!["http://127.0.0.1:1", "--pin"], "--pid"),
        (vec!["http://127.0.0.1:1", "--hostile"], "--pid"),
        (vec!["http://192.0.2.1:1", "--hostile", "--pid", own.as_str()], "--attack-remote"),
        (
            vec!["http://127.0.0.1:1", "--hostile", "--pid", own.as_str(), "--attack", "golf-manager"],
            "--golf-manager",
        ),
        (
            vec!["http://127.0.0.1:1", "--hostile", "--pid", own.as_str(), "--legacy-port", "192.0.2.1:1"],
            "192.0.2.1:1 is not this machine",
        ),
    ] {
        let ended = run(parlor(&["load"]).args(&args));
        assert_ne!(ended.code, Some(0), "{args:?}");
        assert!(ended.stderr.contains(why), "{args:?}: {}", ended.stderr);
    }
    let (server, _folder) = start_server();
    let url = format!("http://{}", server.address);
    let ended = run(parlor(&["load", &url, "--players", "8"]).args(["--tables", "1"]));
    assert!(ended.stderr.contains("8 cannot play this"), "{}", ended.stderr);
}

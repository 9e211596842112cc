//! Documented configurations are loaded.

use std::process::Command;

use super::blocks::{Mode, in_language, root};
use super::sandbox::Sandbox;
use crate::support::server::{ServerProcess, parlor};
use crate::support::skipped::{is_installed, skipped};

#[test]
fn the_server_starts_with_every_documented_configuration() {
    let blocks = in_language("toml");
    assert!(!blocks.is_empty());
    for block in blocks {
        if let Mode::NotRun(reason) = &block.mode {
            skipped(&block.place(), reason);
            continue;
        }
        let mut sandbox = Sandbox::new();
        sandbox.replace("127.0.0.1:8080", "127.0.0.1:0");
        let file = sandbox.path("parlor.toml");
        std::fs::write(&file, sandbox.adapted(&block.text)).unwrap();
        let mut command = parlor(&["serve", "--config"]);
        let server = ServerProcess::spawn(command.arg(&file).current_dir(sandbox.path("")));
        server.stop();
    }
}

#[test]
fn documented_json_is_json() {
    for block in in_language("json") {
        let parsed = serde_json::from_str::<serde_json::Value>(&block.text);
        parsed.unwrap_or_else(|error| panic!("{}: {error}", block.place()));
    }
}

#[test]
fn documented_scrape_configurations_are_accepted_by_prometheus() {
    let blocks = in_language("yaml");
    if blocks.is_empty() || !is_installed("promtool", "--version", "configurations of Prometheus") {
        return;
    }
    for block in blocks {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prometheus.yml");
        // The rules stand in the tree where they are not installed.
        let rules = root().join("packaging/monitoring/alerts.yml");
        let installed = "/usr/share/doc/parlor/monitoring/alerts.yml";
        std::fs::write(&file, block.text.replace(installed, rules.to_str().unwrap())).unwrap();
        let output = Command::new("promtool").args(["check", "config"]).arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", block.place());
        assert!(said.contains("rules found"), "{}: {said}", block.place());
    }
}

#[test]
fn documented_units_are_accepted_by_systemd() {
    let blocks = in_language("ini");
    if blocks.is_empty() || !is_installed("systemd-analyze", "--version", "units of systemd") {
        return;
    }
    for block in blocks {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parlor.service");
        // systemd looks whether the program is there.
        let program = env!("CARGO_BIN_EXE_parlor");
        let unit = block.text.replace("/usr/local/bin/parlor", program).replace("/usr/bin/parlor", program);
        std::fs::write(&file, unit).unwrap();
        let output =
            Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let about_it: Vec<_> = said.lines().filter(|line| line.contains("parlor.service")).collect();
        assert!(output.status.success() && about_it.is_empty(), "{}: {said}", block.place());
    }
}

//! The dashboard and the alert rules in `packaging/monitoring`, against the metrics of a real server.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::http::get;
use crate::support::server::ServerProcess;
use crate::support::skipped::is_installed;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/monitoring")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

/// Everything in a text that looks like a metric of the server.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let metrics = words.filter(|word| word.starts_with("parlor_") || word.starts_with("process_"));
    metrics.map(str::to_owned).collect()
}

/// The queries of all panels.
fn queries(dashboard: &Value) -> Vec<String> {
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default());
    targets.map(|target| target["expr"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_metric_that_is_watched_is_one_that_the_server_has() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(data.path());
    let exposed = get(&server, "/metrics").body;
    server.stop();
    // By their descriptions: a series of a histogram is there only once something was measured.
    let described: BTreeSet<&str> =
        exposed.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let known = |metric: &str| {
        let series = ["", "_bucket", "_sum", "_count", "_total"].iter();
        series.filter_map(|series| metric.strip_suffix(series)).any(|metric| described.contains(metric))
    };
    for name in ["alerts.yml", "alerts.test.yml", "grafana-dashboard.json"] {
        let watched = metrics_in(&read(name));
        assert!(watched.len() > 5, "{name}: {watched:?}");
        let unknown: Vec<_> = watched.iter().filter(|metric| !known(metric)).collect();
        assert!(unknown.is_empty(), "{name}: the server does not have {unknown:?}");
    }
}

/// Runs promtool in the folder, if it is installed.
fn promtool(args: &[&str]) {
    if !is_installed("promtool", "--version", "alert rules and dashboard queries") {
        return;
    }
    let output = Command::new("promtool").args(args).current_dir(folder()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "promtool {args:?}: {said}");
}

#[test]
fn the_alert_rules_are_rules_and_fire_when_they_should() {
    promtool(&["check", "rules", "alerts.yml"]);
    promtool(&["test", "rules", "alerts.test.yml"]);
}

#[test]
fn every_query_of_the_dashboard_is_one_that_prometheus_reads() {
    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    let queries = queries(&dashboard);
    assert!(queries.len() > 20);
    let mut rules = "groups:\n  - name: dashboard\n    rules:\n".to_owned();
    for (number, query) in queries.iter().enumerate() {
        // As Grafana fills in its variables.
        let query = query.replace("$__rate_interval", "1m").replace("$instance", ".*");
        rules += &format!("      - record: query_{number}\n        expr: {}\n", Value::from(query));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queries.yml");
    fs::write(&file, rules).unwrap();
    promtool(&["check", "rules", file.to_str().unwrap()]);
}

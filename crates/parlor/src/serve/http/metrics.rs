//! `GET /metrics`: numbers for Prometheus.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use store::StoreStats;

use crate::serve::app::App;

/// Get metrics in the Prometheus text format
#[utoipa::path(
    get,
    path = "/metrics",
    responses((status = OK, description = "The metrics", body = String, content_type = "text/plain"))
)]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let text = app.server.metrics().render() + &of_store(&app.server.store().stats());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

fn of_store(stats: &StoreStats) -> String {
    let numbers: [(&str, &str, &str, f64); 9] = [
        ("store_commits", "counter", "Requests that were stored.", stats.commits as f64),
        ("store_failures", "counter", "Requests that were not stored.", stats.failures as f64),
        ("store_writes", "counter", "Rows that were stored.", stats.writes as f64),
        (
            "store_batches",
            "counter",
            "Transactions; each holds all requests that waited.",
            stats.batches as f64,
        ),
        ("store_queue", "gauge", "Requests that wait to be stored.", stats.queue as f64),
        (
            "store_latency_seconds",
            "gauge",
            "How long the last transaction's oldest request took to be durable.",
            stats.last_latency.as_secs_f64(),
        ),
        (
            "store_latency_max_seconds",
            "gauge",
            "The longest any request took to be durable.",
            stats.max_latency.as_secs_f64(),
        ),
        ("store_lost", "gauge", "1 while the database is gone and looked for.", f64::from(stats.lost)),
        (
            "store_returns",
            "counter",
            "How often the database was gone and came back.",
            stats.reconnects as f64,
        ),
    ];
    let mut text = String::new();
    for (name, kind, help, number) in numbers {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# HELP parlor_{name} {help}\n# TYPE parlor_{name} {kind}\nparlor_{name} {number}"
        );
    }
    text
}

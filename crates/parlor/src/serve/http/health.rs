//! `/healthz` and `/readyz`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use rustix::process::{Resource, getrlimit};
use tables::LogThrottle;

use super::ApiError;
use crate::process::Measured;
use crate::serve::app::App;

/// Fewer than this are needed for a database that reconnects and for the next clients.
const MIN_FILES_LEFT: u64 = 32;

/// Bots are slow if more decisions than this wait for each thread.
const MAX_WAITING_PER_THREAD: i64 = 50;

/// The lobby is slow if it is updated less often, in seconds.
const MAX_LOBBY_INTERVAL: f64 = 2.0;

/// These log lines are rate-limited.
static NOT_READY: LogThrottle = LogThrottle::every_ms(10_000);
static DEGRADED: LogThrottle = LogThrottle::every_ms(10_000);

/// The server is not ready if the database takes longer than this.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// Check that the process runs
#[utoipa::path(get, path = "/healthz", responses((status = OK, description = "The process runs", body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the server can serve: it is not shutting down, its database stores, and it can take connections
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = OK, description = "The server can serve; a line that begins with `degraded` names what is slow", body = String),
        (status = SERVICE_UNAVAILABLE, description = "shutting_down: shutting down; unavailable: the database does not store, or file descriptors are nearly used up", body = ApiError),
    )
)]
pub(super) async fn readyz(State(app): State<Arc<App>>) -> Result<String, ApiError> {
    if app.server.is_closing() {
        return Err(ApiError::unavailable("shutting_down", "The server is shutting down."));
    }
    match tokio::time::timeout(STORE_TIMEOUT, app.server.check_store()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            let what = "the store cannot write: check the disk's free space and the database";
            return Err(not_ready(&app, "Storage is unavailable.", what, &error));
        }
        Err(late) => {
            let what = "the store does not respond: check the load of the disk or the database";
            return Err(not_ready(&app, "Storage does not respond.", what, &late));
        }
    }
    if let Some(left) = files_left().filter(|left| *left < MIN_FILES_LEFT) {
        let what = "file descriptors are nearly used up: raise ulimit -n or lower max_connections";
        return Err(not_ready(&app, "File descriptors are nearly used up.", what, &left));
    }
    Ok(degraded(&app).into_iter().fold("ready\n".to_owned(), |text, line| text + "degraded: " + &line + "\n"))
}

/// How many files and connections can still be opened, where the system says so.
fn files_left() -> Option<u64> {
    let open = Measured::ourselves().ok()?.open_files().ok()?;
    Some(getrlimit(Resource::Nofile).current?.saturating_sub(open as u64))
}

fn not_ready(app: &App, sentence: &str, what_to_do: &str, why: &dyn std::fmt::Display) -> ApiError {
    if let Some(more) = NOT_READY.allow(app.server.time().now()) {
        tracing::warn!(%why, more, "not ready: {what_to_do}");
    }
    ApiError::unavailable("unavailable", sentence)
}

/// What is slow although people can be served.
fn degraded(app: &App) -> Vec<String> {
    let metrics = app.server.metrics();
    let mut lines = Vec::new();
    let waiting = metrics.bot_decisions_waiting.get();
    if waiting > MAX_WAITING_PER_THREAD * app.server.config().bot_threads as i64 {
        lines.push(format!(
            "{waiting} decisions of bots wait; set more bot_threads, or lower max_tables_per_person"
        ));
    }
    let interval = metrics.lobby_update_interval_seconds.get();
    if interval > MAX_LOBBY_INTERVAL {
        lines.push(format!("the lobby is updated every {interval:.1} s; it has many listeners"));
    }
    if !lines.is_empty()
        && let Some(more) = DEGRADED.allow(app.server.time().now())
    {
        tracing::warn!(more, "degraded: {}", lines.join("; "));
    }
    lines
}

//! `/healthz` and `/readyz`.

use std::fmt::Display;
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
    let ready = |text: String, line: String| text + "degraded: " + &line + "\n";
    check(&app).await.map(|slow| slow.into_iter().fold("ready\n".to_owned(), ready))
}

/// Sets the metrics that say the same as `/readyz`.
pub(super) async fn measure(app: &App) {
    let checked = check(app).await;
    let metrics = app.server.metrics();
    metrics.ready.set(checked.is_ok().into());
    metrics.degraded.set(checked.is_ok_and(|slow| !slow.is_empty()).into());
}

/// Why the server cannot serve; else what is slow although it can.
async fn check(app: &App) -> Result<Vec<String>, ApiError> {
    if app.server.is_closing() {
        return Err(ApiError::unavailable("shutting_down", "The server is shutting down."));
    }
    match tokio::time::timeout(STORE_TIMEOUT, app.server.check_store()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(STORE_FAILS.report(app, &error)),
        Err(late) => return Err(STORE_SILENT.report(app, &late)),
    }
    if let Some(status) = app.server.cluster_status()
        && !status.lease_is_valid
    {
        return Err(NO_LEASE.report(app, &"no lease"));
    }
    if let Some(left) = files_left().filter(|left| *left < MIN_FILES_LEFT) {
        return Err(FEW_FILES.report(app, &left));
    }
    Ok(degraded(app))
}

/// Something that keeps the server from serving, or makes it slow. Each has a separate, rate-limited log line.
struct Problem {
    sentence: &'static str,
    what_to_do: &'static str,
    logged: LogThrottle,
}

impl Problem {
    const fn new(sentence: &'static str, what_to_do: &'static str) -> Self {
        Self { sentence, what_to_do, logged: LogThrottle::every_ms(10_000) }
    }

    fn report(&self, app: &App, why: &dyn Display) -> ApiError {
        if let Some(more) = self.logged.allow(app.server.time().now()) {
            tracing::warn!(%why, more, "not ready: {}", self.what_to_do);
        }
        ApiError::unavailable("unavailable", self.sentence)
    }

    fn report_slow(&self, app: &App, how: &str) -> String {
        let line = format!("{how}; {}", self.what_to_do);
        if let Some(more) = self.logged.allow(app.server.time().now()) {
            tracing::warn!(more, "degraded: {line}");
        }
        line
    }
}

static STORE_FAILS: Problem = Problem::new(
    "Storage is unavailable.",
    "the store cannot write: free disk space, or make the database writable and reachable",
);
static NO_LEASE: Problem = Problem::new(
    "The lease of this node has run out.",
    "the node could not renew its lease: check the database and the load of this machine",
);
static STORE_SILENT: Problem = Problem::new(
    "Storage does not respond.",
    "the store does not respond: check the load of the disk or the database",
);
static FEW_FILES: Problem = Problem::new(
    "File descriptors are nearly used up.",
    "file descriptors are nearly used up: raise ulimit -n or lower max_connections",
);
static BOTS_WAIT: Problem =
    Problem::new("Bots are slow.", "set more bot_threads, or lower max_tables_per_person");
static LOBBY_BEHIND: Problem =
    Problem::new("The lobby is slow.", "lower max_connections, or move to a faster machine");

/// How many files and connections can still be opened, where the system says so.
fn files_left() -> Option<u64> {
    let open = Measured::ourselves().ok()?.open_files().ok()?;
    Some(getrlimit(Resource::Nofile).current?.saturating_sub(open as u64))
}

/// What is slow although people can be served.
fn degraded(app: &App) -> Vec<String> {
    let metrics = app.server.metrics();
    let mut lines = Vec::new();
    let waiting = metrics.bot_decisions_waiting.get();
    if waiting > MAX_WAITING_PER_THREAD * app.server.config().bot_threads as i64 {
        lines.push(BOTS_WAIT.report_slow(app, &format!("{waiting} decisions of bots wait")));
    }
    if app.server.cluster_status().is_some_and(|status| !status.link_is_up) {
        lines.push("NATS is not connected; tables of other nodes cannot be reached".to_owned());
    }
    let interval = metrics.lobby_update_interval_seconds.get();
    if interval > MAX_LOBBY_INTERVAL {
        let how = format!("the lobby has many listeners and is updated every {interval:.1} s");
        lines.push(LOBBY_BEHIND.report_slow(app, &how));
    }
    lines
}

//! `/healthz` and `/readyz`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;

use super::ApiError;
use crate::serve::app::App;

/// The server is not ready if the database takes longer than this.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// Check that the process runs
#[utoipa::path(get, path = "/healthz", responses((status = OK, description = "The process runs", body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the server can serve: it is not shutting down and its database responds
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = OK, description = "The server can serve", body = String),
        (status = SERVICE_UNAVAILABLE, description = "closing: shutting down; unavailable: the database does not respond", body = ApiError),
    )
)]
pub(super) async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if app.server.is_closing() {
        return Err(ApiError::unavailable("shutting_down", "The server is shutting down."));
    }
    // An empty commit waits for the writes before it and checks that the database responds.
    match tokio::time::timeout(STORE_TIMEOUT, app.server.store().commit(Vec::new())).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(_)) => Err(ApiError::unavailable("unavailable", "Storage is unavailable.")),
        Err(_) => Err(ApiError::unavailable("unavailable", "Storage does not respond.")),
    }
}

//! Whether the house is alive, and whether it can serve.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;

use super::ApiError;
use crate::serve::app::App;

/// A store that takes longer than this is not ready.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the program runs
#[utoipa::path(get, path = "/healthz", responses((status = OK, description = "It runs", body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the house can serve: it is not closing, and its store answers
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = OK, description = "It can", body = String),
        (status = SERVICE_UNAVAILABLE, description = "closing, or unavailable: the store does not answer", body = ApiError),
    )
)]
pub(super) async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if app.server.is_closing() {
        return Err(ApiError::unavailable("closing", "The house is closing."));
    }
    // Without writes this waits for what is being stored and checks that the database is there.
    match tokio::time::timeout(STORE_TIMEOUT, app.server.store().commit(Vec::new())).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(_)) => Err(ApiError::unavailable("unavailable", "The store cannot store.")),
        Err(_) => Err(ApiError::unavailable("unavailable", "The store does not answer.")),
    }
}

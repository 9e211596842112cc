//! `GET /metrics`: numbers for Prometheus.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::health;
use crate::serve::app::App;
use crate::serve::metrics::prometheus_text;

/// Get metrics in the Prometheus text format
#[utoipa::path(
    get,
    path = "/metrics",
    responses((status = OK, description = "The metrics", body = String, content_type = "text/plain"))
)]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    health::measure(&app).await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], prometheus_text(&app.metrics))
}

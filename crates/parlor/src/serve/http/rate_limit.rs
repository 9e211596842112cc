//! Per-address request rate, body size and request timeout.

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tables::LimitExceeded;

use super::{ApiError, MAX_BODY};
use crate::serve::app::App;
use crate::serve::client_addr::ClientAddr;

/// The response to an address that sends requests too fast.
pub(in crate::serve) fn rate_limited(exceeded: LimitExceeded) -> ApiError {
    let sentence = "Too many requests from your address: wait a moment.";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(exceeded.retry_ms)
}

pub(super) async fn guard(
    visitor: ClientAddr,
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    if let Err(exceeded) = app.limited_addresses.allow_request(visitor) {
        app.server.metrics().requests_rate_limited_total.inc();
        return rate_limited(exceeded).into_response();
    }
    // A declared length that is too large is refused before the body is sent.
    if request.body().size_hint().lower() > MAX_BODY as u64 {
        let sentence = format!("The body of a request is at most {MAX_BODY} bytes long.");
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "bad_request", sentence).into_response();
    }
    match tokio::time::timeout(app.request_within, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let sentence = "The request took too long.";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "request_timeout", sentence).into_response()
        }
    }
}

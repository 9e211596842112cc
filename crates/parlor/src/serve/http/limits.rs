//! No address asks too fast, and nobody takes too long to ask.

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{ApiError, LONGEST_BODY};
use crate::serve::app::App;
use crate::serve::visitor::Visitor;

/// What is told to an address that asks too fast.
pub(in crate::serve) fn too_fast() -> ApiError {
    let sentence = "Too many requests from your address: wait a moment.";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", sentence)
}

pub(super) async fn guard(
    visitor: Visitor,
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    if app.doorman.may_ask(visitor.0).is_err() {
        app.hall.metrics().requests_rate_limited_total.inc();
        return too_fast().into_response();
    }
    // Whoever says beforehand that it will be too much need not send it.
    if request.body().size_hint().lower() > LONGEST_BODY as u64 {
        let sentence = format!("A request has a body of at most {LONGEST_BODY} bytes.");
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "bad_request", sentence).into_response();
    }
    match tokio::time::timeout(app.request_within, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let sentence = "The request took too long.";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", sentence).into_response()
        }
    }
}

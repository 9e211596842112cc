//! Error responses: a code for programs, a message for people.

use std::sync::OnceLock;
use std::time::Instant;

use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use protocol::{Refusal, RefusalCode};
use serde::Serialize;
use tables::LogThrottle;
use utoipa::ToSchema;

/// This log line is rate-limited.
static UNREAD: LogThrottle = LogThrottle::every_ms(1_000);

/// Milliseconds since the first call.
fn since_start() -> i64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_millis() as i64
}

/// An error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// Error code, for programs.
    code: String,
    /// Error message, for people.
    message: String,
    /// Milliseconds after which the same request can be sent again, if it was refused by a rate limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_ms: Option<u32>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { status, code: code.into(), message: message.into(), retry_ms: None }
    }

    /// Says when to try again; also in `Retry-After`, in whole seconds.
    pub(crate) const fn retry_after(mut self, retry_ms: u32) -> Self {
        self.retry_ms = Some(retry_ms);
        self
    }

    pub(crate) fn not_found(code: RefusalCode, message: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code.name(), message)
    }

    pub(crate) fn unavailable(code: &str, message: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry_seconds = self.retry_ms.map(|ms| ms.div_ceil(1_000).max(1));
        let mut response = (self.status, Json(self)).into_response();
        if let Some(seconds) = retry_seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let is = |code: RefusalCode| refusal.code == code.name();
        let status = if is(RefusalCode::NotSaved) {
            StatusCode::SERVICE_UNAVAILABLE
        } else if is(RefusalCode::RateLimited) {
            StatusCode::TOO_MANY_REQUESTS
        } else if is(RefusalCode::Banned) || is(RefusalCode::Muted) {
            StatusCode::FORBIDDEN
        } else if is(RefusalCode::AlreadyDone)
            || is(RefusalCode::AlreadySeated)
            || is(RefusalCode::AlreadyStarted)
            || is(RefusalCode::CannotStart)
        {
            StatusCode::CONFLICT
        } else if is(RefusalCode::TableBusy) {
            StatusCode::SERVICE_UNAVAILABLE
        } else if is(RefusalCode::UnknownCode)
            || is(RefusalCode::NoSuchPerson)
            || is(RefusalCode::NoSuchTable)
            || is(RefusalCode::NoSuchTournament)
        {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::BAD_REQUEST
        };
        Self { retry_ms: refusal.retry_ms, ..Self::new(status, refusal.code, refusal.message) }
    }
}

impl From<store::ReadError> for ApiError {
    fn from(error: store::ReadError) -> Self {
        if let Some(more) = UNREAD.allow(since_start()) {
            tracing::warn!(%error, more, "reading from the store failed");
        }
        Self::unavailable("unavailable", "Storage is unavailable. Try again in a moment.")
    }
}

pub(super) async fn not_found(uri: Uri) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "not_found", format!("There is nothing at {}.", uri.path()))
}

pub(super) async fn method_not_allowed(method: Method, uri: Uri) -> ApiError {
    let sentence = format!("{} is not allowed at {}.", method, uri.path());
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", sentence)
}

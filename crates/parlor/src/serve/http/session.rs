//! `/api/session`: the cookie in which a browser keeps its visitor's token.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use protocol::RefusalCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::origin::SameOrigin;

/// The person to remember.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remember {
    /// The token received in `welcome`.
    token: String,
}

/// Store the token in a cookie that scripts cannot read
///
/// A WebSocket opened with the cookie belongs to that person once it sends `hello` without a token and a name.
#[utoipa::path(
    post,
    path = "/api/session",
    request_body = Remember,
    responses(
        (status = NO_CONTENT, description = "The cookie is set"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid", body = ApiError),
        (status = UNAUTHORIZED, description = "bad_token: the token is unknown", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn remember(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    body: Result<Json<Remember>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Json(Remember { token }) = body.map_err(|rejection| bad_body(&rejection))?;
    let unknown = || {
        let sentence = "This token is unknown.";
        ApiError::new(StatusCode::UNAUTHORIZED, RefusalCode::UnknownToken.name(), sentence)
    };
    app.server.people().by_token(&token).await?.ok_or_else(unknown)?;
    set(app.cookies.keep(&token))
}

/// Delete the cookie
#[utoipa::path(
    delete,
    path = "/api/session",
    responses(
        (status = NO_CONTENT, description = "The cookie is deleted"),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
    )
)]
pub(super) async fn forget(
    _: SameOrigin,
    State(app): State<Arc<App>>,
) -> Result<impl IntoResponse, ApiError> {
    set(app.cookies.forget())
}

fn set(cookie: Option<HeaderValue>) -> Result<impl IntoResponse, ApiError> {
    // A known token is hexadecimal digits, which a cookie can hold.
    let cannot =
        || ApiError::new(StatusCode::BAD_REQUEST, "bad_request", "This cannot be stored in a cookie.");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie.ok_or_else(cannot)?)]))
}

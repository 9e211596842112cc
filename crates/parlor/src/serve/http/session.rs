//! `/api/session`: a browser lets a cookie remember who its visitor is.

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

/// Who one is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remember {
    /// The token that a welcome told.
    token: String,
}

/// Remembers who one is, in a cookie that no script can read
///
/// A WebSocket that is opened with the cookie is that person's as soon as it says hello without a token and a name.
#[utoipa::path(
    post,
    path = "/api/session",
    request_body = Remember,
    responses(
        (status = NO_CONTENT, description = "It is remembered: the cookie is set"),
        (status = BAD_REQUEST, description = "bad_request: the body cannot be read", body = ApiError),
        (status = UNAUTHORIZED, description = "bad_token: the house does not know it", body = ApiError),
        (status = FORBIDDEN, description = "other_origin: asked by the page of another address", body = ApiError),
    )
)]
pub(super) async fn remember(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    body: Result<Json<Remember>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Json(Remember { token }) = body.map_err(|rejection| bad_body(&rejection))?;
    let unknown = || {
        let sentence = "The house does not know this token.";
        ApiError::new(StatusCode::UNAUTHORIZED, RefusalCode::BadToken.name(), sentence)
    };
    app.server.people().by_token(&token).ok_or_else(unknown)?;
    set(app.cookies.keep(&token))
}

/// Forgets who one is: the cookie is thrown away
#[utoipa::path(
    delete,
    path = "/api/session",
    responses(
        (status = NO_CONTENT, description = "It is forgotten"),
        (status = FORBIDDEN, description = "other_origin: asked by the page of another address", body = ApiError),
    )
)]
pub(super) async fn forget(
    _: SameOrigin,
    State(app): State<Arc<App>>,
) -> Result<impl IntoResponse, ApiError> {
    set(app.cookies.forget())
}

fn set(cookie: Option<HeaderValue>) -> Result<impl IntoResponse, ApiError> {
    // A token that the house knows is hexadecimal digits, which a cookie can hold.
    let cannot = || ApiError::new(StatusCode::BAD_REQUEST, "bad_request", "No cookie can hold this.");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie.ok_or_else(cannot)?)]))
}

//! `/api/session`: the cookie in which a browser keeps its visitor's token.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use protocol::RefusalCode;
use serde::{Deserialize, Serialize};
use tables::ConnectionOrigin;
use utoipa::ToSchema;

use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::client_addr::ClientAddr;
use crate::serve::device_label::device_label;
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
        (status = UNAUTHORIZED, description = "unknown_token: the token is unknown", body = ApiError),
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

/// A code that signs in this browser.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Redeem {
    /// The code of a link, or of a recovery sheet.
    code: String,
}

/// Who is signed in.
#[derive(Serialize, ToSchema)]
pub(super) struct SignedInAs {
    /// Name of the person.
    name: String,
}

/// Sign in with a code, and store the new token in the cookie
///
/// The code comes from `POST /api/devices/link` or `POST /api/devices/recovery`. The browser becomes a device of its own.
#[utoipa::path(
    post,
    path = "/api/session/code",
    operation_id = "sign_in_with_code",
    request_body = Redeem,
    responses(
        (status = OK, description = "The cookie is set", body = SignedInAs),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; limit_reached: the person has too many devices", body = ApiError),
        (status = NOT_FOUND, description = "unknown_code: the code was used, is too old or wrong", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn redeem(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    address: ClientAddr,
    headers: HeaderMap,
    body: Result<Json<Redeem>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Json(Redeem { code }) = body.map_err(|rejection| bad_body(&rejection))?;
    let origin =
        ConnectionOrigin { address: address.ip.to_string(), label: device_label(&headers), proxy_user: None };
    let people = app.server.people();
    let (person, token) = people.redeem(&code, &origin, app.server.time().now()).await?;
    app.server.devices_changed(person.id);
    let signed_in = SignedInAs { name: person.name.to_string() };
    Ok((StatusCode::OK, cookie(app.cookies.keep(&token.text()))?, Json(signed_in)))
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

fn set(header: Option<HeaderValue>) -> Result<impl IntoResponse, ApiError> {
    Ok((StatusCode::NO_CONTENT, cookie(header)?))
}

fn cookie(cookie: Option<HeaderValue>) -> Result<[(header::HeaderName, HeaderValue); 1], ApiError> {
    // A known token is hexadecimal digits, which a cookie can hold.
    let cannot =
        || ApiError::new(StatusCode::BAD_REQUEST, "bad_request", "This cannot be stored in a cookie.");
    Ok([(header::SET_COOKIE, cookie.ok_or_else(cannot)?)])
}

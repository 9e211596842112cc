//! `/api/admin`: for whoever runs the house.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ApiError, bad_body, bearer};
use crate::report::{AllTables, PlayersHere, Status};
use crate::serve::app::App;

/// Somebody who knows the admin token and asks from where they may.
pub(super) struct Admin;

/// What a proxy adds to a request that it passes on.
const PASSED_ON: [&str; 2] = ["forwarded", "x-forwarded-for"];

impl FromRequestParts<Arc<App>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let forbidden = || {
            let sentence = "The house is not administered from this address.";
            ApiError::new(StatusCode::FORBIDDEN, "forbidden", sentence)
        };
        // A proxy on this machine would make the whole world look like this machine.
        if PASSED_ON.iter().any(|header| parts.headers.contains_key(*header)) {
            return Err(forbidden());
        }
        let ConnectInfo(from) =
            ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await.map_err(|_| forbidden())?;
        if !app.admin_networks.contain(from.ip()) {
            return Err(forbidden());
        }
        if bearer(&parts.headers).is_some_and(|token| app.admin_lock.opens_with(token)) {
            return Ok(Self);
        }
        tracing::warn!(%from, "somebody asked with a wrong admin token, or without one");
        let sentence = "This needs the admin token that was printed at the first start.";
        Err(ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", sentence))
    }
}

/// How the house is doing
#[utoipa::path(
    get,
    path = "/api/admin/status",
    operation_id = "admin_status",
    security(("admin" = [])),
    responses(
        (status = OK, description = "How the house is doing", body = Status),
        (status = UNAUTHORIZED, description = "unauthorized: no token, or a wrong one", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: not from this address", body = ApiError),
    )
)]
pub(super) async fn status(_: Admin, State(app): State<Arc<App>>) -> Json<Status> {
    Json(app.operator.status())
}

/// All tables, private ones too
#[utoipa::path(
    get,
    path = "/api/admin/tables",
    operation_id = "admin_tables",
    security(("admin" = [])),
    responses(
        (status = OK, description = "All tables", body = AllTables),
        (status = UNAUTHORIZED, description = "unauthorized: no token, or a wrong one", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: not from this address", body = ApiError),
    )
)]
pub(super) async fn tables(_: Admin, State(app): State<Arc<App>>) -> Json<AllTables> {
    Json(app.operator.tables())
}

/// Who is connected
#[utoipa::path(
    get,
    path = "/api/admin/players",
    operation_id = "admin_players",
    security(("admin" = [])),
    responses(
        (status = OK, description = "Who is connected", body = PlayersHere),
        (status = UNAUTHORIZED, description = "unauthorized: no token, or a wrong one", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: not from this address", body = ApiError),
    )
)]
pub(super) async fn players(_: Admin, State(app): State<Arc<App>>) -> Json<PlayersHere> {
    Json(app.operator.players())
}

/// What to tell everybody.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Announcement {
    /// One line.
    text: String,
}

/// Tells everybody in the house something
#[utoipa::path(
    post,
    path = "/api/admin/say",
    operation_id = "admin_say",
    security(("admin" = [])),
    request_body = Announcement,
    responses(
        (status = NO_CONTENT, description = "It was said"),
        (status = BAD_REQUEST, description = "bad_request, or bad_chat: nothing to say, or too much", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: no token, or a wrong one", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: not from this address", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: it could not be stored", body = ApiError),
    )
)]
pub(super) async fn say(
    _: Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Announcement>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(announcement) = body.map_err(|rejection| bad_body(&rejection))?;
    app.operator.say(&announcement.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes the house: everybody is told, seats and games are kept
#[utoipa::path(
    post,
    path = "/api/admin/quit",
    operation_id = "admin_quit",
    security(("admin" = [])),
    responses(
        (status = ACCEPTED, description = "It closes"),
        (status = UNAUTHORIZED, description = "unauthorized: no token, or a wrong one", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: not from this address", body = ApiError),
    )
)]
pub(super) async fn quit(_: Admin, State(app): State<Arc<App>>) -> StatusCode {
    app.operator.quit();
    StatusCode::ACCEPTED
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Advance {
    milliseconds: u32,
}

/// Moves the time of a house that was started for a test.
pub(super) async fn advance(
    _: Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Advance>, JsonRejection>,
) -> Result<Json<i64>, ApiError> {
    let Json(Advance { milliseconds }) = body.map_err(|rejection| bad_body(&rejection))?;
    if app.hall.time().advance(milliseconds) {
        Ok(Json(app.hall.time().now()))
    } else {
        Err(ApiError::new(StatusCode::CONFLICT, "real_time", "The time of this house cannot be moved."))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fault {
    /// What goes wrong from now on; nothing, and all is well again.
    fault: Option<String>,
}

/// Makes the store of a house fail that was started for a test.
pub(super) async fn fault(
    _: Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Fault>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(Fault { fault }) = body.map_err(|rejection| bad_body(&rejection))?;
    let Some(faults) = &app.faults else {
        return Err(ApiError::new(StatusCode::CONFLICT, "no_faults", "This house was not started to fail."));
    };
    match fault.map(|word| word.parse::<store::Fault>()) {
        None => faults.lift(),
        Some(Ok(fault)) => faults.set(fault),
        Some(Err(bad)) => {
            return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_request", bad.to_string()));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

//! `/api/admin`: administration.

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
use crate::report::{AllTables, ClusterNodes, ConnectedPlayers, Status};
use crate::serve::app::App;
use crate::serve::client_addr::is_forwarded;
use tables::Operator;

/// A request with the admin token, from an address in `admin_networks`.
pub(super) struct Admin(pub(super) Operator);

impl FromRequestParts<Arc<App>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let forbidden = || {
            let sentence = "Administration is not allowed from this address.";
            ApiError::new(StatusCode::FORBIDDEN, "forbidden", sentence)
        };
        // Behind a proxy on this machine every client would have a local address.
        if is_forwarded(&parts.headers) {
            return Err(forbidden());
        }
        let ConnectInfo(from) =
            ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await.map_err(|_| forbidden())?;
        if !app.admin_networks.contain(from.ip()) {
            return Err(forbidden());
        }
        if bearer(&parts.headers).is_some_and(|token| app.admin_auth.opens_with(token)) {
            return Ok(Self(Operator { from: from.ip().to_string() }));
        }
        tracing::warn!(%from, "admin request rejected: wrong or missing token");
        let sentence = "This needs the admin token, which was printed at the first start.";
        Err(ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", sentence))
    }
}

/// Get the server's status
#[utoipa::path(
    get,
    path = "/api/admin/status",
    operation_id = "admin_status",
    security(("admin" = [])),
    responses(
        (status = OK, description = "The server's status", body = Status),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn status(_: Admin, State(app): State<Arc<App>>) -> Json<Status> {
    Json(app.admin_service.status())
}

/// List all tables, including private ones
#[utoipa::path(
    get,
    path = "/api/admin/tables",
    operation_id = "admin_tables",
    security(("admin" = [])),
    responses(
        (status = OK, description = "All tables", body = AllTables),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn tables(_: Admin, State(app): State<Arc<App>>) -> Json<AllTables> {
    Json(app.admin_service.tables())
}

/// List the connected players
#[utoipa::path(
    get,
    path = "/api/admin/players",
    operation_id = "admin_players",
    security(("admin" = [])),
    responses(
        (status = OK, description = "The connected players", body = ConnectedPlayers),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn players(_: Admin, State(app): State<Arc<App>>) -> Json<ConnectedPlayers> {
    Json(app.admin_service.players())
}

/// List the nodes of the cluster
#[utoipa::path(
    get,
    path = "/api/admin/nodes",
    operation_id = "admin_nodes",
    security(("admin" = [])),
    responses(
        (status = OK, description = "The nodes of the cluster; none if the server is alone", body = ClusterNodes),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn nodes(_: Admin, State(app): State<Arc<App>>) -> Json<ClusterNodes> {
    Json(app.admin_service.nodes())
}

/// A message to all players.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Announcement {
    /// At least one visible character and at most 500; invisible ones are removed first.
    #[schema(min_length = 1)]
    text: String,
}

/// Send a message to everybody
#[utoipa::path(
    post,
    path = "/api/admin/announce",
    operation_id = "admin_announce",
    security(("admin" = [])),
    request_body = Announcement,
    responses(
        (status = NO_CONTENT, description = "The message was sent"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; bad_chat: the text is empty or too long", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: the message could not be stored", body = ApiError),
    )
)]
pub(super) async fn announce(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Announcement>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(announcement) = body.map_err(|rejection| bad_body(&rejection))?;
    app.admin_service.announce(&announcement.text, &operator).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shut the server down; seats and games are kept
#[utoipa::path(
    post,
    path = "/api/admin/shutdown",
    operation_id = "admin_shutdown",
    security(("admin" = [])),
    responses(
        (status = ACCEPTED, description = "The server is shutting down"),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn shutdown(Admin(operator): Admin, State(app): State<Arc<App>>) -> StatusCode {
    app.admin_service.shutdown(&operator).await;
    StatusCode::ACCEPTED
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Advance {
    milliseconds: u32,
}

/// Advances the clock of a server that was started with a manual clock, for tests.
pub(super) async fn advance(
    _: Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Advance>, JsonRejection>,
) -> Result<Json<i64>, ApiError> {
    let Json(Advance { milliseconds }) = body.map_err(|rejection| bad_body(&rejection))?;
    if app.server.time().advance(milliseconds) {
        Ok(Json(app.server.time().now()))
    } else {
        Err(ApiError::new(
            StatusCode::CONFLICT,
            "time_not_manual",
            "The clock of this server cannot be advanced.",
        ))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fault {
    /// The fault from now on; `null` ends it.
    fault: Option<String>,
}

/// Makes the store fail, on a server that was started with faults, for tests.
pub(super) async fn fault(
    _: Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<Fault>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(Fault { fault }) = body.map_err(|rejection| bad_body(&rejection))?;
    let Some(faults) = &app.faults else {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "faults_disabled",
            "This server was not started with faults.",
        ));
    };
    if let Some(budget) = fault.as_ref().and_then(|word| word.strip_prefix("lobby=")?.parse().ok()) {
        app.server.limit_lobby(budget);
        return Ok(StatusCode::NO_CONTENT);
    }
    match fault.map(|word| word.parse::<store::Fault>()) {
        None => {
            faults.lift();
            app.server.limit_lobby(0);
        }
        Some(Ok(fault)) => faults.set(fault),
        Some(Err(bad)) => {
            return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_request", bad.to_string()));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

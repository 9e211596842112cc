//! `/api/blocks`: people whom somebody does not want to have anything to do with.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::RefusalCode;
use serde::Serialize;
use tables::{BlockedPerson, LimitKind, PersonInfo};
use utoipa::ToSchema;

use super::ApiError;
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// The people whom you block.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BlockList {
    /// The latest first.
    blocks: Vec<Block>,
}

/// Somebody whom you block.
#[derive(Debug, Serialize, ToSchema)]
struct Block {
    /// Name of the person.
    name: String,
    /// Since when, in milliseconds since 1970.
    since: i64,
}

impl From<BlockedPerson> for Block {
    fn from(blocked: BlockedPerson) -> Self {
        Self { name: blocked.name, since: blocked.since }
    }
}

/// Whether a person may change something of their own just now.
pub(super) fn may_change(app: &App, person: &PersonInfo) -> Result<(), ApiError> {
    let now = app.server.time().now();
    app.server.limiter().person(person.id).take(LimitKind::Changes, 1, now).map_err(|exceeded| {
        app.server.metrics().requests_rate_limited_total.inc();
        let sentence = "You do that too fast: wait a moment.";
        let code = RefusalCode::RateLimited.name();
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, sentence).retry_after(exceeded.retry_ms)
    })
}

/// List the people you block
#[utoipa::path(
    get,
    path = "/api/blocks",
    operation_id = "blocks",
    security(("person" = [])),
    responses(
        (status = OK, description = "The people you block", body = BlockList),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<BlockList>, ApiError> {
    let found = app.server.blocked_by(person.id).await?;
    Ok(Json(BlockList { blocks: found.into_iter().map(Block::from).collect() }))
}

/// Block a person
///
/// You do not read what they say, are not seated with them by `ready`, and they do not find your table under `/with/`, nor
/// come to one that you announce.
/// It is kept until you end it, on all your devices.
#[utoipa::path(
    put,
    path = "/api/blocks/{name}",
    operation_id = "block",
    params(("name" = String, Path, description = "Name of the person")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "The person is blocked"),
        (status = BAD_REQUEST, description = "limit_reached: you have blocked 200 people", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name, or it is your own", body = ApiError),
        (status = CONFLICT, description = "already_done: you have blocked them already", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn add(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(name) = name.map_err(|_| nobody())?;
    may_change(&app, &person)?;
    app.server.block(person.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a block
#[utoipa::path(
    delete,
    path = "/api/blocks/{name}",
    operation_id = "unblock",
    params(("name" = String, Path, description = "Name of the person, as the list has it")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "The person is not blocked any more"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: you do not block anybody of that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn remove(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(name) = name.map_err(|_| nobody())?;
    may_change(&app, &person)?;
    if app.server.unblock(person.id, &name).await? { Ok(StatusCode::NO_CONTENT) } else { Err(nobody()) }
}

fn nobody() -> ApiError {
    ApiError::not_found(RefusalCode::NoSuchPerson, "You do not block anybody of that name.")
}

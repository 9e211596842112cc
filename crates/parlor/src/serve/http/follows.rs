//! `/api/follows`: people whose running games somebody wants to find.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{RefusalCode, TableInfo};
use serde::Serialize;
use tables::FollowedPerson;
use utoipa::ToSchema;

use super::ApiError;
use super::blocks::may_change;
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// The people whom you follow.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowList {
    /// The latest first; without people whom you block.
    follows: Vec<Follow>,
}

/// Somebody whom you follow.
#[derive(Debug, Serialize, ToSchema)]
struct Follow {
    /// Name of the person.
    name: String,
    /// Since when, in milliseconds since 1970.
    since: i64,
}

impl From<FollowedPerson> for Follow {
    fn from(followed: FollowedPerson) -> Self {
        Self { name: followed.name, since: followed.since }
    }
}

/// Running games of people whom you follow.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowedGames {
    /// The public tables where one of them plays, the newest first.
    tables: Vec<TableInfo>,
}

/// List the people you follow
///
/// The list is yours alone: nobody learns who follows them.
#[utoipa::path(
    get,
    path = "/api/follows",
    operation_id = "follows",
    security(("person" = [])),
    responses(
        (status = OK, description = "The people you follow", body = FollowList),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<FollowList>, ApiError> {
    let found = app.server.followed_by(person.id).await?;
    Ok(Json(FollowList { follows: found.into_iter().map(Follow::from).collect() }))
}

/// List running games of the people you follow
///
/// Public tables only. People who block you, and people whom you block, are not looked for.
#[utoipa::path(
    get,
    path = "/api/followed-tables",
    operation_id = "followed_tables",
    security(("person" = [])),
    responses(
        (status = OK, description = "The tables", body = FollowedGames),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<FollowedGames>, ApiError> {
    Ok(Json(FollowedGames { tables: app.server.games_of_followed(person.id).await? }))
}

/// Follow a person
///
/// It is kept until you end it, on all your devices.
#[utoipa::path(
    put,
    path = "/api/follows/{name}",
    operation_id = "follow",
    params(("name" = String, Path, description = "Name of the person")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You follow the person"),
        (status = BAD_REQUEST, description = "limit_reached: you follow 200 people", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name, it is your own, or you block them", body = ApiError),
        (status = CONFLICT, description = "already_done: you follow them already", body = ApiError),
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
    app.server.follow(person.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follow a person no more
#[utoipa::path(
    delete,
    path = "/api/follows/{name}",
    operation_id = "unfollow",
    params(("name" = String, Path, description = "Name of the person, as the list has it")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You do not follow the person any more"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: you do not follow anybody of that name", body = ApiError),
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
    if app.server.unfollow(person.id, &name).await? { Ok(StatusCode::NO_CONTENT) } else { Err(nobody()) }
}

fn nobody() -> ApiError {
    ApiError::not_found(RefusalCode::NoSuchPerson, "You do not follow anybody of that name.")
}

//! `/api/vacation`: days on which the clocks of a person's slow games stand.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::blocks::may_change;
use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// Your vacation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct VacationInfo {
    /// Until when you are on vacation, in milliseconds since 1970; absent if you are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<i64>,
    /// Days that you have taken this year (UTC).
    used_days: u32,
    /// Days that a person has in a year; 0 if this server has no vacations.
    max_days: u32,
}

/// A vacation to be taken.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewVacation {
    /// How many days, each of 24 hours, from now on.
    #[schema(minimum = 1)]
    days: u32,
}

/// Get your vacation
#[utoipa::path(
    get,
    path = "/api/vacation",
    operation_id = "vacation",
    security(("person" = [])),
    responses(
        (status = OK, description = "Whether you are on vacation, and how many days are left", body = VacationInfo),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<VacationInfo>, ApiError> {
    let found = app.server.vacation(person.id).await?;
    let max_days = app.server.vacation_days();
    Ok(Json(VacationInfo { until: found.until, used_days: found.used_days, max_days }))
}

/// Take vacation days
///
/// From now on your clocks stand at all tables with an hour or more for a decision, but for those of tournaments; the others at
/// these tables see until when. You are not called when it is your turn, and may play all the same.
#[utoipa::path(
    put,
    path = "/api/vacation",
    operation_id = "take_vacation",
    security(("person" = [])),
    request_body = NewVacation,
    responses(
        (status = NO_CONTENT, description = "You are on vacation"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; limit_reached: you have too few days left", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = CONFLICT, description = "already_done: you are on vacation", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn take(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    body: Result<Json<NewVacation>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(new) = body.map_err(|rejection| bad_body(&rejection))?;
    may_change(&app, &person)?;
    app.server.take_vacation(person.id, new.days).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End your vacation
///
/// Your clocks go on where they stood. Days that have not begun are given back.
#[utoipa::path(
    delete,
    path = "/api/vacation",
    operation_id = "end_vacation",
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You are back"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = CONFLICT, description = "already_done: you are not on vacation", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn end(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<StatusCode, ApiError> {
    may_change(&app, &person)?;
    app.server.end_vacation(person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

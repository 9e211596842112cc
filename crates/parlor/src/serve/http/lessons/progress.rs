//! `/api/lessons/progress`: the lessons that the person who asks has solved.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tables::{PersonId, SolvedLesson};
use utoipa::ToSchema;

use super::super::blocks::may_change;
use super::super::{ApiError, bad_body};
use super::none;
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// Maximum number of lessons in one request.
const MAX_SOLVED: usize = 200;

/// The lessons that a person has solved.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::serve::http) struct LessonProgress {
    /// Each as `game/lesson`, the latest first.
    solved: Vec<String>,
}

/// Lessons that were solved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::serve::http) struct SolvedLessons {
    /// Each as `game/lesson`.
    #[schema(max_items = 200)]
    solved: Vec<String>,
}

async fn progress_of(app: &App, person: PersonId) -> Result<Json<LessonProgress>, ApiError> {
    let solved = app.server.solved_lessons(person).await?;
    Ok(Json(LessonProgress { solved: solved.iter().map(ToString::to_string).collect() }))
}

/// List the lessons that you have solved
#[utoipa::path(
    get,
    path = "/api/lessons/progress",
    operation_id = "lesson_progress",
    security(("person" = [])),
    responses(
        (status = OK, description = "The lessons that you have solved", body = LessonProgress),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(in crate::serve::http) async fn read(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<LessonProgress>, ApiError> {
    progress_of(&app, person.id).await
}

/// Add lessons that you have solved
///
/// Those that were solved before stay. All or none are stored.
#[utoipa::path(
    post,
    path = "/api/lessons/progress",
    operation_id = "add_lesson_progress",
    security(("person" = [])),
    request_body = SolvedLessons,
    responses(
        (status = OK, description = "All lessons that you have solved", body = LessonProgress),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_lesson: there is no such lesson", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(in crate::serve::http) async fn add(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    body: Result<Json<SolvedLessons>, JsonRejection>,
) -> Result<Json<LessonProgress>, ApiError> {
    let Json(SolvedLessons { solved }) = body.map_err(|rejection| bad_body(&rejection))?;
    if solved.len() > MAX_SOLVED {
        let sentence = format!("At most {MAX_SOLVED} lessons at a time.");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_request", sentence));
    }
    let solved: Option<Vec<_>> = solved.iter().map(|text| SolvedLesson::parse(text)).collect();
    let solved = solved.ok_or_else(none)?;
    may_change(&app, &person)?;
    app.server.add_solved_lessons(person.id, &solved).await?;
    progress_of(&app, person.id).await
}

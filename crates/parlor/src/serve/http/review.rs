//! `/api/replays/{id}/review`: what each decision of a finished game cost, and how lucky everybody was.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::RefusalCode;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tables::{AskReviewError, ReviewState};
use utoipa::{IntoParams, ToSchema};

use super::blocks::may_change;
use super::{ApiError, as_json, replays};
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// How long an answer may wait for progress. Shorter than `request_timeout`.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(4);

/// Where a review stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewAnswer {
    /// `none` if nobody asked for it, `running`, or `done`.
    #[schema(value_type = String, pattern = "^(none|running|done)$")]
    state: &'static str,
    /// How much of it is done, in per cent.
    percent: u8,
    /// The review, once it is done; the same for everybody. If the game could not be judged it has a `problem` and nothing
    /// else. Its fields are described in docs/reviews.md.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    review: Option<Box<RawValue>>,
}

/// What the client knows already.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewQuery {
    /// Answer when more than this many per cent are done, or after a few seconds.
    #[param(minimum = 0, maximum = 100)]
    known: Option<u8>,
}

/// Get the review of a finished game
///
/// Access is the same as for the replay.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/review",
    operation_id = "review",
    params(("id" = String, Path, description = "Id of the replay"), ReviewQuery),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "Where the review stands", body = ReviewAnswer),
        (status = BAD_REQUEST, description = "bad_request: a parameter is not valid", body = ApiError),
        (status = NOT_FOUND, description = "no_such_replay: it does not exist, or the credentials do not allow it", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    wanted: Result<Query<ReviewQuery>, QueryRejection>,
    requester: Requester,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let replay = replays::shown(&app, id, requester, &headers).await?;
    let Query(ReviewQuery { known }) = wanted.map_err(|rejection| {
        let message = format!("{}.", rejection.body_text().trim_end_matches('.'));
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
    })?;
    if known.is_some_and(|known| known > 100) {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_request", "known is 0 to 100, in per cent."));
    }
    let reviews = app.server.reviews();
    let state = match tokio::time::timeout(LONG_POLL_TIMEOUT, reviews.state(&replay.id, known)).await {
        Ok(state) => state?,
        // No news: as it stands.
        Err(_) => reviews.state(&replay.id, None).await?,
    };
    answer(state)
}

/// Ask for the review of a finished game
///
/// It is computed once, in the background, and kept. Access is the same as for the replay.
#[utoipa::path(
    post,
    path = "/api/replays/{id}/review",
    operation_id = "ask_review",
    params(("id" = String, Path, description = "Id of the replay")),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "Where the review stands", body = ReviewAnswer),
        (status = NOT_FOUND, description = "no_such_replay: it does not exist, or the credentials do not allow it", body = ApiError),
        (status = CONFLICT, description = "not_over: the game was abandoned; limit_reached: too many reviews that you asked for are not done", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    requester: Requester,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let person = requester.person.clone();
    let replay = replays::shown(&app, id, requester, &headers).await?;
    if let Some(person) = &person {
        may_change(&app, person)?;
    }
    let by = person.map(|person| person.id);
    let state = app.server.reviews().ask(&replay, by).await.map_err(|error| match error {
        AskReviewError::NotOver => ApiError::new(StatusCode::CONFLICT, "not_over", error.to_string()),
        AskReviewError::TooManyOfOne => {
            ApiError::new(StatusCode::CONFLICT, RefusalCode::LimitReached.name(), error.to_string())
        }
        AskReviewError::TooMany => ApiError::unavailable("unavailable", &error.to_string()),
        AskReviewError::Read(error) => error.into(),
        AskReviewError::Store(error) => {
            tracing::warn!(%error, "storing a request for a review failed");
            ApiError::unavailable("unavailable", "It could not be stored. Try again.")
        }
    })?;
    answer(Some(state))
}

fn answer(state: Option<ReviewState>) -> Result<impl IntoResponse, ApiError> {
    let answer = match state {
        None => ReviewAnswer { state: "none", percent: 0, review: None },
        Some(ReviewState::Running(percent)) => ReviewAnswer { state: "running", percent, review: None },
        Some(ReviewState::Done(body)) => ReviewAnswer {
            state: "done",
            percent: 100,
            review: Some(serde_json::from_str(&body).map_err(|error| {
                tracing::error!(%error, "a stored review is not JSON");
                ApiError::unavailable("unavailable", "The stored review cannot be read.")
            })?),
        },
    };
    let text = serde_json::to_string(&answer).map_err(|error| {
        tracing::error!(%error, "writing a review failed");
        ApiError::unavailable("unavailable", "The review cannot be written.")
    })?;
    Ok(as_json(text))
}

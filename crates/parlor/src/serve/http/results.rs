//! `GET /api/results`: all rated games, for those who want to compute the ratings themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use ratings::RatedGame;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ApiError;
use crate::serve::app::App;

/// A page has this many games unless fewer are asked for.
const PAGE: u32 = 1_000;

/// Which games are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsQuery {
    /// `next` of the page before.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// Maximum number of games, at most 1000.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// A page of rated games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RatedResults {
    /// The moment as of which the server weighs games today, in milliseconds since 1970.
    as_of: i64,
    /// Rated games, in the order in which they were stored.
    #[schema(value_type = Vec<RatedResult>)]
    games: Vec<RatedGame>,
    /// `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A rated game: who sat there, and how it ended.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a type of a crate that knows no OpenAPI")]
struct RatedResult {
    /// Its number among all games of the server.
    number: u64,
    /// Name of the game.
    game: String,
    /// When it ended, in milliseconds since 1970.
    ended_at: i64,
    /// Id of the replay, if everybody may see it.
    replay_id: Option<String>,
    /// The seats, in their order.
    seats: Vec<RatedResultSeat>,
}

/// How a rated game ended for one seat. A seat with neither person nor bot was that of a person who was deleted since.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a type of a crate that knows no OpenAPI")]
struct RatedResultSeat {
    /// Number of the person.
    person: Option<u64>,
    /// Name of the person when the game ended.
    name: Option<String>,
    /// Level of the server's bot.
    bot: Option<String>,
    /// Version of the server's bot.
    bot_version: Option<u16>,
    /// Whether the seat won.
    won: bool,
    /// Its points.
    score: i64,
    /// Whether the person was gone when the game ended; absent if not.
    left: Option<bool>,
}

/// List rated games
///
/// Everything that ratings are computed from: `parlor ratings URL` reads it and finds the same numbers. Results of rated
/// games are public, also those of private tables; their replays are not.
#[utoipa::path(
    get,
    path = "/api/results",
    operation_id = "results",
    params(ResultsQuery),
    responses(
        (status = OK, description = "A page of rated games", body = RatedResults),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn results(
    State(app): State<Arc<App>>,
    wanted: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<Json<RatedResults>, ApiError> {
    let bad = |message: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message);
    let Query(ResultsQuery { after, limit }) =
        wanted.map_err(|error| bad(format!("{}.", error.body_text().trim_end_matches('.'))))?;
    let limit = limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        return Err(bad(format!("limit is a number from 1 to {PAGE}.")));
    }
    // Numbers of databases have a sign.
    if after.is_some_and(|after| i64::try_from(after).is_err()) {
        return Err(bad("after is the next of the page before.".to_owned()));
    }
    // One more than is shown says whether there is another page.
    let mut found = app.server.store().rated_games(after.unwrap_or_default(), limit + 1).await?;
    let is_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| is_more).map(|last| last.place);
    let games = found.into_iter().map(tables::rated_game).collect();
    Ok(Json(RatedResults { as_of: app.server.ratings().as_of(), games, next }))
}

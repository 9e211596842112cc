//! `GET /api/people/{name}/ratings` and `/against/{other}`: ratings through time, and how two people did together.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use serde::Serialize;
use store::RatingHistoryQuery;
use utoipa::ToSchema;

use super::ApiError;
use super::people::known;
use super::ratings::{LeaderboardQuery, board_key};
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// A history has at most this many ratings: the newest.
const MAX_POINTS: u32 = 500;

/// A person's ratings through time.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RatingHistory {
    /// What was shown after each rated game, the oldest first; at most the newest 500.
    points: Vec<RatingPoint>,
}

/// A rating as it was shown after a game, in whole points.
#[derive(Debug, Serialize, ToSchema)]
struct RatingPoint {
    /// When the game ended, in milliseconds since 1970.
    ended_at: i64,
    /// The rating.
    rating: i64,
    /// Half the width of its 95 % interval.
    interval: i64,
}

/// Get a person's ratings through time
#[utoipa::path(
    get,
    path = "/api/people/{name}/ratings",
    operation_id = "rating_history",
    params(("name" = String, Path, description = "Name of the person; case-insensitive"), LeaderboardQuery),
    responses(
        (status = OK, description = "The ratings", body = RatingHistory),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn history(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    wanted: Result<Query<LeaderboardQuery>, QueryRejection>,
) -> Result<Json<RatingHistory>, ApiError> {
    let person = known(&app, name.ok().map(|Path(name)| name)).await?;
    let key = board_key(wanted)?;
    let query = RatingHistoryQuery {
        person: person.id.0,
        game: key.game,
        seats: key.class.seats(),
        limit: MAX_POINTS,
    };
    let past = app.server.store().rating_history(query).await?;
    let points = past.into_iter().rev().map(|past| RatingPoint {
        ended_at: past.ended,
        rating: past.rating.points,
        interval: past.rating.interval,
    });
    Ok(Json(RatingHistory { points: points.collect() }))
}

/// How two people did where both played.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HeadToHead {
    /// Name of the person.
    name: String,
    /// Name of the other one.
    opponent: String,
    /// By game; only games that both played in.
    games: Vec<HeadToHeadGame>,
}

/// How two people did in one game.
#[derive(Debug, Serialize, ToSchema)]
struct HeadToHeadGame {
    /// Name of the game.
    game: String,
    /// Number of games that both played to the end.
    played: u64,
    /// Number of them that the person won.
    won: u64,
    /// Number of them that the other one won.
    opponent_won: u64,
}

/// Get how two people did where both played
///
/// Private games count for the people who played in them (`Authorization: Bearer TOKEN`, or the session cookie).
#[utoipa::path(
    get,
    path = "/api/people/{name}/against/{opponent}",
    operation_id = "head_to_head",
    params(
        ("name" = String, Path, description = "Name of the person; case-insensitive"),
        ("opponent" = String, Path, description = "Name of the other one"),
    ),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "Their games together", body = HeadToHead),
        (status = NOT_FOUND, description = "no_such_person: nobody has one of the names", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn against(
    State(app): State<Arc<App>>,
    names: Result<Path<(String, String)>, PathRejection>,
    requester: Requester,
) -> Result<Json<HeadToHead>, ApiError> {
    let (name, opponent) = names.map(|Path(names)| names).ok().unzip();
    let (person, opponent) = (known(&app, name).await?, known(&app, opponent).await?);
    let viewer = requester.person.map(|viewer| viewer.id.0);
    let found = app.server.store().head_to_head(person.id.0, opponent.id.0, viewer).await?;
    let games = found.into_iter().map(|row| HeadToHeadGame {
        game: row.game,
        played: row.games,
        won: row.wins,
        opponent_won: row.opponent_wins,
    });
    Ok(Json(HeadToHead {
        name: person.name.to_string(),
        opponent: opponent.name.to_string(),
        games: games.collect(),
    }))
}

//! `GET /api/ratings` and `/api/replays/{id}/ratings`: leaderboards, and how a game changed ratings.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use games::Kind;
use ratings::{BoardKey, LEADERBOARD_GAMES, Rating, TableClass};
use serde::{Deserialize, Serialize};
use store::ShownRating;
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, replays};
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// A leaderboard lists this many people.
const MAX_LEADERS: usize = 100;

/// How long an answer may wait for the ratings after a game. Shorter than `request_timeout`.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(4);

/// A rating as it is shown.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RatingNumbers {
    /// The rating: 400 points are odds of ten to one.
    rating: f64,
    /// Half the width of its 95 % interval.
    interval: f64,
    /// Whether the interval is too wide to take the number for granted: it is shown with a question mark.
    provisional: bool,
    /// Number of rated games.
    games: u32,
}

impl From<Rating> for RatingNumbers {
    fn from(rating: Rating) -> Self {
        let tenth = |points: f64| (10.0 * points).round() / 10.0;
        Self {
            rating: tenth(rating.points),
            interval: tenth(rating.interval),
            provisional: rating.is_provisional(),
            games: rating.games,
        }
    }
}

/// A person's rating after a game, in whole points.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RatingAfterGame {
    /// The rating.
    rating: i64,
    /// Half the width of its 95 % interval.
    interval: i64,
    /// Whether it is shown with a question mark.
    provisional: bool,
    /// By how much the game changed it.
    change: i64,
}

impl From<ShownRating> for RatingAfterGame {
    fn from(shown: ShownRating) -> Self {
        let ShownRating { points, interval, change } = shown;
        let provisional = interval as f64 > ratings::MAX_CERTAIN_INTERVAL;
        Self { rating: points, interval, provisional, change }
    }
}

/// Which leaderboard.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardQuery {
    /// Name of the game.
    #[param(example = "gomoku")]
    game: String,
    /// Number of seats: `2`, `3-4` or `5-10`.
    #[param(example = "2", pattern = "^(2|3-4|5-10)$")]
    class: String,
}

/// The board that a query names.
pub(super) fn board_key(
    wanted: Result<Query<LeaderboardQuery>, QueryRejection>,
) -> Result<BoardKey, ApiError> {
    let bad = |message: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message);
    let Query(LeaderboardQuery { game, class }) =
        wanted.map_err(|error| bad(format!("{}.", error.body_text().trim_end_matches('.'))))?;
    let game: Kind = game.parse().map_err(|error: games::UnknownGame| bad(error.to_string()))?;
    let class: TableClass =
        class.parse().map_err(|error: ratings::UnknownTableClass| bad(error.to_string()))?;
    Ok(BoardKey { game: game.name().to_owned(), class })
}

/// The strongest people in one game at one class of tables.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Leaderboard {
    /// Name of the game.
    game: String,
    /// Number of seats.
    #[schema(value_type = String, pattern = "^(2|3-4|5-10)$")]
    class: TableClass,
    /// The moment as of which games are weighed, in milliseconds since 1970.
    as_of: i64,
    /// Number of rated games.
    games: u32,
    /// Rated games that somebody needs to be listed.
    min_games: u32,
    /// People, the strongest first; at most 100.
    people: Vec<Leader>,
    /// The server's bots that played, the strongest first.
    bots: Vec<RatedBot>,
}

/// A person on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
struct Leader {
    /// Name of the person.
    name: String,
    #[serde(flatten)]
    rating: RatingNumbers,
}

/// A bot of the server, with its rating.
#[derive(Debug, Serialize, ToSchema)]
struct RatedBot {
    /// Level of the bot.
    level: String,
    /// Version of the bot.
    version: u16,
    #[serde(flatten)]
    rating: RatingNumbers,
}

/// Get a leaderboard
#[utoipa::path(
    get,
    path = "/api/ratings",
    operation_id = "leaderboard",
    params(LeaderboardQuery),
    responses(
        (status = OK, description = "The leaderboard", body = Leaderboard),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn leaderboard(
    State(app): State<Arc<App>>,
    wanted: Result<Query<LeaderboardQuery>, QueryRejection>,
) -> Result<Json<Leaderboard>, ApiError> {
    let key = board_key(wanted)?;
    let snapshot = app.server.ratings().snapshot();
    let board = snapshot.boards.get(&key).cloned().unwrap_or_default();
    let mut leaders = board.leaders();
    leaders.truncate(MAX_LEADERS);
    let ids = leaders.iter().map(|(person, _)| *person).collect();
    let mut names: HashMap<u64, String> = app.server.store().names_of(ids).await?.into_iter().collect();
    // Somebody who was deleted since the last fit has no name.
    let people = leaders
        .into_iter()
        .filter_map(|(person, rating)| Some(Leader { name: names.remove(&person)?, rating: rating.into() }));
    let mut bots: Vec<_> = board
        .players
        .iter()
        .filter_map(|(player, rating)| match player {
            ratings::Player::Bot { level, version } => Some((level, *version, *rating)),
            _ => None,
        })
        .collect();
    bots.sort_by(|(.., one), (.., other)| other.points.total_cmp(&one.points));
    let bots = bots.into_iter().map(|(level, version, rating)| RatedBot {
        level: level.clone(),
        version,
        rating: rating.into(),
    });
    Ok(Json(Leaderboard {
        game: key.game,
        class: key.class,
        as_of: snapshot.as_of,
        games: board.games,
        min_games: LEADERBOARD_GAMES,
        people: people.collect(),
        bots: bots.collect(),
    }))
}

/// How a game changed ratings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RatingChanges {
    /// Whether the game is rated.
    rated: bool,
    /// Whether the ratings after it are computed. They follow within seconds.
    ready: bool,
    /// By seat; `null` for bots, and for people whose rating is not computed.
    seats: Vec<Option<RatingAfterGame>>,
}

/// Get how a finished game changed ratings
///
/// Waits a few seconds until they are computed. Access is the same as for the replay.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/ratings",
    operation_id = "rating_changes",
    params(("id" = String, Path, description = "Id of the replay")),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "The ratings after the game", body = RatingChanges),
        (status = NOT_FOUND, description = "no_such_replay: it does not exist, or the credentials do not allow it", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn changes(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    requester: Requester,
    headers: HeaderMap,
) -> Result<Json<RatingChanges>, ApiError> {
    let replay = replays::shown(&app, id, requester, &headers).await?;
    let waited = tokio::time::timeout(LONG_POLL_TIMEOUT, app.server.ratings().after(&replay.id)).await;
    let replay = match waited {
        Ok(found) => found?.unwrap_or(replay),
        // As it stands.
        Err(_) => replay,
    };
    let ready = replay.results.iter().all(|seat| seat.person.is_none() || seat.rating.is_some());
    let seats = replay.results.iter().map(|seat| seat.rating.map(RatingAfterGame::from)).collect();
    Ok(Json(RatingChanges { rated: replay.rated, ready: replay.rated && ready, seats }))
}

//! `GET /api/people/{name}`: a person's results, and the games they played.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use game::{FigureKind, FigureSpec, FigureSum};
use games::Kind;
use protocol::{Name, Occupant, RefusalCode, TableInfo, TableStage};
use ratings::TableClass;
use serde::{Deserialize, Serialize};
use store::{GamesQuery, ReplayHead};
use tables::PersonInfo;
use utoipa::{IntoParams, ToSchema};

use super::ApiError;
use super::ratings::{RatingAfterGame, RatingNumbers};
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// A page has this many games unless fewer are asked for.
const PAGE: u32 = 50;

/// A person's results.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PersonResults {
    /// Name of the person.
    name: String,
    /// Results by game; only games played at least once.
    games: Vec<GameResults>,
    /// Ratings by game and class of table size; only where a rated game was played.
    ratings: Vec<PersonRating>,
}

/// A person's rating in one game at one class of tables.
#[derive(Debug, Serialize, ToSchema)]
struct PersonRating {
    /// Name of the game.
    game: String,
    /// Number of seats: `2`, `3-4` or `5-10`.
    #[schema(value_type = String, pattern = "^(2|3-4|5-10)$")]
    class: TableClass,
    #[serde(flatten)]
    rating: RatingNumbers,
}

/// A person's results in one game.
#[derive(Debug, Serialize, ToSchema)]
struct GameResults {
    /// Name of the game.
    game: String,
    /// Number of games played to the end.
    played: u64,
    /// Number of games won.
    won: u64,
    /// The same apart by number of seats.
    sizes: Vec<SizeResults>,
    /// What is counted in this game, in the order of the game. Games that have just ended are counted in the background.
    figures: Vec<PersonFigure>,
}

/// One figure of a person in one game.
#[derive(Debug, Serialize, ToSchema)]
struct PersonFigure {
    /// Stable key, unique within the game.
    #[schema(example = "steals")]
    key: &'static str,
    /// How the values became one number: their sum (`count`), their mean, the lowest or the highest.
    #[schema(value_type = String, pattern = "^(count|mean|min|max)$")]
    kind: FigureKind,
    /// What it is, in English.
    title: &'static str,
    /// Number of values.
    samples: u64,
    /// The number; absent if it is not a count and there are no values.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

impl PersonFigure {
    /// All figures of a game, with what is stored of a person.
    fn all(game: &str, stored: &[store::PersonFigure]) -> Vec<Self> {
        let Ok(kind) = game.parse::<Kind>() else { return Vec::new() };
        let figure = |spec: &FigureSpec| {
            let FigureSpec { key, kind, title } = *spec;
            let found = stored.iter().find(|found| found.game == game && found.key == key);
            let sum = found.map(|found| FigureSum {
                samples: found.totals.samples,
                sum: found.totals.total,
                min: found.totals.lowest,
                max: found.totals.highest,
            });
            let samples = sum.map_or(0, |sum| sum.samples);
            let nothing = matches!(kind, FigureKind::Count).then_some(0.0);
            Self { key, kind, title, samples, value: sum.map(|sum| sum.shown(kind)).or(nothing) }
        };
        kind.face().figures().iter().map(figure).collect()
    }
}

/// A person's results in one game at tables of one size.
#[derive(Debug, Serialize, ToSchema)]
struct SizeResults {
    /// Number of seats.
    seats: u8,
    /// Number of games played to the end.
    played: u64,
    /// Number of games won.
    won: u64,
}

/// Get a person's results
#[utoipa::path(
    get,
    path = "/api/people/{name}",
    params(("name" = String, Path, description = "Name of the person; case-insensitive")),
    responses(
        (status = OK, description = "The person's results", body = PersonResults),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn person(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<PersonResults>, ApiError> {
    let person = known(&app, name.ok().map(|Path(name)| name)).await?;
    let standing = app.server.store().standing(&person.name.key()).await?;
    let by_seats = app.server.store().standing_by_seats(person.id.0).await?;
    let counted = app.server.store().figures_of(person.id.0).await?;
    let games = standing.into_iter().map(|row| {
        let sizes = by_seats.iter().filter(|size| size.game == row.game);
        let sizes =
            sizes.map(|size| SizeResults { seats: size.seats, played: size.games, won: size.wins }).collect();
        let figures = PersonFigure::all(&row.game, &counted);
        GameResults { game: row.game, played: row.games, won: row.wins, sizes, figures }
    });
    let snapshot = app.server.ratings().snapshot();
    let ratings = snapshot.of_person(person.id.0).map(|(key, rating)| PersonRating {
        game: key.game.clone(),
        class: key.class,
        rating: rating.into(),
    });
    Ok(Json(PersonResults {
        name: person.name.to_string(),
        games: games.collect(),
        ratings: ratings.collect(),
    }))
}

/// A table that waits for players.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PersonTable {
    /// Id of the table.
    table: String,
}

/// Find a person's open table
///
/// A public table where the person is seated and a seat is free. Links of the form `/with/NAME` lead there.
#[utoipa::path(
    get,
    path = "/api/people/{name}/table",
    operation_id = "person_table",
    params(("name" = String, Path, description = "Name of the person; case-insensitive")),
    responses(
        (status = OK, description = "The newest table of the person that waits for players", body = PersonTable),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name; no_such_table: they have no open table", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn table(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    requester: Requester,
) -> Result<Json<PersonTable>, ApiError> {
    let person = known(&app, name.ok().map(|Path(name)| name)).await?;
    let none = || ApiError::not_found(RefusalCode::NoSuchTable, "They have no open table just now.");
    // Whom they block does not learn where they are.
    if let Some(viewer) = &requester.person
        && app.server.blocks(person.id, viewer.id).await?
    {
        return Err(none());
    }
    let is_open = |info: &TableInfo| {
        info.stage == TableStage::Waiting
            && info.seats.iter().any(|seat| seat.occupant == Occupant::Empty && !seat.locked)
    };
    let tables = app.server.public_tables_of(person.name.as_str());
    let found = tables.into_iter().filter(is_open).max_by_key(|info| info.opened_at);
    Ok(Json(PersonTable { table: found.ok_or_else(none)?.table.to_string() }))
}

/// Which games of a person are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    /// Only games of this name.
    #[param(example = "gomoku")]
    game: Option<String>,
    /// Only games that this person played in too.
    #[param(example = "Ben")]
    opponent: Option<String>,
    /// Only games that the person won, or did not win.
    #[param(inline)]
    result: Option<ResultFilter>,
    /// `next` of the page before.
    #[param(minimum = 0)]
    before: Option<u64>,
    /// Maximum number of games, at most 50.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// How a game ended for the person.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ResultFilter {
    /// The person won, alone or with others.
    Won,
    /// Somebody else won, or nobody.
    NotWon,
}

/// A page of a person's games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PersonGames {
    /// Finished games, newest first.
    games: Vec<FinishedGame>,
    /// `before` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A finished game.
#[derive(Debug, Serialize, ToSchema)]
struct FinishedGame {
    /// Id of the replay.
    replay_id: String,
    /// Name of the game.
    game: String,
    /// When it ended, in milliseconds since 1970.
    ended_at: i64,
    /// Whether people who did not play may see it.
    public: bool,
    /// Whether it counts for ratings.
    rated: bool,
    /// The players, by seat.
    seats: Vec<FinishedSeat>,
}

/// How a game ended for one seat.
#[derive(Debug, Serialize, ToSchema)]
struct FinishedSeat {
    /// Name at that time.
    name: String,
    /// Whether it is the person whose games are listed.
    is_person: bool,
    /// Whether it won.
    won: bool,
    /// Its points.
    score: i64,
    /// Rating after the game; absent for bots and where it is not computed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingAfterGame>,
}

/// List a person's finished games
///
/// Private games are listed for the people who played in them (`Authorization: Bearer TOKEN`, or the session cookie).
#[utoipa::path(
    get,
    path = "/api/people/{name}/games",
    operation_id = "person_games",
    params(("name" = String, Path, description = "Name of the person; case-insensitive"), ListQuery),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "A page of games", body = PersonGames),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    wanted: Result<Query<ListQuery>, QueryRejection>,
    requester: Requester,
) -> Result<Json<PersonGames>, ApiError> {
    let person = known(&app, name.ok().map(|Path(name)| name)).await?;
    let bad = |message: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message);
    let Query(wanted) =
        wanted.map_err(|error| bad(format!("{}.", error.body_text().trim_end_matches('.'))))?;
    let limit = wanted.limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        return Err(bad(format!("limit is a number from 1 to {PAGE}.")));
    }
    // Places are counted by databases, whose numbers have a sign.
    if wanted.before.is_some_and(|before| i64::try_from(before).is_err()) {
        return Err(bad("before is the next of the page before.".to_owned()));
    }
    let game =
        wanted.game.map(|game| game.parse::<Kind>()).transpose().map_err(|error| bad(error.to_string()))?;
    let opponent = match wanted.opponent {
        Some(name) => Some(known(&app, Some(name)).await?.id.0),
        None => None,
    };
    let query = GamesQuery {
        person: person.id.0,
        viewer: requester.person.map(|viewer| viewer.id.0),
        game: game.map(|game| game.name().to_owned()),
        opponent,
        won: wanted.result.map(|result| matches!(result, ResultFilter::Won)),
        before: wanted.before,
        // One more than is shown says whether there is another page.
        limit: limit + 1,
    };
    let mut found = app.server.store().games_of(query).await?;
    let is_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| is_more).map(|last| last.place);
    let games = found.into_iter().map(|head| finished(head, person.id.0)).collect();
    Ok(Json(PersonGames { games, next }))
}

fn finished(head: ReplayHead, person: u64) -> FinishedGame {
    let seat = |seat: store::SeatResult| FinishedSeat {
        is_person: seat.person == Some(person),
        name: seat.name,
        won: seat.won,
        score: seat.score,
        rating: seat.rating.map(RatingAfterGame::from),
    };
    FinishedGame {
        replay_id: head.id,
        game: head.game,
        ended_at: head.ended,
        public: head.public,
        rated: head.rated,
        seats: head.results.into_iter().map(seat).collect(),
    }
}

pub(super) async fn known(app: &App, name: Option<String>) -> Result<PersonInfo, ApiError> {
    let nobody = || ApiError::not_found(RefusalCode::NoSuchPerson, "There is nobody of that name.");
    let name = name.and_then(|name| Name::parse(&name).ok()).ok_or_else(nobody)?;
    app.server.people().by_name(&name).await?.ok_or_else(nobody)
}

//! `/api/tournaments`: tournaments in rounds, and arenas.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use protocol::{NewTournament, Nonce, RefusalCode, TournamentDetails, TournamentId, TournamentList};
use serde::{Deserialize, Serialize};
use tables::{LimitKind, ShownTables, TournamentOrganiser};
use utoipa::{IntoParams, ToSchema};

use super::admin::Admin;
use super::blocks::may_change;
use super::{ApiError, bad_body, bearer};
use crate::serve::app::App;
use crate::serve::identity::{Requester, SignedIn};
use crate::serve::origin::SameOrigin;

/// Who opens, starts or calls off a tournament: a person, or the operator with the admin token.
pub(super) struct ByOrganiser(TournamentOrganiser);

impl FromRequestParts<Arc<App>> for ByOrganiser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if bearer(&parts.headers).is_some_and(|token| app.admin_auth.opens_with(token)) {
            Admin::from_request_parts(parts, app).await?;
            return Ok(Self(TournamentOrganiser::Operator));
        }
        SameOrigin::from_request_parts(parts, app).await?;
        let SignedIn { person, .. } = SignedIn::from_request_parts(parts, app).await?;
        may_change(app, &person)?;
        Ok(Self(TournamentOrganiser::Person(person)))
    }
}

/// A tournament that was opened.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OpenedTournament {
    /// Id of the tournament.
    #[schema(value_type = String)]
    id: TournamentId,
}

/// What somebody who enters adds to the luck.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// A text of your own, 1 to 64 letters, digits, `-` and `_`: no deal of the tournament can have been chosen against it.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    nonce: Option<Nonce>,
}

/// Which tables are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TablesQuery {
    /// Whether all finished tables of an arena are wanted, and not only the latest 50.
    #[serde(default)]
    all: bool,
}

fn none() -> ApiError {
    ApiError::not_found(RefusalCode::NoSuchTournament, "There is no such tournament.")
}

fn read_id(id: Result<Path<String>, PathRejection>) -> Result<TournamentId, ApiError> {
    let Path(id) = id.map_err(|_| none())?;
    id.parse().map_err(|_| none())
}

/// List tournaments
///
/// The latest 50, whether they are over or not.
#[utoipa::path(
    get,
    path = "/api/tournaments",
    operation_id = "tournaments",
    responses(
        (status = OK, description = "The tournaments, the latest first", body = TournamentList),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<TournamentList>, ApiError> {
    Ok(Json(app.server.tournaments().await?))
}

/// Get a tournament
///
/// Everything that the page shows: entrants, standings after each round, pairings, results, and where the luck comes from. It
/// is also what an export contains. With the token of a person (`Authorization: Bearer TOKEN`, or the session cookie) the
/// answer also says what the tournament is to them.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    operation_id = "tournament",
    params(("id" = String, Path, description = "Id of the tournament"), TablesQuery),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "The tournament", body = TournamentDetails),
        (status = BAD_REQUEST, description = "bad_request: the query is not valid", body = ApiError),
        (status = NOT_FOUND, description = "no_such_tournament: there is none with this id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn details(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<TablesQuery>, QueryRejection>,
    requester: Requester,
) -> Result<Json<TournamentDetails>, ApiError> {
    let Query(query) =
        query.map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", error.body_text()))?;
    let shown = if query.all { ShownTables::All } else { ShownTables::Latest };
    let person = requester.person.map(|person| person.id);
    Ok(Json(app.server.tournament(read_id(id)?, person, shown).await?))
}

/// Open a tournament
///
/// With the token of a person, who organises at most 3 at a time, or with the admin token. The server is bound to the luck of
/// the tournament from then on.
#[utoipa::path(
    post,
    path = "/api/tournaments",
    operation_id = "open_tournament",
    security(("person" = []), ("admin" = [])),
    request_body = NewTournament,
    responses(
        (status = OK, description = "It is open: people can enter", body = OpenedTournament),
        (status = BAD_REQUEST, description = "bad_request, bad_options, no_such_game, no_such_bot: it cannot be played like that; limit_reached: you organise 3, or the server has 100", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn open(
    State(app): State<Arc<App>>,
    ByOrganiser(organiser): ByOrganiser,
    body: Result<Json<NewTournament>, JsonRejection>,
) -> Result<Json<OpenedTournament>, ApiError> {
    let Json(new) = body.map_err(|rejection| bad_body(&rejection))?;
    if let TournamentOrganiser::Person(person) = &organiser {
        // What it keeps is worth more than a change: it counts as a table that is opened, too.
        let now = app.server.time().now();
        app.server.limiter().person(person.id).take(LimitKind::Tables, 1, now).map_err(|exceeded| {
            let sentence = "You open tables and tournaments too fast: wait a moment.";
            let code = RefusalCode::RateLimited.name();
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, sentence).retry_after(exceeded.retry_ms)
        })?;
    }
    Ok(Json(OpenedTournament { id: app.server.open_tournament(&organiser, new).await? }))
}

/// Enter a tournament
///
/// Until entry closes; again with another nonce to change it. An arena is joined as long as it runs, also again; the nonce of the
/// first time counts.
#[utoipa::path(
    put,
    path = "/api/tournaments/{id}/entry",
    operation_id = "enter_tournament",
    params(("id" = String, Path, description = "Id of the tournament")),
    security(("person" = [])),
    request_body = Entry,
    responses(
        (status = NO_CONTENT, description = "You have entered"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; limit_reached: it is full, or you have entered 10", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_tournament: there is none with this id", body = ApiError),
        (status = CONFLICT, description = "already_started: entry is closed; cannot_start: fewer than two people entered", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn enter(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
    body: Result<Json<Entry>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let id = read_id(id)?;
    let Json(entry) = body.map_err(|rejection| bad_body(&rejection))?;
    may_change(&app, &person)?;
    app.server.enter_tournament(&person, id, entry.nonce).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw from a tournament
///
/// Before it starts, your entry is deleted. Afterwards you finish the game you are in, and are not paired any more; an arena can
/// be joined again.
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}/entry",
    operation_id = "withdraw_from_tournament",
    params(("id" = String, Path, description = "Id of the tournament")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You have withdrawn"),
        (status = BAD_REQUEST, description = "not_seated: you have not entered", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_tournament: there is none with this id", body = ApiError),
        (status = CONFLICT, description = "already_done: it is over", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn withdraw(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let id = read_id(id)?;
    may_change(&app, &person)?;
    app.server.withdraw_from_tournament(person.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Start a tournament
///
/// Closes entry now: the first round begins, or the time of an arena does, which people go on to join. For its organiser, or with the admin token.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/start",
    operation_id = "start_tournament",
    params(("id" = String, Path, description = "Id of the tournament")),
    security(("person" = []), ("admin" = [])),
    responses(
        (status = NO_CONTENT, description = "Entry is closed"),
        (status = BAD_REQUEST, description = "not_host: somebody else organises it", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_tournament: there is none with this id", body = ApiError),
        (status = CONFLICT, description = "already_started: entry is closed; cannot_start: fewer than two people entered", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn start(
    State(app): State<Arc<App>>,
    ByOrganiser(organiser): ByOrganiser,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    app.server.start_tournament(&organiser, read_id(id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Call a tournament off
///
/// Games that are being played go on, and count for nothing. For its organiser, or with the admin token.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/cancel",
    operation_id = "cancel_tournament",
    params(("id" = String, Path, description = "Id of the tournament")),
    security(("person" = []), ("admin" = [])),
    responses(
        (status = NO_CONTENT, description = "It is called off"),
        (status = BAD_REQUEST, description = "not_host: somebody else organises it", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_tournament: there is none with this id", body = ApiError),
        (status = CONFLICT, description = "already_done: it is over", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn cancel(
    State(app): State<Arc<App>>,
    ByOrganiser(organiser): ByOrganiser,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    app.server.cancel_tournament(&organiser, read_id(id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

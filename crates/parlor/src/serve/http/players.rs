//! `GET /api/players/{name}`: how somebody has played.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use protocol::{Name, RefusalCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use crate::serve::app::App;

/// How somebody has played.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Player {
    /// What they are called.
    name: String,
    /// Each game they have played, by name.
    games: Vec<Played>,
}

/// How often somebody played a game, and won.
#[derive(Debug, Serialize, ToSchema)]
struct Played {
    /// The game.
    game: String,
    /// How many were played to the end.
    games: u64,
    /// How many of them were won.
    wins: u64,
}

/// How often somebody played each game, and won
#[utoipa::path(
    get,
    path = "/api/players/{name}",
    params(("name" = String, Path, description = "The name; letter case does not matter")),
    responses(
        (status = OK, description = "How they have played", body = Player),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn player(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<Player>, ApiError> {
    let name = name.ok().and_then(|Path(name)| Name::parse(&name).ok());
    let known = name.and_then(|name| app.server.people().by_name(&name));
    let nobody = || ApiError::not_found(RefusalCode::NoSuchPerson, "There is nobody of that name.");
    let known = known.ok_or_else(nobody)?;
    let standing = app.server.store().standing(&known.name.key()).await?;
    let games = standing.into_iter().map(|row| Played { game: row.game, games: row.games, wins: row.wins });
    Ok(Json(Player { name: known.name.to_string(), games: games.collect() }))
}

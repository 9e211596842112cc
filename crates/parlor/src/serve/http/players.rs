//! `GET /api/players/{name}`: a player's results.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use protocol::{Name, RefusalCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use crate::serve::app::App;

/// A player's results.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Player {
    /// Name of the player.
    name: String,
    /// Results by game; only games played at least once.
    games: Vec<Played>,
}

/// A player's results in one game.
#[derive(Debug, Serialize, ToSchema)]
struct Played {
    /// Name of the game.
    game: String,
    /// Number of games played to the end.
    played: u64,
    /// Number of games won.
    won: u64,
}

/// Get a player's results
#[utoipa::path(
    get,
    path = "/api/players/{name}",
    params(("name" = String, Path, description = "Name of the player; case-insensitive")),
    responses(
        (status = OK, description = "The player's results", body = Player),
        (status = NOT_FOUND, description = "no_such_person: no player has that name", body = ApiError),
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
    let games = standing.into_iter().map(|row| Played { game: row.game, played: row.games, won: row.wins });
    Ok(Json(Player { name: known.name.to_string(), games: games.collect() }))
}

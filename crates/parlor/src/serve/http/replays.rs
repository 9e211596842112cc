//! `GET /api/replays/{id}`: a finished game.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::{ReplayId, Seal};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use super::{ApiError, as_json, authorization, bearer};
use crate::serve::app::App;
use crate::serve::session_cookie;

/// Get the replay of a finished game
///
/// The replay of a public table needs no credentials. The replay of a private table needs the token of a player of that
/// game (`Authorization: Bearer TOKEN`, or the session cookie) or the seal that was sent with the result
/// (`Authorization: Seal DIGITS`).
#[utoipa::path(
    get,
    path = "/api/replays/{id}",
    params(("id" = String, Path, description = "Id of the replay: the id of the table, a dash, and the number of the game at that table")),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "Players, result, and the record from which the game can be played again", body = serde_json::Value),
        (status = NOT_FOUND, description = "no_such_replay: it does not exist, or the credentials do not allow it", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    Ok(as_json(&shown(&app, id, &headers).await?.body))
}

/// The replay, if it exists and the request may see it.
pub(super) async fn shown(
    app: &App,
    id: Result<Path<String>, PathRejection>,
    headers: &HeaderMap,
) -> Result<store::Replay, ApiError> {
    // The same answer in both cases: a private replay's existence is not revealed.
    let none = || {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no_such_replay",
            "There is no such replay, or it is not for you.",
        )
    };
    let id: Option<ReplayId> = id.ok().and_then(|Path(id)| id.parse().ok());
    let id = id.ok_or_else(none)?;
    let replay = app.server.store().replay(&id.to_string()).await?.ok_or_else(none)?;
    let token = bearer(headers).or_else(|| session_cookie::token_in(headers));
    let person = match token {
        Some(token) => app.server.people().by_token(token).await?,
        None => None,
    };
    let played =
        person.is_some_and(|person| replay.results.iter().any(|seat| seat.person == Some(person.id.0)));
    if replay.public || played || is_sealed_with(&replay, headers) { Ok(replay) } else { Err(none()) }
}

/// Whether the request carries the replay's seal, which everybody at the table received with the result. It cannot be
/// guessed: the hashed text contains the secret of the deal.
fn is_sealed_with(replay: &store::Replay, headers: &HeaderMap) -> bool {
    #[derive(Deserialize)]
    struct Sealed {
        seal: Option<Seal>,
    }
    let Some(told) = authorization(headers, "seal") else { return false };
    let sealed = serde_json::from_str::<Sealed>(&replay.body).ok().and_then(|sealed| sealed.seal);
    sealed.is_some_and(|seal| seal.to_string().as_bytes().ct_eq(told.as_bytes()).into())
}

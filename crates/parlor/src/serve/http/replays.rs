//! `GET /api/replays/{id}`: a game that was played.

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

/// A game that has ended, from the deal to its result
///
/// A game at a public table is for everybody. One at a private table is for those who played it, who show it with
/// their token or their cookie, and for whoever was told its seal (`Authorization: Seal DIGITS`).
#[utoipa::path(
    get,
    path = "/api/replays/{id}",
    params(("id" = String, Path, description = "The table's id, a dash, and which game at that table it was")),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "Who played, how it ended, and the record that replays it", body = serde_json::Value),
        (status = NOT_FOUND, description = "no_such_replay: there is none, or it is not for you", body = ApiError),
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

/// The replay, if it is there and for whoever asks.
pub(super) async fn shown(
    app: &App,
    id: Result<Path<String>, PathRejection>,
    headers: &HeaderMap,
) -> Result<store::Replay, ApiError> {
    // Whoever may not see it cannot tell whether it is there.
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
    let person = token.and_then(|token| app.server.people().by_token(token));
    let played =
        person.is_some_and(|person| replay.results.iter().any(|seat| seat.person == Some(person.id.0)));
    if replay.public || played || is_sealed_with(&replay, headers) { Ok(replay) } else { Err(none()) }
}

/// Whether whoever asks was told the seal, as everybody at the table was with the result. It cannot be guessed: what it is
/// the hash of holds the secret of the deal.
fn is_sealed_with(replay: &store::Replay, headers: &HeaderMap) -> bool {
    #[derive(Deserialize)]
    struct Sealed {
        seal: Option<Seal>,
    }
    let Some(told) = authorization(headers, "seal") else { return false };
    let sealed = serde_json::from_str::<Sealed>(&replay.body).ok().and_then(|sealed| sealed.seal);
    sealed.is_some_and(|seal| seal.to_string().as_bytes().ct_eq(told.as_bytes()).into())
}

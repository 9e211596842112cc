//! `GET /api/replays/{id}`: a finished game.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::{DayDate, Deal, ReplayId, Seal};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use super::{ApiError, as_json, authorization};
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// Get the replay of a finished game
///
/// The replay of a public table needs no credentials. The replay of a private table needs the token of a player of that
/// game (`Authorization: Bearer TOKEN`, or the session cookie) or the seal that was sent with the result
/// (`Authorization: Seal DIGITS`). The replay of a deal of the day needs none, and is shown when that day is over.
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
    requester: Requester,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    Ok(as_json(shown(&app, id, requester, &headers).await?.body))
}

/// The replay, if it exists and the request may see it.
pub(super) async fn shown(
    app: &App,
    id: Result<Path<String>, PathRejection>,
    requester: Requester,
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
    // Others may still play the deal of a day, so its replay is withheld until that day is over, and public afterwards.
    if let Some(day) = day_of(&replay) {
        return if app.server.time().now() >= day.ends_at() { Ok(replay) } else { Err(none()) };
    }
    // The same for a deal that other tables of a tournament still play.
    if app.server.is_withheld(id).await? {
        return Err(none());
    }
    let played = requester
        .person
        .is_some_and(|person| replay.results.iter().any(|seat| seat.person == Some(person.id.0)));
    if replay.public || played || is_sealed_with(&replay, headers) { Ok(replay) } else { Err(none()) }
}

/// The day whose deal was played.
fn day_of(replay: &store::Replay) -> Option<DayDate> {
    #[derive(Deserialize)]
    struct Dealt {
        deal: Option<Deal>,
    }
    let dealt: Dealt = serde_json::from_str(&replay.body).ok()?;
    dealt.deal?.day.map(|day| day.date)
}

/// Whether the request carries the replay's seal, which everybody at the table received with the result. It cannot be
/// guessed: the hashed text contains the secret of the deal.
fn is_sealed_with(replay: &store::Replay, headers: &HeaderMap) -> bool {
    #[derive(Deserialize)]
    struct Sealed {
        seal: Option<Seal>,
        /// The seal that was sent with the result, if the replay has been resealed since.
        old_seal: Option<Seal>,
    }
    let Some(told) = authorization(headers, "seal") else { return false };
    let Ok(Sealed { seal, old_seal }) = serde_json::from_str(&replay.body) else { return false };
    let opens = |seal: Seal| seal.to_string().as_bytes().ct_eq(told.as_bytes()).into();
    seal.into_iter().chain(old_seal).any(opens)
}

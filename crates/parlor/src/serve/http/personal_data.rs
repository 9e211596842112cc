//! `GET /api/export` and `DELETE /api/people/{name}`: exports and deletes everything stored about a person.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::body::Frame;
use protocol::RefusalCode;
use serde_json::json;
use store::{GamesQuery, ReadError, ReplayHead};
use tables::PersonInfo;
use tokio::sync::mpsc;

use super::ApiError;
use super::admin::Admin;
use super::blocks::may_change;
use super::people::known;
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// The version of the file: it rises when something in it gets another meaning.
const FORMAT: u32 = 1;
/// This many games are read and sent at once.
const PAGE: u32 = 200;

/// Export everything the server knows of you
///
/// One JSON file: name and times, devices, lists, figures, ratings, seats at tables, and all finished games with their results.
/// Hashes of tokens and codes are left out. A replay itself is at `/api/replays/{id}`.
#[utoipa::path(
    get,
    path = "/api/export",
    operation_id = "export",
    security(("person" = [])),
    responses(
        (status = OK, description = "The file", body = serde_json::Value),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Response, ApiError> {
    may_change(&app, &person)?;
    // The small parts are read first: an error here can still be answered with a status.
    let head = head(&app, &person).await?;
    let (chunks, body) = mpsc::channel(2);
    tokio::spawn(async move {
        if let Err(error) = send(&app, person.id.0, head, &chunks).await {
            // The file ends in the middle, and the client notices.
            let _ = chunks.send(Err(error)).await;
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"parlor-export.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::new(ChunkedBody(body))).into_response())
}

/// All but the games, as JSON that is still open at its end.
async fn head(app: &App, person: &PersonInfo) -> Result<Vec<u8>, ApiError> {
    let (store, id) = (app.server.store(), person.id.0);
    let stored = store.person(id).await?;
    let documents = store.documents_of(id).await?.into_iter().map(|document| {
        // The ids of what signs people in are hashes of secrets.
        let id = (!tables::has_secret_id(&document.kind)).then_some(document.id);
        let body = serde_json::from_str(&document.body).unwrap_or(json!(document.body));
        json!({"kind": document.kind, "id": id, "at": document.at, "expires": document.expires, "body": body})
    });
    let figures = store.figures_of(id).await?.into_iter().map(|figure| {
        let totals = figure.totals;
        json!({
            "game": figure.game, "key": figure.key, "samples": totals.samples, "total": totals.total,
            "lowest": totals.lowest, "highest": totals.highest,
        })
    });
    let snapshot = app.server.ratings().snapshot();
    let ratings = snapshot.of_person(id).map(|(key, rating)| {
        json!({
            "game": key.game, "class": key.class, "points": rating.points, "interval": rating.interval,
        })
    });
    let tables = store.tables_of(id).await?.into_iter();
    let tables = tables.map(|seat| json!({"table": protocol::TableId::new(seat.table), "seat": seat.seat}));
    let replays = store.seats_in_replays(id, u32::MAX).await?.into_iter();
    let replays = replays.map(|seat| json!({"replay_id": seat.replay, "seat": seat.seat}));
    let head = json!({
        "parlor_export": FORMAT,
        "exported_at": app.server.time().now(),
        "person": {
            "id": id,
            "name": person.name,
            "created_at": stored.as_ref().map(|stored| stored.created),
            "seen_at": stored.as_ref().map(|stored| stored.seen),
        },
        "documents": documents.collect::<Vec<_>>(),
        "figures": figures.collect::<Vec<_>>(),
        "ratings": ratings.collect::<Vec<_>>(),
        "tables": tables.collect::<Vec<_>>(),
        "replays": replays.collect::<Vec<_>>(),
    });
    let mut text = head.to_string().into_bytes();
    text.pop();
    text.extend_from_slice(b",\"games\":[");
    Ok(text)
}

/// Sends the file: what was read, and then the games, a page at a time.
async fn send(
    app: &App,
    person: u64,
    head: Vec<u8>,
    chunks: &mpsc::Sender<Result<Bytes, ReadError>>,
) -> Result<(), ReadError> {
    let mut text = head;
    let (mut before, mut is_first) = (None, true);
    loop {
        let query = GamesQuery {
            person,
            viewer: Some(person),
            game: None,
            opponent: None,
            won: None,
            before,
            limit: PAGE,
        };
        let page = app.server.store().games_of(query).await?;
        before = page.last().map(|last| last.place);
        for game in page {
            if !std::mem::replace(&mut is_first, false) {
                text.push(b',');
            }
            text.extend_from_slice(game_json(game, person).to_string().as_bytes());
        }
        if before.is_none() {
            text.extend_from_slice(b"]}\n");
        }
        // The client may have disconnected.
        if chunks.send(Ok(std::mem::take(&mut text).into())).await.is_err() || before.is_none() {
            return Ok(());
        }
    }
}

fn game_json(game: ReplayHead, person: u64) -> serde_json::Value {
    let seats = game.results.into_iter().map(|seat| {
        let is_person = seat.person == Some(person);
        // What others were shown is theirs.
        let rating = seat.rating.filter(|_| is_person);
        let rating = rating.map(|shown| json!({"points": shown.points, "interval": shown.interval, "change": shown.change}));
        json!({
            "seat": seat.seat, "name": seat.name, "is_person": is_person, "won": seat.won, "score": seat.score,
            "left": seat.departed, "rating": rating,
        })
    });
    json!({
        "replay_id": game.id, "game": game.game, "ended_at": game.ended, "public": game.public, "rated": game.rated,
        "seats": seats.collect::<Vec<_>>(),
    })
}

/// A body that is sent as it is written.
struct ChunkedBody(mpsc::Receiver<Result<Bytes, ReadError>>);

impl hyper::body::Body for ChunkedBody {
    type Data = Bytes;
    type Error = ReadError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ReadError>>> {
        self.0.poll_recv(context).map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }
}

/// Delete yourself
///
/// The name in the path is the confirmation: it must be yours. It cannot be undone. Name, devices, lists, figures and ratings are
/// deleted; in replays another name takes its place, and they stay with the people you played with.
#[utoipa::path(
    delete,
    path = "/api/people/{name}",
    operation_id = "delete_person",
    params(("name" = String, Path, description = "Your own name")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You are forgotten"),
        (status = CONFLICT, description = "already_seated: you have a seat at a table", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: it is not your name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn delete(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let is_own = name.is_ok_and(|Path(name)| name == person.name.as_str());
    if !is_own {
        return Err(ApiError::not_found(RefusalCode::NoSuchPerson, "This is not your name."));
    }
    app.server.forget_person(person.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a person
///
/// As the person could do.
#[utoipa::path(
    delete,
    path = "/api/admin/people/{name}",
    operation_id = "admin_forget",
    params(("name" = String, Path, description = "Name of the person")),
    security(("admin" = [])),
    responses(
        (status = NO_CONTENT, description = "The person is forgotten"),
        (status = CONFLICT, description = "already_seated: they have a seat at a table", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn forget(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let person = known(&app, name.ok().map(|Path(name)| name)).await?;
    app.server.forget_person(person.id, Some(&operator)).await?;
    Ok(StatusCode::NO_CONTENT)
}

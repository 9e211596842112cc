//! `GET /api/replays/{id}/frames`: a finished game step by step, from any player's perspective.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use game::face::FaceReplay;
use game::{PerSeat, RecordHead, Seat, Viewer, Voice};
use games::Kind;
use protocol::GameEvent;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, replays};
use crate::perspective::Perspective;
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// Maximum frames in one response; clients page with `from`.
const MAX_FRAMES: u32 = 200;

/// Which frames, and from whose perspective.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct FramesQuery {
    /// Perspective: a seat counted from 0, `watcher`, or `everything` (finished games only).
    #[serde(rename = "as", default)]
    #[param(value_type = Option<String>, pattern = "^([0-9]|watcher|everything)$")]
    perspective: Perspective,
    /// First frame; 0 is the deal.
    #[serde(default)]
    #[param(value_type = Option<u32>, format = "uint32", maximum = 4294967295_u32)]
    from: u32,
    /// Number of frames; more than 200 are cut to 200.
    #[serde(default = "most_frames")]
    #[param(value_type = Option<u32>, format = "uint32", maximum = 4294967295_u32)]
    count: u32,
}

const fn most_frames() -> u32 {
    MAX_FRAMES
}

/// A finished game step by step.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Frames {
    /// Name of the game.
    game: String,
    /// Options of the game.
    #[schema(value_type = Object)]
    options: Value,
    /// Names of the players, by seat.
    names: Vec<String>,
    /// Number of the last step; the deal is step 0.
    steps: usize,
    /// Whether `as=everything` is allowed: not if the game was abandoned.
    everything: bool,
    /// Scores by seat after every step.
    #[schema(value_type = Vec<Vec<i32>>)]
    scores: Vec<PerSeat<i32>>,
    /// The requested frames.
    frames: Vec<Frame>,
}

/// One step.
#[derive(Debug, Serialize, ToSchema)]
struct Frame {
    /// Number of the step.
    step: usize,
    /// Seat that acted; `null` for the deal.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
    /// Events of the step.
    events: Vec<GameEvent>,
    /// What the requested perspective sees after the step. A replay offers no actions, so its `legal` is empty.
    #[schema(value_type = Object)]
    seen: Value,
}

/// Get a finished game step by step, from any player's perspective
///
/// Access is the same as for the replay.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/frames",
    params(("id" = String, Path, description = "Id of the replay: the id of the table, a dash, and the number of the game at that table"), FramesQuery),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "The requested frames", body = Frames),
        (status = BAD_REQUEST, description = "bad_request: a parameter is not valid, or this perspective is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_replay: it does not exist, or the credentials do not allow it", body = ApiError),
        (status = CONFLICT, description = "unsupported_rules: it was played by a version of the rules that this server does not know", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn frames(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    wanted: Result<Query<FramesQuery>, QueryRejection>,
    requester: Requester,
    headers: HeaderMap,
) -> Result<Json<Frames>, ApiError> {
    let replay = replays::shown(&app, id, requester, &headers).await?;
    let Query(wanted) = wanted
        .map_err(|rejection| bad_request(format!("{}.", rejection.body_text().trim_end_matches('.'))))?;
    // Playing a long game again takes milliseconds: too long for a thread that serves sockets.
    let work = tokio::task::spawn_blocking(move || read(&replay.body, &wanted));
    work.await.map_err(|_| ApiError::unavailable("unavailable", "The server is shutting down."))?.map(Json)
}

/// The parts of a stored replay that are needed here.
#[derive(Deserialize)]
struct Stored<'a> {
    names: Vec<String>,
    #[serde(borrow)]
    record: &'a RawValue,
}

fn read(body: &str, wanted: &FramesQuery) -> Result<Frames, ApiError> {
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::warn!(%error, "reading a stored replay failed");
        let message = format!("This game cannot be shown here: {error}");
        ApiError::new(StatusCode::CONFLICT, "unsupported_rules", message)
    };
    let stored: Stored<'_> = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
    let head = RecordHead::parse(stored.record.get()).map_err(|error| unreadable(&error))?;
    let kind: Kind = head.game.parse().map_err(|error| unreadable(&error))?;
    let replay = kind.face().replay(stored.record.get()).map_err(|error| unreadable(&error))?;
    show(kind, replay.as_ref(), stored.names, wanted)
}

fn show(
    kind: Kind,
    replay: &dyn FaceReplay,
    names: Vec<String>,
    wanted: &FramesQuery,
) -> Result<Frames, ApiError> {
    let viewer = match wanted.perspective {
        Perspective::Watcher => Viewer::Watcher,
        Perspective::Seat(seat) if seat.number() < replay.seats() => Viewer::Seat(seat),
        Perspective::Seat(seat) => {
            let seats = replay.seats();
            return Err(bad_request(format!("There is no seat {seat}: {seats} played, counted from 0.")));
        }
        Perspective::Everything => match replay.unveiled() {
            Some(unveiled) => Viewer::Everything(unveiled),
            None => {
                return Err(bad_request("An abandoned game is never shown with all cards open.".to_owned()));
            }
        },
    };
    let voice = Voice::new(names.clone());
    let voice = viewer.seat().map_or_else(|| voice.clone(), |seat| voice.clone().to(seat));
    let first = wanted.from as usize;
    let last = first + wanted.count.min(MAX_FRAMES) as usize;
    let mut scores = Vec::with_capacity(replay.actions() + 1);
    let mut frames = Vec::new();
    for step in replay.steps() {
        scores.push(step.scores());
        if !(first..last).contains(&step.number()) {
            continue;
        }
        let events = step.events(viewer, &voice).into_iter();
        let events = events.map(|told| GameEvent { event: told.event, text: told.text });
        let mut seen = Vec::new();
        let written = step.write_seen(viewer, &mut seen).map_err(|error| error.to_string());
        let seen = written.and_then(|()| serde_json::from_slice(&seen).map_err(|error| error.to_string()));
        let seen = seen.map_err(|error| {
            tracing::error!(%error, "writing a frame of a replay failed");
            ApiError::unavailable("unavailable", "This step could not be shown.")
        })?;
        frames.push(Frame {
            step: step.number(),
            seat: step.seat(),
            events: events.collect(),
            seen: without_choices(seen),
        });
    }
    Ok(Frames {
        game: kind.name().to_owned(),
        options: serde_json::to_value(replay.options()).unwrap_or_default(),
        names,
        steps: replay.actions(),
        everything: replay.unveiled().is_some(),
        scores,
        frames,
    })
}

/// The list of legal actions is the largest part of many views.
fn without_choices(mut seen: Value) -> Value {
    if let Some(legal) = seen.get_mut("legal") {
        *legal = Value::Array(Vec::new());
    }
    seen
}

fn bad_request(message: String) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
}

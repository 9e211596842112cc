//! `GET /api/replays/{id}/frames`: a game that was played, step by step, with anybody's eyes.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use game::{Game, PerSeat, Record, Replay, Seat, Viewer, Voice};
use games::{Kind, with_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, replays};
use crate::serve::app::App;

/// No answer has more frames than this: whoever wants more asks again.
const MAX_FRAMES: usize = 200;

/// Which frames, and whose eyes.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct FramesQuery {
    /// Whose eyes: a seat, `watcher`, or `everything`.
    #[serde(rename = "as", default)]
    #[param(value_type = String)]
    eyes: Perspective,
    /// The first frame; 0 is the deal.
    #[serde(default)]
    from: usize,
    /// How many frames, at most 200.
    #[serde(default = "most_frames")]
    count: usize,
}

const fn most_frames() -> usize {
    MAX_FRAMES
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
enum Perspective {
    #[default]
    Watcher,
    Everything,
    Seat(Seat),
}

impl TryFrom<String> for Perspective {
    type Error = &'static str;

    fn try_from(word: String) -> Result<Self, Self::Error> {
        match word.as_str() {
            "watcher" => Ok(Self::Watcher),
            "everything" => Ok(Self::Everything),
            number => {
                let seat = number.parse().ok().and_then(Seat::new);
                seat.map(Self::Seat).ok_or("as must be a seat, watcher or everything")
            }
        }
    }
}

/// A game step by step.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Frames {
    /// Which game it was.
    game: String,
    /// Its settings.
    #[schema(value_type = Object)]
    options: Value,
    /// Who played, by seat.
    names: Vec<String>,
    /// How many steps it has; the deal is step 0.
    steps: usize,
    /// Whether everything may be seen: not if the game was abandoned.
    everything: bool,
    /// The scores by seat after every step.
    #[schema(value_type = Vec<Vec<i32>>)]
    scores: Vec<PerSeat<i32>>,
    /// The frames that were asked for.
    frames: Vec<Frame>,
}

/// One step.
#[derive(Debug, Serialize, ToSchema)]
struct Frame {
    /// Its number.
    step: usize,
    /// Who did it; nobody dealt.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
    /// What happened.
    events: Vec<Happened>,
    /// What these eyes see then.
    #[schema(value_type = Object)]
    view: Value,
}

/// Something that happened.
#[derive(Debug, Serialize, ToSchema)]
struct Happened {
    /// For programs.
    #[schema(value_type = Object)]
    event: Value,
    /// For people.
    text: String,
}

/// A game that has ended, step by step, with anybody's eyes
#[utoipa::path(
    get,
    path = "/api/replays/{id}/frames",
    params(("id" = String, Path, description = "The table's id, a dash, and which game at that table it was"), FramesQuery),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "The frames", body = Frames),
        (status = BAD_REQUEST, description = "bad_request: there are no such eyes or frames", body = ApiError),
        (status = NOT_FOUND, description = "no_such_replay: there is none, or it is not for you", body = ApiError),
        (status = CONFLICT, description = "other_rules: it was played by rules that this house does not know", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn frames(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
    wanted: Result<Query<FramesQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<Frames>, ApiError> {
    let replay = replays::shown(&app, id, &headers).await?;
    let Query(wanted) = wanted
        .map_err(|rejection| bad_request(format!("{}.", rejection.body_text().trim_end_matches('.'))))?;
    // Playing a long game again takes milliseconds: not where sockets are served.
    let work = tokio::task::spawn_blocking(move || read(&replay.body, &wanted));
    work.await.map_err(|_| ApiError::unavailable("unavailable", "The house is closing."))?.map(Json)
}

/// What is stored of a game, as far as it is needed here.
#[derive(Deserialize)]
struct Stored {
    names: Vec<String>,
    record: Record<Value>,
}

fn read(body: &str, wanted: &FramesQuery) -> Result<Frames, ApiError> {
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::warn!(%error, "a stored replay cannot be shown");
        ApiError::new(StatusCode::CONFLICT, "other_rules", format!("This game cannot be shown here: {error}"))
    };
    let stored: Stored = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
    let kind: Kind = stored.record.game.parse().map_err(|error| unreadable(&error))?;
    with_game!(kind, G => {
        let replay = Replay::<G>::of(&stored.record).map_err(|error| unreadable(&error))?;
        show(&replay, stored, wanted)
    })
}

fn show<G: Game>(replay: &Replay<G>, stored: Stored, wanted: &FramesQuery) -> Result<Frames, ApiError> {
    let viewer = match wanted.eyes {
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
    let voice = Voice::new(stored.names.clone());
    let voice = viewer.seat().map_or_else(|| voice.clone(), |seat| voice.clone().to(seat));
    let last = wanted.from.saturating_add(wanted.count.min(MAX_FRAMES));
    let mut scores = Vec::with_capacity(replay.actions().len() + 1);
    let mut frames = Vec::new();
    for step in replay.steps() {
        scores.push(step.position.scores());
        if !(wanted.from..last).contains(&step.number) {
            continue;
        }
        let events = step.told.for_viewer(viewer).map(|event| Happened {
            event: serde_json::to_value(event).unwrap_or_default(),
            text: G::sentence(event, &voice),
        });
        frames.push(Frame {
            step: step.number,
            seat: step.played.map(|played| played.seat),
            events: events.collect(),
            view: without_choices(serde_json::to_value(step.position.view(viewer)).unwrap_or_default()),
        });
    }
    Ok(Frames {
        game: stored.record.game,
        options: serde_json::to_value(&stored.record.options).unwrap_or_default(),
        names: stored.names,
        steps: replay.actions().len(),
        everything: replay.unveiled().is_some(),
        scores,
        frames,
    })
}

/// Nothing can be done in a replay, and the lists of what could be are the largest part of many views.
fn without_choices(mut view: Value) -> Value {
    if let Some(legal) = view.get_mut("legal") {
        *legal = Value::Array(Vec::new());
    }
    view
}

fn bad_request(message: String) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
}

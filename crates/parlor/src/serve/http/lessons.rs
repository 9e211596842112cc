//! `/api/lessons`: short positions with a task, and what becomes of an action in them.

pub(super) mod progress;

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::http::StatusCode;
use game::Seat;
use games::Kind;
use games::lessons::{Lesson, LessonError, LessonFrame, LessonText, Verdict, lessons};
use protocol::{GameEvent, RefusalCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{ApiError, bad_body};

/// The lessons of all games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LessonList {
    /// The games that have lessons, in display order.
    games: Vec<GameLessons>,
}

/// The lessons of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameLessons {
    /// Name of the game.
    game: &'static str,
    /// Its lessons, in the order in which they are learnt.
    lessons: Vec<LessonTitle>,
}

/// A lesson in the list.
#[derive(Debug, Serialize, ToSchema)]
struct LessonTitle {
    /// Id of the lesson in its game. It never changes.
    id: &'static str,
    /// What it is about.
    title: Texts,
}

/// A text in each language.
#[derive(Debug, Serialize, ToSchema)]
struct Texts {
    /// English.
    en: String,
    /// Swedish.
    sv: String,
    /// Chinese.
    zh: String,
}

impl From<&LessonText> for Texts {
    fn from(text: &LessonText) -> Self {
        let LessonText { en, sv, zh } = text.clone();
        Self { en, sv, zh }
    }
}

/// A lesson as it begins.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LessonInfo {
    /// Name of the game.
    game: &'static str,
    /// Id of the lesson.
    id: &'static str,
    /// Its number among the lessons of the game, from 1.
    number: usize,
    /// How many lessons the game has.
    count: usize,
    /// What it is about.
    title: Texts,
    /// What to do.
    task: Texts,
    /// How many decisions it has.
    decisions: usize,
    /// Options of the table.
    #[schema(value_type = Object)]
    options: Value,
    /// What the players are called, by seat.
    names: Vec<&'static str>,
    /// What the person who learns sees.
    frame: LessonStep,
}

/// What the person who learns sees at one moment.
#[derive(Debug, Serialize, ToSchema)]
struct LessonStep {
    /// Seat that acted; `null` at the beginning.
    seat: Option<u8>,
    /// What happened.
    events: Vec<GameEvent>,
    /// What the seat of the person who learns sees, as in `update`, with the legal actions.
    #[schema(value_type = Object)]
    seen: Box<RawValue>,
}

/// The actions of the person who learns.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Attempt {
    /// All decisions in this lesson so far, as in `act`; the last one is judged.
    #[schema(value_type = Vec<Value>, min_items = 1, max_items = 16)]
    actions: Vec<Box<RawValue>>,
}

/// What became of an action.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Judgement {
    /// `refused`: the rules forbid it, nothing has happened. `wrong`: legal, and not what the lesson asks for. `right`:
    /// another decision follows. `solved`: the lesson is over.
    #[schema(value_type = String, pattern = "^(refused|wrong|right|solved)$")]
    verdict: &'static str,
    /// Why; absent if it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Texts>,
    /// The refusal, as a table gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<LessonRefusal>,
    /// What happened, step by step: the action, and what the others did after it.
    frames: Vec<LessonStep>,
}

/// Why the rules forbid an action.
#[derive(Debug, Serialize, ToSchema)]
struct LessonRefusal {
    /// For programs.
    code: String,
    /// For people.
    message: String,
}

fn unavailable(error: &LessonError) -> ApiError {
    tracing::error!(%error, "a lesson cannot be shown");
    ApiError::unavailable("unavailable", "This lesson cannot be shown.")
}

fn none() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no_such_lesson", "There is no such lesson.")
}

/// A lesson with its number, from 1, and how many there are.
fn find(
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<(&'static Lesson, usize, usize), ApiError> {
    let Path((game, id)) = path.map_err(|_| none())?;
    let kind: Kind = game.parse().map_err(|_| none())?;
    let all = lessons(kind).map_err(unavailable)?;
    let index = all.iter().position(|lesson| lesson.id() == id).ok_or_else(none)?;
    all.get(index).map(|lesson| (lesson, index + 1, all.len())).ok_or_else(none)
}

fn shown(frame: LessonFrame) -> Result<LessonStep, ApiError> {
    let seen = RawValue::from_string(frame.seen).map_err(|error| {
        tracing::error!(%error, "writing a lesson failed");
        ApiError::unavailable("unavailable", "This lesson cannot be shown.")
    })?;
    let events = frame.events.into_iter().map(|event| GameEvent { event: event.event, text: event.text });
    Ok(LessonStep { seat: frame.seat.map(Seat::number), events: events.collect(), seen })
}

/// List the lessons of all games
#[utoipa::path(
    get,
    path = "/api/lessons",
    operation_id = "lessons",
    responses(
        (status = OK, description = "The lessons, by game", body = LessonList),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: the lessons cannot be shown", body = ApiError),
    )
)]
pub(super) async fn list() -> Result<Json<LessonList>, ApiError> {
    let mut games = Vec::new();
    for kind in Kind::ALL {
        let all = lessons(*kind).map_err(unavailable)?;
        let titles = all.iter().map(|lesson| LessonTitle { id: lesson.id(), title: lesson.title().into() });
        if !all.is_empty() {
            games.push(GameLessons { game: kind.name(), lessons: titles.collect() });
        }
    }
    Ok(Json(LessonList { games }))
}

/// Get a lesson as it begins
#[utoipa::path(
    get,
    path = "/api/lessons/{game}/{lesson}",
    operation_id = "lesson",
    params(
        ("game" = String, Path, description = "Name of the game"),
        ("lesson" = String, Path, description = "Id of the lesson"),
    ),
    responses(
        (status = OK, description = "The lesson", body = LessonInfo),
        (status = NOT_FOUND, description = "no_such_lesson: there is no such lesson", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: the lesson cannot be shown", body = ApiError),
    )
)]
pub(super) async fn lesson(
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<LessonInfo>, ApiError> {
    let (lesson, number, count) = find(path)?;
    let frame = lesson.first_frame().map_err(|error| unavailable(&error))?;
    Ok(Json(LessonInfo {
        game: lesson.kind().name(),
        id: lesson.id(),
        number,
        count,
        title: lesson.title().into(),
        task: lesson.task().into(),
        decisions: lesson.decisions(),
        options: serde_json::to_value(lesson.options()).unwrap_or_default(),
        names: lesson.names().to_vec(),
        frame: shown(frame)?,
    }))
}

/// Judge an action in a lesson
///
/// The rules of the game refuse what they refuse at a table, with the same code and sentence. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/lessons/{game}/{lesson}/attempt",
    operation_id = "attempt_lesson",
    params(
        ("game" = String, Path, description = "Name of the game"),
        ("lesson" = String, Path, description = "Id of the lesson"),
    ),
    request_body = Attempt,
    responses(
        (status = OK, description = "What became of the action", body = Judgement),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid, or the lesson has no such decision", body = ApiError),
        (status = NOT_FOUND, description = "no_such_lesson: there is no such lesson", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: the lesson cannot be shown", body = ApiError),
    )
)]
pub(super) async fn attempt(
    path: Result<Path<(String, String)>, PathRejection>,
    body: Result<Json<Attempt>, JsonRejection>,
) -> Result<Json<Judgement>, ApiError> {
    let (lesson, ..) = find(path)?;
    let Json(Attempt { actions }) = body.map_err(|rejection| bad_body(&rejection))?;
    let actions: Vec<&str> = actions.iter().map(|action| action.get()).collect();
    let judged = lesson.judge(&actions).map_err(|error| unavailable(&error))?;
    let judged = judged.map_err(|_| {
        let sentence = format!("This lesson takes 1 to {} actions.", lesson.decisions());
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", sentence)
    })?;
    let (verdict, text, refusal) = match judged.verdict {
        Verdict::Refused { code, sentence } => {
            let code = code.map_or_else(|| RefusalCode::BadAction.name(), str::to_owned);
            ("refused", None, Some(LessonRefusal { code, message: sentence }))
        }
        Verdict::Wrong(text) => ("wrong", Some(text.into()), None),
        Verdict::Right(text) => ("right", Some(text.into()), None),
        Verdict::Solved(text) => ("solved", Some(text.into()), None),
    };
    let frames = judged.frames.into_iter().map(shown).collect::<Result<_, _>>()?;
    Ok(Json(Judgement { verdict, text, refusal, frames }))
}

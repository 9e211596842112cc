//! `/api/scheduled`: tables that are opened at a time in the future, and who comes.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use protocol::{Clock, NewTable, RefusalCode, TableId};
use serde::{Deserialize, Serialize};
use tables::{CALL_BEFORE_MS, PersonId, ScheduleAnswer, ScheduleStage, ScheduledTable};
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type};

use super::blocks::may_change;
use super::calendar::CalendarEvent;
use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::identity::{Requester, SignedIn};
use crate::serve::origin::SameOrigin;

/// How long a game is taken to last in a calendar, in minutes.
const EVENT_MINUTES: u16 = 60;

/// The announced tables.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScheduledTables {
    /// The next first: public ones, and private ones that you announced or answered. One that was opened a short time ago is
    /// among them.
    scheduled: Vec<Scheduled>,
    /// Now, in milliseconds since 1970.
    now: i64,
}

/// An announced table.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Scheduled {
    /// Id that the table has when it is open.
    #[schema(value_type = String)]
    table: TableId,
    /// When it is opened, in milliseconds since 1970.
    starts_at: i64,
    /// Now, in milliseconds since 1970.
    now: i64,
    stage: Stage,
    /// Name of the game.
    game: String,
    /// Number of seats.
    seats: u8,
    /// Number of bots that take seats.
    bots: usize,
    /// The clock: a number of seconds, or `off`.
    #[schema(schema_with = clock_schema)]
    clock: Clock,
    /// Whether its games count for ratings.
    rated: bool,
    /// Whether only those who have the link find it.
    private: bool,
    /// Who announced it.
    opened_by: String,
    /// What they say about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Those who come, the first to say so first.
    coming: Vec<String>,
    /// Those who do not.
    declined: Vec<String>,
    /// What you answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    your_answer: Option<Answer>,
    /// Whether you announced it.
    yours: bool,
}

fn clock_schema() -> RefOr<Schema> {
    let off = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["off"]));
    let one_of = OneOfBuilder::new().item(ObjectBuilder::new().schema_type(Type::Integer)).item(off);
    RefOr::T(one_of.description(Some("Seconds for a decision, or off.")).build().into())
}

/// What became of it.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// Its time has not come.
    Announced,
    /// It was opened: `/t/` with its id.
    Opened,
    /// Nobody would have come, or the server did not run at its time.
    Dropped,
}

/// Whether you come.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Answer {
    /// You come: a seat is kept for you, and you are called before it starts.
    Yes,
    /// You do not.
    No,
}

/// A table to announce.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewScheduled {
    /// What kind of table, as in `open`. With `private` only those who have its link find it.
    table: NewTable,
    /// When it is opened, in milliseconds since 1970: a minute to 90 days ahead.
    starts_at: i64,
    /// What you say about it, at most 200 letters.
    #[serde(default)]
    note: Option<String>,
}

/// Your answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScheduledAnswer {
    answer: Answer,
}

impl Scheduled {
    fn of(table: &ScheduledTable, person: Option<PersonId>, now: i64) -> Self {
        let answer = |answer: ScheduleAnswer| match answer {
            ScheduleAnswer::Yes => Answer::Yes,
            ScheduleAnswer::No => Answer::No,
        };
        let named = |wanted: ScheduleAnswer| {
            let answers = table.answers.iter().filter(move |answer| answer.answer == wanted);
            answers.map(|answer| answer.name.clone()).collect()
        };
        Self {
            table: table.table,
            starts_at: table.starts_at,
            now,
            stage: match table.stage {
                ScheduleStage::Announced => Stage::Announced,
                ScheduleStage::Opened => Stage::Opened,
                ScheduleStage::Dropped => Stage::Dropped,
            },
            game: table.new.game.clone(),
            seats: table.seats,
            bots: table.new.bots.len(),
            clock: table.new.clock,
            rated: table.new.rated,
            private: table.new.private,
            opened_by: table.opener_name.clone(),
            note: table.note.clone(),
            coming: named(ScheduleAnswer::Yes),
            declined: named(ScheduleAnswer::No),
            your_answer: person.and_then(|person| table.answer_of(person)).map(answer),
            yours: person == Some(table.opener),
        }
    }
}

fn read_id(id: Result<Path<String>, PathRejection>) -> Result<TableId, ApiError> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or_else(none)
}

fn none() -> ApiError {
    ApiError::not_found(RefusalCode::NoSuchTable, "There is no such table, or it was taken back.")
}

/// List the announced tables
#[utoipa::path(
    get,
    path = "/api/scheduled",
    operation_id = "scheduled_tables",
    responses(
        (status = OK, description = "The announced tables", body = ScheduledTables),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Requester { person, .. }: Requester,
) -> Result<Json<ScheduledTables>, ApiError> {
    let now = app.server.time().now();
    let person = person.map(|person| person.id);
    let tables = app.server.scheduled_tables().await?;
    let is_seen = |table: &&ScheduledTable| {
        !table.new.private || person.is_some_and(|person| table.answer_of(person).is_some())
    };
    let scheduled = tables.iter().filter(is_seen).map(|table| Scheduled::of(table, person, now)).collect();
    Ok(Json(ScheduledTables { scheduled, now }))
}

/// Get an announced table
///
/// It is found for a day after its start.
#[utoipa::path(
    get,
    path = "/api/scheduled/{id}",
    operation_id = "scheduled_table",
    params(("id" = String, Path, description = "Id of the table")),
    responses(
        (status = OK, description = "The table", body = Scheduled),
        (status = NOT_FOUND, description = "no_such_table: it does not exist, or was taken back", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Requester { person, .. }: Requester,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Scheduled>, ApiError> {
    let table = app.server.scheduled_table(read_id(id)?).await?.ok_or_else(none)?;
    Ok(Json(Scheduled::of(&table, person.map(|person| person.id), app.server.time().now())))
}

/// Announce a table
///
/// It is opened at its time, and the seats of those who said yes are kept for 15 minutes. You come to it yourself.
#[utoipa::path(
    post,
    path = "/api/scheduled",
    operation_id = "schedule_table",
    security(("person" = [])),
    request_body = NewScheduled,
    responses(
        (status = CREATED, description = "The table is announced", body = Scheduled),
        (status = BAD_REQUEST, description = "bad_request, bad_options, no_such_game, no_such_bot: the body is not valid; limit_reached: 5 tables of yours are announced", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn announce(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    body: Result<Json<NewScheduled>, JsonRejection>,
) -> Result<(StatusCode, Json<Scheduled>), ApiError> {
    let Json(NewScheduled { table, starts_at, note }) = body.map_err(|rejection| bad_body(&rejection))?;
    may_change(&app, &person)?;
    let table = app.server.schedule_table(&person, table, starts_at, note.as_deref()).await?;
    let now = app.server.time().now();
    Ok((StatusCode::CREATED, Json(Scheduled::of(&table, Some(person.id), now))))
}

/// Say whether you come
#[utoipa::path(
    put,
    path = "/api/scheduled/{id}/answer",
    operation_id = "answer_scheduled_table",
    params(("id" = String, Path, description = "Id of the table")),
    security(("person" = [])),
    request_body = ScheduledAnswer,
    responses(
        (status = OK, description = "The table with your answer", body = Scheduled),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; table_full: all places are taken; stale: its time has come; limit_reached: enough people have said no", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_table: it does not exist, or was taken back", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn answer(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
    body: Result<Json<ScheduledAnswer>, JsonRejection>,
) -> Result<Json<Scheduled>, ApiError> {
    let Json(ScheduledAnswer { answer }) = body.map_err(|rejection| bad_body(&rejection))?;
    may_change(&app, &person)?;
    let answer = match answer {
        Answer::Yes => ScheduleAnswer::Yes,
        Answer::No => ScheduleAnswer::No,
    };
    let table = app.server.answer_scheduled(&person, read_id(id)?, answer).await?;
    Ok(Json(Scheduled::of(&table, Some(person.id), app.server.time().now())))
}

/// Take an announced table back
///
/// Only who announced it may.
#[utoipa::path(
    delete,
    path = "/api/scheduled/{id}",
    operation_id = "cancel_scheduled_table",
    params(("id" = String, Path, description = "Id of the table")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "Nobody is called, and no table is opened"),
        (status = BAD_REQUEST, description = "not_host: somebody else announced it; stale: its time has come", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_table: it does not exist, or was taken back", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn cancel(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    may_change(&app, &person)?;
    app.server.cancel_scheduled(&person, read_id(id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a calendar file of an announced table
#[utoipa::path(
    get,
    path = "/api/scheduled/{id}/calendar",
    operation_id = "scheduled_table_calendar",
    params(("id" = String, Path, description = "Id of the table")),
    responses(
        (status = OK, description = "The event as RFC 5545 describes it", body = String, content_type = "text/calendar"),
        (status = NOT_FOUND, description = "no_such_table: it does not exist, or was taken back", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn calendar(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let table = app.server.scheduled_table(read_id(id)?).await?.ok_or_else(none)?;
    let kind = table.new.game.parse::<games::Kind>();
    let title = kind.map_or_else(|_| table.new.game.clone(), |kind| kind.spec().title.to_owned());
    let base = app.public_url.as_deref().map(|url| url.trim_end_matches('/'));
    let url = base.map(|base| format!("{base}/scheduled/{}", table.table));
    let host = base.and_then(|base| base.split("//").nth(1)).unwrap_or("parlor");
    let coming: Vec<&str> = table.coming().map(|person| person.name.as_str()).collect();
    let mut description = coming.join(", ");
    for more in table.note.iter().chain(&url) {
        description = format!("{description}\n{more}");
    }
    let event = CalendarEvent {
        uid: format!("{}@{host}", table.table),
        written_at: app.server.time().now(),
        starts_at: table.starts_at,
        minutes: EVENT_MINUTES,
        summary: format!("{title} ({})", table.opener_name),
        description,
        url: url.as_deref(),
        alarm_minutes: (CALL_BEFORE_MS / 60_000) as u16,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"parlor-{}.ics\"", table.table)),
    ];
    Ok((headers, event.write()))
}

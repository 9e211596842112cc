//! `GET /api/days/{date}`: the deals of a day.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{DayDate, DayInfo};

use super::ApiError;
use crate::serve::app::App;
use crate::serve::identity::Requester;

/// Get the deals of a day
///
/// One deal for each game, the same for everybody, played alone against the same bots at any time of that day. Results are
/// shown when the day is over and compared. With the token of a person (`Authorization: Bearer TOKEN`, or the session cookie) the answer also has
/// their own results and streak.
#[utoipa::path(
    get,
    path = "/api/days/{date}",
    operation_id = "day",
    params(("date" = String, Path, description = "The day as in 2026-11-17, in UTC; or `today` or `yesterday`")),
    security((), ("person" = [])),
    responses(
        (status = OK, description = "The deals of that day", body = DayInfo),
        (status = NOT_FOUND, description = "no_such_day: it has not begun, or there were no deals on it", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn day(
    State(app): State<Arc<App>>,
    date: Result<Path<String>, PathRejection>,
    requester: Requester,
) -> Result<Json<DayInfo>, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_such_day", "There are no deals of that day.");
    let Path(date) = date.map_err(|_| none())?;
    let date: DayDate = match date.as_str() {
        "today" => app.server.today(),
        "yesterday" => app.server.today().plus(-1),
        date => date.parse().map_err(|_| none())?,
    };
    let person = requester.person.map(|person| person.id);
    Ok(Json(app.server.day_info(date, person).await?.ok_or_else(none)?))
}

//! `/api/admin`: reports, warnings, mutes, bans, closing tables, and the list of what operators did.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use protocol::{ChatText, RefusalCode, TableId};
use serde::Deserialize;
use tables::{AddressRange, SanctionKind, SanctionTarget};
use utoipa::{IntoParams, ToSchema};

use super::admin::Admin;
use super::{ApiError, bad_body};
use crate::report::{AuditList, OpenReports, SanctionInfo, SanctionList};
use crate::serve::app::App;

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// Only what is older than this, in milliseconds since 1970: the `at` of the last entry of the page before.
    before: Option<i64>,
}

fn before(page: Result<Query<PageQuery>, QueryRejection>) -> Result<Option<i64>, ApiError> {
    let Query(page) = page.map_err(|error| bad_request(error.body_text()))?;
    Ok(page.before)
}

fn bad_request(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
}

fn cleaned(text: &str) -> Result<ChatText, ApiError> {
    ChatText::clean(text)
        .map_err(|bad| ApiError::new(StatusCode::BAD_REQUEST, RefusalCode::BadChat.name(), bad.to_string()))
}

/// A text that may be missing.
fn cleaned_if_any(text: Option<&str>) -> Result<Option<ChatText>, ApiError> {
    text.filter(|text| !text.trim().is_empty()).map(cleaned).transpose()
}

/// List reported chat messages
///
/// Up to 200, the latest first. Only the messages that were reported are shown.
#[utoipa::path(
    get,
    path = "/api/admin/reports",
    operation_id = "admin_reports",
    params(PageQuery),
    security(("admin" = [])),
    responses(
        (status = OK, description = "The open reports", body = OpenReports),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn reports(
    _: Admin,
    State(app): State<Arc<App>>,
    page: Result<Query<PageQuery>, QueryRejection>,
) -> Result<Json<OpenReports>, ApiError> {
    Ok(Json(OpenReports::of(app.server.reports(before(page)?).await?)))
}

/// Close a report
///
/// The report is deleted.
#[utoipa::path(
    delete,
    path = "/api/admin/reports/{id}",
    operation_id = "admin_close_report",
    params(("id" = String, Path, description = "Id of the report")),
    security(("admin" = [])),
    responses(
        (status = NO_CONTENT, description = "The report is closed"),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_report: there is none of that id, or it was closed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn close_report(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_such_report", "There is no such report.");
    let Path(id) = id.map_err(|_| none())?;
    if app.server.close_report(&id, &operator).await? { Ok(StatusCode::NO_CONTENT) } else { Err(none()) }
}

/// A warning.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWarning {
    /// Name of the person.
    person: String,
    /// The text that they receive: 1 to 500 characters.
    #[schema(min_length = 1)]
    text: String,
}

/// Warn a person
///
/// Shown to them at once, and at every sign-in until they have read it.
#[utoipa::path(
    post,
    path = "/api/admin/warnings",
    operation_id = "admin_warn",
    security(("admin" = [])),
    request_body = NewWarning,
    responses(
        (status = NO_CONTENT, description = "The warning is stored"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; bad_chat: the text is empty or too long; limit_reached: ten warnings are unread", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn warn(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<NewWarning>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(NewWarning { person, text }) = body.map_err(|rejection| bad_body(&rejection))?;
    app.server.warn(&person, &cleaned(&text)?, &operator).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is not allowed for a time.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum NewSanctionKind {
    /// To talk.
    Mute,
    /// To be here.
    Ban,
}

/// A mute or a ban.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSanction {
    kind: NewSanctionKind,
    /// Name of the person; either this or `addresses`.
    #[serde(default)]
    person: Option<String>,
    /// An address or a block of addresses such as `192.0.2.0/24`, for a ban; either this or `person`.
    #[serde(default)]
    addresses: Option<String>,
    /// How long it lasts.
    #[schema(minimum = 1, maximum = 5_256_000)]
    #[serde(deserialize_with = "super::invitations::whole_number")]
    minutes: u32,
    /// The reason, which the person receives: at most 500 characters.
    #[serde(default)]
    reason: Option<String>,
}

/// Mute or ban for a time
///
/// A ban closes connections at once; seats are kept and played by the table's rules. One of the same kind for the same
/// person or addresses is replaced.
#[utoipa::path(
    post,
    path = "/api/admin/sanctions",
    operation_id = "admin_sanction",
    security(("admin" = [])),
    request_body = NewSanction,
    responses(
        (status = CREATED, description = "The mute or ban", body = SanctionInfo),
        (status = BAD_REQUEST, description = "bad_request, bad_options, bad_chat: the body is not valid; limit_reached: there are too many", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_person: nobody has that name", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn sanction(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<NewSanction>, JsonRejection>,
) -> Result<(StatusCode, Json<SanctionInfo>), ApiError> {
    let Json(new) = body.map_err(|rejection| bad_body(&rejection))?;
    let kind = match new.kind {
        NewSanctionKind::Mute => SanctionKind::Mute,
        NewSanctionKind::Ban => SanctionKind::Ban,
    };
    let reason = cleaned_if_any(new.reason.as_deref())?;
    let reason = reason.map(|text| text.as_str().to_owned()).unwrap_or_default();
    let (server, minutes) = (&app.server, new.minutes);
    let made = match (new.person, new.addresses) {
        (Some(person), None) => server.sanction_person(kind, &person, minutes, reason, &operator).await?,
        (None, Some(addresses)) => {
            let range: AddressRange = addresses.parse().map_err(|expected: &str| {
                bad_request(format!("{addresses:?} is not an address: expected {expected}."))
            })?;
            server.sanction(kind, SanctionTarget::Addresses(range), minutes, reason, &operator).await?
        }
        _ => return Err(bad_request("Name either a person or addresses.")),
    };
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// List mutes and bans
#[utoipa::path(
    get,
    path = "/api/admin/sanctions",
    operation_id = "admin_sanctions",
    security(("admin" = [])),
    responses(
        (status = OK, description = "The mutes and bans that count, the latest first", body = SanctionList),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
    )
)]
pub(super) async fn sanctions(_: Admin, State(app): State<Arc<App>>) -> Json<SanctionList> {
    Json(SanctionList { sanctions: app.server.sanctions().into_iter().map(SanctionInfo::from).collect() })
}

/// End a mute or a ban
#[utoipa::path(
    delete,
    path = "/api/admin/sanctions/{id}",
    operation_id = "admin_lift",
    params(("id" = String, Path, description = "Id of the mute or ban")),
    security(("admin" = [])),
    responses(
        (status = NO_CONTENT, description = "It is over"),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_sanction: there is none of that id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn lift(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_such_sanction", "There is no such mute or ban.");
    let Path(id) = id.map_err(|_| none())?;
    if app.server.lift_sanction(&id, &operator).await? { Ok(StatusCode::NO_CONTENT) } else { Err(none()) }
}

/// Why a table is closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TableClosing {
    /// The text that everybody at the table receives.
    #[serde(default)]
    reason: Option<String>,
}

/// Close a table
///
/// A running game ends without a winner, and its replay is kept.
#[utoipa::path(
    post,
    path = "/api/admin/tables/{table}/close",
    operation_id = "admin_close_table",
    params(("table" = String, Path, description = "Id of the table")),
    security(("admin" = [])),
    request_body = TableClosing,
    responses(
        (status = NO_CONTENT, description = "The table is closed"),
        (status = BAD_REQUEST, description = "bad_request: the body is not valid; bad_chat: the reason is too long", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = NOT_FOUND, description = "no_such_table: there is none of that id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved, table_busy: try again", body = ApiError),
    )
)]
pub(super) async fn close_table(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    table: Result<Path<String>, PathRejection>,
    body: Result<Json<TableClosing>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let none = || ApiError::not_found(RefusalCode::NoSuchTable, "There is no such table.");
    let table: TableId = table.ok().and_then(|Path(id)| id.parse().ok()).ok_or_else(none)?;
    let Json(TableClosing { reason }) = body.map_err(|rejection| bad_body(&rejection))?;
    let reason = cleaned_if_any(reason.as_deref())?;
    app.server.close_table(table, reason, &operator).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List what operators did
///
/// Up to 200, the latest first.
#[utoipa::path(
    get,
    path = "/api/admin/audit",
    operation_id = "admin_audit",
    params(PageQuery),
    security(("admin" = [])),
    responses(
        (status = OK, description = "What operators did", body = AuditList),
        (status = BAD_REQUEST, description = "bad_request: the query is wrong", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn audit(
    _: Admin,
    State(app): State<Arc<App>>,
    page: Result<Query<PageQuery>, QueryRejection>,
) -> Result<Json<AuditList>, ApiError> {
    Ok(Json(AuditList::of(app.server.audit(before(page)?).await?)))
}

//! `GET /api/tables`: the public tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use protocol::{RefusalCode, TableId, TableInfo};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ApiError;
use crate::serve::app::App;

/// The public tables.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a body that is assembled from stored parts")]
pub(super) struct Tables {
    /// A page of tables: those with a free seat first, then the newest.
    tables: Vec<TableInfo>,
    /// Number of people connected.
    people_online: usize,
    /// Number of public tables, on all pages.
    total: u32,
    /// The `after` of the next page; `null` on the last one.
    next: Option<String>,
}

/// The most tables of one page, and how many there are if nothing else is asked for.
const MAX_PAGE: usize = 200;
const DEFAULT_PAGE: usize = 50;

/// Which tables are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TablesQuery {
    /// Only tables of this game.
    game: Option<String>,
    /// Only tables after this one: the `next` of the page before.
    #[param(pattern = "^[0-9a-hjkmnp-tv-z]{10}$")]
    after: Option<String>,
    /// Number of tables, 1 to 200; without it 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// List the public tables
#[utoipa::path(
    get,
    path = "/api/tables",
    params(TablesQuery),
    responses(
        (status = OK, description = "A page of the public tables", body = Tables),
        (status = BAD_REQUEST, description = "bad_request: the query is not valid", body = ApiError),
    )
)]
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    query: Result<Query<TablesQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let bad =
        |what: &str| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", format!("Not valid: {what}."));
    let Query(TablesQuery { game, after, limit }) = query.map_err(|error| bad(&error.body_text()))?;
    let limit = limit.unwrap_or(DEFAULT_PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(bad("limit is 1 to 200"));
    }
    let after =
        after.map(|text| text.parse::<TableId>()).transpose().map_err(|_| bad("after is not an id"))?;
    let game = game.map(|game| game.parse::<games::Kind>()).transpose();
    let game = game.map_err(|error| bad(error.to_string().trim_end_matches('.')))?;
    let page = app.server.page_of_tables(game.map(games::Kind::name), after, limit);
    let next = page.next.map_or_else(|| "null".to_owned(), |table| format!("\"{table}\""));
    let people = app.server.people().connected_count();
    let mut body = br#"{"tables":"#.to_vec();
    body.extend_from_slice(&page.tables);
    body.extend_from_slice(
        format!(r#","people_online":{people},"total":{},"next":{next}}}"#, page.total).as_bytes(),
    );
    Ok(([(CONTENT_TYPE, "application/json")], body))
}

/// Get one public table
#[utoipa::path(
    get,
    path = "/api/tables/{id}",
    params(("id" = String, Path, description = "Id of the table")),
    responses(
        (status = OK, description = "The table", body = TableInfo),
        (status = NOT_FOUND, description = "no_such_table: it does not exist, or it is private", body = ApiError),
    )
)]
pub(super) async fn table(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<TableInfo>, ApiError> {
    let table = id.ok().and_then(|Path(id)| id.parse().ok());
    let info = match table {
        Some(table) => app.server.find_public_table(table).await,
        None => None,
    };
    let none = || ApiError::not_found(RefusalCode::NoSuchTable, "There is no such table, or it is private.");
    info.map(Json).ok_or_else(none)
}

//! `GET /api/tables`: the public tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use protocol::{RefusalCode, TableInfo};
use utoipa::ToSchema;

use super::ApiError;
use crate::serve::app::App;

/// The public tables.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a body that is assembled from stored parts")]
pub(super) struct Tables {
    /// The tables, oldest first.
    tables: Vec<TableInfo>,
    /// Number of people connected.
    people_online: usize,
}

/// List the public tables
#[utoipa::path(get, path = "/api/tables", responses((status = OK, description = "The public tables", body = Tables)))]
pub(super) async fn tables(State(app): State<Arc<App>>) -> impl IntoResponse {
    let mut body = br#"{"tables":"#.to_vec();
    app.server.write_public_tables(&mut body);
    body.extend_from_slice(
        format!(r#","people_online":{}}}"#, app.server.people().connected_count()).as_bytes(),
    );
    ([(CONTENT_TYPE, "application/json")], body)
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

//! `GET /api/tables`: the tables everybody may see.

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

/// The tables everybody may see.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is put together by hand")]
pub(super) struct Tables {
    /// The tables, oldest first.
    tables: Vec<TableInfo>,
    /// How many people are connected.
    people: usize,
}

/// The tables everybody may see
#[utoipa::path(get, path = "/api/tables", responses((status = OK, description = "The tables everybody may see", body = Tables)))]
pub(super) async fn tables(State(app): State<Arc<App>>) -> impl IntoResponse {
    let mut body = br#"{"tables":"#.to_vec();
    app.server.write_public_tables(&mut body);
    body.extend_from_slice(format!(r#","people":{}}}"#, app.server.people().connected_count()).as_bytes());
    ([(CONTENT_TYPE, "application/json")], body)
}

/// One table that everybody may see
#[utoipa::path(
    get,
    path = "/api/tables/{id}",
    params(("id" = String, Path, description = "The table's id")),
    responses(
        (status = OK, description = "The table", body = TableInfo),
        (status = NOT_FOUND, description = "no_such_table: there is none, or it is private", body = ApiError),
    )
)]
pub(super) async fn table(
    State(app): State<Arc<App>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<TableInfo>, ApiError> {
    let table = id.ok().and_then(|Path(id)| id.parse().ok());
    let card = table.and_then(|table| app.server.public_table(table));
    let none = || {
        ApiError::not_found(RefusalCode::NoSuchTable, "There is no such table, or it is not for everybody.")
    };
    card.map(Json).ok_or_else(none)
}

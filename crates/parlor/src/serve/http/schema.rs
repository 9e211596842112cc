//! `GET /api/schema`: JSON Schemas of the messages and of each game.

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::ApiError;
use crate::schema;

/// The schemas.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Schemas {
    /// `protocol` for the messages, and one for each game.
    schemas: Vec<SchemaLink>,
}

/// One schema.
#[derive(Debug, Serialize, ToSchema)]
struct SchemaLink {
    /// Its name.
    name: &'static str,
    /// Its address.
    url: String,
}

/// List the JSON Schemas
#[utoipa::path(get, path = "/api/schema", responses((status = OK, description = "The schemas", body = Schemas)))]
pub(super) async fn schemas() -> Json<Schemas> {
    let link = |name| SchemaLink { name, url: format!("/api/schema/{name}") };
    Json(Schemas { schemas: schema::names().map(link).collect() })
}

/// Get a JSON Schema: of the messages, or of a game's views, actions, events and options
#[utoipa::path(
    get,
    path = "/api/schema/{name}",
    params(("name" = String, Path, description = "`protocol`, or the name of a game")),
    responses(
        (status = OK, description = "A JSON Schema, draft 2020-12", body = Object),
        (status = NOT_FOUND, description = "no_such_schema: there is no schema of that name", body = ApiError),
    )
)]
pub(super) async fn schema(name: Result<Path<String>, PathRejection>) -> Result<Json<Value>, ApiError> {
    let document = name.ok().and_then(|Path(name)| schema::document(&name));
    let missing =
        || ApiError::new(StatusCode::NOT_FOUND, "no_such_schema", "There is no schema of that name.");
    document.map(Json).ok_or_else(missing)
}

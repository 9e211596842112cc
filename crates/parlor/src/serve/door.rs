//! What a stranger may request where the server is not open to everybody: the door page and the health checks.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::RefusalCode;

use super::app::App;
use super::http::ApiError;
use super::identity::Requester;

/// Paths that reveal nothing about people, tables or games. Administration has its own authentication.
const FOR_STRANGERS: [&str; 3] = ["/api/session", "/api/session/code", "/api/openapi.json"];

fn is_for_strangers(path: &str) -> bool {
    !path.starts_with("/api/") || path.starts_with("/api/admin/") || FOR_STRANGERS.contains(&path)
}

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if app.server.config().door.is_open() || is_for_strangers(request.uri().path()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match Requester::from_request_parts(&mut parts, &app).await {
        Ok(Requester { person: Some(_), .. }) => next.run(Request::from_parts(parts, body)).await,
        Ok(Requester { person: None, .. }) => {
            let sentence = "This house is for people who were let in.";
            ApiError::new(StatusCode::UNAUTHORIZED, RefusalCode::DoorClosed.name(), sentence).into_response()
        }
        Err(error) => error.into_response(),
    }
}

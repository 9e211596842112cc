//! Turns away requests from banned addresses. Pages are served all the same: they say why nothing else is.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::client_addr::ClientAddr;
use super::http::ApiError;

/// Administration is excluded, because it has its own authentication: an operator who bans their own address can lift the
/// ban again.
fn is_closed_to_banned(path: &str) -> bool {
    path.starts_with("/api/") && !path.starts_with("/api/admin/")
}

pub(super) async fn guard(
    client: ClientAddr,
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    if is_closed_to_banned(request.uri().path())
        && let Some(ban) = app.server.ban_of(None, Some(client.ip))
    {
        return ApiError::from(ban).into_response();
    }
    next.run(request).await
}

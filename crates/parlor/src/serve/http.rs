//! What the house answers over HTTP, beside the WebSocket.

mod admin;
mod error;
mod games;
mod headers;
mod health;
mod metrics;
mod pages;
mod players;
mod rate_limit;
mod replay_frames;
mod replays;
mod session;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, Info, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use self::error::ApiError;
pub(super) use self::rate_limit::too_fast;
use super::app::App;
use super::socket;

/// No request needs a longer body.
const MAX_BODY: usize = 16 * 1024;

/// Everything the house answers.
pub(super) fn router(app: Arc<App>) -> Router {
    let (api, description) = api().split_for_parts();
    let description: Arc<str> = in_full(&description).into();
    api.route("/ws", any(socket::upgrade))
        .route("/api/openapi.json", get(move || async move { as_json(&description) }))
        .fallback(pages::page)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), rate_limit::guard))
        .layer(axum::middleware::from_fn(headers::guard))
        .with_state(app)
}

/// The routes that are described.
fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(frame())
        .routes(routes!(games::games))
        .routes(routes!(tables::tables))
        .routes(routes!(tables::table))
        .routes(routes!(replays::replay))
        .routes(routes!(replay_frames::frames))
        .routes(routes!(players::player))
        .routes(routes!(session::remember, session::forget))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(admin::status))
        .routes(routes!(admin::tables))
        .routes(routes!(admin::players))
        .routes(routes!(admin::say))
        .routes(routes!(admin::quit))
        // For tests, and described to nobody.
        .route("/api/admin/advance", axum::routing::post(admin::advance))
        .route("/api/admin/fault", axum::routing::post(admin::fault))
}

fn frame() -> OpenApi {
    let mut info = Info::new("Parlor", env!("CARGO_PKG_VERSION"));
    info.description =
        Some("What the house answers over HTTP. Games are played over the WebSocket at /ws.".into());
    let mut components = Components::new();
    for name in ["person", "admin"] {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme(name, scheme);
    }
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

fn in_full(description: &OpenApi) -> String {
    // The description is plain data: writing it cannot fail.
    description.to_pretty_json().unwrap_or_default() + "\n"
}

fn as_json(text: &str) -> impl IntoResponse + use<> {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], text.to_owned())
}

fn bad_body(rejection: &JsonRejection) -> ApiError {
    let status = match rejection.status() {
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        other => other,
    };
    ApiError::new(status, "bad_request", format!("The body cannot be read: {}.", rejection.body_text()))
}

/// The token of a request, if it carries one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    authorization(headers, "bearer")
}

/// What a request shows, if it is of this kind.
fn authorization<'a>(headers: &'a HeaderMap, kind: &str) -> Option<&'a str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, shown) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case(kind).then(|| shown.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_that_is_checked_in_is_the_one_that_is_served() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
        let generated = in_full(&api().split_for_parts().1);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(path, &generated).unwrap();
        }
        let checked_in = std::fs::read_to_string(path).unwrap_or_default();
        assert!(checked_in == generated, "docs/openapi.json is old: UPDATE_GENERATED=1 cargo test -p parlor");
    }

    #[test]
    fn a_token_is_read_from_the_authorization_header() {
        let read = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(read("Bearer abc"), Some("abc".to_owned()));
        assert_eq!(read("bearer  abc"), Some("abc".to_owned()));
        assert_eq!(read("Basic abc"), None);
        assert_eq!(read("abc"), None);
    }
}

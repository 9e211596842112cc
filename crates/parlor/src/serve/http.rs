//! The HTTP API beside the WebSocket.

mod admin;
mod blocks;
mod calendar;
mod call_settings;
mod days;
mod description;
mod devices;
mod error;
mod figures;
mod follows;
mod games;
mod headers;
mod health;
mod invitations;
mod lessons;
mod metrics;
mod moderation;
mod pages;
mod people;
mod personal_data;

mod push;
mod rate_limit;
mod ratings;
mod replay_frames;
mod replays;
mod results;
mod review;
mod scheduled;
mod schema;
mod session;
mod tables;
mod tournaments;
mod vacation;
mod webhook;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use bytes::Bytes;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use self::error::ApiError;
pub(super) use self::rate_limit::rate_limited;
use super::app::App;
use super::{bans, door, hosts, socket};

/// The longest request body that is read.
const MAX_BODY: usize = 16 * 1024;

/// All routes: the API, the WebSocket and the pages.
pub(super) fn router(app: Arc<App>) -> Router {
    let (api, description) = described_api();
    // All responses share one copy.
    let description = Bytes::from(description::to_json(&description));
    api.route("/ws", any(socket::upgrade))
        .route("/api/openapi.json", get(move || async move { as_json(description) }))
        .fallback(pages::page)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), door::guard))
        .layer(axum::middleware::from_fn_with_state(app.clone(), bans::guard))
        .layer(axum::middleware::from_fn_with_state(app.clone(), rate_limit::guard))
        .layer(axum::middleware::from_fn_with_state(app.clone(), hosts::guard))
        .layer(axum::middleware::from_fn(headers::guard))
        .with_state(app)
}

/// The routes of the API with their description.
fn described_api() -> (Router<Arc<App>>, OpenApi) {
    let (api, mut description) = api().split_for_parts();
    description::add_common_responses(&mut description);
    description::name_games(&mut description);
    (api, description)
}

fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(description::base())
        .routes(routes!(games::games))
        .routes(routes!(schema::schemas))
        .routes(routes!(schema::schema))
        .routes(routes!(tables::tables))
        .routes(routes!(tables::table))
        .routes(routes!(days::day))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::lesson))
        .routes(routes!(lessons::attempt))
        .routes(routes!(lessons::progress::read, lessons::progress::add))
        .routes(routes!(tournaments::list, tournaments::open))
        .routes(routes!(tournaments::details))
        .routes(routes!(tournaments::enter, tournaments::withdraw))
        .routes(routes!(tournaments::start))
        .routes(routes!(tournaments::cancel))
        .routes(routes!(replays::replay))
        .routes(routes!(replay_frames::frames))
        .routes(routes!(review::review, review::ask))
        .routes(routes!(people::person, personal_data::delete))
        .routes(routes!(personal_data::export))
        .routes(routes!(personal_data::forget))
        .routes(routes!(people::games))
        .routes(routes!(people::table))
        .routes(routes!(figures::history))
        .routes(routes!(figures::against))
        .routes(routes!(results::results))
        .routes(routes!(ratings::leaderboard))
        .routes(routes!(ratings::changes))
        .routes(routes!(session::remember, session::forget))
        .routes(routes!(session::redeem))
        .routes(routes!(devices::list))
        .routes(routes!(devices::end))
        .routes(routes!(devices::link))
        .routes(routes!(devices::make_recovery, devices::delete_recovery))
        .routes(routes!(invitations::list, invitations::make))
        .routes(routes!(invitations::remove))
        .routes(routes!(webhook::read, webhook::set, webhook::remove))
        .routes(routes!(webhook::test))
        .routes(routes!(vacation::read, vacation::take, vacation::end))
        .routes(routes!(push::read, push::subscribe))
        .routes(routes!(push::unsubscribe))
        .routes(routes!(push::test))
        .routes(routes!(scheduled::list, scheduled::announce))
        .routes(routes!(scheduled::read, scheduled::cancel))
        .routes(routes!(scheduled::answer))
        .routes(routes!(scheduled::calendar))
        .routes(routes!(blocks::list))
        .routes(routes!(blocks::add, blocks::remove))
        .routes(routes!(follows::list))
        .routes(routes!(follows::add, follows::remove))
        .routes(routes!(follows::tables))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(admin::status))
        .routes(routes!(admin::tables))
        .routes(routes!(admin::players))
        .routes(routes!(admin::nodes))
        .routes(routes!(admin::announce))
        .routes(routes!(admin::shutdown))
        .routes(routes!(invitations::make_as_operator))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::close_report))
        .routes(routes!(moderation::warn))
        .routes(routes!(moderation::sanctions, moderation::sanction))
        .routes(routes!(moderation::lift))
        .routes(routes!(moderation::close_table))
        .routes(routes!(moderation::audit))
        // For tests only, and not described.
        .route("/api/admin/advance", axum::routing::post(admin::advance))
        .route("/api/admin/fault", axum::routing::post(admin::fault))
}

fn as_json(text: impl Into<Bytes>) -> impl IntoResponse {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], text.into())
}

fn bad_body(rejection: &JsonRejection) -> ApiError {
    let status = match rejection.status() {
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        other => other,
    };
    ApiError::new(status, "bad_request", format!("The body is not valid: {}.", rejection.body_text()))
}

/// The token in `Authorization: Bearer`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    authorization(headers, "bearer")
}

/// The credentials in `Authorization`, if they have this scheme.
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
        let generated = description::to_json(&described_api().1);
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

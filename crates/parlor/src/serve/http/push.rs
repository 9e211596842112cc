//! `/api/push`: browsers that a person is called on by web push.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tables::{PushOutcome, PushSubscription};
use utoipa::ToSchema;

use super::blocks::may_change;
use super::call_settings::{Quiet, bad, not_delivered};
use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::calls::{
    BrowserKeys, CallLanguage, CallMessage, PushEnvelope, PushSender, subscription_id,
};
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// The keys of a browser's subscription, as the browser gives them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubscriptionKeys {
    /// Its public key: a point of P-256 in base64url.
    p256dh: String,
    /// 16 bytes in base64url that authenticate messages.
    auth: String,
}

/// A browser that you want to be called on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSubscription {
    /// The address of its push service: https, at most 500 bytes.
    endpoint: String,
    keys: SubscriptionKeys,
    #[serde(default)]
    quiet: Option<Quiet>,
    /// The language that you are called in; English if it is missing.
    #[serde(default)]
    language: Option<CallLanguage>,
}

/// A browser that you are called on.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Subscription {
    /// What it is removed by.
    id: String,
    /// The address of its push service.
    endpoint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet: Option<Quiet>,
    /// The language that you are called in; absent if it was not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// When it subscribed, in milliseconds since 1970.
    created_at: i64,
    /// Since when all calls to it have failed; absent if they arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing_since: Option<i64>,
}

/// Web push at this server, and your browsers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PushState {
    /// The key that browsers subscribe with, in base64url; absent if the operator offers no web push.
    #[serde(skip_serializing_if = "Option::is_none")]
    public_key: Option<String>,
    /// Your browsers, the latest first; at most 5.
    subscriptions: Vec<Subscription>,
}

fn sender(app: &App) -> Result<&Arc<PushSender>, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_push", "This house does not offer web push.");
    app.push.as_ref().ok_or_else(none)
}

fn none() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no_such_subscription", "You are not called on such a browser.")
}

/// List the browsers you are called on
#[utoipa::path(
    get,
    path = "/api/push",
    operation_id = "push",
    security(("person" = [])),
    responses(
        (status = OK, description = "The key to subscribe with, and your browsers", body = PushState),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<PushState>, ApiError> {
    let known = app.server.push_subscriptions(person.id).await?;
    let subscriptions = known.into_iter().map(|known| Subscription {
        id: known.id,
        endpoint: known.endpoint,
        quiet: known.quiet.map(Quiet::from),
        language: known.language,
        created_at: known.created_at,
        failing_since: known.failing_since,
    });
    let public_key = app.push.as_ref().map(|push| push.public_key());
    Ok(Json(PushState { public_key, subscriptions: subscriptions.collect() }))
}

/// Be called on a browser
///
/// By the same rules as at a webhook. Messages are encrypted for the browser (RFC 8291): its push service learns only when
/// something is sent. A sixth browser takes the place of the first; the same one again changes its quiet hours and
/// its language.
#[utoipa::path(
    put,
    path = "/api/push",
    operation_id = "subscribe_push",
    security(("person" = [])),
    request_body = NewSubscription,
    responses(
        (status = NO_CONTENT, description = "You are called there"),
        (status = BAD_REQUEST, description = "bad_request, bad_options: the body is not valid", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_push: the operator offers no web push", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn subscribe(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, device }: SignedIn,
    body: Result<Json<NewSubscription>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(new) = body.map_err(|rejection| bad_body(&rejection))?;
    let push = sender(&app)?;
    if !push.is_endpoint(&new.endpoint) {
        return Err(bad("The endpoint is not an address of a push service."));
    }
    if BrowserKeys::read(&new.keys.p256dh, &new.keys.auth).is_none() {
        return Err(bad("The keys are not those of a browser."));
    }
    let quiet = new.quiet.map(Quiet::checked).transpose()?;
    may_change(&app, &person)?;
    let subscription = PushSubscription {
        id: subscription_id(&new.endpoint),
        endpoint: new.endpoint,
        p256dh: new.keys.p256dh,
        auth: new.keys.auth,
        device: device.map(|device| device.device_id()),
        quiet,
        language: new.language.map(|language| language.name().to_owned()),
        created_at: app.server.time().now(),
        failing_since: None,
    };
    app.server.add_push_subscription(person.id, &subscription).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stop being called on a browser
#[utoipa::path(
    delete,
    path = "/api/push/{id}",
    operation_id = "unsubscribe_push",
    params(("id" = String, Path, description = "Id of the subscription")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You are not called there any more"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_subscription: you have none of that id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn unsubscribe(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id.map_err(|_| none())?;
    may_change(&app, &person)?;
    let is_removed = app.server.remove_push_subscription(person.id, &id).await?;
    if is_removed { Ok(StatusCode::NO_CONTENT) } else { Err(none()) }
}

/// Try your browsers
///
/// Sends one call to each of them now. Those that do not take calls any more are removed.
#[utoipa::path(
    post,
    path = "/api/push/test",
    operation_id = "test_push",
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "A push service took the call"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_push: the operator offers no web push; no_such_subscription: you have none", body = ApiError),
        (status = BAD_GATEWAY, description = "not_delivered: none took the call", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn test(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<StatusCode, ApiError> {
    let push = sender(&app)?;
    may_change(&app, &person)?;
    let known = app.server.push_subscriptions(person.id).await?;
    if known.is_empty() {
        return Err(none());
    }
    let envelope = PushEnvelope::test();
    let mut is_taken = false;
    for browser in &known {
        let message = CallMessage::test(CallLanguage::of(browser.language.as_deref()));
        let outcome = push.send(browser, &message, &envelope, app.server.time().now()).await;
        app.server.note_push(browser, outcome).await?;
        is_taken |= outcome == PushOutcome::Taken;
    }
    if is_taken {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(not_delivered("No push service took the call."))
}

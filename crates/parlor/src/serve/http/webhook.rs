//! `/api/webhook`: where a person wants to be called when it is their turn.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tables::{Webhook, WebhookFormat};
use utoipa::ToSchema;

use super::blocks::may_change;
use super::call_settings::{Quiet, bad, not_delivered};
use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::calls::{CallLanguage, CallMessage, is_webhook_url};
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// How a call is written.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CallFormat {
    /// An object with `title`, `text`, `table` and `link`.
    Json,
    /// A text, with title and link in headers, as ntfy takes it.
    Ntfy,
    /// An object with `content`, as Discord takes it.
    Discord,
    /// An object with `text`, as Slack and Matrix (hookshot) take it.
    Slack,
}

/// Where you want to be called.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookSettings {
    /// The address that a call is sent to with one POST: http or https, at most 500 bytes, without a password.
    url: String,
    format: CallFormat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quiet: Option<Quiet>,
    /// The language that you are called in; English if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<CallLanguage>,
}

/// Your webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookState {
    /// Where you want to be called; absent if nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    webhook: Option<WebhookSettings>,
    /// Since when all calls have failed, in milliseconds since 1970; absent if they arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing_since: Option<i64>,
    /// Whether they have failed for a day: you are not called any more until you set the webhook again.
    stopped: bool,
}

impl From<Webhook> for WebhookSettings {
    fn from(webhook: Webhook) -> Self {
        let format = match webhook.format {
            WebhookFormat::Json => CallFormat::Json,
            WebhookFormat::Ntfy => CallFormat::Ntfy,
            WebhookFormat::Discord => CallFormat::Discord,
            WebhookFormat::Slack => CallFormat::Slack,
        };
        let language = webhook.language.is_some().then(|| CallLanguage::of(webhook.language.as_deref()));
        Self { url: webhook.url, format, quiet: webhook.quiet.map(Quiet::from), language }
    }
}

impl WebhookSettings {
    fn checked(self) -> Result<Webhook, ApiError> {
        if !is_webhook_url(&self.url) {
            return Err(bad("A webhook has an address such as https://ntfy.sh/your-topic."));
        }
        let quiet = self.quiet.map(Quiet::checked).transpose()?;
        let format = match self.format {
            CallFormat::Json => WebhookFormat::Json,
            CallFormat::Ntfy => WebhookFormat::Ntfy,
            CallFormat::Discord => WebhookFormat::Discord,
            CallFormat::Slack => WebhookFormat::Slack,
        };
        let language = self.language.map(|language| language.name().to_owned());
        Ok(Webhook { url: self.url, format, quiet, language, failing_since: None })
    }
}

/// Get your webhook
#[utoipa::path(
    get,
    path = "/api/webhook",
    operation_id = "webhook",
    security(("person" = [])),
    responses(
        (status = OK, description = "Where you are called, and whether that works", body = WebhookState),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<WebhookState>, ApiError> {
    let found = app.server.webhook(person.id).await?;
    let failing_since = found.as_ref().and_then(|webhook| webhook.failing_since);
    let stopped = found.as_ref().is_some_and(|webhook| webhook.is_stopped(app.server.time().now()));
    Ok(Json(WebhookState { webhook: found.map(WebhookSettings::from), failing_since, stopped }))
}

/// Set your webhook
///
/// You are called when it is your turn at a table with an hour or more for a decision, or without a clock, and you are not
/// connected; once more when four fifths of your time are gone.
#[utoipa::path(
    put,
    path = "/api/webhook",
    operation_id = "set_webhook",
    security(("person" = [])),
    request_body = WebhookSettings,
    responses(
        (status = NO_CONTENT, description = "You are called there"),
        (status = BAD_REQUEST, description = "bad_request, bad_options: the body is not valid", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn set(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    body: Result<Json<WebhookSettings>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(settings) = body.map_err(|rejection| bad_body(&rejection))?;
    let webhook = settings.checked()?;
    may_change(&app, &person)?;
    app.server.set_webhook(person.id, &webhook).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove your webhook
#[utoipa::path(
    delete,
    path = "/api/webhook",
    operation_id = "remove_webhook",
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "You are not called any more"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn remove(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<StatusCode, ApiError> {
    may_change(&app, &person)?;
    app.server.remove_webhook(person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Try your webhook
///
/// Sends one call there now.
#[utoipa::path(
    post,
    path = "/api/webhook/test",
    operation_id = "test_webhook",
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "The call was taken"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_webhook: you have none", body = ApiError),
        (status = BAD_GATEWAY, description = "not_delivered: it did not take the call", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn test(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<StatusCode, ApiError> {
    may_change(&app, &person)?;
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_webhook", "You have no webhook.");
    let webhook = app.server.webhook(person.id).await?.ok_or_else(none)?;
    let message = CallMessage::test(CallLanguage::of(webhook.language.as_deref()));
    let posted = app.webhooks.post(webhook.url.clone(), webhook.format, message).await;
    posted.map_err(|error| not_delivered(format!("The call was not delivered: {error}.")))?;
    app.server.note_webhook(person.id, webhook, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! `/api/devices`: the devices of the person who asks, and codes that sign in others.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use super::blocks::may_change;
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// The devices of a person.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeviceList {
    /// The one that connected last first.
    devices: Vec<Device>,
    /// When the recovery code was made, in milliseconds since 1970; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_code_made_at: Option<i64>,
}

/// A device that can sign in as the person.
#[derive(Debug, Serialize, ToSchema)]
struct Device {
    /// Id of the device.
    id: String,
    /// What kind of device it seemed to be; may be empty.
    label: String,
    /// Address from which it connected last; may be empty.
    address: String,
    /// When it was added, in milliseconds since 1970.
    created_at: i64,
    /// When it connected last, in milliseconds since 1970.
    seen_at: i64,
    /// Whether it is the device that asks.
    current: bool,
    /// Whether it is connected now.
    connected: bool,
}

/// List your devices
#[utoipa::path(
    get,
    path = "/api/devices",
    security(("person" = [])),
    responses(
        (status = OK, description = "The devices of the person who asks", body = DeviceList),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    SignedIn { person, device }: SignedIn,
) -> Result<Json<DeviceList>, ApiError> {
    let people = app.server.people();
    let connected = app.server.connected_devices(person.id);
    let current = device.map(|device| device.device_id());
    let devices = people.devices(person.id).await?.into_iter().map(|device| Device {
        current: Some(&device.id) == current.as_ref(),
        connected: connected.contains(&device.id),
        id: device.id,
        label: device.label,
        address: device.address,
        created_at: device.created,
        seen_at: device.seen,
    });
    let devices = devices.collect();
    let recovery_code_made_at = people.recovery_code_made(person.id).await?;
    Ok(Json(DeviceList { devices, recovery_code_made_at }))
}

/// End a device
///
/// Its token is not valid any more, and its connections are closed.
#[utoipa::path(
    delete,
    path = "/api/devices/{id}",
    params(("id" = String, Path, description = "Id of the device")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "The device is ended"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_device: you have no device of that id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn end(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_such_device", "You have no such device.");
    let Path(id) = id.map_err(|_| none())?;
    may_change(&app, &person)?;
    if app.server.end_device(person.id, &id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(none()) }
}

/// A code that signs in one more device.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SignInCode {
    /// The code: for `hello.sign_in_code`, or behind `/link#` in a link.
    code: String,
    /// When it ends, in milliseconds since 1970; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

/// Make a code for another device
///
/// It signs in one device within 5 minutes. A code that was made before is void.
#[utoipa::path(
    post,
    path = "/api/devices/link",
    operation_id = "link_device",
    security(("person" = [])),
    responses(
        (status = CREATED, description = "The code", body = SignInCode),
        (status = BAD_REQUEST, description = "limit_reached: you have too many devices", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn link(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<(StatusCode, Json<SignInCode>), ApiError> {
    let now = may_make_code(&app, &person)?;
    let (code, expires_at) = app.server.people().make_link(person.id, now).await?;
    Ok((StatusCode::CREATED, Json(SignInCode { code, expires_at: Some(expires_at) })))
}

/// Make a recovery code
///
/// It signs in a device until it is replaced or deleted. While it exists, the name is kept however long the person is away.
#[utoipa::path(
    post,
    path = "/api/devices/recovery",
    operation_id = "make_recovery_code",
    security(("person" = [])),
    responses(
        (status = CREATED, description = "The code; it is shown this once", body = SignInCode),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn make_recovery(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<(StatusCode, Json<SignInCode>), ApiError> {
    let now = may_make_code(&app, &person)?;
    let code = app.server.people().make_recovery_code(person.id, now).await?;
    app.server.devices_changed(person.id);
    Ok((StatusCode::CREATED, Json(SignInCode { code, expires_at: None })))
}

/// Delete the recovery code
#[utoipa::path(
    delete,
    path = "/api/devices/recovery",
    operation_id = "delete_recovery_code",
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "There is no recovery code"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn delete_recovery(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<StatusCode, ApiError> {
    may_change(&app, &person)?;
    app.server.people().remove_recovery_code(person.id).await?;
    app.server.devices_changed(person.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a person may make one more code just now; the time.
pub(super) fn may_make_code(app: &App, person: &tables::PersonInfo) -> Result<i64, ApiError> {
    let now = app.server.time().now();
    app.server.people().may_make_code(person.id).map_err(|wait_ms| {
        app.server.metrics().requests_rate_limited_total.inc();
        let sentence = "You make codes too fast: wait a moment.";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(wait_ms)
    })?;
    Ok(now)
}

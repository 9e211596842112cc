//! `/api/invitations`: codes that let new people in where the door is not open.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{Door, RefusalCode};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use tables::InvitationInfo;
use utoipa::ToSchema;

use super::admin::Admin;
use super::{ApiError, bad_body};
use crate::serve::app::App;
use crate::serve::identity::SignedIn;
use crate::serve::origin::SameOrigin;

/// Invitations that can still be used.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InvitationList {
    /// Who may become a person here.
    door: Door,
    /// Your invitations, the newest first.
    invitations: Vec<Invitation>,
}

/// An invitation that can still be used.
#[derive(Debug, Serialize, ToSchema)]
struct Invitation {
    /// Id of the invitation; not its code.
    id: String,
    /// How many people it still lets in.
    uses_left: u8,
    /// When it was made, in milliseconds since 1970.
    made_at: i64,
    /// When it ends, in milliseconds since 1970.
    expires_at: i64,
}

impl From<InvitationInfo> for Invitation {
    fn from(info: InvitationInfo) -> Self {
        let InvitationInfo { id, uses_left, made, expires } = info;
        Self { id, uses_left, made_at: made, expires_at: expires }
    }
}

/// Reads a whole number as JSON knows it: `4.0` is one, too.
pub(super) fn whole_number<'de, D: Deserializer<'de>, N: TryFrom<u32>>(
    deserializer: D,
) -> Result<N, D::Error> {
    let number = f64::deserialize(deserializer)?;
    let whole =
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32);
    let fits = whole.and_then(|number| N::try_from(number).ok());
    fits.ok_or_else(|| D::Error::custom("a whole number that is not too large is needed"))
}

/// What an invitation is good for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewInvitation {
    /// How many people it lets in, 1 to 50.
    #[schema(minimum = 1, maximum = 50)]
    #[serde(deserialize_with = "whole_number")]
    uses: u8,
    /// How many days it lasts, 1 to 90.
    #[schema(minimum = 1, maximum = 90)]
    #[serde(deserialize_with = "whole_number")]
    days: u16,
}

/// A new invitation.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct InvitationCode {
    /// The code: for `hello.invitation` and `rename.invitation`, or behind `/door#` in a link. It is shown this once.
    pub(crate) code: String,
    /// When it ends, in milliseconds since 1970.
    pub(crate) expires_at: i64,
}

/// List your invitations
#[utoipa::path(
    get,
    path = "/api/invitations",
    operation_id = "invitations",
    security(("person" = [])),
    responses(
        (status = OK, description = "Your invitations", body = InvitationList),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "unavailable: try again", body = ApiError),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
) -> Result<Json<InvitationList>, ApiError> {
    let found = app.server.people().invitations(person.id, app.server.time().now()).await?;
    let invitations = found.into_iter().map(Invitation::from).collect();
    Ok(Json(InvitationList { door: app.server.config().door, invitations }))
}

/// Make an invitation
#[utoipa::path(
    post,
    path = "/api/invitations",
    operation_id = "make_invitation",
    security(("person" = [])),
    request_body = NewInvitation,
    responses(
        (status = CREATED, description = "The invitation", body = InvitationCode),
        (status = BAD_REQUEST, description = "bad_request, bad_options: the body is not valid; limit_reached: you have invited too many", body = ApiError),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed; door_closed: only the operator invites", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn make(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    body: Result<Json<NewInvitation>, JsonRejection>,
) -> Result<(StatusCode, Json<InvitationCode>), ApiError> {
    let Json(NewInvitation { uses, days }) = body.map_err(|rejection| bad_body(&rejection))?;
    if app.server.config().door == Door::Closed {
        let sentence = "Only the operator of this house invites people.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, RefusalCode::DoorClosed.name(), sentence));
    }
    let now = super::devices::may_make_code(&app, &person)?;
    let (code, expires_at) = app.server.people().make_invitation(Some(person.id), uses, days, now).await?;
    Ok((StatusCode::CREATED, Json(InvitationCode { code, expires_at })))
}

/// Void an invitation
#[utoipa::path(
    delete,
    path = "/api/invitations/{id}",
    operation_id = "remove_invitation",
    params(("id" = String, Path, description = "Id of the invitation")),
    security(("person" = [])),
    responses(
        (status = NO_CONTENT, description = "The invitation is void"),
        (status = UNAUTHORIZED, description = "unknown_token: nobody is signed in", body = ApiError),
        (status = FORBIDDEN, description = "origin_not_allowed: the page's origin is not allowed", body = ApiError),
        (status = NOT_FOUND, description = "no_such_invitation: you have none of that id", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn remove(
    _: SameOrigin,
    State(app): State<Arc<App>>,
    SignedIn { person, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "no_such_invitation", "You have no such invitation.");
    let Path(id) = id.map_err(|_| none())?;
    super::blocks::may_change(&app, &person)?;
    let now = app.server.time().now();
    let removed = app.server.people().remove_invitation(person.id, &id, now).await?;
    if removed { Ok(StatusCode::NO_CONTENT) } else { Err(none()) }
}

/// Make an invitation as the operator
///
/// It is good also where the door is closed.
#[utoipa::path(
    post,
    path = "/api/admin/invitations",
    operation_id = "admin_make_invitation",
    security(("admin" = [])),
    request_body = NewInvitation,
    responses(
        (status = CREATED, description = "The invitation", body = InvitationCode),
        (status = BAD_REQUEST, description = "bad_request, bad_options: the body is not valid", body = ApiError),
        (status = UNAUTHORIZED, description = "unauthorized: the token is missing or wrong", body = ApiError),
        (status = FORBIDDEN, description = "forbidden: the client's address is not allowed, or a proxy passed the request on", body = ApiError),
        (status = SERVICE_UNAVAILABLE, description = "not_saved: try again", body = ApiError),
    )
)]
pub(super) async fn make_as_operator(
    Admin(operator): Admin,
    State(app): State<Arc<App>>,
    body: Result<Json<NewInvitation>, JsonRejection>,
) -> Result<(StatusCode, Json<InvitationCode>), ApiError> {
    let Json(NewInvitation { uses, days }) = body.map_err(|rejection| bad_body(&rejection))?;
    let now = app.server.time().now();
    let detail = format!("for {uses} people, {days} days");
    app.server.note_operator(&operator, "invite", "", &detail).await?;
    let (code, expires_at) = app.server.people().make_invitation(None, uses, days, now).await?;
    tracing::info!(uses, days, "the operator made an invitation");
    Ok((StatusCode::CREATED, Json(InvitationCode { code, expires_at })))
}

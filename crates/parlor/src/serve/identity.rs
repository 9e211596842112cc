//! Who sends a request, by a token, a trusted proxy's header, or the cookie.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use protocol::RefusalCode;
use tables::{PersonInfo, TokenHash};

use super::app::App;
use super::http::{ApiError, bearer};
use super::session_cookie;

/// The longest user name that is taken from a proxy, in bytes.
const MAX_USER: usize = 200;

/// The user whom a trusted proxy has signed in; only if the operator has named the header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProxyUser(pub(crate) Option<String>);

impl FromRequestParts<Arc<App>> for ProxyUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Some(header) = &app.proxy_user_header else { return Ok(Self(None)) };
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        // From the connection itself: what a client claims to be forwarded for does not make it a proxy.
        let is_proxy = peer.is_ok_and(|ConnectInfo(peer)| app.trusted_proxies.contain(peer.ip()));
        let mut values = parts.headers.get_all(header.as_str()).iter();
        let (first, second) = (values.next(), values.next());
        // Two values: one of them may be the client's own.
        let value = first.filter(|_| is_proxy && second.is_none());
        let user = value.and_then(|value| std::str::from_utf8(value.as_bytes()).ok()).map(str::trim);
        let user = user.filter(|user| !user.is_empty() && user.len() <= MAX_USER && !user.contains('\0'));
        Ok(Self(user.map(str::to_owned)))
    }
}

/// Who sends a request, if it carries credentials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requester {
    pub(crate) person: Option<PersonInfo>,
    /// The device whose token came along.
    pub(crate) device: Option<TokenHash>,
}

impl FromRequestParts<Arc<App>> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let people = app.server.people();
        let ProxyUser(user) = ProxyUser::from_request_parts(parts, app).await?;
        let shown = bearer(&parts.headers);
        if shown.is_none()
            && let Some(user) = user
            && let Some(person) = people.by_proxy_user(&user).await?
        {
            return unless_banned(app, Self { person: Some(person), device: None });
        }
        let Some(token) = shown.or_else(|| session_cookie::token_in(&parts.headers)) else {
            return Ok(Self { person: None, device: None });
        };
        let person = people.by_token(token).await?;
        let device = person.as_ref().and_then(|_| TokenHash::of(token));
        unless_banned(app, Self { person, device })
    }
}

fn unless_banned(app: &App, requester: Requester) -> Result<Requester, ApiError> {
    let person = requester.person.as_ref().map(|person| person.id);
    app.server.ban_of(person, None).map_or(Ok(requester), |ban| Err(ban.into()))
}

/// The person who sends a request; one without valid credentials is refused.
pub(crate) struct SignedIn {
    pub(crate) person: PersonInfo,
    pub(crate) device: Option<TokenHash>,
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Requester { person, device } = Requester::from_request_parts(parts, app).await?;
        let nobody = || {
            let sentence = "Nobody is signed in: send a token or the session cookie.";
            ApiError::new(StatusCode::UNAUTHORIZED, RefusalCode::UnknownToken.name(), sentence)
        };
        Ok(Self { person: person.ok_or_else(nobody)?, device })
    }
}

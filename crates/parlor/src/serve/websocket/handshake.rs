//! From a request to an open WebSocket.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::WebSocket;

/// The version of the WebSocket protocol.
pub(crate) const VERSION: &str = "13";

/// A request that asks for a WebSocket as it should.
pub(crate) struct Handshake {
    accept: HeaderValue,
    upgrade: OnUpgrade,
}

impl Handshake {
    /// # Errors
    /// The status of the answer to a request that asks for something else.
    pub(crate) fn of(request: &mut Request) -> Result<Self, StatusCode> {
        let headers = request.headers();
        if request.method() != Method::GET {
            return Err(StatusCode::METHOD_NOT_ALLOWED);
        }
        let asks = has_word(headers, &header::CONNECTION, "upgrade")
            && has_word(headers, &header::UPGRADE, "websocket");
        if !asks {
            return Err(StatusCode::BAD_REQUEST);
        }
        if headers.get(header::SEC_WEBSOCKET_VERSION).is_none_or(|version| version != VERSION) {
            return Err(StatusCode::UPGRADE_REQUIRED);
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| is_key(key.as_bytes()));
        let key = key.ok_or(StatusCode::BAD_REQUEST)?;
        let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
        let accept = HeaderValue::try_from(accept).map_err(|_| StatusCode::BAD_REQUEST)?;
        let upgrade = request.extensions_mut().remove::<OnUpgrade>().ok_or(StatusCode::UPGRADE_REQUIRED)?;
        Ok(Self { accept, upgrade })
    }

    /// Accepts the upgrade, and passes the WebSocket to `carry_on` as soon as the response is sent.
    pub(crate) fn then<F>(self, carry_on: impl FnOnce(WebSocket) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self { accept, upgrade } = self;
        tokio::spawn(async move {
            // A client that is gone before the answer reaches it needs nothing.
            let Ok(upgraded) = upgrade.await else { return };
            let Some(socket) = take_over(upgraded) else {
                tracing::error!("upgraded connection is not a TCP stream");
                return;
            };
            // In a box: what led here need not be kept for as long as the connection lasts.
            Box::pin(carry_on(socket)).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        response
    }
}

/// Takes the TCP stream out of the HTTP library, so that the library's buffers are freed now and not when the connection
/// ends.
fn take_over(upgraded: Upgraded) -> Option<WebSocket> {
    let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
    Some(WebSocket::new(parts.io.into_inner(), &parts.read_buf))
}

/// Whether this is 16 bytes in base64.
fn is_key(key: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    key.len() == 24 && key.ends_with(b"==") && key[..22].iter().all(is_digit)
}

/// Whether a header that lists words has this one.
fn has_word(headers: &HeaderMap, name: &header::HeaderName, wanted: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|word| word.trim().eq_ignore_ascii_case(wanted))
}

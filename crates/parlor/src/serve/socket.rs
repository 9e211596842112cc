//! The WebSocket: how the native protocol is carried.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use tables::ConnectionOrigin;

use super::app::App;
use super::client_addr::ClientAddr;
use super::connection::{Credentials, refuse_connection, run_connection};
use super::device_label::device_label;
use super::http::{ApiError, rate_limited};
use super::identity::ProxyUser;
use super::origin::SameOrigin;
use super::session_cookie;
use super::websocket::{Handshake, VERSION};

pub(crate) async fn upgrade(
    page: Result<SameOrigin, ApiError>,
    State(app): State<Arc<App>>,
    address: ClientAddr,
    proxy_user: ProxyUser,
    mut request: Request,
) -> Response {
    let handshake = match Handshake::of(&mut request) {
        Ok(handshake) => handshake,
        Err(status) => {
            let sentence = "This is the place for WebSockets only.";
            let mut response = ApiError::new(status, "websocket_required", sentence).into_response();
            if status == StatusCode::UPGRADE_REQUIRED {
                let version = HeaderValue::from_static(VERSION);
                response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, version);
            }
            return response;
        }
    };
    // Before a page may speak for its visitor.
    if let Err(stranger) = page {
        return stranger.into_response();
    }
    let credentials = Credentials {
        token: session_cookie::token_in(request.headers()).map(str::to_owned),
        origin: ConnectionOrigin {
            address: address.ip.to_string(),
            label: device_label(request.headers()),
            proxy_user: proxy_user.0,
        },
        limited_address: app.limited_addresses.limited(address),
    };
    if let Err(exceeded) = app.limited_addresses.allow_websocket(address) {
        app.server.metrics().requests_rate_limited_total.inc();
        return rate_limited(exceeded).into_response();
    }
    let Ok(place) = app.places.clone().try_acquire_owned() else {
        return ApiError::unavailable(
            "too_many",
            "The house is full: too many connections. Try again later.",
        )
        .retry_after(tables::FULL_RETRY_MS)
        .into_response();
    };
    handshake.then(move |mut socket| async move {
        // A browser shows a page the reason only over the WebSocket itself.
        match app.limited_addresses.websocket(address) {
            Ok(_counted) => {
                run_connection(&mut socket, app.server.clone(), app.silent_after, credentials).await;
            }
            Err(exceeded) => {
                app.server.metrics().connections_rejected_total.inc();
                refuse_connection(&mut socket, exceeded).await;
            }
        }
        socket.close().await;
        drop(place);
    })
}

//! The WebSocket: how the native protocol is carried.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::connection::{converse, turn_away};
use super::cookie;
use super::http::{ApiError, too_fast};
use super::origin::OwnPage;
use super::visitor::Visitor;
use super::websocket::Handshake;

pub(crate) async fn upgrade(
    page: Result<OwnPage, ApiError>,
    State(app): State<Arc<App>>,
    Visitor(address): Visitor,
    mut request: Request,
) -> Response {
    let handshake = match Handshake::of(&mut request) {
        Ok(handshake) => handshake,
        Err(status) => {
            let sentence = "This is the place for WebSockets only.";
            return ApiError::new(status, "no_websocket", sentence).into_response();
        }
    };
    // Before a page may speak for its visitor.
    if let Err(stranger) = page {
        return stranger.into_response();
    }
    let remembered = cookie::token_in(request.headers()).map(str::to_owned);
    if app.doorman.may_connect(address).is_err() {
        app.hall.metrics().requests_rate_limited_total.inc();
        return too_fast().into_response();
    }
    let Ok(place) = app.places.clone().try_acquire_owned() else {
        return ApiError::unavailable(
            "too_many",
            "The house is full: too many connections. Try again later.",
        )
        .into_response();
    };
    handshake.then(move |mut socket| async move {
        // A browser is told the reason only over the WebSocket itself.
        match app.doorman.socket(address) {
            Ok(_counted) => converse(&mut socket, app.hall.clone(), app.silent_after, remembered).await,
            Err(_) => {
                app.hall.metrics().connections_rejected_total.inc();
                turn_away(&mut socket).await;
            }
        }
        socket.close().await;
        drop(place);
    })
}

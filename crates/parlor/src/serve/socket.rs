//! The WebSocket: how the native protocol is carried.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use protocol::LONGEST_CLIENT_MESSAGE;
use tokio::time::timeout;

use super::app::App;
use super::connection::{Broken, Incoming, Transport, converse, turn_away};
use super::cookie;
use super::http::{ApiError, too_fast};
use super::origin::OwnPage;
use super::visitor::Visitor;

/// The buffers of a connection. The usual ones are thirty times as large, for each of thousands of connections.
const BUFFER: usize = 4_096;

/// A message that is too long is refused and the connection goes on; one beyond this is not even read.
const LONGEST_READ: usize = 2 * LONGEST_CLIENT_MESSAGE;

/// How long to wait for the other side to close too. Ending a connection sooner could cut off its last message.
const LAST_WORDS: Duration = Duration::from_secs(2);

pub(crate) async fn upgrade(
    page: Result<OwnPage, ApiError>,
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Visitor(address): Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let sentence = "This is the place for WebSockets only.";
            return ApiError::new(rejection.status(), "no_websocket", sentence).into_response();
        }
    };
    // Before a page may speak for its visitor.
    if let Err(stranger) = page {
        return stranger.into_response();
    }
    let remembered = cookie::token_in(&headers).map(str::to_owned);
    if app.doorman.may_connect(address).is_err() {
        app.hall.metrics().too_fast.one();
        return too_fast().into_response();
    }
    let Ok(place) = app.places.clone().try_acquire_owned() else {
        return ApiError::unavailable(
            "too_many",
            "The house is full: too many connections. Try again later.",
        )
        .into_response();
    };
    let sized = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(LONGEST_READ)
        .max_frame_size(LONGEST_READ);
    sized.on_upgrade(move |socket| async move {
        let mut carrier = Carrier(socket);
        // A browser is told the reason only over the WebSocket itself.
        match app.doorman.socket(address) {
            Ok(_counted) => converse(&mut carrier, app.hall.clone(), app.silent_after, remembered).await,
            Err(_) => turn_away(&mut carrier).await,
        }
        carrier.close().await;
        drop(place);
    })
}

/// A WebSocket as a [`Transport`].
struct Carrier(WebSocket);

impl Transport for Carrier {
    type Text = Utf8BytesText;

    async fn receive(&mut self) -> Result<Incoming<Utf8BytesText>, Broken> {
        match self.0.recv().await {
            Some(Ok(Message::Text(text))) => Ok(Incoming::Text(Utf8BytesText(text))),
            Some(Ok(Message::Binary(_))) => Ok(Incoming::Binary),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Incoming::Alive),
            Some(Ok(Message::Close(_))) | None => Ok(Incoming::Closed),
            Some(Err(error)) => Err(broken(error)),
        }
    }

    async fn feed(&mut self, message: bytes::Bytes) -> Result<(), Broken> {
        // What the house writes is JSON, which is UTF-8.
        let text = Utf8Bytes::try_from(message).map_err(|_| Broken::Malformed)?;
        self.0.feed(Message::Text(text)).await.map_err(broken)
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        self.0.feed(Message::Ping(bytes::Bytes::new())).await.map_err(broken)
    }

    async fn flush(&mut self) -> Result<(), Broken> {
        self.0.flush().await.map_err(broken)
    }
}

impl Carrier {
    /// Says that nothing more comes, and listens until the other side has heard it.
    async fn close(mut self) {
        let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("goodbye") };
        let farewell = async {
            if self.0.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.0.recv().await {}
            }
        };
        // Whoever does not answer is left alone.
        let _ = timeout(LAST_WORDS, farewell).await;
    }
}

/// The text of a frame, not copied.
struct Utf8BytesText(Utf8Bytes);

impl AsRef<str> for Utf8BytesText {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

fn broken(error: axum::Error) -> Broken {
    use tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => Broken::TooLong,
        Some(Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)) => {
            Broken::Lost
        }
        Some(Error::Protocol(_) | Error::Utf8(_)) => Broken::Malformed,
        _ => Broken::Lost,
    }
}

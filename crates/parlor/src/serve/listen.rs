//! Accepts HTTP connections and limits how many there are and how long each takes.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tables::LimitExceeded;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service;

use super::limited_addresses::LimitedAddresses;
use super::shutdown::ShutdownSignal;

/// No head of a request is longer.
const MAX_HEAD: usize = 16 * 1024;

/// The maximum number of open connections that are not WebSockets. More wait in the listen backlog.
const MAX_HTTP_CONNECTIONS: u32 = 4_096;

/// How long to wait when the system has no room for another connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Time limits of connections that are not WebSockets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HttpTimeouts {
    /// For the header of a request, also of the next one on a connection that is kept alive.
    pub(crate) header: Duration,
    /// For reading and answering a request.
    pub(crate) request: Duration,
    /// The maximum lifetime of a connection, except that a request in progress is still answered: a client that reads
    /// slowly must not occupy a connection for ever.
    pub(crate) connection: Duration,
}

/// Accepts connections until the server shuts down, and returns when all that are not WebSockets have ended.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    addresses: Arc<LimitedAddresses>,
    timeouts: HttpTimeouts,
    stop: ShutdownSignal,
) {
    let room = Arc::new(Semaphore::new(MAX_HTTP_CONNECTIONS as usize));
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = room.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stop.wanted() => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "accept failed");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        let counted = match addresses.http_connection(from.ip()) {
            Ok(counted) => counted,
            Err(exceeded) => {
                refuse(&stream, exceeded);
                continue;
            }
        };
        let (router, stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            serve(stream, from, router, timeouts, stop).await;
            drop((place, counted));
        });
    }
    let _ = room.acquire_many(MAX_HTTP_CONNECTIONS).await;
}

/// Answers an address that has too many connections with when to retry, if that can be written without waiting.
fn refuse(stream: &TcpStream, exceeded: LimitExceeded) {
    let LimitExceeded { retry_ms, .. } = exceeded;
    let body = format!(
        r#"{{"code":"too_many","message":"There are too many connections from your address.","retry_ms":{retry_ms}}}"#
    );
    let head = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: {}\r\nConnection: close\r\n\r\n",
        body.len(),
        retry_ms.div_ceil(1_000)
    );
    if let Err(error) = stream.try_write((head + &body).as_bytes()) {
        tracing::debug!(%error, "a refusal could not be written");
    }
}

async fn serve(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    timeouts: HttpTimeouts,
    stop: ShutdownSignal,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "setting TCP_NODELAY failed");
    }
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        answer(router.clone(), request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.header)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = async { tokio::select! { () = stop.wanted() => {}, () = tokio::time::sleep(timeouts.connection) => {} } } => {
            connection.as_mut().graceful_shutdown();
            tokio::time::timeout(timeouts.request, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

async fn answer(mut router: Router, request: Request<Body>) -> Result<Response, Infallible> {
    // A router is always ready.
    router.call(request).await
}

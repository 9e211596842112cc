//! Everything that talks to the server, for both user interfaces.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{Client, Incoming, RequestError};
use protocol::{ClientMsg, RefusalCode, Refused, ServerMsg};
use tokio::sync::mpsc;

use super::core::Purpose;

/// Requests of one person that may wait for their turn. A key that is held down fills them; more are not taken.
const MAX_WAITING: usize = 8;
/// The client waits for a rate limit up to this long; a longer one is shown as an error.
const MAX_RETRY: Duration = Duration::from_secs(2);
/// How often a request is repeated that the server is too busy for.
const MAX_RETRIES: usize = 20;

/// Asks the server's HTTP interface for something: the body or a sentence comes out. It may block.
#[derive(Clone)]
pub struct Fetch(FetchFn);

type FetchFn = Arc<dyn Fn(&PageRequest<'_>) -> Result<String, String> + Send + Sync>;

/// What is asked of the HTTP interface.
#[derive(Clone, Copy)]
pub struct PageRequest<'a> {
    /// The HTTP method.
    pub method: Method,
    /// The path, with its query.
    pub path: &'a str,
    /// The token of the person who makes the request.
    pub token: Option<&'a str>,
}

impl fmt::Debug for PageRequest<'_> {
    /// Never the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.method, self.path)
    }
}

/// How something is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Nothing changes by it.
    Get,
    /// Something is made, without anything to say about it.
    Post,
}

impl Fetch {
    /// Wraps a function that fetches.
    pub fn new(fetch: impl Fn(&PageRequest<'_>) -> Result<String, String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(fetch))
    }
}

impl fmt::Debug for Fetch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fetch")
    }
}

/// What a page is fetched for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FetchPurpose {
    /// The person's finished games, from where a page of them ended.
    Games { before: Option<u64> },
    /// The steps of a finished game, from this one on.
    Frames { replay: String, seat: Option<u8>, from: usize },
    /// The review of a finished game, or how far it is.
    Review { replay: String },
    /// A code that signs in another device.
    DeviceLink,
}

/// What can wake the client.
pub(crate) enum Woken {
    Incoming(Box<Incoming>),
    Answer(Purpose, Box<Result<ServerMsg, RequestError>>),
    Fetched(FetchPurpose, Result<String, String>),
    /// The connection is over for good.
    Closed,
}

/// One person at this keyboard.
struct Player {
    client: Client,
    requests: mpsc::Sender<(ClientMsg, Purpose)>,
}

/// The connections of everybody at this keyboard; usually one.
pub(crate) struct Connections {
    players: Vec<Player>,
    wake: mpsc::Sender<(usize, Woken)>,
    woken: mpsc::Receiver<(usize, Woken)>,
    fetch: Fetch,
    started: Instant,
}

impl Connections {
    pub(crate) fn new(fetch: Fetch) -> Self {
        let (wake, woken) = mpsc::channel(256);
        Self { players: Vec::new(), wake, woken, fetch, started: Instant::now() }
    }

    /// Adds a person's connection; they are numbered from 0.
    pub(crate) fn add(&mut self, client: Client, mut incoming: mpsc::Receiver<Incoming>) {
        let who = self.players.len();
        let (requests, waiting) = mpsc::channel(MAX_WAITING);
        tokio::spawn(carry_out(who, client.clone(), waiting, self.wake.clone()));
        let wake = self.wake.clone();
        tokio::spawn(async move {
            while let Some(incoming) = incoming.recv().await {
                if wake.send((who, Woken::Incoming(Box::new(incoming)))).await.is_err() {
                    return;
                }
            }
            // The receiver is gone when the client itself has ended.
            let _ = wake.send((who, Woken::Closed)).await;
        });
        self.players.push(Player { client, requests });
    }

    pub(crate) fn people(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    /// Queues a request of a person behind earlier ones; an error if too many wait.
    pub(crate) fn send(&self, who: usize, message: ClientMsg, purpose: Purpose) -> Result<(), String> {
        let Some(player) = self.players.get(who) else { return Ok(()) };
        player.requests.try_send((message, purpose)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                "Wait a moment: the server is still busy with your keys.".to_owned()
            }
            mpsc::error::TrySendError::Closed(_) => RequestError::Closed.to_string(),
        })
    }

    /// Fetches a page; its text arrives as [`Woken::Fetched`].
    pub(crate) fn fetch(
        &self,
        who: usize,
        wanted: FetchPurpose,
        (method, path): (Method, String),
        token: Option<String>,
    ) {
        let (fetch, wake) = (self.fetch.clone(), self.wake.clone());
        tokio::task::spawn_blocking(move || {
            let text = (fetch.0)(&PageRequest { method, path: &path, token: token.as_deref() });
            // Nobody waits for it any more once the client ends.
            let _ = wake.blocking_send((who, Woken::Fetched(wanted, text)));
        });
    }

    /// Waits for whatever comes next.
    pub(crate) async fn next(&mut self) -> (usize, Woken) {
        // `wake` is kept here, so the channel never ends.
        self.woken.recv().await.unwrap_or((0, Woken::Closed))
    }

    /// The next event, if one has already arrived.
    pub(crate) fn ready(&mut self) -> Option<(usize, Woken)> {
        self.woken.try_recv().ok()
    }

    /// Milliseconds since the client started.
    pub(crate) fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    pub(crate) async fn close(&self) {
        for player in &self.players {
            player.client.close().await;
        }
    }
}

/// Sends the requests of one person, one after the other.
async fn carry_out(
    who: usize,
    client: Client,
    mut waiting: mpsc::Receiver<(ClientMsg, Purpose)>,
    wake: mpsc::Sender<(usize, Woken)>,
) {
    while let Some((message, purpose)) = waiting.recv().await {
        if let Purpose::Hint { .. } = purpose {
            // A hint takes its time: a move that is made meanwhile does not wait for it.
            let (client, wake) = (client.clone(), wake.clone());
            tokio::spawn(async move {
                let answer = ask(&client, message).await;
                // Nobody waits for it any more once the client ends.
                let _ = wake.send((who, Woken::Answer(purpose, Box::new(answer)))).await;
            });
            continue;
        }
        let answer = ask(&client, message).await;
        if wake.send((who, Woken::Answer(purpose, Box::new(answer)))).await.is_err() {
            return;
        }
    }
}

/// Asks; if the server says that it was too fast, waits as long as it says and asks again. Nothing had happened.
async fn ask(client: &Client, message: ClientMsg) -> Result<ServerMsg, RequestError> {
    for _ in 0..MAX_RETRIES {
        match client.request(message.clone()).await {
            Err(RequestError::Refused(refused)) => match retry_after(&refused) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return Err(RequestError::Refused(refused)),
            },
            answer => return answer,
        }
    }
    client.request(message).await
}

fn retry_after(refused: &Refused) -> Option<Duration> {
    let too_fast =
        [RefusalCode::RateLimited, RefusalCode::TableBusy].iter().any(|code| code.name() == refused.code);
    let wait = Duration::from_millis(refused.retry_ms?.max(1).into());
    (too_fast && wait <= MAX_RETRY).then_some(wait)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_short_rate_limit_is_waited_for_and_a_long_one_is_told() {
        let refused = |code: &str, retry: Option<u32>| -> Refused {
            serde_json::from_value(json!({"code": code, "message": "", "retry_ms": retry})).unwrap()
        };
        assert_eq!(retry_after(&refused("rate_limited", Some(120))), Some(Duration::from_millis(120)));
        assert_eq!(retry_after(&refused("table_busy", Some(0))), Some(Duration::from_millis(1)));
        assert_eq!(retry_after(&refused("rate_limited", Some(9_000))), None);
        assert_eq!(retry_after(&refused("rate_limited", None)), None);
        assert_eq!(retry_after(&refused("not_your_turn", Some(100))), None);
    }
}

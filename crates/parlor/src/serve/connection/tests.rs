//! What a connection does with time: these tests pass it in.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Store, StoreLocation};
use tables::{ServerConfig, Time};

use super::*;

/// The server's default.
const SILENT_AFTER: Duration = Duration::from_secs(90);

/// A client that sends what the test passes in, and records what it receives.
#[derive(Default)]
struct Fake {
    says: Vec<Incoming<String>>,
    heard: Arc<Mutex<Vec<String>>>,
    pings: Arc<AtomicUsize>,
    flushes: Arc<AtomicUsize>,
    /// Reads nothing.
    deaf: bool,
    /// Answers pings.
    alive: bool,
    pinged: bool,
}

impl Transport for Fake {
    type Text = String;

    fn direct_writer(&self) -> Option<Arc<dyn DirectWriter>> {
        None
    }

    async fn receive(&mut self) -> Result<Incoming<String>, Broken> {
        if self.alive && std::mem::take(&mut self.pinged) {
            return Ok(Incoming::Alive);
        }
        match self.says.pop() {
            Some(incoming) => Ok(incoming),
            None => std::future::pending().await,
        }
    }

    fn feed(&mut self, message: &bytes::Bytes, _more: bool) -> Result<(), Broken> {
        self.heard.lock().unwrap().push(String::from_utf8(message.to_vec()).unwrap());
        Ok(())
    }

    fn closes_with(&mut self, _code: CloseCode) {}

    fn ping(&mut self) -> Result<(), Broken> {
        self.pings.fetch_add(1, Ordering::Relaxed);
        self.pinged = true;
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), Broken> {
        if self.deaf {
            std::future::pending::<()>().await;
        }
        self.flushes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// A server, and a clock that stands still until everybody waits.
async fn open_server() -> (Arc<Server>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
    // Its own time is the real one, in which a day of pings takes no time at all.
    let config = ServerConfig { messages_per_second: 1_000, ..ServerConfig::default() };
    let server = Server::open(store, Time::real(), config).await.unwrap();
    tokio::time::pause();
    (server, folder)
}

fn ping() -> Incoming<String> {
    Incoming::Text(r#"{"ping":{}}"#.to_owned())
}

#[tokio::test]
async fn a_silent_client_is_closed_after_90_seconds_and_two_pings() {
    let (server, _folder) = open_server().await;
    let began = Instant::now();
    let mut silent = Fake::default();
    run_connection(&mut silent, server, SILENT_AFTER, Credentials::default()).await;
    assert_eq!(began.elapsed().as_secs(), SILENT_AFTER.as_secs());
    assert_eq!(silent.pings.load(Ordering::Relaxed), 2, "asked after 30 and 60 seconds");
    assert!(silent.heard.lock().unwrap()[0].contains(r#""reason":"idle_timeout""#));
}

#[tokio::test]
async fn whoever_answers_pings_may_stay_as_long_as_they_like() {
    let (server, _folder) = open_server().await;
    let mut patient = Fake { alive: true, ..Fake::default() };
    let day = Duration::from_secs(24 * 60 * 60);
    assert!(
        timeout(day, run_connection(&mut patient, server, SILENT_AFTER, Credentials::default()))
            .await
            .is_err(),
        "the connection goes on"
    );
    assert!(patient.heard.lock().unwrap().is_empty());
}

#[tokio::test]
async fn whoever_does_not_take_what_is_written_is_let_go_after_10_seconds() {
    let (server, _folder) = open_server().await;
    let began = Instant::now();
    let mut deaf = Fake { deaf: true, says: vec![ping()], ..Fake::default() };
    run_connection(&mut deaf, server, SILENT_AFTER, Credentials::default()).await;
    assert_eq!(began.elapsed().as_secs(), WRITE_TIMEOUT.as_secs());
}

#[tokio::test]
async fn what_waits_together_is_flushed_once() {
    let (server, _folder) = open_server().await;
    let mut busy = Fake::default();
    let outbox = Outbox::new(server.metrics().clone());
    let mut session = Session::new(server, outbox.clone());
    for _ in 0..10 {
        let _ = session.handle(r#"{"ping":{}}"#).await;
    }
    let mut conversation = ConnectionTask {
        transport: &mut busy,
        session,
        outbox: outbox.clone(),
        heard: Instant::now(),
        silent_after: SILENT_AFTER,
        broken: None,
    };
    let first = outbox.try_next().unwrap();
    assert_eq!(conversation.write(first).await, ControlFlow::Continue(()));
    assert_eq!(busy.heard.lock().unwrap().len(), 10);
    assert_eq!(busy.flushes.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_client_that_closes_ends_the_conversation() {
    let (server, _folder) = open_server().await;
    let mut leaver = Fake { says: vec![Incoming::Closed, ping()], ..Fake::default() };
    run_connection(&mut leaver, server.clone(), SILENT_AFTER, Credentials::default()).await;
    assert_eq!(server.metrics().open_connections.get(), 0);
}

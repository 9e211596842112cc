//! The WebSocket as a carrier: what is not a message, what is too long, and how many may come.

use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::support::client::Client;
use crate::support::server::ServerProcess;

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_socket_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let fill = |length: usize| {
        let frame = json!({"rename": {"name": ""}}).to_string();
        json!({"rename": {"name": "x".repeat(length - frame.len())}}).to_string()
    };
    let longest = protocol::MAX_CLIENT_MESSAGE;
    for (frame, code) in [
        (Message::text("{"), "bad_message"),
        (Message::text(""), "bad_message"),
        (Message::text(r#"{"dance":{}}"#), "bad_message"),
        (Message::text(r#"{"ping":{},"pong":{}}"#), "bad_message"),
        (Message::binary(r#"{"ping":{}}"#), "bad_message"),
        (Message::text(fill(longest)), "bad_name"),
        (Message::text(fill(longest + 1)), "too_long"),
    ] {
        ann.send_frame(frame).await;
        assert_eq!(ann.until("refused").await["code"], code);
    }
    ann.done("ping", json!({})).await;
}

#[tokio::test]
async fn a_message_too_long_to_be_read_ends_the_connection_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    ann.send_frame(Message::text("x".repeat(100_000))).await;
    let last = ann.last_words().await.expect("a goodbye");
    assert_eq!(last["bye"]["reason"], "bad_messages");
    Client::hello(&server, "Ben").await.done("ping", json!({})).await;
}

#[tokio::test]
async fn a_client_that_never_makes_sense_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::connect(&server).await;
    for _ in 0..21 {
        ann.send_frame(Message::text("?")).await;
    }
    assert_eq!(ann.last_words().await.expect("a goodbye")["bye"]["reason"], "bad_messages");
}

#[tokio::test]
async fn the_server_answers_pings_of_the_socket_and_of_the_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::connect(&server).await;
    ann.send_frame(Message::Ping("hello".into())).await;
    assert_eq!(ann.ask("ping", json!({})).await, json!({"pong": {"ref": 1}}));
}

#[tokio::test]
async fn a_full_house_says_so_and_has_room_again_when_somebody_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--max-connections", "1"]);
    let ann = Client::connect(&server).await;
    let Err(error) = Client::try_connect(&server).await else { panic!("a second one came in") };
    let Error::Http(response) = *error else { panic!("{error}") };
    assert_eq!(response.status(), 503);
    drop(ann);
    loop {
        // The server notices the end of the connection a little later.
        if Client::try_connect(&server).await.is_ok() {
            break;
        }
    }
}

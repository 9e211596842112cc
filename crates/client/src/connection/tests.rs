//! Servers that fail in ways that a real one does only on a bad day.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

use super::Patience;
use crate::{Client, ConnectError, Identity, Incoming};

const IMPATIENT: Patience = Patience {
    quiet: std::time::Duration::from_millis(30),
    pong: std::time::Duration::from_millis(30),
    welcome: std::time::Duration::from_secs(20),
};

fn welcome() -> Value {
    json!({"welcome": {"version": protocol::VERSION, "name": "Ann", "token": "t", "tables": []}})
}

/// A server that sends one list of messages to each connection, the last list to all later ones, and then stays silent.
async fn serve(mut answers: Vec<Vec<Value>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            let mut socket = accept_async(stream).await.unwrap();
            // The hello.
            drop(socket.next().await);
            let messages = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
            for message in messages {
                socket.send(Message::text(message.to_string())).await.unwrap();
            }
            held.push(socket);
        }
    });
    url
}

fn ann() -> Identity {
    Identity::New { name: "Ann".to_owned(), bot: false }
}

#[tokio::test]
async fn a_connection_that_died_without_a_sign_is_found_and_replaced() {
    let url = serve(vec![vec![welcome()]]).await;
    let (_client, _, mut incoming) = Client::connect_with(&url, ann(), IMPATIENT).await.unwrap();
    assert!(matches!(incoming.recv().await, Some(Incoming::Lost)));
    assert!(matches!(incoming.recv().await, Some(Incoming::Back(_))));
}

#[tokio::test]
async fn a_server_that_takes_the_connection_and_says_nothing_is_not_there() {
    let url = serve(vec![vec![]]).await;
    let patience = Patience { welcome: std::time::Duration::from_millis(50), ..IMPATIENT };
    let refused = Client::connect_with(&url, ann(), patience).await.map(drop);
    assert!(matches!(refused, Err(ConnectError::Unreachable { .. })), "{refused:?}");
}

#[tokio::test]
async fn a_server_that_is_busy_when_the_client_comes_back_is_asked_again() {
    let bye = json!({"bye": {"reason": "too_many_connections", "message": "Too many.", "retry_ms": 1}});
    let busy = json!({"refused": {"code": "not_saved", "message": "The disk is full."}});
    let url = serve(vec![vec![welcome(), bye], vec![busy], vec![welcome()]]).await;
    let patience = Patience { quiet: std::time::Duration::from_secs(60), ..IMPATIENT };
    let (_client, _, mut incoming) = Client::connect_with(&url, ann(), patience).await.unwrap();
    assert!(matches!(incoming.recv().await, Some(Incoming::Lost)));
    assert!(matches!(incoming.recv().await, Some(Incoming::Back(_))));
}

#[tokio::test]
async fn somebody_who_is_not_wanted_stays_away() {
    let bye = json!({"bye": {"reason": "signed_out", "message": "You signed out this device."}});
    let url = serve(vec![vec![welcome(), bye]]).await;
    let (_client, _, mut incoming) = Client::connect_with(&url, ann(), IMPATIENT).await.unwrap();
    assert!(matches!(incoming.recv().await, Some(Incoming::Ended(why)) if why.contains("signed out")));
    let gone = json!({"refused": {"code": "unknown_token", "message": "Nobody knows you."}});
    let url = serve(vec![vec![welcome()], vec![gone]]).await;
    let (_client, _, mut incoming) = Client::connect_with(&url, ann(), IMPATIENT).await.unwrap();
    assert!(matches!(incoming.recv().await, Some(Incoming::Lost)));
    assert!(matches!(incoming.recv().await, Some(Incoming::Ended(why)) if why.contains("Nobody")));
}

//! How the server closes.

use rustix::process::Signal;
use serde_json::json;

use crate::support::client::Client;
use crate::support::http::fault;
use crate::support::server::ServerProcess;

#[tokio::test]
async fn a_signal_closes_the_server_and_everybody_is_told_to_come_back() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        let server = ServerProcess::start(folder.path());
        let mut ann = Client::hello(&server, "Ann").await;
        ann.open(json!({"game": "gomoku"})).await;
        let mut stranger = Client::connect(&server).await;
        server.signal(signal);
        for client in [&mut ann, &mut stranger] {
            let last = client.last_words().await.expect("a goodbye");
            assert_eq!(last["bye"]["reason"], "server_shutdown", "{last}");
        }
        assert_eq!(server.wait().code(), Some(0));
    }
}

#[tokio::test]
async fn a_client_that_does_not_listen_cannot_keep_the_server_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let _deaf = Client::hello(&server, "Ann").await;
    let _half_a_request = std::net::TcpStream::connect(server.address).unwrap();
    server.signal(Signal::TERM);
    assert_eq!(server.wait().code(), Some(0));
}

#[tokio::test]
async fn a_second_signal_ends_at_once_what_the_first_could_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    let mut ann = Client::connect(&server).await;
    fault(&server, Some("silent"));
    ann.send(&json!({"hello": {"version": 2, "name": "Ann"}})).await;
    server.signal(Signal::TERM);
    server.log_until("shutting down");
    server.signal(Signal::TERM);
    assert_eq!(server.wait().code(), Some(1));
}

//! What only real sockets show.

use protocol::ServerMsg;
use rustix::process::Signal;
use serde_json::json;

use crate::server::harness::TestServer;
use crate::server::person::place;
use crate::support::http::get;

/// A number that the server counts.
fn metric(server: &TestServer, name: &str) -> u64 {
    let answer = get(&server.process, "/metrics").body;
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap();
    line.parse().unwrap()
}

#[tokio::test]
async fn a_watcher_who_never_reads_does_not_hold_the_table() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut eve = server.narrow_line().await;
    eve.send(&json!({"hello": {"version": 2, "name": "Eve"}}).to_string()).await;
    eve.send(&json!({"watch": {"table": table}}).to_string()).await;
    eve.send(&json!({"lobby": {"on": true}}).to_string()).await;
    ann.until(|message| match message {
        ServerMsg::SeatsUpdate(news) => (news.watcher_count == 1).then_some(()),
        _ => None,
    })
    .await;
    let long = "🂡".repeat(500);
    let mut lines = 0;
    while metric(&server, "parlor_outbox_messages_dropped_total") == 0 {
        for _ in 0..50 {
            ann.does("say", json!({"room": "lobby", "text": long})).await;
            lines += 1;
        }
        assert!(lines < 10_000, "the server keeps all that is not read");
    }
    ann.acts(table, 0, place(0, 0)).await;
    bo.acts(table, 0, place(1, 1)).await;
    assert_eq!(ann.sync(table, None).await.nth, 1);
}

#[tokio::test]
async fn a_closing_server_refuses_what_still_comes() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    server.fault(Some("silent")).await;
    ann.say(json!({"act": {"table": table, "game_number": 1, "nth": 0, "action": place(0, 0)}})).await;
    ann.ask("ping", json!({})).await;
    server.process.signal(Signal::TERM);
    server.process.log_until("shutting down");
    let code = loop {
        // The word comes a moment before the deed.
        if let ServerMsg::Refused(refused) = bo.ask("ping", json!({})).await {
            break refused.code;
        }
    };
    assert_eq!(code, "shutting_down");
}

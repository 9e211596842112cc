//! Chat: rooms, limits, muting, and what late joiners are shown.

use serde_json::json;
use tables::ServerConfig;

use super::harness::{TestServer, config};
use super::person::said;

pub(crate) async fn players_and_watchers_talk_apart_while_the_game_runs() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("join", json!({"table": table})).await;
    eve.does("watch", json!({"table": table})).await;
    assert_eq!(eve.refused("say", json!({"room": {"table": table}, "text": "psst"})).await, "not_in_room");
    assert_eq!(ann.refused("say", json!({"room": {"watchers": table}, "text": "psst"})).await, "not_in_room");
    eve.does("say", json!({"room": {"watchers": table}, "text": "Ann should block"})).await;
    ann.does("say", json!({"room": {"table": table}, "text": "good luck"})).await;
    assert_eq!(bo.until(said).await, "good luck");
    assert_eq!(eve.until(said).await, "Ann should block");
    assert!(eve.received_so_far().await.iter().filter_map(said).next().is_none());
    assert!(eve.sync(table, None).await.chat.iter().all(|line| line.text.as_str() == "Ann should block"));
}

pub(crate) async fn a_muted_person_is_not_heard() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    ann.does("lobby", json!({"on": true})).await;
    assert_eq!(ann.refused("mute", json!({"name": "Nobody", "on": true})).await, "no_such_person");
    ann.does("mute", json!({"name": "bo", "on": true})).await;
    bo.does("say", json!({"room": "lobby", "text": "one"})).await;
    ann.does("mute", json!({"name": "Bo", "on": false})).await;
    bo.does("say", json!({"room": "lobby", "text": "two"})).await;
    assert_eq!(ann.until(said).await, "two");
}

pub(crate) async fn chat_is_cleaned_bounded_and_slowed_down() {
    let server = TestServer::open_with(ServerConfig { chat_messages_per_minute: 12, ..config() }).await;
    let mut ann = server.person("Ann").await;
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "\u{202E}"})).await, "bad_chat");
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "x".repeat(501)})).await, "bad_chat");
    ann.does("say", json!({"room": "lobby", "text": "one"})).await;
    ann.does("say", json!({"room": "lobby", "text": "two"})).await;
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "three"})).await, "rate_limited");
    server.advance(5_000).await;
    ann.does("say", json!({"room": "lobby", "text": "four"})).await;
}

pub(crate) async fn five_hundred_characters_are_heard_without_what_turns_or_hides_them() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    bo.lobby().await;
    let longest = "é".repeat(500);
    for (text, heard) in [
        (longest.as_str(), longest.as_str()),
        ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
        ("one\u{0}\u{7}\u{1B}[31m two\nthree", "one[31m two three"),
    ] {
        ann.does("say", json!({"room": "lobby", "text": text})).await;
        assert_eq!(bo.until(said).await, heard);
    }
    assert_eq!(ann.refused("say", json!({"room": "lobby", "text": "é".repeat(501)})).await, "bad_chat");
}

pub(crate) async fn late_joiners_are_shown_the_last_hundred_lines_of_each_room() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    for number in 0..103 {
        let text = format!("line {number}");
        ann.does("say", json!({"room": "lobby", "text": text})).await;
        bo.does("say", json!({"room": {"table": table}, "text": text})).await;
        eve.does("say", json!({"room": {"watchers": table}, "text": text})).await;
    }
    let mut late = server.person("Late").await;
    let mut phone = server.again(&ann.token.clone()).await;
    let rooms = [late.lobby().await.chat, phone.table().await.chat, {
        late.does("watch", json!({"table": table})).await;
        late.sync(table, None).await.chat
    }];
    for (lines, from) in rooms.iter().zip(["Ann", "Bo", "Eve"]) {
        assert_eq!(lines.len(), 100);
        assert_eq!(lines[0].text.as_str(), "line 3");
        assert!(lines.iter().all(|line| line.from.as_deref() == Some(from)));
    }
}

pub(crate) async fn a_muted_person_is_not_heard_in_what_is_shown_again_either() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    bo.does("say", json!({"room": "lobby", "text": "one"})).await;
    bo.does("say", json!({"room": {"table": table}, "text": "two"})).await;
    ann.does("say", json!({"room": "lobby", "text": "three"})).await;
    ann.does("mute", json!({"name": "BO", "on": true})).await;
    assert!(ann.sync(table, None).await.chat.is_empty());
    let lobby = ann.lobby().await.chat;
    assert_eq!(lobby.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["three"]);
    assert_eq!(bo.lobby().await.chat.len(), 2, "everybody else hears them");
}

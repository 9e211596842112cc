//! Calls to people who are away, at webhooks that are good, slow, dead and lying.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::hooks::{
    DAY, Hook, SOON, dead_url, json_hook, moves, on_postgresql, plays, sees_lost, set, slow_table, start,
    table_of, turn_of_who_is_away,
};
use crate::support::client::Client;
use crate::support::http::{advance, get, get_as, post_as, request};
use crate::support::server::ServerProcess;

#[tokio::test]
async fn who_is_away_is_called_once_and_once_before_the_time_is_up_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    who_is_away_is_called_once_and_once_before_the_time_is_up(folder.path(), &[]).await;
}

#[tokio::test]
async fn who_is_away_is_called_once_and_once_before_the_time_is_up_on_postgresql() {
    on_postgresql(who_is_away_is_called_once_and_once_before_the_time_is_up).await;
}

async fn who_is_away_is_called_once_and_once_before_the_time_is_up(data: &Path, args: &[&str]) {
    let server = start(data, args);
    let operator = server.admin_token().to_owned();
    let (hook, other) = (Hook::good(), Hook::good());
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let (ann_token, ben_token) = (ann.token.clone(), ben.token.clone());
    assert_eq!(set(&server, &ben_token, &json_hook(&hook)).status, 204);
    assert_eq!(set(&server, &ann_token, &json_hook(&other)).status, 204);
    let table = turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    let call = hook.call(&server, &operator);
    assert_eq!((&call["title"], &call["text"]), (&json!("Your turn: Gomoku for three"), &json!("With Ann.")));
    assert_eq!(call["table"], table.as_str());
    // Once, whatever happens: not after a kill either, as soon as it is noted.
    while !get(&server, "/metrics").body.contains("parlor_calls_total 1") {
        ann.done("ping", json!({})).await;
    }
    server.kill();
    let server = start(data, args);
    moves(&server, &operator, 3_600_000);
    // The alarm comes when four fifths of the day are gone, and wakes nobody twice.
    for _ in 0..18 {
        moves(&server, &operator, 3_600_000);
    }
    assert!(hook.has_none(), "one call, and the alarm is not due");
    moves(&server, &operator, 3_600_000);
    assert_eq!(hook.call(&server, &operator)["title"], "Your time is nearly up: Gomoku for three");
    // Ben reconnects and plays. Now it is the turn of Ann, who is away since the kill; Ben is connected and needs no call.
    let (mut ben, _) = Client::resume(&server, &ben_token).await;
    plays(&mut ben, &table, 0, 5).await;
    moves(&server, &operator, SOON);
    assert_eq!(other.call(&server, &operator)["title"], "Your turn: Gomoku for three");
    let (mut ann, _) = Client::resume(&server, &ann_token).await;
    plays(&mut ann, &table, 1, 0).await;
    moves(&server, &operator, SOON);
    ben.done("ping", json!({})).await;
    assert!(hook.has_none(), "who is here is not called");
    // A decision that is made ends its calls, and a removed webhook is not called.
    plays(&mut ben, &table, 1, 5).await;
    let headers = [&*format!("Authorization: Bearer {ann_token}")];
    assert_eq!(request(&server, "DELETE", "/api/webhook", &headers, "").status, 204);
    drop(ann);
    sees_lost(&mut ben, 0).await;
    moves(&server, &operator, 20 * 3_600_000);
    ben.done("ping", json!({})).await;
    assert!(other.has_none() && hook.has_none());
    server.stop();
}

#[tokio::test]
async fn a_webhook_is_called_in_the_language_of_the_person_also_in_a_header() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let token = ben.token.clone();
    let body = json!({"url": hook.url(), "format": "ntfy", "language": "zh"});
    assert_eq!(set(&server, &token, &body).status, 204);
    assert_eq!(get_as(&server, "/api/webhook", &token).json()["webhook"], body);
    turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    let taken = hook.taken(&server, &operator);
    let title = taken.header("title").unwrap();
    assert!(title.starts_with("=?UTF-8?B?") && title.ends_with("?="), "{title}");
    assert!(!String::from_utf8(taken.body).unwrap().is_ascii());
    let unknown = json!({"url": hook.url(), "format": "ntfy", "language": "tlh"});
    assert_eq!(set(&server, &token, &unknown).error(), (400, "bad_request".to_owned()));
    server.stop();
}

#[tokio::test]
async fn with_days_for_a_decision_the_alarm_comes_when_four_fifths_of_them_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, mut ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    assert_eq!(set(&server, &ben.token, &json_hook(&hook)).status, 204);
    let table = table_of(&mut ann, &mut ben, 3 * 86_400).await;
    let ben_token = ben.token.clone();
    drop(ben);
    sees_lost(&mut ann, 1).await;
    plays(&mut ann, &table, 0, 0).await;
    moves(&server, &operator, SOON);
    assert_eq!(hook.call(&server, &operator)["title"], "Your turn: Gomoku for three");
    // No bot plays for Ben, although Ann is there. The alarm is due after 57.6 hours.
    for _ in 0..56 {
        moves(&server, &operator, 3_600_000);
    }
    assert!(hook.has_none());
    moves(&server, &operator, 2 * 3_600_000);
    assert_eq!(hook.call(&server, &operator)["title"], "Your time is nearly up: Gomoku for three");
    let (mut ben, _) = Client::resume(&server, &ben_token).await;
    plays(&mut ben, &table, 0, 5).await;
    let longest = json!({"game": "gomoku", "seats": 2, "clock": 14 * 86_400});
    ben.open(longest).await;
    let longer = json!({"config": {"game": "gomoku", "seats": 2, "clock": 14 * 86_400 + 1}});
    assert_eq!(ben.refused("open", longer).await["code"], "bad_message");
    server.stop();
}

#[tokio::test]
async fn nobody_is_called_in_their_quiet_hours() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let wrong =
        json!({"url": hook.url(), "format": "json", "quiet": {"from": 0, "to": 1_440, "utc_offset": 0}});
    assert_eq!(set(&server, &ben.token, &wrong).error(), (400, "bad_options".to_owned()));
    // It is 22:13 in UTC: quiet until 23:00.
    let quiet = json!({"from": 22 * 60, "to": 23 * 60, "utc_offset": 0});
    let body = json!({"url": hook.url(), "format": "slack", "quiet": quiet});
    assert_eq!(set(&server, &ben.token, &body).status, 204);
    turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    advance(&server, 40 * 60_000);
    ann.done("ping", json!({})).await;
    assert!(hook.has_none());
    advance(&server, 10 * 60_000);
    assert_eq!(hook.call(&server, &operator), json!({"text": "Your turn: Gomoku for three. With Ann."}));
    server.stop();
}

#[tokio::test]
async fn a_webhook_that_is_slow_dead_or_lying_holds_nobody_and_is_given_up_after_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let good = Hook::good();
    // One takes the request and never answers; one leads elsewhere; one says yes and never stops; one is not there.
    let (slow, elsewhere) = (Hook::slow(), Hook::leading_to(&good));
    let endless = Hook::open(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while stream.write_all(b"4\r\nyes \r\n").is_ok() {}
    });
    let dead = json!({"url": dead_url(), "format": "ntfy"});
    let mut ann = Client::hello(&server, "Ann").await;
    let mut tables = Vec::new();
    let hooks = [json_hook(&slow), json_hook(&elsewhere), json_hook(&endless), dead, json_hook(&good)];
    let mut tokens = Vec::new();
    for (name, hook) in ["Sam", "Eli", "Max", "Dan", "Gus"].into_iter().zip(&hooks) {
        let mut person = Client::hello(&server, name).await;
        assert_eq!(set(&server, &person.token, hook).status, 204);
        let table = slow_table(&mut ann, &mut person).await;
        tokens.push(person.token.clone());
        drop(person);
        sees_lost(&mut ann, 1).await;
        tables.push(table);
    }
    for table in &tables {
        plays(&mut ann, table, 0, 0).await;
    }
    advance(&server, SOON);
    assert_eq!(
        good.call(&server, &operator)["title"],
        "Your turn: Gomoku for three",
        "the others hold nobody"
    );
    slow.call(&server, &operator);
    elsewhere.call(&server, &operator);
    endless.call(&server, &operator);
    assert!(good.has_none(), "a redirect is not followed");
    let state = |token: &str| get_as(&server, "/api/webhook", token).json();
    let fails = async |token: &str| {
        // It is noted when the call has failed.
        while state(token)["failing_since"].is_null() {
            ann_waits().await;
        }
        state(token)
    };
    for token in [&tokens[0], &tokens[1], &tokens[3]] {
        assert_eq!(fails(token).await["stopped"], false);
    }
    for token in [&tokens[2], &tokens[4]] {
        assert!(state(token)["failing_since"].is_null(), "whatever it says after yes");
    }
    // Tried again, later; the good ones are not called again.
    advance(&server, 61_000);
    elsewhere.call(&server, &operator);
    assert!(good.has_none());
    // A day later the webhook is stopped; set again, it starts without failures.
    advance(&server, DAY);
    assert_eq!(state(&tokens[1])["stopped"], true);
    assert_eq!(set(&server, &tokens[1], &json_hook(&good)).status, 204);
    assert_eq!(state(&tokens[1])["stopped"], false);
    assert_eq!(post_as(&server, "/api/webhook/test", &tokens[1], &json!({})).status, 204);
    assert_eq!(good.call(&server, &operator)["title"], "Parlor");
    let dead = post_as(&server, "/api/webhook/test", &tokens[3], &json!({}));
    assert_eq!(dead.error(), (502, "not_delivered".to_owned()));
    server.stop();
}

async fn ann_waits() {
    tokio::task::yield_now().await;
}

#[tokio::test]
async fn a_webhook_does_not_reach_addresses_inside() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let ann = Client::hello(&server, "Ann").await;
    let inside = Hook::good();
    let port = inside.address.port();
    for url in ["", "ftp://a/b", "https://user:password@example.org/", "games"] {
        let refused = set(&server, &ann.token, &json!({"url": url, "format": "json"}));
        assert_eq!(refused.error(), (400, "bad_options".to_owned()), "{url}");
    }
    for host in ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
        let body = json!({"url": format!("http://{host}:{port}/"), "format": "json"});
        assert_eq!(set(&server, &ann.token, &body).status, 204);
        let tried = post_as(&server, "/api/webhook/test", &ann.token, &json!({}));
        assert_eq!(tried.error(), (502, "not_delivered".to_owned()), "{host}");
        assert!(inside.has_none(), "{host}");
    }
    let none = Client::hello(&server, "Ben").await;
    let tried = post_as(&server, "/api/webhook/test", &none.token, &json!({}));
    assert_eq!(tried.error(), (404, "no_webhook".to_owned()));
    assert_eq!(request(&server, "GET", "/api/webhook", &[], "").status, 401);
    server.stop();
}

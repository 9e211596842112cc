//! Keeping strangers out: pages of other addresses, cookies, and what every answer tells a browser.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::{get, request};
use crate::support::server::ServerProcess;

/// The code of the answer to a WebSocket that was refused.
async fn refused(server: &ServerProcess, headers: &[(&str, &str)]) -> (u16, String) {
    let error = match Client::try_connect_with(server, headers).await {
        Ok(_) => panic!("let in with {headers:?}"),
        Err(error) => error,
    };
    let tokio_tungstenite::tungstenite::Error::Http(response) = *error else { panic!("{error}") };
    let body: Value = serde_json::from_slice(response.body().as_deref().unwrap_or_default()).unwrap();
    (response.status().as_u16(), body["code"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn the_socket_is_for_pages_of_the_server_and_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let public =
        ["--public-url", "https://games.example.org", "--allowed-origins", "http://friend.example:81"];
    let server = ServerProcess::start_with(folder.path(), &public);
    let own = format!("http://{}", server.address);
    for good in [&own, "https://games.example.org", "http://friend.example:81"] {
        let mut client = Client::try_connect_with(&server, &[("origin", good)]).await.unwrap();
        client.done("hello", json!({"version": 2})).await;
    }
    Client::hello(&server, "Program").await;
    for bad in
        ["http://evil.example", "null", "https://games.example.org.evil.example", "http://friend.example"]
    {
        assert_eq!(
            refused(&server, &[("origin", bad)]).await,
            (403, "origin_not_allowed".to_owned()),
            "{bad}"
        );
    }
    let metrics = get(&server, "/metrics").body;
    assert!(metrics.contains("\nparlor_cross_origin_requests_rejected_total 4\n"), "{metrics}");
}

/// The log names what would allow the origin, and a page that retries does not fill it.
#[tokio::test]
async fn a_rejected_origin_is_logged_with_what_would_allow_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    for _ in 0..5 {
        refused(&server, &[("origin", "https://other.example")]).await;
    }
    let log = server.log_to_the_end();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("origin not allowed")).collect();
    let [line] = lines[..] else { panic!("one line for five rejections: {log}") };
    assert!(line.contains(r#"origin="https://other.example""#), "{line}");
    assert!(line.contains(r#"allowed_origins = ["https://other.example"]"#), "{line}");
}

fn session(
    server: &ServerProcess,
    method: &str,
    headers: &[&str],
    body: &Value,
) -> crate::support::http::Answer {
    let headers = [&["Content-Type: application/json"], headers].concat();
    request(server, method, "/api/session", &headers, &body.to_string())
}

#[tokio::test]
async fn a_cookie_that_no_script_can_read_says_who_somebody_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let ann = Client::hello(&server, "Ann").await;
    let token = ann.token.clone();
    assert_eq!(
        session(&server, "POST", &[], &json!({"token": "00".repeat(32)})).error(),
        (401, "unknown_token".into())
    );
    assert_eq!(session(&server, "POST", &[], &json!({"key": token})).error(), (400, "bad_request".into()));
    let evil = session(&server, "POST", &["Origin: http://evil.example"], &json!({"token": token}));
    assert_eq!(evil.error(), (403, "origin_not_allowed".into()));
    assert!(!evil.head.to_lowercase().contains("set-cookie"));

    let kept = session(&server, "POST", &[], &json!({"token": token}));
    assert_eq!(kept.status, 204);
    let line = kept.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: ")).unwrap();
    assert!(
        line.contains("; HttpOnly") && line.contains("; SameSite=Strict") && line.contains("; Path=/"),
        "{line}"
    );
    let cookie = format!("other=1; parlor={token}");

    let mut back = Client::try_connect_with(&server, &[("cookie", &cookie)]).await.unwrap();
    let welcome = back.done("hello", json!({"version": 2})).await;
    assert_eq!(
        (welcome["name"].as_str(), welcome["token"].as_str()),
        (Some("Ann"), Some("")),
        "visible to no script"
    );
    back.open(json!({"game": "gomoku", "private": true})).await;

    let mut other = Client::try_connect_with(&server, &[("cookie", &cookie)]).await.unwrap();
    let welcome = other.done("hello", json!({"version": 2, "name": "Ben"})).await;
    assert_eq!(welcome["name"], "Ben", "a client that gives a name is a new person");

    let mut gone = Client::try_connect_with(&server, &[("cookie", "parlor=nonsense")]).await.unwrap();
    let welcome = gone.done("hello", json!({"version": 2})).await;
    assert_eq!(
        (welcome["name"].clone(), welcome["token"].as_str()),
        (Value::Null, Some("")),
        "a stale cookie is nobody"
    );

    let forgotten = session(&server, "DELETE", &[], &json!({}));
    assert!(forgotten.status == 204 && forgotten.head.contains("Max-Age=0"), "{forgotten:?}");
}

#[test]
fn behind_tls_the_cookie_never_travels_without() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--public-url", "https://games.example.org"]);
    let forgotten = session(&server, "DELETE", &[], &json!({}));
    assert!(forgotten.head.contains("; Secure"), "{forgotten:?}");
}

#[test]
fn every_answer_tells_browsers_to_be_strict() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let answers = [
        get(&server, "/"),
        get(&server, "/api/games"),
        get(&server, "/api/openapi.json"),
        get(&server, "/metrics"),
        get(&server, "/nowhere"),
        get(&server, "/ws"),
        get(&server, "/api/admin/status"),
        request(&server, "POST", "/healthz", &[], ""),
        session(&server, "POST", &[], &json!(1)),
    ];
    for answer in answers {
        let head = answer.head.to_lowercase();
        let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for line in
            ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "permissions-policy: "]
        {
            assert!(head.contains(line), "{line} is missing in {head}");
        }
    }
}

#[test]
fn the_page_of_the_server_obeys_its_own_policy() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let page = get(&server, "/").body.to_lowercase();
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="), "{page}");
    for script in page.split("<script").skip(1) {
        let tag = script.split('>').next().unwrap();
        assert!(tag.contains(" src="), "an inline script would not be run: {tag}");
    }
}

#[tokio::test]
async fn a_server_that_knows_its_name_is_not_reached_under_another() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--public-url", "https://games.example.org", "--allowed-hosts", "parlor.lan"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let status = |host: &str, path: &str| {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        // The page has the name that it asks for: a browser finds nothing wrong with that.
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse::<u16>().unwrap()
    };
    for own in ["games.example.org", "parlor.lan:8080", "localhost", "127.0.0.1:8080", "[::1]:8080"] {
        assert_eq!(status(own, "/api/tables"), 200, "{own}");
    }
    for path in ["/", "/ws", "/api/tables", "/api/session"] {
        assert_eq!(status("rebound.evil.example", path), 421, "{path}");
    }
    for probe in ["/healthz", "/readyz"] {
        assert_eq!(status("10-0-0-7.pods.internal", probe), 200, "{probe}");
    }
    server.log_until("allowed_hosts");
}

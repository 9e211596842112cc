//! Just enough HTTP to see what the server answers.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use super::server::{ServerProcess, TEST_TIMEOUT};

/// What the server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// The code of an answer that says what is wrong, with its status.
    pub(crate) fn error(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["message"].as_str().is_some_and(|message| message.ends_with('.')), "{json}");
        (self.status, json["code"].as_str().unwrap().to_owned())
    }
}

/// Sends a request with these headers and returns the answer.
pub(crate) fn request(
    server: &ServerProcess,
    method: &str,
    path: &str,
    headers: &[&str],
    body: &str,
) -> Answer {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: localhost\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// Asks for a path.
pub(crate) fn get(server: &ServerProcess, path: &str) -> Answer {
    request(server, "GET", path, &[], "")
}

/// Asks for a path as the holder of a token.
pub(crate) fn get_as(server: &ServerProcess, path: &str, token: &str) -> Answer {
    request(server, "GET", path, &[&format!("Authorization: Bearer {token}")], "")
}

/// Sends JSON to a path as the holder of a token.
pub(crate) fn post_as(server: &ServerProcess, path: &str, token: &str, body: &Value) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
    request(server, "POST", path, &headers, &body.to_string())
}

/// Moves the time of a server that was started with `--test-time`.
pub(crate) fn advance(server: &ServerProcess, milliseconds: u32) {
    let body = serde_json::json!({ "milliseconds": milliseconds });
    let answer = post_as(server, "/api/admin/advance", server.admin_token(), &body);
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// Makes the store of a server fail that was started with `--test-faults`; nothing lifts the fault.
pub(crate) fn fault(server: &ServerProcess, fault: Option<&str>) {
    let body = serde_json::json!({ "fault": fault });
    let answer = post_as(server, "/api/admin/fault", server.admin_token(), &body);
    assert_eq!(answer.status, 204, "{answer:?}");
}

//! Just enough HTTP to ask one server one thing.

use std::fmt;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use protocol::Seal;
use serde::Deserialize;

use crate::admin::Token;

/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// No answer is longer.
const LONGEST_ANSWER: u64 = 256 << 20;

/// Where a server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    host: String,
    port: u16,
    /// What stands before every path, if the server is not at the root of its host.
    prefix: String,
}

impl FromStr for Server {
    type Err = &'static str;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        if url.starts_with("https://") {
            return Err(
                "this command speaks http:// only; run it on the server itself, or through an SSH tunnel",
            );
        }
        let wrong = "must be a URL such as http://127.0.0.1:8080";
        let rest = url.strip_prefix("http://").ok_or(wrong)?;
        let (authority, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = match authority.rsplit_once(':') {
            // The colons of a bare IPv6 address are not before a port.
            Some((host, port)) if !port.contains(']') => (host, port.parse().map_err(|_| wrong)?),
            _ => (authority, 80),
        };
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || !plain(host) || !plain(prefix) {
            return Err(wrong);
        }
        let prefix = prefix.trim_end_matches('/');
        let prefix = if prefix.is_empty() { String::new() } else { format!("/{prefix}") };
        Ok(Self { host: host.to_owned(), port, prefix })
    }
}

/// What a request shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Credential<'a> {
    /// Whose holder may do what its person may.
    Token(&'a Token),
    /// Whose holder was at the table.
    Seal(Seal),
}

impl fmt::Display for Credential<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => write!(f, "Bearer {}", token.as_str()),
            Self::Seal(seal) => write!(f, "Seal {seal}"),
        }
    }
}

/// What a server answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// What a server says when it refuses.
#[derive(Deserialize)]
struct Refused {
    message: String,
}

impl Answer {
    /// The body, or the server's sentence as an error.
    pub(crate) fn accepted(self) -> Result<String> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        match serde_json::from_str::<Refused>(&self.body) {
            Ok(refused) => bail!("{}", refused.message),
            Err(_) => bail!("The server answered with status {}; is this a Parlor?", self.status),
        }
    }
}

impl Server {
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        shown: Option<Credential<'_>>,
        body: Option<&str>,
    ) -> Result<Answer> {
        let Self { host, port, prefix } = self;
        let mut stream =
            self.connect().with_context(|| format!("No server answers at http://{host}:{port}"))?;
        let body = body.unwrap_or_default();
        let shown = shown.map(|shown| format!("Authorization: {shown}\r\n")).unwrap_or_default();
        // Version 1.0: the answer ends where the connection ends, and never comes in chunks.
        write!(
            stream,
            "{method} {prefix}{path} HTTP/1.0\r\nHost: {host}:{port}\r\n{shown}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.take(LONGEST_ANSWER).read_to_string(&mut answer).context("The server did not answer")?;
        read_answer(&answer)
    }

    fn connect(&self) -> std::io::Result<TcpStream> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let mut failed = std::io::Error::from(std::io::ErrorKind::NotFound);
        for address in (host, self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(PATIENCE))?;
                    stream.set_write_timeout(Some(PATIENCE))?;
                    return Ok(stream);
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }
}

fn read_answer(answer: &str) -> Result<Answer> {
    let parts = answer.split_once("\r\n\r\n").and_then(|(head, body)| {
        let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, body: body.to_owned() })
    });
    match parts {
        Some(answer) => Ok(answer),
        None => bail!("What answers there is no HTTP server."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers_are_read() {
        let read = |url: &str| url.parse::<Server>().map(|server| (server.host, server.port, server.prefix));
        let good = |host: &str, port, prefix: &str| Ok((host.to_owned(), port, prefix.to_owned()));
        assert_eq!(read("http://127.0.0.1:8080"), good("127.0.0.1", 8080, ""));
        assert_eq!(read("http://games.example/parlor/"), good("games.example", 80, "/parlor"));
        assert_eq!(read("http://[::1]:81/"), good("[::1]", 81, ""));
        assert_eq!(read("http://[::1]"), good("[::1]", 80, ""));
        for wrong in ["", "127.0.0.1:8080", "http://", "http://a:b", "http://a b", "http://a:80/x\r\ny"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
        assert!(read("https://games.example").unwrap_err().contains("http:// only"));
    }

    #[test]
    fn an_answer_is_a_status_and_a_body() {
        let answer = read_answer("HTTP/1.0 404 Not Found\r\nA: b\r\n\r\n{}\r\n\r\n").unwrap();
        assert_eq!(answer, Answer { status: 404, body: "{}\r\n\r\n".to_owned() });
        assert!(read_answer("220 smtp.example ESMTP\r\n\r\n").is_err());
    }
}

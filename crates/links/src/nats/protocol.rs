//! The lines of NATS: what a server says, read from bytes.

use bytes::{Buf, Bytes, BytesMut};
use serde::{Deserialize, Serialize};

/// A line of text is not longer than this, and a message not much longer than its server allows.
const MAX_LINE: usize = 64 << 10;
const MAX_MESSAGE: usize = 64 << 20;

/// What a server says of itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Info {
    pub(super) tls_required: bool,
    pub(super) tls_available: bool,
    pub(super) headers: bool,
    pub(super) max_payload: usize,
}

/// What we say of ourselves.
#[derive(Serialize)]
pub(super) struct Connect<'a> {
    pub(super) verbose: bool,
    pub(super) pedantic: bool,
    pub(super) tls_required: bool,
    pub(super) echo: bool,
    pub(super) headers: bool,
    pub(super) no_responders: bool,
    pub(super) lang: &'static str,
    pub(super) version: &'static str,
    pub(super) protocol: u8,
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) user: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pass: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) auth_token: Option<&'a str>,
}

/// What a server says.
#[derive(Debug)]
pub(super) enum ServerLine {
    Info(Box<Info>),
    Message {
        subject: String,
        no_responders: bool,
        payload: Bytes,
    },
    Ping,
    Pong,
    Error(String),
    /// Of no interest here.
    Other,
}

/// Removes the next line and its payload from the read buffer; `None` if they have not arrived completely.
pub(super) fn take(buffer: &mut BytesMut) -> Result<Option<ServerLine>, String> {
    let Some(end) = buffer.windows(2).position(|pair| pair == b"\r\n") else {
        return if buffer.len() > MAX_LINE { Err("a line is too long".to_owned()) } else { Ok(None) };
    };
    let line = std::str::from_utf8(&buffer[..end]).map_err(|_| "a line is not text".to_owned())?;
    let (verb, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let (has_headers, parts) = match verb.to_ascii_uppercase().as_str() {
        "MSG" => (false, rest),
        "HMSG" => (true, rest),
        other => {
            let taken = match other {
                "INFO" => {
                    let info = serde_json::from_str(rest).map_err(|error| error.to_string())?;
                    ServerLine::Info(Box::new(info))
                }
                "PING" => ServerLine::Ping,
                "PONG" => ServerLine::Pong,
                "-ERR" => ServerLine::Error(rest.trim().trim_matches('\'').to_owned()),
                _ => ServerLine::Other,
            };
            buffer.advance(end + 2);
            return Ok(Some(taken));
        }
    };
    // MSG subject sid [reply] bytes; HMSG subject sid [reply] header-bytes bytes
    let parts: Vec<&str> = parts.split_ascii_whitespace().collect();
    let wrong = || format!("a message cannot be read: {line}");
    let number = |text: &&str| text.parse::<usize>().ok().filter(|number| *number <= MAX_MESSAGE);
    let length = parts.last().and_then(number).ok_or_else(wrong)?;
    let header = if has_headers {
        parts.len().checked_sub(2).and_then(|place| parts.get(place)).and_then(number).ok_or_else(wrong)?
    } else {
        0
    };
    let subject = (*parts.first().ok_or_else(wrong)?).to_owned();
    if header > length {
        return Err(wrong());
    }
    if buffer.len() < end + 2 + length + 2 {
        return Ok(None);
    }
    buffer.advance(end + 2);
    let headers = buffer.split_to(header);
    let payload = buffer.split_to(length - header).freeze();
    buffer.advance(2);
    let no_responders = payload.is_empty() && headers.starts_with(b"NATS/1.0 503");
    Ok(Some(ServerLine::Message { subject, no_responders, payload }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<String> {
        let (mut buffer, mut lines) = (BytesMut::from(text), Vec::new());
        while let Some(line) = take(&mut buffer).unwrap() {
            lines.push(format!("{line:?}"));
        }
        assert!(buffer.is_empty(), "{buffer:?}");
        lines
    }

    #[test]
    fn what_a_server_says_is_read_line_by_line() {
        let lines = all(b"INFO {\"headers\":true,\"max_payload\":1048576,\"more\":1}\r\nPING\r\npong\r\n+OK\r\n-ERR 'Authorization Violation'\r\n");
        assert!(lines[0].contains("max_payload: 1048576"), "{lines:?}");
        assert_eq!(lines[1..4], ["Ping", "Pong", "Other"]);
        assert_eq!(lines[4], r#"Error("Authorization Violation")"#);
    }

    #[test]
    fn messages_come_with_and_without_replies_and_headers() {
        let lines = all(b"MSG a.b 1 5\r\nhe\r\nl\r\nMSG a.b 1 reply 0\r\n\r\nHMSG gone.7 3 16 16\r\nNATS/1.0 503\r\n\r\n\r\nHMSG x 1 12 14\r\nNATS/1.0\r\n\r\nhi\r\n");
        assert!(lines[0].contains(r#"payload: b"he\r\nl""#), "{lines:?}");
        assert!(lines[1].contains("no_responders: false") && lines[1].contains(r#"payload: b"""#));
        assert!(lines[2].contains("gone.7") && lines[2].contains("no_responders: true"), "{lines:?}");
        assert!(lines[3].contains(r#"payload: b"hi""#) && lines[3].contains("no_responders: false"));
    }

    #[test]
    fn what_is_not_there_yet_is_waited_for_at_every_byte() {
        let whole = b"MSG a 1 3\r\nabc\r\nPING\r\n";
        for cut in 0..whole.len() {
            let mut buffer = BytesMut::from(&whole[..cut]);
            let mut count = 0;
            while take(&mut buffer).unwrap().is_some() {
                count += 1;
            }
            buffer.extend_from_slice(&whole[cut..]);
            while take(&mut buffer).unwrap().is_some() {
                count += 1;
            }
            assert_eq!(count, 2, "cut at {cut}");
        }
    }

    #[test]
    fn nonsense_is_an_error_and_not_a_panic() {
        for wrong in ["MSG\r\n", "MSG a 1 x\r\n", "HMSG a 1 9 3\r\n", "MSG a 1 99999999999\r\n", "INFO {\r\n"]
        {
            assert!(take(&mut BytesMut::from(wrong)).is_err(), "{wrong}");
        }
        assert!(take(&mut BytesMut::from(&vec![b'x'; MAX_LINE + 1][..])).is_err());
    }
}

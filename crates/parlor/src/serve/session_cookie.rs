//! The cookie that remembers who somebody is, where no script can read it.

use std::fmt;

use axum::http::{HeaderMap, HeaderValue, header};

/// What the cookie is called.
const NAME: &str = "parlor";

/// How long it is kept, in seconds: longer than a name is.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// How the server sets its cookie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SessionCookie {
    /// Whether people come over TLS, and the cookie must never travel without.
    pub(crate) secure: bool,
}

impl SessionCookie {
    /// The header that keeps a token.
    pub(crate) fn keep(self, token: &str) -> Option<HeaderValue> {
        self.header(token, KEPT)
    }

    /// The header that throws it away.
    pub(crate) fn forget(self) -> Option<HeaderValue> {
        self.header("", 0)
    }

    fn header(self, value: impl fmt::Display, seconds: u32) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie = format!("{NAME}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        let mut header = HeaderValue::try_from(cookie).ok()?;
        header.set_sensitive(true);
        Some(header)
    }
}

/// The token that a request's cookie holds.
pub(crate) fn token_in(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == NAME && !value.is_empty()).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_script_and_no_other_page_gets_the_cookie() {
        let text = |header: Option<HeaderValue>| header.unwrap().to_str().unwrap().to_owned();
        let plain = SessionCookie { secure: false };
        assert_eq!(
            text(plain.keep("abc")),
            "parlor=abc; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
        );
        assert_eq!(text(plain.forget()), "parlor=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
        assert!(text(SessionCookie { secure: true }.keep("abc")).ends_with("; Secure"));
        assert!(plain.keep("a\r\nb").is_none());
        assert!(!format!("{:?}", plain.keep("abc")).contains("abc"), "it is not printed");
    }

    #[test]
    fn a_token_is_found_among_other_cookies() {
        let read = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            token_in(&headers).map(str::to_owned)
        };
        assert_eq!(read("a=b; parlor=abc;c=d"), Some("abc".to_owned()));
        for none in ["", "parlor", "parlor=", "xparlor=abc", "a=parlor=abc"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}

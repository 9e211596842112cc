//! Where a NATS server is, and who we are to it.

use std::fmt;

use crate::LinkError;

/// The port if none is named.
const PORT: u16 = 4222;

/// One server.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) host: String,
    pub(super) port: u16,
    /// Whether the connection must be encrypted.
    pub(super) tls: bool,
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
    pub(super) token: Option<String>,
}

/// Without passwords.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls { "tls" } else { "nats" };
        let Self { host, port, .. } = self;
        if host.contains(':') {
            write!(f, "{scheme}://[{host}]:{port}")
        } else {
            write!(f, "{scheme}://{host}:{port}")
        }
    }
}

impl Address {
    /// Several, separated by commas.
    pub(super) fn parse_list(text: &str) -> Result<Vec<Self>, LinkError> {
        text.split(',').map(|address| Self::parse(address.trim())).collect()
    }

    fn parse(text: &str) -> Result<Self, LinkError> {
        let bad = || LinkError::BadAddress(text.rsplit('@').next().unwrap_or_default().to_owned());
        let (scheme, rest) = text.split_once("://").ok_or_else(bad)?;
        let tls = match scheme {
            "nats" => false,
            "tls" => true,
            _ => return Err(bad()),
        };
        let (who, place) = match rest.rsplit_once('@') {
            Some((who, place)) => (Some(who), place),
            None => (None, rest),
        };
        let place = place.trim_end_matches('/');
        let (host, port) = match place.rsplit_once(':') {
            // An IPv6 address without a port ends with its bracket.
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| bad())?),
            _ => (place, PORT),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err(bad());
        }
        let mut address = Self { host, port, tls, user: None, password: None, token: None };
        match who.map(|who| who.split_once(':').ok_or(who)) {
            Some(Ok((user, password))) => {
                (address.user, address.password) = (Some(decoded(user)), Some(decoded(password)));
            }
            Some(Err(token)) => address.token = Some(decoded(token)),
            None => {}
        }
        Ok(address)
    }
}

/// Text as it was before it was written into a URL.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        Address::parse(text).map_or_else(|error| error.to_string(), |address| address.to_string())
    }

    #[test]
    fn an_address_is_shown_with_its_port_and_without_its_password() {
        assert_eq!(shown("nats://ann:secret@host"), "nats://host:4222");
        assert_eq!(shown("tls://token@host:5222/"), "tls://host:5222");
        assert_eq!(shown("nats://[::1]:4000"), "nats://[::1]:4000");
        assert_eq!(shown("nats://[::1]"), "nats://[::1]:4222");
        for wrong in
            ["ann:secret@host", "http://ann:secret@host", "nats://", "nats://host:port", "nats://a:b@"]
        {
            assert!(shown(wrong).contains("write nats://HOST:PORT"), "{wrong}");
            assert!(!shown(wrong).contains("secret"), "{wrong}");
        }
    }

    #[test]
    fn who_we_are_is_taken_from_the_address() {
        let addresses = Address::parse_list("nats://a, nats://ann:p%40ss%2F@b:1,tls://to%3Aken@c").unwrap();
        assert_eq!((&addresses[0].user, &addresses[0].token), (&None, &None));
        assert_eq!(
            (addresses[1].user.as_deref(), addresses[1].password.as_deref()),
            (Some("ann"), Some("p@ss/"))
        );
        assert_eq!(addresses[2].token.as_deref(), Some("to:ken"));
    }
}

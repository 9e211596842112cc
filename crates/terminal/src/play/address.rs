//! Where to play: a server, or a table on it.

use std::fmt;
use std::str::FromStr;

use protocol::{InviteCode, TableId};

/// A code in the fragment of a link. Anybody who has it can use it, so it is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkCode(String);

impl LinkCode {
    /// The code as it stands in the link.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for LinkCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkCode(…)")
    }
}

/// A server, and perhaps a table that a link leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    secure: bool,
    /// Host, port and the path before every request.
    place: String,
    /// The table of an invitation.
    pub table: Option<TableId>,
    /// Its code, for a private table.
    pub code: Option<InviteCode>,
    /// The code of a link that signs in another device.
    pub sign_in: Option<LinkCode>,
    /// The code of an invitation to a house that is not open to everybody.
    pub invitation: Option<LinkCode>,
}

/// Why a text names no server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressError(String);

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is neither a game nor a server: a server is a URL such as https://games.example.org, \
             or HOST:PORT",
            self.0
        )
    }
}

impl std::error::Error for AddressError {}

impl Address {
    /// The URL for HTTP requests, without a slash at its end.
    #[must_use]
    pub fn http(&self) -> String {
        format!("{}://{}", if self.secure { "https" } else { "http" }, self.place)
    }

    /// The URL of the socket.
    #[must_use]
    pub fn socket(&self) -> String {
        format!("{}://{}/ws", if self.secure { "wss" } else { "ws" }, self.place)
    }

    /// The link that brings others to a table.
    #[must_use]
    pub fn invitation(&self, table: TableId, code: Option<&InviteCode>) -> String {
        let code = code.map(|code| format!("#{}", code.as_str())).unwrap_or_default();
        format!("{}/j/{table}{code}", self.http())
    }

    /// The link that signs in another device.
    #[must_use]
    pub fn device_link(&self, code: &str) -> String {
        format!("{}/link#{code}", self.http())
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = || AddressError(text.to_owned());
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme), rest),
            None => (None, text),
        };
        let secure = match scheme {
            Some("https" | "wss") => true,
            Some("http" | "ws") | None => false,
            Some(_) => return Err(wrong()),
        };
        let (rest, code) = rest.split_once('#').unwrap_or((rest, ""));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        // A name alone could be a misspelt game: without a scheme a port is needed.
        let port = host.rsplit(']').next().and_then(|rest| rest.rsplit_once(':')).map(|(_, port)| port);
        let port_fits = match port {
            Some(port) => port.parse::<u16>().is_ok(),
            None => scheme.is_some(),
        };
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
        let name = host.split(':').next().unwrap_or_default();
        if !port_fits || name.is_empty() || !host.chars().all(letter) {
            return Err(wrong());
        }
        let mut path = path.trim_end_matches('/');
        let mut table = None;
        let parts: Vec<&str> = path.rsplitn(3, '/').collect();
        if let [id, "t" | "j", before @ ..] = &*parts
            && let Ok(id) = id.parse()
        {
            table = Some(id);
            path = before.first().copied().unwrap_or_default();
        }
        let link_code = || (!code.is_empty()).then(|| LinkCode(code.to_owned()));
        let (mut sign_in, mut invitation) = (None, None);
        let (before, last) = path.rsplit_once('/').unwrap_or(("", path));
        match last {
            "link" => (sign_in, path) = (link_code(), before),
            "door" => (invitation, path) = (link_code(), before),
            _ => {}
        }
        let code =
            (table.is_some() && !code.is_empty()).then(|| serde_json::from_value(code.into()).ok()).flatten();
        let path = if path.is_empty() || path == "ws" { String::new() } else { format!("/{path}") };
        Ok(Self { secure, place: format!("{host}{path}"), table, code, sign_in, invitation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_url_or_a_host_with_a_port() {
        let read = |text: &str| text.parse::<Address>().map(|address| address.socket());
        assert_eq!(read("localhost:8080"), Ok("ws://localhost:8080/ws".to_owned()));
        assert_eq!(read("http://10.0.0.2:80/"), Ok("ws://10.0.0.2:80/ws".to_owned()));
        assert_eq!(read("https://games.example.org"), Ok("wss://games.example.org/ws".to_owned()));
        assert_eq!(read("https://example.org/parlor/"), Ok("wss://example.org/parlor/ws".to_owned()));
        assert_eq!(read("ws://[::1]:8080/ws"), Ok("ws://[::1]:8080/ws".to_owned()));
        for wrong in ["gomokku", "localhost", "ftp://x:1", "http://", ":80", "a b:80", "host:99999", "x:y"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_invitation_leads_to_its_table() {
        for text in
            ["http://localhost:8080/j/ss439rrzy0", "http://localhost:8080/j/ss439rrzy0#0123456789abcdefghjk"]
        {
            let link: Address = text.parse().unwrap();
            assert_eq!(link.http(), "http://localhost:8080");
            assert_eq!(link.invitation(link.table.unwrap(), link.code.as_ref()), text);
        }
        let table: Address = "https://example.org/parlor/t/ss439rrzy0".parse().unwrap();
        assert_eq!((table.http().as_str(), table.code), ("https://example.org/parlor", None));
    }

    #[test]
    fn a_device_link_and_an_invitation_bring_their_codes_and_print_none() {
        let link: Address = "https://example.org/parlor/link#ABCDE-01234-ABCDE-01234".parse().unwrap();
        assert_eq!(link.http(), "https://example.org/parlor");
        let code = link.sign_in.as_ref().unwrap().as_str();
        assert_eq!(link.device_link(code), "https://example.org/parlor/link#ABCDE-01234-ABCDE-01234");
        assert!(!format!("{link:?}").contains("ABCDE"));
        let bare: Address = "http://localhost:8080/link".parse().unwrap();
        assert_eq!((bare.http().as_str(), bare.sign_in), ("http://localhost:8080", None));
        let door: Address = "http://localhost:8080/door#abc".parse().unwrap();
        assert_eq!(door.http(), "http://localhost:8080");
        assert_eq!(door.invitation.unwrap().as_str(), "abc");
        assert_eq!((door.sign_in, door.code), (None, None));
    }
}

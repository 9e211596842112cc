//! A link that signs in another device as the same person.

use serde::Deserialize;

use super::address::Address;

/// The answer of `POST /api/devices/link`.
#[derive(Deserialize)]
struct SignInCode {
    code: String,
}

/// A link and its code, to be opened or typed on the other device.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DeviceLink {
    pub(crate) link: String,
    code: String,
}

impl DeviceLink {
    /// Reads the server's answer.
    pub(crate) fn read(address: &Address, body: Result<String, String>) -> Result<Self, String> {
        let code: SignInCode = serde_json::from_str(&body?)
            .map_err(|error| format!("The server sent something unreadable: {error}"))?;
        Ok(Self { link: address.device_link(&code.code), code: code.code })
    }

    /// The lines shown beside the link.
    pub(crate) fn lines(&self) -> Vec<String> {
        vec![
            self.link.clone(),
            format!("Open this on your other device, or type the code there: {}", self.code),
            "It signs in one device as you, once, within five minutes.".to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_for_another_device_has_the_code_behind_its_hash() {
        let address: Address = "http://localhost:8080".parse().unwrap();
        let body = r#"{"code":"ABCDE-01234-ABCDE-01234","expires_at":5}"#;
        let link = DeviceLink::read(&address, Ok(body.to_owned())).ok().unwrap();
        assert_eq!(link.link, "http://localhost:8080/link#ABCDE-01234-ABCDE-01234");
        assert!(link.lines()[1].ends_with("ABCDE-01234-ABCDE-01234"));
        assert!(DeviceLink::read(&address, Ok("<html>".to_owned())).is_err());
        assert!(DeviceLink::read(&address, Err("No.".to_owned())).is_err_and(|error| error == "No."));
    }
}

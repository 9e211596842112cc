//! Who sends a push message: a short-lived token signed with the server's key, RFC 8292.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};

/// How long a token is good, in seconds: a push service refuses more than a day.
const LIFETIME: i64 = 12 * 3_600;

/// Why a key cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the key for web push cannot be read, made or used")]
pub(crate) struct PushKeyError;

/// The key of the server.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
}

impl VapidKey {
    /// A new key, as it is stored.
    pub(crate) fn generate() -> Result<String, PushKeyError> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Ok(URL_SAFE_NO_PAD.encode(made.map_err(|_| PushKeyError)?))
    }

    /// Reads a key that was stored.
    pub(crate) fn read(stored: &str) -> Result<Self, PushKeyError> {
        let bytes = URL_SAFE_NO_PAD.decode(stored).map_err(|_| PushKeyError)?;
        let (curve, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let pair = EcdsaKeyPair::from_pkcs8(curve, &bytes, &random).map_err(|_| PushKeyError)?;
        Ok(Self { pair })
    }

    /// The public key, which browsers subscribe with.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The header that says who sends a message to a push service, at a time in milliseconds.
    pub(crate) fn authorization(
        &self,
        audience: &str,
        contact: &str,
        now: i64,
    ) -> Result<String, PushKeyError> {
        let signed = signed_text(audience, contact, now.div_euclid(1_000) + LIFETIME);
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).map_err(|_| PushKeyError)?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

/// What is signed: for whom, until when, and whom to ask.
fn signed_text(audience: &str, contact: &str, expires: i64) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let claims = format!(r#"{{"aud":{},"exp":{expires},"sub":{}}}"#, quoted(audience), quoted(contact));
    let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
    format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims))
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    fn verifies(token: &str, key: &str) -> bool {
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, URL_SAFE_NO_PAD.decode(key).unwrap());
        key.verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap()).is_ok()
    }

    /// The example of RFC 8292, section 2.4.
    #[test]
    fn what_is_signed_is_the_example_of_the_rfc() {
        let claims = "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
        let signed = format!("eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.{claims}");
        assert_eq!(signed_text("https://push.example.net", "mailto:push@example.com", 1_453_523_768), signed);
        let signature =
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
        let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        assert!(verifies(&format!("{signed}.{signature}"), key));
    }

    #[test]
    fn a_key_signs_as_the_same_one_after_it_was_stored() {
        let stored = VapidKey::generate().unwrap();
        let (one, other) = (VapidKey::read(&stored).unwrap(), VapidKey::read(&stored).unwrap());
        assert_eq!(one.public(), other.public());
        let header = one.authorization("https://a.example", "mailto:a@example.org", 0).unwrap();
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert!(verifies(token, key) && key == other.public());
        assert!(!verifies(token, &VapidKey::read(&VapidKey::generate().unwrap()).unwrap().public()));
        assert!(VapidKey::read("nonsense").is_err());
    }
}
